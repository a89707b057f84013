// Numbers as people read them.

/** What is smaller than this part of its scale is rounding: some thousands of the last digit. */
export const ROUNDING = 1e-12;

/**
 * A number, or 0 where rounding is all that it can be.
 * @param {number} value
 * @param {number} scale  how large it is where it is something: the largest energy, the longest length
 */
export function cleaned(value, scale) {
  return Math.abs(value) < ROUNDING * Math.abs(scale) ? 0 : value;
}

/** A few significant digits that are not above a positive value: on this side of a limit. @param {number} value @param {number} digits */
export function floorTo(value, digits) {
  const digit = 10 ** (Math.floor(Math.log10(value)) - digits + 1);
  return value > 0 ? Number((Math.floor(value / digit) * digit).toPrecision(digits)) : value;
}

/** With a minus that is one, as long as a plus. @param {string} text  of a number */
export function minus(text) {
  return text.replaceAll("-", "−");
}

/**
 * Three significant digits, without trailing zeros and without an exponent where one can do without.
 * @param {number} value
 */
export function significant(value) {
  if (!Number.isFinite(value)) return "–";
  const rounded = Number(value.toPrecision(3));
  return minus(Math.abs(rounded) >= 1e6 ? rounded.toExponential().replace("e+", "e") : String(rounded));
}

/**
 * A duration in the unit that fits: ns, µs, ms or s.
 * @param {number | undefined} seconds
 */
export function duration(seconds) {
  if (seconds === undefined) return "–";
  const units = /** @type {const} */ ([
    [1e9, "ns"],
    [1e6, "µs"],
    [1e3, "ms"],
    [1, "s"],
  ]);
  const [factor, unit] = units.find(([factor]) => Number((seconds * factor).toPrecision(3)) < 1000) ?? units[3];
  return `${significant(seconds * factor)} ${unit}`;
}

/**
 * An energy in J with as many decimals as leave room for it.
 * @param {number} joules
 */
export function energy(joules) {
  if (!Number.isFinite(joules)) return "–";
  const size = Math.abs(joules);
  const text =
    size >= 1e5 ? joules.toExponential(2).replace("e+", "e") : joules.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : 2);
  return minus(Number(text) === 0 ? text.replace("-", "") : text);
}
