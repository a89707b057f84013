// A run from a table: times, positions and velocities in SI units.
import { columnsOf } from "./columns.js";
import { readTable } from "./table.js";

/** @import { Part, Particles } from "./columns.js" */
/** @import { Column } from "./table.js" */

/**
 * A run that was computed elsewhere.
 * @typedef {object} ImportedRun
 * @property {string} name
 * @property {number} begin  time of its first row in s
 * @property {Float64Array} times  since then in s, equally spaced
 * @property {number} spacing  in s
 * @property {Part[]} parts  coordinates, then velocities
 * @property {string} [note]  what was left out
 */

/** Fewest rows that a method can be told by. */
const LEAST = 4;

/** Largest difference of two time steps, as a part of one, besides rounding. */
const UNEVEN = 1e-6;

/**
 * Reads a run.
 * @param {string} text  of a table
 * @param {Particles} particles  of the scene
 * @param {string} [name]
 * @returns {ImportedRun}
 * @throws {Error} with line and reason
 */
export function readRun(text, particles, name = "") {
  const table = readTable(text);
  const { time, parts } = columnsOf(table, particles);
  const end = evenRows(time, table.lines);
  const [begin] = time.values;
  const times = time.values.slice(0, end).map((at) => at - begin);
  const left = time.values.length - end;
  return {
    ...{ name, begin, times, spacing: times[end - 1] / (end - 1) },
    parts: parts.map((part) => ({ ...part, values: part.values.slice(0, end), units: part.units.slice(0, end) })),
    ...(left > 1 && { note: `The time step changes at line ${table.lines[end]}: later lines are left out.` }),
  };
}

/**
 * Number of rows from the first on with equal time steps.
 * @param {Column} time @param {number[]} lines
 */
function evenRows({ values, units }, lines) {
  const count = values.length;
  if (count < LEAST) throw new Error(`A run has at least ${LEAST} lines of numbers; ${count} were given.`);
  for (let i = 1; i < count; i++) {
    if (!(values[i] > values[i - 1]))
      throw new Error(`Line ${lines[i]}: the time ${values[i]} s does not come after ${values[i - 1]} s.`);
  }
  // an early step may be rounded: the mean of all is better if it fits
  const mean = (values[count - 1] - values[0]) / (count - 1);
  const evenTo = (/** @type {number} */ step) => {
    const wrong = values.findIndex(
      (at, i) => Math.abs(at - values[0] - i * step) > UNEVEN * step + 0.5 * (units[i] + units[0]),
    );
    return wrong < 0 ? count : wrong;
  };
  const end = Math.max(evenTo(mean), evenTo(values[1] - values[0]));
  if (end >= LEAST) return end;
  throw new Error(`Line ${lines[end]}: the time step changes; a run is compared at equal time steps.`);
}
