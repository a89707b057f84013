// Questions about a simulation that take too long for a frame, and their answers.

/** @import { Rates, Simulation, Spectrum } from "../types.js" */

/**
 * Requested parts of an answer.
 * @typedef {object} Question
 * @property {boolean} [spectrum]  the fastest modes and the step limit
 * @property {boolean} [mode]  the shape of the fastest mode
 * @property {string} [range]  a parameter's key: its range in which the present step is stable
 * @property {boolean} [limit]  the largest stable time step with the present number of substeps
 * @property {boolean} [reason]  why a run with the present step explodes
 * @property {boolean} [rates]  the rates of all motions, or of those that enclose them
 * @property {boolean} [step]  a step of the copy
 */

/**
 * Results, as requested.
 * @typedef {object} Answer
 * @property {Spectrum} [spectrum]
 * @property {Float64Array} [mode]  displacements, x y z per particle
 * @property {Float64Array} [range]  lowest and highest stable value, NaN if no value is stable;
 *   undefined if the step limit does not depend on the parameter
 * @property {number} [limit]  in s
 * @property {string} [reason]  as the end of a sentence
 * @property {Rates} [rates]
 * @property {Step} [step]
 * @property {string} [none]  why there is no result, in a sentence
 */

/**
 * A step taken by a copy.
 * @typedef {object} Step
 * @property {Uint8Array<ArrayBuffer>} state  after the step
 * @property {number} cost  in s
 * @property {string} refusal  the engine's error message; empty if the step succeeded
 */

/** @param {Simulation} simulation @param {Question} question @returns {Answer} */
export function analyse(simulation, { spectrum, mode, range, limit, reason, rates, step }) {
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

/** @param {Simulation} simulation @returns {Step} */
function timedStep(simulation) {
  const begin = performance.now();
  let refusal = "";
  try {
    simulation.step(1);
  } catch (error) {
    refusal = /** @type {Error} */ (error).message;
  }
  const cost = (performance.now() - begin) / 1000;
  return { cost, state: /** @type {Uint8Array<ArrayBuffer>} */ (simulation.history.state()), refusal };
}
