// A table of all runs: error, energy made by the method, its drift, and cost.
import { element, write } from "../base/dom.ts";
import { duration, energy, significant } from "../base/format.ts";
import type { Method, Simulation } from "../types.ts";
import type { Compared } from "./compared.ts";
import { made } from "./drift.ts";
import type { Errors } from "./errors.ts";
import { Finished } from "./finished.ts";
import type { Motion } from "./motion.ts";
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
  /** Undefined for the laboratory's own. */
  run?: Compared | Finished;
  /** Undefined for a run that is over. */
  simulation?: Simulation;
  name: HTMLElement;
  cells: HTMLElement[];
  /** Cost of a step in s. */
  cost?: number;
}

export class RunsTable {
  element = element("table", { hidden: true });
  /** Names the reference of the errors, or says why there is none. */
  note = element("p");
  #simulation;
  #motion;
  #methods;
  #errors;
  #rows: Row[] = [];
  /** Index of the row whose cost is measured next. */
  #next = 0;

  constructor(simulation: Simulation, motion: Motion, methods: Method[], errors: Errors) {
    this.#simulation = simulation;
    this.#motion = motion;
    this.#methods = methods;
    this.#errors = errors;
  }

  /** Makes the rows. */
  show() {
    const others = this.#motion.others;
    this.#rows = [undefined, ...others].map((run) => {
      const simulation = run instanceof Finished ? undefined : (run?.simulation ?? this.#simulation);
      const cost = this.#rows.find((row) => row.simulation === simulation)?.cost;
      const name = element("th", { scope: "row" }, run?.name ?? "");
      return { run, simulation, name, cells: COLUMNS.map(() => element("td")), cost };
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
    write(this.#rows[0].name, methodOf(this.#simulation, this.#methods)?.label ?? "");
    const errors = [];
    for (const row of this.#rows) {
      const error = row.run instanceof Finished ? undefined : this.#errors.of(row.run ?? this.#motion.first);
      if (error) errors.push(error);
      const texts = this.#texts(row, error?.text ?? UNKNOWN);
      for (const [i, cell] of row.cells.entries()) write(cell, texts[i]);
    }
    write(this.note, this.#errors.note(errors));
  }

  /** Texts of a row's cells. @param error  of a run that moves */
  #texts({ run, simulation, cost }: Row, error: string) {
    if (run instanceof Finished) {
      const { made, drift } = run.content;
      return [this.#errors.ofFinished(run), joules(made), watts(drift), UNKNOWN, UNKNOWN];
    }
    const runner = run ?? this.#motion.first;
    if (!simulation || runner.stopped !== undefined) return [error, ...COLUMNS.slice(1).map(() => "stopped")];
    const seconds = duration(cost && cost / Number(simulation.get("timeStepSize")));
    return [error, joules(made(simulation)), watts(this.#errors.drift(runner)), evaluations(simulation), seconds];
  }

  /** Measures the cost of a step of one run after the other. */
  measure() {
    if (this.element.hidden) return;
    const row = this.#rows[this.#next % this.#rows.length];
    this.#next += 1;
    const { run, simulation } = row;
    if (!simulation || simulation.positions.length > 3 * MEASURED) return;
    if (run instanceof Finished || run?.stopped === undefined) row.cost = stepCost(simulation);
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

function methodOf(simulation: Simulation, methods: Method[]) {
  return methods.find(({ value }) => value === simulation.get("method"));
}

/** Evaluations of the forces per simulated second, and linear systems solved. */
function evaluations({ analysis }: Simulation) {
  const { evaluations, solves, time } = analysis.effort;
  if (time === 0) return UNKNOWN;
  const count = significant(evaluations / time);
  return solves > 0 ? `${count}, ${significant(solves / time)} solves` : count;
}
