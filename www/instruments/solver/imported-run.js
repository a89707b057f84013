// A run from a table: times, positions and velocities in SI units.
import { readTable } from "./table.js";

/** @import { Column, Table } from "./table.js" */

/**
 * A run that was computed elsewhere.
 * @typedef {object} ImportedRun
 * @property {string} name
 * @property {Float64Array} times  in s, from 0, equally spaced
 * @property {number} spacing  in s
 * @property {Column} x  positions in m
 * @property {Column} [v]  velocities in m/s
 * @property {string} [note]  what was left out
 */

/** Fewest rows that a method can be told by. */
const LEAST = 4;

/** Largest difference of two time steps, as a part of one, besides rounding. */
const UNEVEN = 1e-6;

/**
 * Names of the columns and units of their values, in SI units.
 * @type {Record<"time" | "x" | "v", { names: RegExp, units: Record<string, number> }>}
 */
const ROLES = {
  time: {
    names: /^(?:t|time|zeit|temps|tiempo|tempo)$/,
    units: { s: 1, sec: 1, ms: 1e-3, µs: 1e-6, us: 1e-6, min: 60 },
  },
  x: {
    names: /^(?:x|x1|x_1|pos|position|displacement|numerical|ort|u)$/,
    units: { m: 1, cm: 1e-2, mm: 1e-3, km: 1e3 },
  },
  v: {
    names: /^(?:v|vx|v_x|v1|v_1|vel|velocity|speed|xdot|x_dot|x'|dx\/dt|ẋ|geschwindigkeit)$/,
    units: { "m/s": 1, "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6, "m s^-1": 1, "m*s^-1": 1, "m·s⁻¹": 1 },
  },
};

/**
 * Reads a run.
 * @param {string} text  of a table
 * @param {string} [name]
 * @returns {ImportedRun}
 * @throws {Error} with line and reason
 */
export function readRun(text, name = "") {
  const table = readTable(text);
  const [time, x, v] = /** @type {const} */ (["time", "x", "v"]).map((role, i) => columnOf(table, role, i));
  if (!time || !x) {
    const known = table.names.length > 0 ? ` The header has ${table.names.join(", ")}.` : "";
    throw new Error(`A run has a column for the time (t) and one for the position (x).${known}`);
  }
  const end = evenRows(time, table.lines);
  const times = time.values.slice(0, end).map((at) => at - time.values[0]);
  const cut = ({ values, units } = time) => ({ values: values.slice(0, end), units: units.slice(0, end) });
  const left = time.values.length - end;
  return {
    ...{ name, times, spacing: times[end - 1] / (end - 1), x: cut(x) },
    ...(v && { v: cut(v) }),
    ...(left > 1 && { note: `The time step changes at line ${table.lines[end]}: later lines are left out.` }),
  };
}

/**
 * The column of a role, in SI units: by its name, or by its place without a header.
 * @param {Table} table @param {keyof typeof ROLES} role @param {number} place
 */
function columnOf({ names, columns }, role, place) {
  if (names.length === 0) return columns[place];
  const parts = names.map((name) => name.match(/^(.*?)\s*(?:[[(]\s*(.*?)\s*[\])])?$/) ?? [name, name]);
  const index = parts.findIndex(([, name]) => ROLES[role].names.test(name.trim().toLowerCase()));
  if (index < 0) return undefined;
  const unit = parts[index][2];
  const factor = unit ? ROLES[role].units[unit] : 1;
  if (factor === undefined)
    throw new Error(`The unit of ${names[index]} must be one of ${Object.keys(ROLES[role].units).join(", ")}.`);
  const scaled = (/** @type {Float64Array} */ list) => (factor === 1 ? list : list.map((value) => factor * value));
  return { values: scaled(columns[index].values), units: scaled(columns[index].units) };
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
