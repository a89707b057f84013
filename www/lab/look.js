// What is asked of a simulation's step limits, and the answer.

/** @import { Simulation, Spectrum } from "../types.js" */

/**
 * What is wanted to be known.
 * @typedef {object} Question
 * @property {boolean} [spectrum]  the fastest modes and what they allow
 * @property {boolean} [mode]  how particles move in the fastest one, x y z per particle
 * @property {string} [range]  between which values of a parameter the present step is stable
 */

/**
 * What of it is known.
 * @typedef {object} Answer
 * @property {Spectrum} [spectrum]
 * @property {Float64Array} [mode]
 * @property {Float64Array} [range]  two values, NaN where none is stable; none where the step limit does not depend on the parameter
 * @property {string} [none]  why nothing is known, in a sentence
 */

/** @param {Simulation} simulation @param {Question} question @returns {Answer} */
export function look(simulation, { spectrum, mode, range }) {
  return {
    spectrum: spectrum ? simulation.spectrum() : undefined,
    mode: mode ? simulation.mode() : undefined,
    range: range === undefined ? undefined : simulation.stableRange(range),
  };
}
