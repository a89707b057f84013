// Recent positions of a particle.
/** @import { Vector } from "../base/vectors.js" */

/** Length of a trail in s of simulated time, and its largest number of points. */
const [PAST, POINTS] = [2, 500];

export class Trail {
  /** Oldest first. @type {{ time: number, at: Vector }[]} */
  #points = [];

  /** @param {number} time  in s @param {Vector} at  in m */
  record(time, at) {
    const last = this.#points.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    if (time < last) this.clear();
    else if (time - last < PAST / POINTS) return;
    while (this.#points.length > 0 && this.#points[0].time < time - PAST) this.#points.shift();
    this.#points.push({ time, at });
  }

  clear() {
    this.#points = [];
  }

  /** The points, then the present position. @param {Vector} end @returns {Vector[]} */
  upTo(end) {
    return [...this.#points.map(({ at }) => at), end];
  }
}
