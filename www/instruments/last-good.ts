// The last good state of a run, shown after the run has exploded.
import { Simulation } from "../engine.ts";
import type { Take } from "../lab/model/runner.ts";
import { Runner } from "../lab/model/runner.ts";
import type { Moment } from "../types.ts";

/**
 * Energy gained by the method between two checks, as a fraction of kinetic and elastic energy,
 * beyond which the state is no longer good: an explosion may be near.
 */
const GAIN = 0.01;

/** Least steps and simulated time in s between checks: saving must not slow down short steps. */
const EVERY = { steps: 20, time: 0.1 };

/** Rounding error of a number of steps. */
const ROUNDING = 1e-6;

/** Largest number of particles for which states are saved: with more, saving blocks the page. */
const MAX_PARTICLES = 40_000;

/** Coordinate beyond which a run has exploded, relative to the largest at the start or to 1 m. */
const EXPLODED_COORDINATE = 100;

/** A runner that saves its last good state. */
export class LastGood extends Runner {
  /** The last good state, after the run has exploded. */
  shown: Simulation | undefined;
  #scene;
  #failed;
  /** The last good state, while the run goes on. */
  #checkpoint: Moment | undefined;
  /** Parameters set since the checkpoint. */
  #changes: Map<string, number | string> = new Map();
  /** Energy gained by the method up to the last check, in J. */
  #made = 0;
  /** Steps since the last check. */
  #unchecked = 0;
  /** Coordinate beyond which the run has exploded, in m. */
  #far = 0;

  /**
   * @param scene  its id
   * @param failed  called when a step has failed
   */
  constructor(scene: string, simulation: Simulation, failed: () => void) {
    super(simulation);
    this.#scene = scene;
    this.#failed = failed;
    this.forget();
  }

  get analysed() {
    return this.shown ?? this.simulation;
  }

  /** Steps to the next check. Checks are a fixed number of steps apart. */
  get stride() {
    const every = Math.max(EVERY.steps, Math.ceil(EVERY.time / Number(this.simulation.get("timeStepSize")) - ROUNDING));
    return Math.max(every - this.#unchecked, 1); // negative if the time step has grown
  }

  /** Discards the saved states and saves the present one, after a restart of the run. */
  forget() {
    this.#close();
    this.#far = EXPLODED_COORDINATE * this.simulation.positions.reduce((far, x) => Math.max(far, Math.abs(x)), 1);
    this.#made = this.simulation.energy.numerical;
    this.#unchecked = 0;
    this.#keep();
  }

  #keep() {
    this.#checkpoint?.free();
    this.#checkpoint =
      this.simulation.positions.length > 3 * MAX_PARTICLES ? undefined : this.simulation.history.moment();
    this.#changes.clear();
  }

  /**
   * Takes steps and saves good states. After an explosion opens the last one and throws.
   * @param steps  at most `stride`
   */
  step(steps: number, take?: Take) {
    const due = steps === this.stride;
    try {
      super.step(steps, take);
    } catch (error) {
      // a step that did not converge is no explosion
      if (this.simulation.positions.some((x) => !(Math.abs(x) < this.#far))) this.#explode();
      this.#failed();
      throw error;
    }
    this.#unchecked += steps;
    if (due) this.#check();
  }

  /** Saves the state if it is good. */
  #check() {
    const { numerical, kinetic, elastic } = this.simulation.energy;
    if (numerical - this.#made <= GAIN * (kinetic + elastic)) this.#keep();
    this.#made = numerical;
    this.#unchecked = 0;
  }

  #explode() {
    if (this.shown || !this.#checkpoint) return;
    this.shown = Simulation.open(this.#scene);
    this.shown.history.goTo(this.#checkpoint);
    for (const [key, value] of this.#changes) this.shown.set(key, value);
  }

  /** Applies a changed parameter of the run to the saved state. */
  change(key: string, value: number | string) {
    if (this.shown) this.shown.set(key, value);
    else this.#changes.set(key, value);
  }

  #close() {
    this.shown?.free();
    this.shown = undefined;
  }

  destroy() {
    this.#close();
    this.#checkpoint?.free();
    this.#checkpoint = undefined;
  }
}
