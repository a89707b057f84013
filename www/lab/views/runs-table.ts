// A table of all runs: error, energy made by the method, its drift, and cost.
import { element, write } from "../../base/dom.ts";
import { duration, energy, significant } from "../../base/format.ts";
import type { Simulation } from "../../types.ts";
import { made } from "../model/drift.ts";
import type { Errors } from "../model/errors.ts";
import type { Motion } from "../model/motion.ts";
import type { Run } from "../model/run.ts";
import { stepCost } from "./stopwatch.ts";

/** Columns after the name. */
const COLUMNS = ["Largest error", "Energy made", "Drift", "Evaluations per s", "Time per s"];

/** Explains two columns. */
const CAPTION = "Energy made: by the method, up to now. Drift: its mean slope over whole periods, for one oscillator.";

/** Most particles for which the time per simulated second is measured. */
const MEASURED = 2000;

/** Text of what is not known. */
const UNKNOWN = "–";

/** A row. */
interface Row {
  run: Run;
  name: HTMLElement;
  cells: HTMLElement[];
  /** Cost of a step in s. */
  cost?: number;
}

export class RunsTable {
  element = element("table", { hidden: true });
  /** Names the reference of the errors, or says why there is none. */
  note = element("p");
  #motion;
  #errors;
  #rows: Row[] = [];
  /** Index of the row whose cost is measured next. */
  #next = 0;

  constructor(motion: Motion, errors: Errors) {
    this.#motion = motion;
    this.#errors = errors;
  }

  /** Makes the rows. */
  show() {
    const { live, others } = this.#motion;
    this.#rows = [live, ...others].map((run) => {
      const cost = this.#rows.find((row) => row.run === run)?.cost;
      const name = element("th", { scope: "row" }, run.name);
      return { run, name, cells: COLUMNS.map(() => element("td")), cost };
    });
    const head = ["Run", ...COLUMNS].map((name) => element("th", { scope: "col" }, name));
    const body = this.#rows.map(({ name, cells }) => element("tr", {}, name, ...cells));
    const caption = element("caption", {}, CAPTION);
    this.element.replaceChildren(
      caption,
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...body),
    );
    this.element.hidden = others.length === 0;
    this.update();
  }

  /** Writes the present numbers. */
  update() {
    if (this.element.hidden) return;
    const errors = [];
    for (const row of this.#rows) {
      const { name, engine } = row.run;
      const error = engine && this.#errors.of(engine);
      if (error) errors.push(error);
      write(row.name, name);
      const texts = this.#texts(row, error?.text ?? UNKNOWN);
      for (const [i, cell] of row.cells.entries()) write(cell, texts[i]);
    }
    write(this.note, this.#errors.note(errors));
  }

  /** Texts of a row's cells. @param error  of a run that moves */
  #texts({ run, cost }: Row, error: string) {
    const { engine } = run;
    if (!engine) return [this.#errors.ofFinished(run), joules(run.made), watts(run.drift), UNKNOWN, UNKNOWN];
    const { simulation, stopped } = engine;
    if (stopped !== undefined) return [error, ...COLUMNS.slice(1).map(() => "stopped")];
    const seconds = duration(cost && cost / Number(simulation.get("timeStepSize")));
    return [error, joules(made(simulation)), watts(this.#errors.drift(engine)), evaluations(simulation), seconds];
  }

  /** Measures the cost of a step of one run after the other. */
  measure() {
    if (this.element.hidden) return;
    const row = this.#rows[this.#next % this.#rows.length];
    this.#next += 1;
    const { engine } = row.run;
    if (!engine || engine.stopped !== undefined || engine.simulation.positions.length > 3 * MEASURED) return;
    row.cost = stepCost(engine.simulation);
  }
}

/** An energy in J. */
function joules(value: number | undefined) {
  return value === undefined ? UNKNOWN : `${Math.abs(value) < 0.01 ? significant(value) : energy(value)} J`;
}

/** A drift in J/s. */
function watts(value: number | undefined) {
  return value === undefined || Number.isNaN(value) ? UNKNOWN : `${significant(value)} J/s`;
}

/** Evaluations of the forces per simulated second, and linear systems solved. */
function evaluations({ analysis }: Simulation) {
  const { evaluations, solves, time } = analysis.effort;
  if (time === 0) return UNKNOWN;
  const count = significant(evaluations / time);
  return solves > 0 ? `${count}, ${significant(solves / time)} solves` : count;
}
