// A mode's part in a motion, enlarged until it is seen: the first signs of an explosion are too small.

import { longest, widest } from "./modes.js";

/** @import { Simulation } from "../types.js" */

/**
 * What is enlarged: the part of the displacement x − x₀ along a mode u, c = uᵀM(x − x₀) / uᵀMu.
 * @typedef {object} Enlarged
 * @property {Float64Array} origin  x₀ in m, x y z per particle
 * @property {Float64Array} shape  u
 * @property {Float64Array} dual  Mu / uᵀMu
 * @property {number} longest  how far u moves the particle that it moves most
 * @property {number} widest  how far that particle is drawn out of its place at most, in m
 * @property {number} least  how far it was at first, in m
 * @property {number} most  the farthest that it was, in m
 */

export class Enlargement {
  #run;
  /** @type {Enlarged | undefined} */
  #enlarged;

  /** @param {Simulation} run */
  constructor(run) {
    this.#run = run;
  }

  /** Enlarges a mode's part in what the run does from now on. @param {Float64Array} shape  x y z per particle */
  begin(shape) {
    const { masses } = this.#run;
    const heavy = shape.map((part, i) => (part === 0 ? 0 : masses[Math.floor(i / 3)] * part)); // what is fixed has no part in it
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
   * How many times the mode's part is enlarged, at least 1. What grows exponentially is drawn to grow evenly, from nothing at first to the widest,
   * from where on it is drawn as it is.
   */
  get times() {
    if (!this.#enlarged) return 1;
    const { least, most, widest } = this.#enlarged;
    if (!(least < most && most < widest)) return 1;
    return Math.max((widest * Math.log(most / least)) / Math.log(widest / least) / most, 1);
  }

  /** Where the particles of the run are drawn now; it takes note of how far the mode has come. */
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
