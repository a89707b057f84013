// Magnification of a mode's part of the motion: an explosion begins too small to see.

import type { Simulation } from "../types.ts";
import { longest, widest } from "./modes.ts";

/** Magnification of the displacement's part along a mode u, c = uᵀM(x − x₀) / uᵀMu. */
interface Enlarged {
  /** x₀ in m, x y z per particle. */
  origin: Float64Array;
  /** U. */
  shape: Float64Array;
  /** Mu / uᵀMu. */
  dual: Float64Array;
  /** Length of u at the particle that u moves most. */
  longest: number;
  /** Largest displacement of this particle as drawn, in m. */
  widest: number;
  /** First displacement of this particle, in m; 0 before. */
  least: number;
  /** Largest displacement of this particle so far, in m. */
  most: number;
}

export class Enlargement {
  #run;
  #enlarged: Enlarged | undefined;

  constructor(run: Simulation) {
    this.#run = run;
  }

  /** Magnifies a mode from now on. @param shape  x y z per particle */
  begin(shape: Float64Array) {
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

function dot(a: Float64Array, b: Float64Array) {
  return a.reduce((sum, part, i) => sum + part * b[i], 0);
}
