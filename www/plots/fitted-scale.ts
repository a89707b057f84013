// The scale of an axis that follows its values: linear, or logarithmic by choice or for an
// explosion.
import { cleaned } from "../base/format.ts";
import type { Scale } from "./axes.ts";
import { isPlain } from "./curve.ts";
import { decades } from "./decades.ts";
import { Range } from "./range.ts";

/** Part of the values, from the first on, that gives their initial size. */
const BEGIN = 0.1;

/** A scale for values from `low` to `high`; the smallest that is not 0 has the size `least`. */
export type Chosen = (least: number, low: number, high: number) => Scale | undefined;

/** Values of a curve from an index on. */
type Column = { values: Float64Array; first: number };

export class FittedScale {
  #range;
  #chosen;
  /** True if all values are only rounding errors: they are drawn as 0. */
  #rounding = false;

  /**
   * @param floor  a value that is always in view
   * @param chosen  gives another scale than a linear one, if there is any
   */
  constructor(floor?: number, chosen?: Chosen) {
    this.#range = new Range(floor);
    this.#chosen = chosen;
  }

  /**
   * The scale for some values.
   * @param begun  those among them whose first values give the initial size
   */
  fit(
    columns: Column[],
    begun: Column[],
    {
      usual,
      largest,
    }: {
      /** Typical size of the values. */
      usual: number;
      /** Size relative to which rounding counts as zero. */
      largest: number;
    },
  ): Scale {
    const { low, high, least } = extent(columns);
    this.#rounding = !this.#chosen && cleaned(low, largest) === 0 && cleaned(high, largest) === 0;
    if (this.#rounding) this.#range.follow(0, 0);
    else this.#range.follow(low, high);
    if (this.#chosen) return this.#chosen(least, low, high) ?? this.#range;
    const first = extent(begun.map(({ values, first }) => ({ values: beginOf(values, first), first: 0 })));
    const initial = Math.max(-first.low, first.high);
    return this.#rounding ? this.#range : (decades(initial, low, high, usual) ?? this.#range);
  }

  /** A value as it is drawn. */
  shown(value: number) {
    return this.#rounding && Number.isFinite(value) ? 0 : value;
  }
}

/** The first values from an index on. */
function beginOf(values: Float64Array, first: number) {
  return values.subarray(first, first + Math.ceil(BEGIN * (values.length - first)));
}

/**
 * Smallest and largest value, and the smallest size that is not 0. Without values `low` is above
 * `high`.
 */
function extent(columns: Column[]) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  for (const { values, first } of columns) {
    for (let i = first; i < values.length; i++) {
      const value = values[i];
      if (!isPlain(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
      if (value !== 0) least = Math.min(least, Math.abs(value));
    }
  }
  return { low, high, least };
}
