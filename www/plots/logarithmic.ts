// A logarithmic axis by choice.
import { significant } from "../base/format.ts";
import type { Scale } from "./axes.ts";
import { raised, signed } from "./decades.ts";

/** Smallest values that are shown by choice relative to the largest, of one sign and of both. */
const SMALLEST = { positive: 1e-6, signed: 1e-3 };

/** Most decades whose axis has further ticks, and their leading digits. */
const FINE_TICKS = { decades: 2, digits: [2, 5] };

/**
 * A logarithmic axis for values from `low` to `high`, without 0 if none is negative; undefined if
 * all are 0.
 * @param least  size of the smallest one that is not 0
 */
export function logarithmic(least: number, low: number, high: number): Scale | undefined {
  const most = Math.max(-low, high);
  if (!(most > 0)) return undefined;
  const smallest = (part: number) => Math.max(least, part * most);
  return low < 0 ? signed(smallest(SMALLEST.signed), low, high) : wholeDecades(smallest(SMALLEST.positive), high);
}

/** An axis of whole decades, for positive values; smaller ones are at its end. */
export function wholeDecades(least: number, most: number): Scale {
  const low = Math.floor(Math.log10(least));
  const high = Math.max(Math.ceil(Math.log10(most)), low + 1);
  return {
    low,
    high,
    map: (value) => Math.max(Math.log10(value), low),
    ticks: (count) => {
      const step = Math.max(1, Math.ceil((high - low) / count));
      const powers = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
      const between = powers.slice(0, -1).flatMap((power) => FINE_TICKS.digits.map((digit) => digit * 10 ** power));
      const isFew = high - low <= FINE_TICKS.decades && between.length + powers.length <= count + 1;
      const marks = powers.map((power) => ({ value: 10 ** power, text: `10${raised(power)}` }));
      return [...marks, ...(isFew ? between : []).map((value) => ({ value, text: significant(value) }))];
    },
  };
}
