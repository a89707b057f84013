// The range of an axis, which follows its data without jitter.
import { roundUp } from "./ticks.ts";

/** Margin beyond the data after the range has grown or shrunk, as a fraction of their extent. */
const MARGIN = { grown: 0.02, shrunk: 0.15 };

/** The range shrinks only if the new one is at most this fraction of it. */
const SHRINK = 0.7;

/** Fraction of the extent that may be outside: a rounding error below zero gets no space. */
const SLIP = 1e-3;

/** Relative difference below which data count as equal. */
const RESOLUTION = 1e-4;

/** Size below which numbers count as zero. */
const TINY = 1e-300;

/** Most round steps from zero to the farther end of a range, or across one without zero. */
const PARTS = 6;

export class Range {
  low;
  high = 1;
  #floor;

  /** @param floor  a value that is always in the range */
  constructor(floor?: number) {
    this.#floor = floor;
    this.low = floor ?? -1;
  }

  /** Adapts the range to data between two values. If `low` is above `high`, there are no data. */
  follow(low: number, high: number) {
    const floor = this.#floor ?? (low <= high ? low : 0);
    const bottom = Math.min(low, floor);
    const top = Math.max(high, floor);
    const slip = SLIP * (top - bottom);
    const shrunk = this.#around(bottom, top, MARGIN.shrunk);
    if (bottom < this.low - slip || top > this.high + slip) {
      [this.low, this.high] = this.#around(bottom, top, MARGIN.grown);
    } else if (shrunk[1] - shrunk[0] <= SHRINK * (this.high - this.low)) [this.low, this.high] = shrunk;
  }

  /** Rounds a range with its margin outwards. */
  #around(low: number, high: number, margin: number): [number, number] {
    const size = Math.max(Math.abs(low), Math.abs(high));
    if (size < TINY) return [this.#floor ?? -1, 1];
    const same = high - low <= RESOLUTION * size;
    const [bottom, top] = same ? [Math.min(low, 0), Math.max(high, 0)] : [low, high];
    const extent = top - bottom;
    const step = roundUp(((bottom * top <= 0 ? size : extent) * (1 + margin)) / PARTS);
    const below = step * Math.floor((bottom - margin * extent) / step);
    const above = step * Math.ceil((top + margin * extent) / step);
    // data of one sign: the margin does not reach beyond zero
    return [bottom < -SLIP * extent ? below : Math.max(below, 0), top > SLIP * extent ? above : Math.min(above, 0)];
  }
}
