// A run from a table: times, positions and velocities in SI units.

import type { Part, Particles } from "./columns.ts";
import { columnsOf, HEADER, rolesOf } from "./columns.ts";
import type { Column, Table } from "./table.ts";
import { readTable } from "./table.ts";

/** A run that was computed elsewhere. */
export interface ImportedRun {
  name: string;
  /** Time of its first row in s. */
  begin: number;
  /** Times since then in s. */
  times: Float64Array;
  /** Spacing of rows in s; the mean if it is uneven. */
  spacing: number;
  /** True if the rows are equally spaced. */
  even: boolean;
  /** Coordinates, then velocities. */
  parts: Part[];
  /** Lines of the rows in the text. */
  lines: number[];
  /** Column of the time. */
  clock: number;
  /** Table from which it was read. */
  table: Table;
  /** Sentences about parts that were left out. */
  notes: string[];
}

/** Fewest rows that a method can be told by. */
const MIN_ROWS = 4;

/** Largest difference of two time steps, as a part of one, besides rounding. */
const UNEVEN = 1e-6;

/** Rounding of one addition in single precision, as a part of the sum. */
const SINGLE = 2 ** -24;

/** Reads a table of a run. */
export function tableOf(text: string) {
  return readTable(text, HEADER);
}

/**
 * @param text  of a table
 * @param particles  of the scene
 * @throws with line and reason
 */
export function readRun(text: string, particles: Particles, name: string = ""): ImportedRun {
  return runOf(tableOf(text), particles, name);
}

/** @param choice  columns that a reader has chosen, by roles such as "x" */
export function runOf(table: Table, particles: Particles, name: string, choice?: Map<string, number>): ImportedRun {
  const names = table.columns.map((_, i) => (choice ? chosenName(i, choice, table.names[i]) : table.names[i]));
  const { time, parts } = columnsOf({ ...table, names: choice || table.names.length > 0 ? names : [] }, particles);
  const { rows, note } = ordered(time, parts, table.lines);
  const times = rows.map((row) => time.values[row]);
  const units = rows.map((row) => time.units[row]);
  const { end, even, spacing, notes } = rhythm(
    times,
    units,
    rows.map((row) => table.lines[row]),
  );
  const kept = rows.slice(0, end);
  const take = (list: Float64Array) => Float64Array.from(kept, (row) => list[row]);
  return {
    name,
    begin: times[0],
    times: Float64Array.from(times.slice(0, end), (at, i) => (even ? i * spacing : at - times[0])),
    spacing,
    even,
    parts: parts.map((part) => ({ ...part, values: take(part.values), units: take(part.units) })),
    lines: kept.map((row) => table.lines[row]),
    clock: time.column,
    table,
    notes: [table.note, note, ...notes].filter((one) => one !== undefined),
  };
}

/** Name of a column as a reader has chosen it, with the unit that it had. */
function chosenName(column: number, choice: Map<string, number>, name: string = "") {
  const [role] = [...choice].find(([, chosen]) => chosen === column) ?? [];
  const [unit = ""] = name.match(/[[(][^[(]*[\])]$/) ?? [];
  return role === undefined ? "" : `${role} ${unit}`.trim();
}

/** Columns of a run by their roles in its scene, -1 for those that it lacks. */
export function chosenColumns(run: ImportedRun | undefined, particles: Particles): Map<string, number> {
  const [time, ...roles] = rolesOf(particles.scene);
  const found = [[time, run?.clock ?? -1], ...roles.map((role) => [role, run ? columnOf(run, role, particles) : -1])];
  return new Map(found as [string, number][]);
}

function columnOf({ parts }: ImportedRun, role: string, particles: Particles) {
  const places = rolesOf(particles.scene).filter((other) => !other.startsWith("v"));
  const names = [...places, role];
  const none = { values: new Float64Array(), units: new Float64Array() };
  const wanted = columnsOf({ names, columns: names.map(() => none), lines: [] }, particles).parts;
  const one = wanted.find(({ name }) => name === role);
  return parts.find(({ index, speed }) => index === one?.index && speed === one?.speed)?.column ?? -1;
}

/** Rows at rising times: equal rows count once, and the run ends where the time starts again. */
function ordered({ values }: Column, parts: Part[], lines: number[]) {
  const rows = [0];
  for (let i = 1; i < values.length; i++) {
    const before = rows[rows.length - 1];
    if (values[i] > values[before]) rows.push(i);
    else if (values[i] <= values[0] && values[i] < values[before] && rows.length >= MIN_ROWS)
      return { rows, note: `The time starts again at line ${lines[i]}: later lines are left out.` };
    else if (values[i] === values[before] && parts.some((part) => part.values[i] !== part.values[before]))
      throw new Error(`Line ${lines[i]} has the time ${values[i]} s of the line before it; it needs more digits.`);
    else if (values[i] < values[before])
      throw new Error(`Line ${lines[i]}: the time ${values[i]} s does not come after ${values[before]} s.`);
  }
  return { rows };
}

/**
 * Number of rows from the first on with equal time steps, or all rows of a run with others.
 * @param values  times in s
 */
function rhythm(values: number[], units: number[], lines: number[]) {
  const count = values.length;
  if (count < MIN_ROWS)
    throw new Error(
      `A run has at least ${MIN_ROWS} lines of numbers; ${count === 1 ? "1 was" : `${count} were`} given.`,
    );
  // an early step may be rounded: the mean of all is better if it fits
  const mean = (values[count - 1] - values[0]) / (count - 1);
  const latest = Math.max(Math.abs(values[0]), Math.abs(values[count - 1]));
  const steps = values.map((at, i) => at - values[Math.max(i - 1, 0)]).slice(1);
  const evenTo = (step: number, rounding: number) => {
    const wrong = steps.findIndex((length, i) => {
      const unit = 0.5 * (units[i] + units[i + 1]);
      return Math.abs(length - step) > UNEVEN * step + unit + 2 * rounding * latest;
    });
    return wrong < 0 ? count : wrong + 1;
  };
  const drift = (step: number) =>
    values.some((at, i) => Math.abs(at - values[0] - i * step) > UNEVEN * step + 0.5 * (units[0] + units[i]));
  if (evenTo(mean, 0) === count && !drift(mean)) return { end: count, even: true, spacing: mean, notes: [] };
  if (evenTo(mean, SINGLE) === count)
    return { end: count, even: true, spacing: shortest(mean, latest), notes: ["The clock has single precision."] };
  const end = evenTo(steps[0], 0);
  if (end < Math.max(MIN_ROWS, 0.5 * count))
    return {
      end: count,
      even: false,
      spacing: mean,
      notes: [`The time steps are unequal, first at line ${lines[Math.min(end, count - 1)]}.`],
    };
  const left = count - end > 1 ? [`The time step changes at line ${lines[end]}: later lines are left out.`] : [];
  return { end, even: true, spacing: (values[end - 1] - values[0]) / (end - 1), notes: left };
}

/**
 * The time step with the fewest digits that a clock in single precision may have.
 * @param mean  of all steps in s
 * @param latest  time in s
 */
function shortest(mean: number, latest: number) {
  const rounding = SINGLE * latest;
  for (let digits = 1; digits < 9; digits++) {
    const step = Number(mean.toPrecision(digits));
    if (Math.abs(step - mean) < rounding) return step;
  }
  return mean;
}
