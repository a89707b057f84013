// Remedies for an explosion: a shorter step, another method, or more substeps.
import { floorTo, significant } from "../../base/format.ts";
import type { Method, Parameter } from "../../types.ts";

/** Suggested time step as a part of the step limit. */
const RESERVE = 0.5;

/**
 * A shorter time step, or implicit Euler if the time step would have to be shorter than allowed.
 * @param step  in s
 * @param limit  step limit in s, before the explosion
 * @param methods  that the scene offers
 */
export function remedy(
  step: number,
  limit: number,
  parameters: Parameter[],
  methods: Method[],
): { key: string; value: number | string; text: string } | undefined {
  const parameter = parameters.find(({ key }) => key === "timeStepSize");
  const least = parameter && "min" in parameter ? parameter.min : 0;
  const value = floorTo(RESERVE * Math.min(limit, step), 1);
  if (value >= least) return { key: "timeStepSize", value, text: `Take Δt = ${significant(value)} s` };
  const other = methods.find((method) => method.value === "implicit-euler");
  return other && { key: "method", value: other.value, text: `Take ${other.label}` };
}

/** Automatic substeps, if more substeps help. */
export function substeps(
  { substeps, enoughSubsteps = 0 }: { substeps: number; enoughSubsteps?: number },
  parameters: Parameter[],
): { key: string; value: string; text: string } | undefined {
  const some = enoughSubsteps > substeps && parameters.some(({ key }) => key === "substeps");
  return some ? { key: "substeps", value: "automatic", text: `Take ${enoughSubsteps} substeps` } : undefined;
}
