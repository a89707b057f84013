// A run that is compared with the laboratory's: the same scene with another method or other
// parameters.

import type { Quantity } from "../plots/quantity.ts";
import type { Parameter, Simulation } from "../types.ts";
import { Companion } from "./companion.ts";
import type { Runner, Take } from "./runner.ts";

/** Values of parameters by key. */
export type Values = Record<string, number | string>;

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-6;

export class Compared extends Companion {
  listed = true;
  /** Values of the parameters that it does not share. */
  own;
  dash;
  /** Its quantities by those of the first runner. */
  quantities: Map<Quantity, Quantity> = new Map();
  #first;
  /** Time in s by which it is behind, less than a step. */
  #behind = 0;

  /**
   * @param scene  id of the scene
   * @param first  the laboratory's simulation
   * @param quantities  of the first runner
   */
  constructor(
    scene: string,
    first: Simulation,
    own: Values,
    {
      name,
      color,
      dash,
    }: {
      name: string;
      /** A custom property. */
      color: string;
      dash: number[];
    },
    quantities: Quantity[],
  ) {
    const led = Object.hasOwn(own, "timeStepSize");
    super(scene, first, own, { name, color, led, subject: `compared: ${name}` });
    this.own = own;
    this.dash = dash;
    this.#first = first;
    for (const quantity of quantities) this.repeat(quantity);
  }

  /** Adds a quantity of the first runner, if it can be read of others. @returns that of this run */
  repeat(quantity: Quantity): Quantity[] {
    const { label, unit, hidden, spare, of } = quantity;
    if (!of) return [];
    const { name, color, dash } = this;
    const value = () => (this.stopped === undefined ? of(this.simulation) : Number.NaN);
    const own = { label: `${label}, ${name}`, run: name, unit, color, width: 1.6, dash, hidden, spare, value };
    this.quantities.set(quantity, own);
    return [own];
  }

  /** @param steps  of the first runner */
  step(steps: number, take?: Take) {
    if (this.led) this.advance(steps * Number(this.#first.get("timeStepSize")));
    else super.step(steps, take);
  }

  /** Takes as many of its own steps as fit into a time. */
  advance(seconds: number) {
    const step = Number(this.simulation.get("timeStepSize"));
    const due = this.#behind + seconds;
    const steps = Math.floor(due / step + ROUNDING);
    this.#behind = this.led ? due - steps * step : 0;
    if (steps > 0) this.simulation.step(steps);
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
    this.#behind = this.led ? Math.max(0, this.#first.time - this.simulation.time) : 0;
  }

  #differ() {
    for (const [key, value] of Object.entries(this.own)) this.simulation.set(key, value);
    this.stopped = undefined;
    this.#behind = 0;
  }

  moment() {
    return { ...super.moment(), behind: this.#behind };
  }

  goTo(state: ReturnType<Compared["moment"]>) {
    super.goTo(state);
    this.#behind = state.behind;
  }
}

/** Name of a run by the values that it does not share. */
export function nameOfRun(own: Values, find: (key: string) => Parameter | undefined) {
  const names = Object.entries(own).map(([key, value]) => {
    const parameter = find(key);
    if (!parameter) return `${key} = ${value}`;
    const { label, symbol } = parameter;
    if ("options" in parameter) return parameter.options.find((option) => option.value === value)?.label ?? label;
    return `${symbol || label} = ${value}${parameter.unit && ` ${parameter.unit}`}`;
  });
  return names.join(", ");
}
