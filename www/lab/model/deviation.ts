// The distance of a run from its exact motion or from a reference, recorded on demand.
import type { Quantity } from "../../plots/quantity.ts";
import type { Run } from "./run.ts";
import type { Runner } from "./runner.ts";

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-6;

/**
 * A distance as a quantity that no table has.
 * @param value  in m
 * @param run  another run than the laboratory's own
 */
export function deviation(value: () => number, run?: Pick<Run, "name" | "color" | "dash">): Quantity {
  const { color = "--alarm", dash = [], name } = run ?? {};
  const label = name === undefined ? "error" : `error, ${name}`;
  return { label, run: name, unit: "m", color, width: 1.6, dash, hidden: true, value };
}

/**
 * Largest distance of a particle of a run from its place in a reference at the same time, or in the
 * exact motion; NaN if there is none.
 */
export function distance({ simulation, stopped }: Runner, reference?: Runner) {
  const step = Number(simulation.get("timeStepSize"));
  if (stopped !== undefined || reference?.stopped !== undefined) return Number.NaN;
  if (reference && Math.abs(reference.simulation.time - simulation.time) > ROUNDING * step) return Number.NaN;
  const exact = reference ? reference.simulation.positions : simulation.analysis.exact?.positions;
  const { positions } = simulation;
  return exact?.length === positions.length ? farthest(positions, exact) : Number.NaN;
}

/** Largest distance of a particle in two lists of positions. */
export function farthest(a: Float64Array, b: Float64Array) {
  let largest = 0;
  for (let i = 0; i < a.length; i += 3) {
    largest = Math.max(largest, Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]));
  }
  return largest;
}
