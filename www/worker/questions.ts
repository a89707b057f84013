// Questions about a simulation that take too long for a frame, and their answers.
import type { Rates, Simulation, Spectrum } from "../types.ts";

/** Requested parts of an answer. */
export interface Question {
  /** The fastest modes and the step limit. */
  spectrum?: boolean;
  /** The shape of the fastest mode. */
  mode?: boolean;
  /** A parameter's key: its range in which the present step is stable. */
  range?: string;
  /** The largest stable time step with the present number of substeps. */
  limit?: boolean;
  /** Why a run with the present step explodes. */
  reason?: boolean;
  /** The rates of all motions, or of those that enclose them. */
  rates?: boolean;
  /** A step of the copy. */
  step?: boolean;
}

/** Results, as requested. */
export interface Answer {
  spectrum?: Spectrum;
  /** Displacements, x y z per particle. */
  mode?: Float64Array;
  /**
   * Lowest and highest stable value, NaN if no value is stable; undefined if the step limit
   * does not depend on the parameter.
   */
  range?: Float64Array;
  /** Limit in s. */
  limit?: number;
  /** Reason as the end of a sentence. */
  reason?: string;
  rates?: Rates;
  step?: Step;
  /** Why there is no result, in a sentence. */
  none?: string;
}

/** A step taken by a copy. */
export interface Step {
  /** State after the step. */
  state: Uint8Array<ArrayBuffer>;
  /** Cost in s. */
  cost: number;
  /** The engine's error message; empty if the step succeeded. */
  refusal: string;
}

export function analyse(
  simulation: Simulation,
  { spectrum, mode, range, limit, reason, rates, step }: Question,
): Answer {
  return {
    spectrum: spectrum ? simulation.analysis.spectrum() : undefined,
    mode: mode ? simulation.analysis.mode() : undefined,
    range: range === undefined ? undefined : simulation.analysis.stableRange(range),
    limit: limit ? simulation.analysis.stepLimit * simulation.analysis.substeps : undefined,
    reason: reason ? simulation.analysis.reason() : undefined,
    rates: rates ? simulation.analysis.rates() : undefined,
    step: step ? timedStep(simulation) : undefined,
  };
}

function timedStep(simulation: Simulation): Step {
  const begin = performance.now();
  let refusal = "";
  try {
    simulation.step(1);
  } catch (error) {
    refusal = (error as Error).message;
  }
  const cost = (performance.now() - begin) / 1000;
  return { cost, state: simulation.history.state() as Uint8Array<ArrayBuffer>, refusal };
}
