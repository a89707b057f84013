// Remedies for an explosion: a shorter step, another method, or more substeps.
import { floorTo, significant } from "../base/format.js";

/** @import { Method, Parameter } from "../types.js" */

/** Suggested time step as a part of the step limit. */
const RESERVE = 0.5;

/**
 * A shorter time step, or implicit Euler if the time step would have to be shorter than allowed.
 * @param {number} step  in s
 * @param {number} limit  step limit in s, before the explosion
 * @param {Parameter[]} parameters
 * @param {Method[]} methods  that the scene offers
 * @returns {{ key: string, value: number | string, text: string } | undefined}
 */
export function remedy(step, limit, parameters, methods) {
  const parameter = parameters.find(({ key }) => key === "timeStepSize");
  const least = parameter && "min" in parameter ? parameter.min : 0;
  const value = floorTo(RESERVE * Math.min(limit, step), 1);
  if (value >= least) return { key: "timeStepSize", value, text: `Take Δt = ${significant(value)} s` };
  const other = methods.find((method) => method.value === "implicit-euler");
  return other && { key: "method", value: other.value, text: `Take ${other.label}` };
}

/**
 * Automatic substeps, if more substeps help.
 * @param {{ substeps: number, enoughSubsteps?: number }} analysis @param {Parameter[]} parameters
 * @returns {{ key: string, value: string, text: string } | undefined}
 */
export function substeps({ substeps, enoughSubsteps = 0 }, parameters) {
  const some = enoughSubsteps > substeps && parameters.some(({ key }) => key === "substeps");
  return some ? { key: "substeps", value: "automatic", text: `Take ${enoughSubsteps} substeps` } : undefined;
}
