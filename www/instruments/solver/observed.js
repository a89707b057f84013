// Numbers read off an imported run.

/** @import { ImportedRun } from "./imported-run.js" */

/**
 * Frequency and decay of an oscillation, from the times at which it passes its rest position and
 * the largest displacements between them.
 * @param {ImportedRun} run @param {number} rest  position in m
 * @returns {{ frequency: number, decay: number }}  ω in rad/s and the rate of the amplitude in 1/s;
 *   NaN if it has too few periods
 */
export function oscillation({ times, spacing, x: { values } }, rest) {
  const u = values.map((x) => x - rest);
  /** @type {number[]} */
  const crossings = [];
  /** @type {[time: number, size: number][]} */
  const peaks = [];
  for (let i = 1; i < u.length; i++) {
    if (u[i - 1] * u[i] < 0 || u[i - 1] === 0)
      crossings.push(times[i - 1] + (spacing * u[i - 1]) / (u[i - 1] - u[i] || 1));
    const [before, now, after] = [u[i - 1], u[i], u[i + 1]].map(Math.abs);
    if (!(now > before && now >= after && i + 1 < u.length)) continue;
    const [slope, bend] = [0.5 * (after - before), before - 2 * now + after];
    peaks.push([times[i] - (spacing * slope) / bend, now - (0.5 * slope * slope) / bend]);
  }
  return {
    frequency: (Math.PI * (crossings.length - 1)) / (crossings[crossings.length - 1] - crossings[0]),
    decay: -slope(peaks),
  };
}

/** Slope of ln size over time by least squares. @param {[time: number, size: number][]} peaks */
function slope(peaks) {
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [times, logs] = [peaks.map(([time]) => time), peaks.map(([, size]) => Math.log(size))];
  const [time, log] = [mean(times), mean(logs)];
  const across = times.reduce((sum, one, i) => sum + (one - time) * (logs[i] - log), 0);
  return peaks.length > 1 ? across / times.reduce((sum, one) => sum + (one - time) ** 2, 0) : Number.NaN;
}

/**
 * Change of the mechanical energy from the first row to the last, relative to the first.
 * @param {ImportedRun} run @param {number} rest  position in m @param {number} stiffness  in N/m
 * @param {number} mass  in kg
 * @returns {number} NaN without velocities
 */
export function energyChange({ x, v }, rest, stiffness, mass) {
  if (!v) return Number.NaN;
  const energy = (/** @type {number} */ i) => mass * v.values[i] ** 2 + stiffness * (x.values[i] - rest) ** 2;
  return energy(x.values.length - 1) / energy(0) - 1;
}

/**
 * Largest distance from known positions, over their rows.
 * @param {ImportedRun} run @param {Float64Array} known  in m
 */
export function largestError({ x: { values } }, known) {
  return known.reduce((most, x, i) => Math.max(most, Math.abs(x - values[i])), 0);
}
