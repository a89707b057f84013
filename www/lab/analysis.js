// What is asked of a copy of a simulation, and the answer.

/** @import { Simulation, Spectrum } from "../types.js" */

/**
 * What is wanted to be known.
 * @typedef {object} Question
 * @property {boolean} [spectrum]  the fastest modes and what they allow
 * @property {boolean} [mode]  how particles move in the fastest one, x y z per particle
 * @property {string} [range]  between which values of a parameter the present step is stable
 * @property {boolean} [limit]  how long a time step may be, with as many substeps
 * @property {boolean} [reason]  why a run with the present step runs away
 * @property {boolean} [step]  where a step leads, and what it takes
 */

/**
 * What of it is known.
 * @typedef {object} Answer
 * @property {Spectrum} [spectrum]
 * @property {Float64Array} [mode]
 * @property {Float64Array} [range]  two values, NaN where none is stable; none where the step limit does not depend on the parameter
 * @property {number} [limit]  in s
 * @property {string} [reason]  as the end of a sentence
 * @property {Step} [step]
 * @property {string} [none]  why nothing is known, in a sentence
 */

/**
 * A step taken at a copy: the state after it, its cost in s, and why it was refused, if it was.
 * @typedef {{ state?: Uint8Array<ArrayBuffer>, cost: number, refusal: string }} Step
 */

/** @param {Simulation} simulation @param {Question} question @returns {Answer} */
export function analyse(simulation, { spectrum, mode, range, limit, reason, step }) {
  return {
    spectrum: spectrum ? simulation.spectrum() : undefined,
    mode: mode ? simulation.mode() : undefined,
    range: range === undefined ? undefined : simulation.stableRange(range),
    limit: limit ? simulation.stepLimit * simulation.substeps : undefined,
    reason: reason ? simulation.reason() : undefined,
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
  return { cost, state: /** @type {Uint8Array<ArrayBuffer>} */ (simulation.state()), refusal };
}
