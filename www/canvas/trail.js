// Where something was lately.
/** @import { Vector } from "../base/vectors.js" */

/** How far back a trail goes, in s of simulated time, and its most points. */
const [PAST, POINTS] = [2, 500];

export class Trail {
  /** @type {{ time: number, at: Vector }[]} */
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

  /** Its points and where it ends now. @param {Vector} end @returns {Vector[]} */
  upTo(end) {
    return [...this.#points.map(({ at }) => at), end];
  }
}
