// A run that is compared with the laboratory's: the same scene with another method or other
// parameters.
import { Companion } from "./companion.js";

/** @import { Parameter, Simulation } from "../types.js" */
/** @import { Quantity } from "../plots/quantity.js" */
/** @import { Runner, Take } from "./runner.js" */

/** Values of parameters by key. @typedef {Record<string, number | string>} Values */

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-6;

export class Compared extends Companion {
  listed = true;
  /** Values of the parameters that it does not share. */
  own;
  dash;
  /** Its quantities by those of the first runner. @type {Map<Quantity, Quantity>} */
  quantities = new Map();
  #first;
  /** Time in s by which it is behind, less than a step. */
  #behind = 0;

  /**
   * @param {string} scene  id of the scene
   * @param {Simulation} first  the laboratory's simulation
   * @param {Values} own
   * @param {object} look
   * @param {string} look.name
   * @param {string} look.color  a custom property
   * @param {number[]} look.dash
   * @param {Quantity[]} quantities  of the first runner
   */
  constructor(scene, first, own, { name, color, dash }, quantities) {
    const led = Object.hasOwn(own, "timeStepSize");
    super(scene, first, own, { name, color, led, subject: `compared: ${name}` });
    this.own = own;
    this.dash = dash;
    this.#first = first;
    for (const quantity of quantities) this.repeat(quantity);
  }

  /**
   * Adds a quantity of the first runner, if it can be read of others.
   * @param {Quantity} quantity @returns {Quantity[]}  that of this run
   */
  repeat(quantity) {
    const { label, unit, hidden, spare, of } = quantity;
    if (!of) return [];
    const { name, color, dash } = this;
    const value = () => (this.stopped === undefined ? of(this.simulation) : Number.NaN);
    const own = { label: `${label}, ${name}`, run: name, unit, color, width: 1.6, dash, hidden, spare, value };
    this.quantities.set(quantity, own);
    return [own];
  }

  /** @param {number} steps  of the first runner @param {Take} [take] */
  step(steps, take) {
    if (this.led) this.advance(steps * Number(this.#first.get("timeStepSize")));
    else super.step(steps, take);
  }

  /** Takes as many of its own steps as fit into a time. @param {number} seconds */
  advance(seconds) {
    const step = Number(this.simulation.get("timeStepSize"));
    const due = this.#behind + seconds;
    const steps = Math.floor(due / step + ROUNDING);
    this.#behind = this.led ? due - steps * step : 0;
    if (steps > 0) this.simulation.step(steps);
  }

  /** Begins in a state of the first runner. @param {ReturnType<Runner["moment"]>} state */
  begin({ moment }) {
    this.simulation.history.goTo(moment);
    this.#differ();
  }

  /** Begins where the first runner is. */
  restart() {
    this.simulation.restore(this.#first.snapshot());
    this.#differ();
  }

  /** @param {Uint8Array} snapshot */
  resume(snapshot) {
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

  /** @param {ReturnType<Compared["moment"]>} state */
  goTo(state) {
    super.goTo(state);
    this.#behind = state.behind;
  }
}

/**
 * Name of a run by the values that it does not share.
 * @param {Values} own @param {(key: string) => Parameter | undefined} find
 */
export function nameOfRun(own, find) {
  const names = Object.entries(own).map(([key, value]) => {
    const parameter = find(key);
    if (!parameter) return `${key} = ${value}`;
    const { label, symbol } = parameter;
    if ("options" in parameter) return parameter.options.find((option) => option.value === value)?.label ?? label;
    return `${symbol || label} = ${value}${parameter.unit && ` ${parameter.unit}`}`;
  });
  return names.join(", ");
}
