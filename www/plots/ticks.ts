// Round numbers along an axis.
import { minus } from "../base/format.ts";

/** Range of sizes that are written without an exponent. */
const PLAIN = [1e-3, 1e6];

/**
 * Smallest number of 1, 2, 5, 10, … that is at least a value.
 * @param digits  leading digits to use instead, from 1 on
 */
export function roundUp(value: number, digits: number[] = [1, 2, 5]) {
  const decade = 10 ** exponent(value);
  // a rounding error must not lead to the next number
  return decade * (digits.find((digit) => digit * decade >= value * (1 - 1e-9)) ?? 10);
}

/**
 * Multiples of a round number within a range, with their texts.
 * @param most  intervals between them
 */
export function ticks({ low, high }: { low: number; high: number }, most: number) {
  const step = roundUp((high - low) / most);
  const first = Math.ceil(low / step - 1e-6);
  const last = Math.floor(high / step + 1e-6);
  const size = Math.max(Math.abs(low), Math.abs(high));
  const plain = size >= PLAIN[0] && size < PLAIN[1];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const value = (first + i) * step;
    // as many digits as distinguish it from its neighbours
    const number = Number(value.toExponential(Math.max(0, exponent(value) - exponent(step))));
    const text = plain || value === 0 ? String(number) : number.toExponential().replace("e+", "e");
    return { value, text: minus(text) };
  });
}

/** Exponent of a number in powers of ten, in spite of rounding. */
function exponent(number: number) {
  return Math.floor(Math.log10(Math.abs(number)) + 1e-9);
}
