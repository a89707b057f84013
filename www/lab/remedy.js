// What would have kept a run that exploded within its limit.
import { floorTo, significant } from "../base/format.js";

/** @import { Method, Parameter, Simulation } from "../types.js" */

/** The part of the step limit that is taken. */
const RESERVE = 0.5;

/** Of more masses the limit is not looked at: it would halt the page. */
const MOST = 2000;

/**
 * A shorter step, or where none is short enough another method.
 * @param {Simulation} simulation  before it exploded @param {Parameter[]} parameters @param {Method[]} methods  that the scene offers
 * @returns {{ key: string, value: number | string, text: string } | undefined}
 */
export function remedy(simulation, parameters, methods) {
  const step = Number(simulation.get("timeStepSize"));
  const parameter = parameters.find(({ key }) => key === "timeStepSize");
  const least = parameter && "min" in parameter ? parameter.min : 0;
  const limit = simulation.positions.length > 3 * MOST ? step : simulation.stepLimit;
  const value = floorTo(RESERVE * Math.min(limit, step), 1);
  if (value >= least) return { key: "timeStepSize", value, text: `Take Δt = ${significant(value)} s` };
  const other = methods.find((method) => method.value === "implicit-euler");
  return other && { key: "method", value: other.value, text: `Take ${other.label}` };
}
