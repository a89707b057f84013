// A runner beside the laboratory's: the same scene from the same state, with some other parameters.
import { Simulation } from "../../engine.ts";
import type { Simulation as Model } from "../../types.ts";
import type { Values } from "./run.ts";
import type { Take, Traits } from "./runner.ts";
import { Runner } from "./runner.ts";

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-6;

export class Companion extends Runner {
  /** Values of the parameters that it does not share. */
  own;
  #first;
  #check;
  /** Lag behind the first runner, in s: less than a step. */
  #lag = 0;

  /**
   * @param scene  id of the scene
   * @param first  the laboratory's simulation, whose other parameters it shares
   * @param own  values of the parameters that it does not share
   * @param check  called after its steps; throws to stop it
   */
  constructor(scene: string, first: Model, own: Values, traits: Traits, check = (_: Model) => {}) {
    const simulation = Simulation.open(scene);
    const led = Object.hasOwn(own, "timeStepSize");
    const shares = (key: string) => !Object.hasOwn(own, key);
    super(simulation, { shares, led, inHand: true, ...traits });
    this.own = own;
    this.#first = first;
    this.#check = check;
    simulation.restore(first.snapshot());
    this.#differ();
  }

  /** @param steps  of the first runner */
  step(steps: number, take?: Take) {
    if (this.#hasOwnSteps) return this.advance(steps * Number(this.#first.get("timeStepSize")));
    super.step(steps, take);
    this.#check(this.simulation);
  }

  /** True if its steps are not as long as those of the first runner. */
  get #hasOwnSteps() {
    return Object.hasOwn(this.own, "timeStepSize");
  }

  /** Takes as many of its own steps as fit into a time. */
  advance(seconds: number) {
    const step = Number(this.simulation.get("timeStepSize"));
    const due = this.#lag + seconds;
    const steps = Math.floor(due / step + ROUNDING);
    this.#lag = this.#hasOwnSteps ? due - steps * step : 0;
    if (steps > 0) this.simulation.step(steps);
    this.#check(this.simulation);
  }

  /** Begins in a state of the first runner. */
  begin({ moment }: ReturnType<Runner["moment"]>) {
    this.simulation.history.goTo(moment);
    this.#differ();
  }

  /** Begins where the first runner is. */
  restart() {
    this.simulation.restore(this.#first.snapshot());
    this.#differ();
  }

  resume(snapshot: Uint8Array) {
    super.resume(snapshot);
    this.#lag = this.#hasOwnSteps ? Math.max(0, this.#first.time - this.simulation.time) : 0;
  }

  #differ() {
    for (const [key, value] of Object.entries(this.own)) this.simulation.set(key, value);
    this.stopped = undefined;
    this.#lag = 0;
  }

  moment() {
    return { ...super.moment(), lag: this.#lag };
  }

  goTo(state: ReturnType<Companion["moment"]>) {
    super.goTo(state);
    this.#lag = state.lag;
  }
}
