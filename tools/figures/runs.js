// Runs of the engine for figures, and points of their curves.

import { run } from "../method-rows.js";

/** @import { Simulation } from "../../pkg/springlab.js" */
/** @import { Engine } from "../method-rows.js" */
/** @import { Point } from "./lines.js" */

/**
 * Values that differ from a scene's defaults, by the keys of links.
 * @typedef {Record<string, string | number>} Values
 */

export class Runs {
  #engine;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * Reads a simulation and frees it.
   * @template T @param {string} scene @param {Values} values
   * @param {(simulation: Simulation) => T} read @returns {T}
   */
  read(scene, values, read) {
    return run(this.#engine, scene, values, read);
  }

  /**
   * Points of a run, at the start and after every `every` steps.
   * @param {string} scene @param {Values} values @param {number} until  in s
   * @param {(simulation: Simulation) => Point} point @param {number} [every]
   */
  points(scene, values, until, point, every = 1) {
    return this.read(scene, values, (simulation) => {
      const points = [point(simulation)];
      const steps = Math.round(until / Number(simulation.get("timeStepSize")) / every);
      for (let n = 0; n < steps; n++) {
        simulation.step(every);
        points.push(point(simulation));
      }
      return points;
    });
  }

  /**
   * A method's factor per step of ẏ = λy at a real z = λΔt.
   * @param {string} method @param {number} z
   */
  factor(method, z) {
    return this.#engine.stabilityFunction(method, z, 0)?.[0] ?? Number.NaN;
  }
}

/** Numbers at equal distances. @param {number} from @param {number} to @param {number} count */
export function even(from, to, count) {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
}

/** Numbers with equal ratios. @param {number} from @param {number} to @param {number} count */
export function geometric(from, to, count) {
  return even(Math.log(from), Math.log(to), count).map(Math.exp);
}

/** The values of a function, as points. @param {number[]} over @param {(x: number) => number} of */
export function values(over, of) {
  return over.map((x) => /** @type {Point} */ ([x, of(x)]));
}
