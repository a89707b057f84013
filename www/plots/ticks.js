// Round numbers along an axis.

/** Numbers outside of these are written with an exponent. */
const PLAIN = [1e-3, 1e6];

/** The next of 1, 2, 5, 10, … that is not below a value. @param {number} value */
export function roundUp(value) {
  const decade = 10 ** Math.floor(Math.log10(value));
  // 0.3 / 3 is not above 0.1
  return decade * ([1, 2, 5].find((digit) => digit * decade >= value * (1 - 1e-9)) ?? 10);
}

/**
 * Multiples of a round number within a range, and how they are written.
 * @param {number} low
 * @param {number} high
 * @param {number} most  distances between ticks that there is room for
 * @returns {{ value: number, text: string }[]}
 */
export function ticks(low, high, most) {
  const step = roundUp((high - low) / most);
  const [first, last] = [Math.ceil(low / step - 1e-6), Math.floor(high / step + 1e-6)];
  const write = writer(step, Math.max(Math.abs(low), Math.abs(high)));
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    return { value, text: write(value) };
  });
}

/** Writes multiples of a step with the digits that tell them apart. @param {number} step @param {number} size  of the largest */
function writer(step, size) {
  const decimals = -Math.floor(Math.log10(step * (1 + 1e-9)));
  if (size >= PLAIN[0] && size < PLAIN[1]) {
    return (/** @type {number} */ value) => String(Number(value.toFixed(Math.max(decimals, 0))));
  }
  return (/** @type {number} */ value) => {
    if (value === 0) return "0";
    const digits = Math.floor(Math.log10(Math.abs(value) * (1 + 1e-9))) + decimals;
    return Number(value.toExponential(Math.max(digits, 0)))
      .toExponential()
      .replace("e+", "e");
  };
}
