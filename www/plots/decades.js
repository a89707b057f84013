// Logarithmic axes: for an explosion, which grows over more decades than a linear axis can show,
// and by choice. With values of both signs they are linear around 0.
import { cleaned, significant } from "../base/format.js";

/** @import { Scale } from "./axes.js" */

/** Growth factor beyond which a linear axis is not enough. */
const GROWTH = 1e6;

/** Margins at the top and bottom, as a part of the axis. */
const MARGIN = 0.05;

/** Smallest values that are shown by choice relative to the largest, of one sign and of both. */
const SMALLEST = { positive: 1e-6, signed: 1e-3 };

/** Most decades whose axis has further ticks, and their leading digits. */
const FEW = { decades: 2, digits: [2, 5] };

/** Least distance of a labelled power of ten from 0, as a fraction of that between such powers. */
const APART = 0.6;

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * A logarithmic axis for values from `low` to `high`; undefined if a linear one is enough.
 * @param {number} initial  size of the first values @param {number} low @param {number} high
 * @param {number} [usual]  typical size; used instead of `initial` if that is only rounding error
 * @returns {Scale | undefined}
 */
export function decades(initial, low, high, usual = 0) {
  const first = cleaned(initial, usual) || usual;
  const most = Math.max(-low, high);
  return first > 0 && most > GROWTH * first ? signed(first, low, high) : undefined;
}

/**
 * A logarithmic axis for values from `low` to `high`, without 0 if none is negative; undefined if
 * all are 0.
 * @param {number} least  size of the smallest one that is not 0
 * @param {number} low @param {number} high
 * @returns {Scale | undefined}
 */
export function logarithmic(least, low, high) {
  const most = Math.max(-low, high);
  if (!(most > 0)) return undefined;
  const smallest = (/** @type {number} */ part) => Math.max(least, part * most);
  return low < 0 ? signed(smallest(SMALLEST.signed), low, high) : positive(smallest(SMALLEST.positive), high);
}

/**
 * An axis of whole decades, for positive values; smaller ones are at its end.
 * @param {number} least @param {number} most @returns {Scale}
 */
function positive(least, most) {
  const low = Math.floor(Math.log10(least));
  const high = Math.max(Math.ceil(Math.log10(most)), low + 1);
  return {
    ...{ low, high, map: (value) => Math.max(Math.log10(value), low) },
    ticks: (count) => {
      const step = Math.max(1, Math.ceil((high - low) / count));
      const powers = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
      const between = powers.slice(0, -1).flatMap((power) => FEW.digits.map((digit) => digit * 10 ** power));
      const isFew = high - low <= FEW.decades && between.length + powers.length <= count + 1;
      const marks = powers.map((power) => ({ value: 10 ** power, text: `10${raised(power)}` }));
      return [...marks, ...(isFew ? between : []).map((value) => ({ value, text: significant(value) }))];
    },
  };
}

/**
 * An axis that is linear up to a size, for values of both signs.
 * @param {number} first @param {number} low @param {number} high @returns {Scale}
 */
function signed(first, low, high) {
  const most = Math.max(-low, high);
  const map = (/** @type {number} */ value) => Math.sign(value) * Math.log10(1 + Math.abs(value) / first);
  const ends = [map(Math.min(low, 0)), map(Math.max(high, 0))];
  const room = MARGIN * (ends[1] - ends[0]);
  const [bottom, top] = [ends[0] - room, ends[1] + room];
  const begin = Math.ceil(Math.log10(first));
  return {
    low: bottom,
    high: top,
    map,
    ticks: (count) => {
      const last = Math.floor(Math.log10(most));
      const signs = [low < -first ? -1 : 0, high > first ? 1 : 0].filter((sign) => sign !== 0);
      const step = Math.max(1, Math.ceil(((last - begin + 1) * signs.length) / Math.max(count - 1, 1)));
      const powers = Array.from({ length: Math.floor((last - begin) / step) + 1 }, (_, i) => last - i * step);
      const marks = signs.flatMap((sign) =>
        powers.map((power) => ({ value: sign * 10 ** power, text: `${sign < 0 ? "−" : ""}10${raised(power)}` })),
      );
      const fits = (/** @type {number} */ at) => Math.abs(at) >= APART * step && at >= bottom && at <= top;
      return [{ value: 0, text: "0" }, ...marks.filter(({ value }) => fits(map(value)))];
    },
  };
}

/** An exponent in superscript digits. @param {number} power */
function raised(power) {
  return [...String(power)].map((digit) => DIGITS[Number(digit)] ?? "⁻").join("");
}
