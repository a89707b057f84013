// A number that a recorder reads and a plot draws.

/** @import { Simulation } from "../types.js" */

/**
 * A quantity, and how a plot draws it.
 * @typedef {object} Quantity
 * @property {string} label
 * @property {string} unit  empty for none
 * @property {string} [symbol]  in the text
 * @property {() => number} value  its present value; NaN for none
 * @property {(simulation: Simulation) => number} [of]  the same value of another simulation, for a
 *   run that is compared
 * @property {Quantity["of"]} [imported]  the same for a run from a file, if there is no `of`
 * @property {string} [run]  name of another run, if it is of one
 * @property {Curve} [record]  the samples of a run that is over; no recorder reads it
 * @property {string} color  a custom property; a getter if it can change
 * @property {number} width  of the line, in CSS px
 * @property {number[]} dash  lengths of dashes and gaps in CSS px; empty for a solid line
 * @property {number} [phase]  offset in the dashes at which the line begins, in CSS px
 * @property {number} [scale]  typical size, relative to which rounding counts as zero; at least the
 *   largest value recorded in the same unit
 * @property {boolean} [optional]  true if the legend hides it while it has no value
 * @property {boolean} [hidden]  true if a table omits it
 * @property {boolean} [spare]  true if a table omits it when it is always 0 or equals another
 *   column
 */

/** @typedef {{ times: Float64Array, values: Float64Array }} Curve  samples; times in s, in order */

/** @typedef {Pick<Quantity, "color" | "width" | "dash" | "phase">} Line  without the quantity */

/** Line of an exact motion, the same in all plots. */
export const EXACT = { color: "--exact", width: 1, dash: [] };

/** Number of samples that recorders have taken. */
let samples = 0;

/** Begins a sample: readings of earlier ones are outdated. */
export function beginSample() {
  samples += 1;
}

/**
 * A reading that several quantities share, such as the record of all energies: it is read once per
 * sample. It must be no view of the engine's memory, which other readings may invalidate.
 * @template T @param {() => T} read @returns {() => T}
 */
export function perSample(read) {
  let sample = -1;
  /** @type {T} */
  let reading;
  return () => {
    if (sample !== samples) {
      reading = read(); // first: it may throw
      sample = samples;
    }
    return reading;
  };
}
