// The energy that a method makes: how much by now, and how fast on average.
import { cleaned } from "../base/format.js";

/** @import { Simulation } from "../types.js" */
/** @import { Quantity } from "../plots/quantity.js" */
/** @import { Runner } from "./runner.js" */

/** Slope below which rounding makes it, relative to the largest value over the time. */
const ROUNDING = 1e-10;

/**
 * Energy that the method has made, in J; undefined for a flow, which has none.
 * @param {Simulation} simulation
 */
export function made(simulation) {
  try {
    const { numerical, kinetic, elastic } = simulation.energy;
    return cleaned(numerical, kinetic + elastic);
  } catch {
    return undefined;
  }
}

/**
 * The energy that a run's method has made as a quantity that no plot shows.
 * @param {Runner} runner @returns {Quantity}
 */
export function madeBy(runner) {
  const value = () => (runner.stopped === undefined ? (made(runner.simulation) ?? Number.NaN) : Number.NaN);
  return { label: "made by the method", unit: "J", color: "--numerical", width: 1.6, dash: [], hidden: true, value };
}

/**
 * Angular frequency in rad/s with which a method lets an oscillator swing; NaN if it does not, and
 * for systems with several frequencies.
 * @param {Simulation} simulation
 */
export function swingOf({ analysis }) {
  const { amplification, substep } = analysis;
  return amplification && amplification.angle > 0 ? amplification.angle / substep : Number.NaN;
}

/**
 * Mean slope of an energy, in J/s: the slope b of a + b t + c cos 2ωt + d sin 2ωt by least squares,
 * since an energy swings twice in a period. NaN for less than a whole period.
 * @param {ArrayLike<number>} times  in s @param {ArrayLike<number>} values  in J
 * @param {number} omega  angular frequency of the motion in rad/s
 */
export function slope(times, values, omega) {
  const known = Array.from(times, (_, i) => i).filter((i) => !Number.isNaN(values[i]));
  const [first, last] = [times[known[0]], times[known[known.length - 1]]];
  if (!((last - first) * omega >= 2 * Math.PI)) return Number.NaN;
  const middle = (first + last) / 2;
  const half = (last - first) / 2;
  const rows = known.map((i) => {
    const time = times[i] - middle;
    return [1, time / half, Math.cos(2 * omega * time), Math.sin(2 * omega * time), values[i]];
  });
  const found = leastSquares(rows)[1] / half;
  const largest = Math.max(...known.map((i) => Math.abs(values[i])));
  return Math.abs(found) < (ROUNDING * largest) / half ? 0 : found;
}

/**
 * Coefficients of the columns that fit the last one best, by the normal equations.
 * @param {number[][]} rows
 */
function leastSquares(rows) {
  const size = rows[0].length - 1;
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size + 1 }, (_, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)),
  );
  for (const [i, pivot] of matrix.entries()) {
    for (const row of matrix.filter((row) => row !== pivot)) {
      const factor = row[i] / pivot[i];
      for (let j = i; j <= size; j++) row[j] -= factor * pivot[j];
    }
  }
  return matrix.map((row, i) => row[size] / row[i]);
}
