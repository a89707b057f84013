// Numbers as text for the page.

/** Relative size below which a value counts as rounding error: 4500 times the machine epsilon. */
export const ROUNDING = 1e-12;

/**
 * The value, or 0 if it is only a rounding error.
 * @param scale  typical magnitude, such as the largest energy or the longest length
 */
export function cleaned(value: number, scale: number) {
  return Math.abs(value) < ROUNDING * Math.abs(scale) ? 0 : value;
}

/** Rounds a positive value down. @param digits  significant ones */
export function floorTo(value: number, digits: number) {
  const nearest = Number(value.toPrecision(digits));
  if (!(nearest > value)) return nearest;
  const digit = 10 ** (Math.floor(Math.log10(value)) - digits + 1);
  return Number((nearest - digit).toPrecision(digits));
}

/** Replaces hyphens by minus signs. @param text  of a number */
export function minus(text: string) {
  return text.replaceAll("-", "−");
}

/** Three significant digits, with an exponent from a million on. */
export function significant(value: number) {
  if (!Number.isFinite(value)) return "–";
  const rounded = Number(value.toPrecision(3));
  return minus(Math.abs(rounded) >= 1e6 ? rounded.toExponential().replace("e+", "e") : String(rounded));
}

/** A duration in the unit that fits: ns, µs, ms or s. */
export function duration(seconds: number | undefined) {
  if (seconds === undefined) return "–";
  const units = [
    [1e9, "ns"],
    [1e6, "µs"],
    [1e3, "ms"],
    [1, "s"],
  ] as const;
  const [factor, unit] = units.find(([factor]) => Number((seconds * factor).toPrecision(3)) < 1000) ?? units[3];
  return `${significant(seconds * factor)} ${unit}`;
}

/** An energy in J, with fewer decimals for larger values. */
export function energy(joules: number) {
  if (!Number.isFinite(joules)) return "–";
  const size = Math.abs(joules);
  const text =
    size >= 1e5 ? joules.toExponential(2).replace("e+", "e") : joules.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : 2);
  return minus(Number(text) === 0 ? text.replace("-", "") : text);
}
