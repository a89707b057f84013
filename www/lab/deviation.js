// The distance of a run from its exact motion or from a reference, recorded on demand.

/** @import { Quantity } from "../plots/quantity.js" */
/** @import { Compared } from "./compared.js" */
/** @import { Runner } from "./runner.js" */

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-6;

/**
 * A distance as a quantity that no table has.
 * @param {() => number} value  in m
 * @param {Pick<Compared, "name" | "color" | "dash">} [run]  another run than the laboratory's own
 * @returns {Quantity}
 */
export function deviation(value, run) {
  const { color = "--alarm", dash = [], name } = run ?? {};
  const label = name === undefined ? "error" : `error, ${name}`;
  return { label, run: name, unit: "m", color, width: 1.6, dash, hidden: true, value };
}

/**
 * Largest distance of a particle of a run from its place in a reference at the same time, or in the
 * exact motion; NaN if there is none.
 * @param {Runner} runner @param {Runner} [reference]
 */
export function distance({ simulation, stopped }, reference) {
  const step = Number(simulation.get("timeStepSize"));
  if (stopped !== undefined || reference?.stopped !== undefined) return Number.NaN;
  if (reference && Math.abs(reference.simulation.time - simulation.time) > ROUNDING * step) return Number.NaN;
  const exact = reference ? reference.simulation.positions : simulation.analysis.exact?.positions;
  const { positions } = simulation;
  return exact?.length === positions.length ? farthest(positions, exact) : Number.NaN;
}

/**
 * Largest distance of a particle in two lists of positions.
 * @param {Float64Array} a @param {Float64Array} b
 */
export function farthest(a, b) {
  let largest = 0;
  for (let i = 0; i < a.length; i += 3) {
    largest = Math.max(largest, Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]));
  }
  return largest;
}
