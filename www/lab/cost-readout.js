// The readout of a step's cost, measured by extra steps on copies if they are cheap.
import { duration } from "../base/format.js";
import { readout } from "./readouts.js";
import { stepCost } from "./stopwatch.js";

/** @import { Simulation } from "../types.js" */
/** @import { StepsAhead } from "../worker/steps-ahead.js" */

/** Number of measurements even if nothing moves: browsers optimise code only after a while. */
const MEASUREMENTS = 3;

/** Largest cost in s, and most particles, for which the cost is measured with extra steps. */
const BATCHED = { cost: 0.004, particles: 40_000 };

export class CostReadout {
  #readout = readout("Time per sim. step", () => duration(this.#cost), "cost");
  #simulation;
  #steps;
  /** Cost of a step in s; undefined if unknown. @type {number | undefined} */
  #cost;
  /** Number of measurements so far. */
  #count = 0;

  /** @param {Simulation} simulation @param {Pick<StepsAhead, "long" | "cost">} steps */
  constructor(simulation, steps) {
    this.#simulation = simulation;
    this.#steps = steps;
  }

  get element() {
    return this.#readout.element;
  }

  show() {
    this.#readout.show();
  }

  /** @returns {boolean} true if it is to be measured again soon */
  measure() {
    const { long, cost = 0 } = this.#steps;
    const known = long || cost > BATCHED.cost || this.#simulation.positions.length > 3 * BATCHED.particles;
    this.#cost = known ? cost || undefined : stepCost(this.#simulation);
    this.show();
    this.#count += 1;
    return this.#count < MEASUREMENTS;
  }
}
