// Formulas from figures: which quotient of polynomials with simple fractions a function is, its leading term, and how they are written in TeX.

/** Numerator and denominator, which is positive. @typedef {[number, number]} Fraction */
/** Coefficients of 1, z, z², … @typedef {Fraction[]} Polynomial */
/** @typedef {(x: number) => number} Curve */

const GREATEST = 10_000;

/**
 * The simplest quotient of two polynomials that a function is between two places, the lower one beginning with 1, with up to eight
 * coefficients that are simple fractions; undefined where it is none.
 * @param {Curve} f @param {[number, number]} between @param {number} [most]  degree of the lower one
 * @returns {{ over: Polynomial, under: Polynomial } | undefined}
 */
export function quotient(f, between, most = 8) {
  for (let degrees = 0; degrees < 8; degrees++) {
    for (let under = 0; under <= Math.min(degrees, most); under++) {
      const found = fit(f, between, degrees - under, under);
      if (found) return found;
    }
  }
  return undefined;
}

/** The polynomial that a function is between two places. @param {Curve} f @param {[number, number]} between */
export const polynomial = (f, between) => quotient(f, between, 0)?.over;

/** That with given degrees p and q: Σ pᵢ xⁱ − f Σ qⱼ xʲ = f. @param {Curve} f @param {[number, number]} between @param {number} p @param {number} q */
function fit(f, [from, to], p, q) {
  const count = p + q + 1;
  const place = (/** @type {number} */ part) => (from + to - (to - from) * Math.cos(Math.PI * part)) / 2;
  const rows = Array.from({ length: count }, (_, i) => {
    const x = place((i + 0.5) / count);
    const above = Array.from({ length: p + 1 }, (_, n) => x ** n);
    return [...above, ...Array.from({ length: q }, (_, n) => -f(x) * x ** (n + 1)), f(x)];
  });
  const coefficients = solve(rows).map((value) => fraction(value, 1e-8));
  if (!coefficients.every((coefficient) => coefficient)) return undefined;
  const [over, under] = [coefficients.slice(0, p + 1), [[1, 1], ...coefficients.slice(p + 1)]].map(
    (list) => /** @type {Polynomial} */ (list),
  );
  const is = (/** @type {number} */ x) =>
    Math.abs(value(over, x) / value(under, x) - f(x)) < 1e-13 * (1 + Math.abs(f(x)));
  return [0.05, 0.31, 0.5, 0.77, 0.97].every((part) => is(place(part))) ? { over, under } : undefined;
}

/** @param {Polynomial} polynomial @param {number} x */
const value = (polynomial, x) => polynomial.reduceRight((sum, [n, d]) => sum * x + n / d, 0);

/** Solves linear equations, each a row with its right-hand side at the end, by Gauss's elimination. @param {number[][]} rows */
function solve(rows) {
  for (let i = 0; i < rows.length; i++) {
    const largest = rows.slice(i).reduce((a, b) => (Math.abs(b[i]) > Math.abs(a[i]) ? b : a));
    rows.splice(rows.indexOf(largest), 1);
    rows.splice(i, 0, largest);
    for (const row of rows) {
      const factor = row[i] / largest[i];
      if (row !== largest) for (let j = i; j < row.length; j++) row[j] -= factor * largest[j];
    }
  }
  return rows.map((row, i) => row[row.length - 1] / row[i]);
}

/**
 * The simplest fraction that is as near as that, by continued fractions.
 * @param {number} value @param {number} tolerance @returns {Fraction | undefined}
 */
export function fraction(value, tolerance) {
  let [rest, before, now] = [value, [0, 1], [1, 0]];
  while (now[1] <= GREATEST) {
    const whole = Math.round(rest);
    [before, now] = [now, [whole * now[0] + before[0], whole * now[1] + before[1]]];
    if (Math.abs(value - now[0] / now[1]) <= tolerance)
      return now[1] < 0 ? [-now[0] || 0, -now[1]] : [now[0] || 0, now[1]];
    rest = 1 / (rest - whole);
  }
  return undefined;
}

/** |p(iy)|² as a polynomial of y. @param {Polynomial} polynomial @returns {Polynomial} */
export function squaredOnAxis(polynomial) {
  const square = new Array(2 * polynomial.length - 1).fill(0);
  for (const [i, [a, b]] of polynomial.entries()) {
    for (const [j, [c, d]] of polynomial.entries()) {
      // iⁱ (−i)ʲ, whose imaginary part cancels
      if ((i - j) % 2 === 0) square[i + j] += (((i - j) % 4 === 0 ? 1 : -1) * (a * c)) / (b * d);
    }
  }
  return square.map((value) => fraction(value, 1e-12) ?? [value, 1]);
}

/** The c and n of the first term c yⁿ of a function, by halving y; undefined if it is 0. @param {Curve} f */
export function leading(f) {
  const values = [0.2, 0.1, 0.05].map(f);
  if (Math.abs(values[1]) < 1e-13) return;
  const power = Math.round(Math.log2(values[1] / values[2]));
  const [a, b, c] = values.map((value, i) => value / (0.2 / 2 ** i) ** power);
  // the next terms have y² and y⁴ more
  const [ab, bc] = [(4 * b - a) / 3, (4 * c - b) / 3];
  return { coefficient: (16 * bc - ab) / 15, power };
}

/** @param {Polynomial} polynomial @param {string} letter @param {boolean} [slash]  within a fraction */
export function tex(polynomial, letter, slash) {
  const terms = polynomial.flatMap(([n, d], power) =>
    n === 0 ? [] : `${n < 0 ? "-" : "+"} ${term([Math.abs(n), d], letter, power, slash)}`,
  );
  return terms.length === 0 ? "0" : terms.join(" ").replace(/^\+ /, "").replace(/^- /, "-");
}

/** @param {Fraction} coefficient @param {string} letter @param {number} power @param {boolean} [slash] */
export function term([n, d], letter, power, slash) {
  const variable = ["", letter][power] ?? `${letter}^${power > 9 ? `{${power}}` : power}`;
  const above = n === 1 && variable ? variable : `${n}${variable && ` ${variable}`}`;
  return d === 1 ? above : slash ? `${above}/${d}` : `\\frac{${above}}{${d}}`;
}
