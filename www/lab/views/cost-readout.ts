// The readout of a step's cost, measured by extra steps on copies if they are cheap.
import { duration } from "../../base/format.ts";
import type { Simulation } from "../../types.ts";
import type { StepsAhead } from "../../worker/steps-ahead.ts";
import { readout } from "./readouts.ts";
import { stepCost } from "./stopwatch.ts";

/** Number of measurements even if nothing moves: browsers optimise code only after a while. */
const MEASUREMENTS = 3;

/** Largest cost in s, and most particles, for which the cost is measured with extra steps. */
const BATCHED = { cost: 0.004, particles: 40_000 };

export class CostReadout {
  #readout = readout("Time per sim. step", () => duration(this.#cost), "cost");
  #simulation;
  #steps;
  /** Cost of a step in s; undefined if unknown. */
  #cost: number | undefined;
  /** Number of measurements so far. */
  #count = 0;

  constructor(simulation: Simulation, steps: Pick<StepsAhead, "long" | "cost">) {
    this.#simulation = simulation;
    this.#steps = steps;
  }

  get element() {
    return this.#readout.element;
  }

  show() {
    this.#readout.show();
  }

  /** @returns true if it is to be measured again soon */
  measure(): boolean {
    const { long, cost = 0 } = this.#steps;
    const known = long || cost > BATCHED.cost || this.#simulation.positions.length > 3 * BATCHED.particles;
    this.#cost = known ? cost || undefined : stepCost(this.#simulation);
    this.show();
    this.#count += 1;
    return this.#count < MEASUREMENTS;
  }
}
