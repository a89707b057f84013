// A logarithmic axis for an explosion, which grows over more decades than a linear axis can show.
// It is linear around 0 and has room for both signs.
import { cleaned } from "../base/format.ts";
import type { Scale } from "./axes.ts";

/** Growth factor beyond which a linear axis is not enough. */
const GROWTH = 1e6;

/** Margins at the top and bottom, as a part of the axis. */
const MARGIN = 0.05;

/** Least distance of a labelled power of ten from 0, as a fraction of that between such powers. */
const MIN_LABEL_DISTANCE = 0.6;

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * A logarithmic axis for values from `low` to `high`; undefined if a linear one is enough.
 * @param initial  size of the first values
 * @param usual  typical size; used instead of `initial` if that is only rounding error
 */
export function decades(initial: number, low: number, high: number, usual: number = 0): Scale | undefined {
  const first = cleaned(initial, usual) || usual;
  const most = Math.max(-low, high);
  return first > 0 && most > GROWTH * first ? signed(first, low, high) : undefined;
}

/** An axis that is linear up to a size, for values of both signs. */
export function signed(first: number, low: number, high: number): Scale {
  const most = Math.max(-low, high);
  const map = (value: number) => Math.sign(value) * Math.log10(1 + Math.abs(value) / first);
  const ends = [map(Math.min(low, 0)), map(Math.max(high, 0))];
  const room = MARGIN * (ends[1] - ends[0]);
  const bottom = ends[0] - room;
  const top = ends[1] + room;
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
      const fits = (at: number) => Math.abs(at) >= MIN_LABEL_DISTANCE * step && at >= bottom && at <= top;
      return [{ value: 0, text: "0" }, ...marks.filter(({ value }) => fits(map(value)))];
    },
  };
}

/** An exponent in superscript digits. */
export function raised(power: number) {
  return [...String(power)].map((digit) => DIGITS[Number(digit)] ?? "⁻").join("");
}
