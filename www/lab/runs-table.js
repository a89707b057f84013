// A table of all runs: error, energy drift and cost.
import { element, write } from "../base/dom.js";
import { duration, energy, significant } from "../base/format.js";
import { drift } from "./drift.js";
import { Finished } from "./finished.js";
import { stepCost } from "./stopwatch.js";

/** @import { Method, Simulation } from "../types.js" */
/** @import { Compared } from "./compared.js" */
/** @import { Motion } from "./motion.js" */

/** Columns after the name. */
const COLUMNS = ["Largest error", "Energy drift", "Evaluations per s", "Time per s"];

/** Most particles for which the time per simulated second is measured. */
const MEASURED = 2000;

/** Text of what is not known. */
const UNKNOWN = "–";

/**
 * A row.
 * @typedef {object} Row
 * @property {Compared | Finished} [run]  undefined for the laboratory's own
 * @property {Simulation} [simulation]  undefined for a run that is over
 * @property {HTMLElement} name
 * @property {HTMLElement[]} cells
 * @property {number} [cost]  of a step in s
 */

export class RunsTable {
  element = element("table", { hidden: true });
  #simulation;
  #motion;
  #methods;
  /** @type {Row[]} */
  #rows = [];
  /** Index of the row whose cost is measured next. */
  #next = 0;

  /** @param {Simulation} simulation @param {Motion} motion @param {Method[]} methods */
  constructor(simulation, motion, methods) {
    this.#simulation = simulation;
    this.#motion = motion;
    this.#methods = methods;
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
    this.element.replaceChildren(element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
    this.element.hidden = others.length === 0;
    this.update();
  }

  /** Writes the present numbers. */
  update() {
    if (this.element.hidden) return;
    write(this.#rows[0].name, methodOf(this.#simulation, this.#methods)?.label ?? "");
    for (const row of this.#rows) {
      const texts = this.#texts(row);
      for (const [i, cell] of row.cells.entries()) write(cell, texts[i]);
    }
  }

  /** Texts of a row's cells. @param {Row} row */
  #texts({ run, simulation, cost }) {
    const error = this.#error(run);
    if (run instanceof Finished) return [error, joules(run.content.drift), UNKNOWN, UNKNOWN];
    if (!simulation || run?.stopped !== undefined) return [error, "stopped", "stopped", "stopped"];
    const seconds = duration(cost && cost / Number(simulation.get("timeStepSize")));
    return [error, joules(drift(simulation)), evaluations(simulation, this.#methods), seconds];
  }

  /** Largest distance from the exact motion in the record. @param {Compared | Finished} [run] */
  #error(run) {
    const { recorder, deviation } = this.#motion;
    const quantity = run ? run.quantities.get(deviation) : deviation;
    if (!quantity) return UNKNOWN;
    const values = quantity.record?.values ?? recorder.samples(Number.NEGATIVE_INFINITY).of(quantity);
    const largest = values.reduce((most, value) => (value > most ? value : most), Number.NEGATIVE_INFINITY);
    return largest >= 0 ? `${significant(largest)} m` : UNKNOWN;
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

/** An energy in J. @param {number | undefined} value */
function joules(value) {
  return value === undefined ? UNKNOWN : `${energy(value)} J`;
}

/** @param {Simulation} simulation @param {Method[]} methods */
function methodOf(simulation, methods) {
  return methods.find(({ value }) => value === simulation.get("method"));
}

/**
 * Evaluations of the forces per simulated second.
 * @param {Simulation} simulation @param {Method[]} methods
 */
function evaluations(simulation, methods) {
  const { acceptedSteps, rejectedSteps = 0, substeps, solver } = simulation.analysis;
  const steps = acceptedSteps ? acceptedSteps.length + rejectedSteps : substeps;
  const each = (methodOf(simulation, methods)?.stages ?? 1) * steps;
  const count = significant(each / Number(simulation.get("timeStepSize")));
  return solver ? `${count} solves` : count;
}
