// Numbers of a step as text: values with five digits, vectors, and coefficients as fractions.
import { minus } from "../../base/format.ts";

/** Digits of a value: neighbouring stages differ in the third or fourth. */
const DIGITS = 5;

/** Largest denominator of a coefficient: Dormand and Prince have 57600. */
const DENOMINATOR = 1e5;

/** Relative difference below which a fraction is a coefficient, and a number is rounding. */
const ROUNDING = 1e-13;

const FRACTIONS = {
  "1/2": "½",
  "1/3": "⅓",
  "2/3": "⅔",
  "1/6": "⅙",
  "1/4": "¼",
} as Record<string, string>;

/** Size below which a value gets an exponent. */
const MIN_DECIMAL = 1e-3;

/** A value with five digits. */
export function fine(value: number) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0 || Math.abs(value) >= MIN_DECIMAL)
    return minus(String(Number(value.toPrecision(DIGITS))).replace("e+", "e"));
  const [digits, exponent] = value.toExponential(DIGITS - 1).split("e");
  return minus(`${Number(digits)}e${exponent}`);
}

/** A value in brackets if it is negative. */
export function bracketed(text: string) {
  return text.startsWith("−") ? `(${text})` : text;
}

/** Digits below a letter. */
export function subscript(number: number) {
  return String(number).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]);
}

/** A positive coefficient as a fraction, or in digits if it is none. */
function fraction(value: number) {
  let before = 0;
  let denominator = 1;
  let rest = value;
  // continued fraction
  while (denominator < DENOMINATOR) {
    const numerator = Math.round(value * denominator);
    if (Math.abs(numerator - value * denominator) < ROUNDING * denominator) {
      const text = denominator === 1 ? String(numerator) : `${numerator}/${denominator}`;
      return FRACTIONS[text] ?? text;
    }
    rest = 1 / (rest - Math.floor(rest));
    [before, denominator] = [denominator, before + Math.floor(rest) * denominator];
  }
  return fine(value);
}

/** A coefficient: a fraction, "" for 1. */
export function coefficient(value: number) {
  const text = fraction(Math.abs(value));
  return `${value < 0 ? "−" : ""}${text === "1" ? "" : text}`;
}

/** A sum in symbols. @param terms  coefficients, not 0, and letters */
export function sumOf(terms: [number, string][]) {
  const [first = "", ...others] = terms.map(([value, letter]) => {
    const text = `${coefficient(value)} ${letter}`.trim();
    return text.startsWith("−") ? `− ${text.slice(1).trim()}` : `+ ${text}`;
  });
  return [first.replace(/^\+ /, "").replace(/^− /, "−"), ...others].join(" ");
}

/** A part of the time step in symbols: Δt, ½ Δt, or h for an own step. */
export function partOf(h: number, step: number) {
  const ratio = h / step;
  if (Math.abs(ratio - 1) < ROUNDING) return "Δt";
  return Math.abs(ratio - 0.5) < ROUNDING ? "½ Δt" : "h";
}
