// Magnification of a mode's part of the motion: an explosion begins too small to see.

import { longest, widest } from "./modes.js";

/** @import { Simulation } from "../types.js" */

/**
 * Magnification of the displacement's part along a mode u, c = uᵀM(x − x₀) / uᵀMu.
 * @typedef {object} Enlarged
 * @property {Float64Array} origin  x₀ in m, x y z per particle
 * @property {Float64Array} shape  u
 * @property {Float64Array} dual  Mu / uᵀMu
 * @property {number} longest  length of u at the particle that u moves most
 * @property {number} widest  largest displacement of this particle as drawn, in m
 * @property {number} least  first displacement of this particle, in m; 0 before
 * @property {number} most  largest displacement of this particle so far, in m
 */

export class Enlargement {
  #run;
  /** @type {Enlarged | undefined} */
  #enlarged;

  /** @param {Simulation} run */
  constructor(run) {
    this.#run = run;
  }

  /** Magnifies a mode from now on. @param {Float64Array} shape  x y z per particle */
  begin(shape) {
    const { masses } = this.#run.system;
    // fixed particles have infinite mass
    const heavy = shape.map((part, i) => (part === 0 ? 0 : masses[Math.floor(i / 3)] * part));
    const norm = dot(heavy, shape);
    this.#enlarged = {
      origin: this.#run.positions.slice(),
      shape,
      dual: heavy.map((part) => part / norm),
      longest: longest(shape),
      widest: widest(this.#run),
      least: 0,
      most: 0,
    };
  }

  end() {
    this.#enlarged = undefined;
  }

  /**
   * Magnification, at least 1. Exponential growth is drawn as linear growth from 0 to `widest`;
   * beyond that the motion is not magnified.
   */
  get times() {
    if (!this.#enlarged) return 1;
    const { least, most, widest } = this.#enlarged;
    if (!(least < most && most < widest)) return 1;
    return Math.max((widest * Math.log(most / least)) / Math.log(widest / least) / most, 1);
  }

  /** Positions at which the run's particles are drawn; updates the largest displacement. */
  positions() {
    const { positions } = this.#run;
    if (!this.#enlarged) return positions;
    const enlarged = this.#enlarged;
    const { origin, shape, dual } = enlarged;
    const part = dot(
      dual,
      positions.map((x, i) => x - origin[i]),
    );
    const size = Math.abs(part) * enlarged.longest;
    enlarged.least ||= size;
    enlarged.most = Math.max(enlarged.most, size);
    const more = (this.times - 1) * part;
    return positions.map((x, i) => x + more * shape[i]);
  }
}

/** @param {Float64Array} a @param {Float64Array} b */
function dot(a, b) {
  return a.reduce((sum, part, i) => sum + part * b[i], 0);
}
