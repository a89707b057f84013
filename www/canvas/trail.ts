// Recent positions of a particle.
import type { Vector } from "../base/vectors.ts";

/** Length of a trail in s of simulated time. */
const DURATION = 2;

/** Largest number of points of a trail. */
const MAX_POINTS = 500;

export class Trail {
  /** Oldest first. */
  #points: { time: number; at: Vector }[] = [];

  /**
   * @param time  in s
   * @param at  in m
   */
  record(time: number, at: Vector) {
    const last = this.#points.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    if (time < last) this.clear();
    else if (time - last < DURATION / MAX_POINTS) return;
    while (this.#points.length > 0 && this.#points[0].time < time - DURATION) this.#points.shift();
    this.#points.push({ time, at });
  }

  clear() {
    this.#points = [];
  }

  /** The points, then the present position. */
  upTo(end: Vector): Vector[] {
    return [...this.#points.map(({ at }) => at), end];
  }
}
