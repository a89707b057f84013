// Ready-made runs, as a program with the laboratory's parameters would write them.
import { columnsOf, ROLES } from "./columns.ts";
import { mistakes, NONE } from "./mistakes.ts";
import type { Trial } from "./trial.ts";
import { walkOf } from "./walk.ts";

/** Most rows, most rows times particles, and the sizes relative to the start where it ends. */
const LIMITS = { rows: 1000, numbers: 100_000 };
const SIZES = { least: 1e-5, most: 1e4 };

/** Rows that there are at least. */
const MIN_ROWS = 20;

/** @param chosen  particle of one column */
export function example(trial: Trial, index: number, chosen?: number) {
  const { scene, simulation, methods, values, start } = trial;
  const method = (id: string) => methods.find(({ value }) => value === id) ?? methods[0];
  const wrong = mistakes(scene, values).find(({ values, time }) => values ?? time) ?? NONE;
  const [candidate, steps] = (
    [
      [{ method: method("explicit-euler"), mistake: NONE }, 1],
      [{ method: method("symplectic-euler"), mistake: wrong }, 1],
      [{ method: method("runge-kutta-4"), mistake: NONE }, 5],
    ] as const
  )[index];
  const every = ROLES[scene].many ? 10 : steps; // its steps are short
  const names = ["t", ...(ROLES[scene].plain.at(-1) ?? "").split(" ")];
  const none = { values: new Float64Array(), units: new Float64Array() };
  const count = start.positions.length / 3;
  const { fixed } = simulation.system;
  const { parts } = columnsOf({ names, columns: names.map(() => none), lines: [] }, { scene, count, fixed, chosen });
  const h = Number(values.timeStepSize);
  const rows = Math.min(LIMITS.rows, LIMITS.numbers / count);
  const walk = walkOf(candidate, h, trial, start, parts);
  const path = [walk.read()];
  const size = () => Math.hypot(...path[path.length - 1]) / (Math.hypot(...path[0]) || 1);
  try {
    while (path.length < rows && (path.length < MIN_ROWS || size() > SIZES.least) && !(size() > SIZES.most)) {
      walk.step(every);
      path.push(walk.read());
    }
  } catch {} // it has exploded: the rows before that are the example
  const moving = parts.map((_, i) => path.some((row) => row[i] !== 0));
  const lines = path.map((row, i) => [i * every * h, ...row.filter((_, part) => moving[part])]);
  const units = parts.map(({ name, speed }) => `${name} [${speed ? "m/s" : "m"}]`).filter((_, i) => moving[i]);
  const text = (line: number[]) => line.map((value) => value.toPrecision(10)).join(";");
  return [["t [s]", ...units].join(";"), ...lines.map(text)].join("\n");
}
