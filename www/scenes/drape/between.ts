// Positions between the last two steps, so that a picture moves evenly although its frames have
// different numbers of steps.
import type { Simulation } from "../../types.ts";

export class Between {
  #simulation;
  #stepSize;
  /** Positions before the last step, and their time in s. */
  #before = { positions: new Float64Array(), time: Number.NaN };
  #mixed = new Float64Array();

  /** @param stepSize  in s */
  constructor(simulation: Simulation, stepSize: () => number) {
    this.#simulation = simulation;
    this.#stepSize = stepSize;
  }

  /** Notes the present positions, before a step. */
  note() {
    const { positions, time } = this.#simulation;
    if (this.#before.positions.length === positions.length) this.#before.positions.set(positions);
    else this.#before.positions = positions.slice();
    this.#before.time = time;
  }

  /**
   * Positions x₀ + p (x₁ − x₀) between those before and after the last step, in m; the present ones
   * if time has not moved on by one step since `note`.
   * @param phase  p, from 0 to 1
   */
  at(phase: number) {
    const { positions, time, history } = this.#simulation;
    const { positions: before, time: then } = this.#before;
    const steps = (history.backwards ? then - time : time - then) / this.#stepSize();
    const isStep = steps > 0.5 && steps < 1.5 && before.length === positions.length;
    if (phase === 1 || !isStep) return positions;
    if (this.#mixed.length !== positions.length) this.#mixed = new Float64Array(positions.length);
    for (let i = 0; i < positions.length; i++) this.#mixed[i] = before[i] + phase * (positions[i] - before[i]);
    return this.#mixed;
  }
}
