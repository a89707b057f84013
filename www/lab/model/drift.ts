// The energy that a method makes: how much by now, and how fast on average.
import { cleaned } from "../../base/format.ts";
import type { Quantity } from "../../plots/quantity.ts";
import type { Simulation } from "../../types.ts";
import type { Runner } from "./runner.ts";

/** Slope below which rounding makes it, relative to the largest value over the time. */
const ROUNDING = 1e-10;

/** Functions of time in the fit of an energy. */
const COLUMNS = 4;

/** Energy that the method has made, in J; undefined for a flow, which has none. */
export function made(simulation: Simulation) {
  try {
    const { numerical, kinetic, elastic } = simulation.energy;
    return cleaned(numerical, kinetic + elastic);
  } catch {
    return undefined;
  }
}

/** The energy that a run's method has made as a quantity that no plot shows. */
export function madeBy(runner: Runner): Quantity {
  const value = () => (runner.stopped === undefined ? (made(runner.simulation) ?? Number.NaN) : Number.NaN);
  return { label: "made by the method", unit: "J", color: "--numerical", width: 1.6, dash: [], hidden: true, value };
}

/**
 * Angular frequency in rad/s with which a method lets an oscillator swing; NaN if it does not, and
 * for systems with several frequencies.
 */
export function swingOf({ analysis }: Simulation) {
  const { amplification, substep } = analysis;
  return amplification && amplification.angle > 0 ? amplification.angle / substep : Number.NaN;
}

/**
 * Mean slope of an energy, in J/s: b of the fit a + b t + c cos 2ωt + d sin 2ωt by least squares,
 * since an energy swings twice in a period. NaN for less than a whole period.
 * @param times  in s
 * @param values  in J
 * @param omega  angular frequency of the motion in rad/s
 */
export function slope(times: ArrayLike<number>, values: ArrayLike<number>, omega: number) {
  let first = 0;
  let last = times.length - 1;
  while (first < last && Number.isNaN(values[first])) first += 1;
  while (last > first && Number.isNaN(values[last])) last -= 1;
  const half = (times[last] - times[first]) / 2;
  if (!(half * omega >= Math.PI)) return Number.NaN;
  const middle = times[first] + half;
  const sums = Array.from({ length: COLUMNS }, () => new Float64Array(COLUMNS + 1));
  const row = new Float64Array(COLUMNS + 1);
  let largest = 0;
  // this runs in every frame over some thousands of samples, so it allocates nothing
  for (let i = first; i <= last; i++) {
    if (Number.isNaN(values[i])) continue;
    const time = times[i] - middle;
    row[0] = 1;
    row[1] = time / half;
    row[2] = Math.cos(2 * omega * time);
    row[3] = Math.sin(2 * omega * time);
    row[4] = values[i];
    largest = Math.max(largest, Math.abs(values[i]));
    for (let j = 0; j < COLUMNS; j++) for (let k = 0; k <= COLUMNS; k++) sums[j][k] += row[j] * row[k];
  }
  const found = solved(sums)[1] / half;
  return Math.abs(found) < (ROUNDING * largest) / half ? 0 : found;
}

/**
 * Solves normal equations, whose last column is the right side, by Gauss and Jordan.
 * @param equations  which it changes
 */
function solved(equations: Float64Array[]) {
  for (const [i, pivot] of equations.entries()) {
    for (const equation of equations) {
      if (equation === pivot) continue;
      const factor = equation[i] / pivot[i];
      for (let j = i; j <= COLUMNS; j++) equation[j] -= factor * pivot[j];
    }
  }
  return equations.map((equation, i) => equation[COLUMNS] / equation[i]);
}
