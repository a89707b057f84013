// The button that opens a row of chips, one for each run that is compared, and a table of all runs.
import { element, write } from "../base/dom.js";
import { duration, energy, significant } from "../base/format.js";
import { readNumber } from "../base/reading.js";
import { swatch } from "../plots/swatch.js";
import { kebabCase } from "./attributes.js";
import { EULERS } from "./comparison.js";
import { stepCost } from "./stopwatch.js";

/** @import { Method, Simulation } from "../types.js" */
/** @import { Motion } from "./motion.js" */
/** @import { Compared } from "./compared.js" */
/** @import { Comparison } from "./comparison.js" */
/** @import { Settings } from "./settings.js" */

/** Columns of the table after the name. */
const COLUMNS = ["Largest error", "Energy drift", "Evaluations per s", "Time per s"];

/** Most particles for which the time per simulated second is measured. */
const MEASURED = 2000;

/**
 * A row of the table.
 * @typedef {object} Row
 * @property {Simulation} simulation
 * @property {Compared} [runner]  undefined for the laboratory's own
 * @property {HTMLElement[]} cells
 * @property {number} [cost]  of a step in s
 */

export class ComparisonBar {
  button = element("button", { type: "button", className: "quiet compare", textContent: "Compare" });
  element = element("div", { className: "comparison", role: "group", "aria-label": "Compared runs", hidden: true });
  #comparison;
  #compare;
  #simulation;
  #motion;
  #settings;
  #methods;
  #chips = element("ul", { className: "chips" });
  #what = element("select", { id: "compare-what", "aria-label": "Differs in" });
  #value = element("span", { className: "value-of" });
  #add = element("button", { type: "button", className: "quiet", textContent: "Add" });
  #eulers = element("button", { type: "button", className: "quiet", textContent: "Three Eulers" });
  #table = element("table");
  /** @type {Row[]} */
  #rows = [];
  /** Index of the row whose cost is measured next. */
  #next = 0;

  /**
   * @param {object} lab
   * @param {Comparison} lab.comparison
   * @param {(words: string) => void} lab.compare
   * @param {(key: string, value: string) => void} lab.set  sets a parameter of the first run
   * @param {Simulation} lab.simulation
   * @param {Motion} lab.motion
   * @param {Settings} lab.settings
   * @param {Method[]} lab.methods  that the scene offers
   * @param {boolean} lab.drawn  true if the picture shows all runs
   */
  constructor({ comparison, compare, set, simulation, motion, settings, methods, drawn }) {
    this.#comparison = comparison;
    this.#compare = compare;
    this.#motion = motion;
    this.#simulation = simulation;
    this.#settings = settings;
    this.#methods = methods;
    this.button.addEventListener("click", () => this.#open(this.element.hidden === true));
    this.#what.addEventListener("change", () => this.#ask());
    this.#add.addEventListener("click", () => this.#addRun());
    this.#eulers.addEventListener("click", () => {
      if (!EULERS.includes(String(simulation.get("method")))) set("method", EULERS[1]);
      compare(comparison.eulers);
    });
    this.#eulers.hidden = !comparison.offersEulers;
    const adding = element("div", { className: "buttons" }, this.#what, this.#value, this.#add, this.#eulers);
    const note = drawn ? [] : ["The picture shows the first run; the plots show all."];
    const scrolled = element("div", { className: "wide-table" }, this.#table);
    this.element.append(this.#chips, adding, ...note.map((text) => element("p", {}, text)), scrolled);
    this.#open(false);
    this.refresh();
  }

  /** @param {boolean} open */
  #open(open) {
    this.element.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
  }

  /** Shows the present runs. */
  refresh() {
    const { runs, full } = this.#comparison;
    if (runs.length > 0) this.#open(this.button.isConnected);
    const chips = runs.map((run) => {
      const remove = element("button", { type: "button", textContent: "✕", "aria-label": `Remove ${run.name}` });
      remove.addEventListener("click", () => {
        const words = runs.filter((one) => one !== run).map(({ own }) => this.#comparison.word(own));
        this.#compare(words.join(" "));
        this.button.focus(); // this one is gone
      });
      return element("li", {}, swatch({ ...run, width: 2 }), element("span", {}, run.name), remove);
    });
    this.#chips.replaceChildren(...chips);
    this.#add.disabled = full;
    this.#offer();
    this.#tabulate(runs);
  }

  /** Offers the readable parameters of the scene, the method first. */
  #offer() {
    const offered = this.#settings.readable.filter(({ key }) => !this.#settings.isOwn(key));
    const sorted = offered.toSorted((a, b) => Number(b.key === "method") - Number(a.key === "method"));
    const before = this.#what.value;
    this.#what.replaceChildren(
      ...sorted.map(({ key, label }) => element("option", { value: key, textContent: label })),
    );
    if (sorted.some(({ key }) => key === before)) this.#what.value = before;
    this.#ask();
  }

  /** Shows a choice or a field for the value of the next run. */
  #ask() {
    const parameter = this.#settings.find(this.#what.value);
    if (!parameter) return;
    const named = { id: "compare-value", "aria-label": `${parameter.label} of the next run` };
    if ("options" in parameter) {
      const taken = [this.#simulation, ...this.#comparison.runs.map(({ simulation }) => simulation)];
      const left = parameter.options.filter(({ value }) => taken.every((one) => one.get(parameter.key) !== value));
      const options = left.map(({ value, label }) => element("option", { value, textContent: label }));
      this.#value.replaceChildren(element("select", named, ...options));
      return;
    }
    const field = element("input", { ...named, type: "text", inputMode: "decimal", autocomplete: "off", size: 8 });
    field.value = String(this.#simulation.get(parameter.key));
    field.addEventListener("keydown", ({ key }) => key === "Enter" && this.#addRun());
    this.#value.replaceChildren(field, parameter.unit);
  }

  #addRun() {
    const parameter = this.#settings.find(this.#what.value);
    const node = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (this.#value.firstElementChild);
    if (!parameter || !node) return;
    const value = "options" in parameter ? node.value : readNumber(node.value, parameter.unit);
    const word = parameter.key === "method" ? value : `${kebabCase(parameter.key)}=${value}`;
    this.#compare(`${this.#comparison.words} ${word}`);
  }

  /** Makes the table of all runs. @param {Compared[]} runs */
  #tabulate(runs) {
    const [method] = this.#methods.filter(({ value }) => value === this.#simulation.get("method"));
    const all = [{ name: method?.label ?? "", simulation: this.#simulation, runner: undefined }];
    const rows = [...all, ...runs.map((runner) => ({ name: runner.name, simulation: runner.simulation, runner }))];
    this.#rows = rows.map(({ simulation, runner }) => {
      const known = this.#rows.find((row) => row.simulation === simulation);
      return { simulation, runner, cells: COLUMNS.map(() => element("td")), cost: known?.cost };
    });
    const head = ["Run", ...COLUMNS].map((name) => element("th", { scope: "col" }, name));
    const body = rows.map(({ name }, i) =>
      element("tr", {}, element("th", { scope: "row" }, name), ...this.#rows[i].cells),
    );
    this.#table.replaceChildren(element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
    this.#table.hidden = runs.length === 0;
  }

  /** Updates the table. */
  show() {
    if (this.element.hidden || this.#table.hidden) return;
    const method = this.#methods.find(({ value }) => value === this.#simulation.get("method"));
    const name = this.#table.querySelector("tbody th");
    if (name && method) write(/** @type {HTMLElement} */ (name), method.label);
    for (const { simulation, runner, cells, cost } of this.#rows) {
      const stopped = runner && runner.stopped !== undefined;
      const numbers = [
        this.#error(runner),
        drift(simulation),
        evaluations(simulation, this.#methods),
        perSecond(simulation, cost),
      ];
      for (const [i, cell] of cells.entries()) write(cell, stopped && i > 0 ? "stopped" : numbers[i]);
    }
  }

  /** Largest distance from the exact motion in the record. @param {Compared | undefined} runner */
  #error(runner) {
    const { recorder, deviation } = this.#motion;
    const quantity = runner ? runner.quantities.get(deviation) : deviation;
    const values = recorder.samples(Number.NEGATIVE_INFINITY).of(quantity ?? deviation);
    const largest = values.reduce((most, value) => (value > most ? value : most), Number.NEGATIVE_INFINITY);
    return largest >= 0 ? `${significant(largest)} m` : "–";
  }

  /** Measures the cost of a step of one run after the other. */
  measure() {
    if (this.element.hidden || this.#table.hidden) return;
    const row = this.#rows[this.#next % this.#rows.length];
    this.#next += 1;
    if (row.simulation.positions.length <= 3 * MEASURED && row.runner?.stopped === undefined)
      row.cost = stepCost(row.simulation);
  }
}

/** Energy that the method has made. @param {Simulation} simulation */
function drift(simulation) {
  try {
    return `${energy(simulation.energy.numerical)} J`;
  } catch {
    return "–"; // a flow has no energy
  }
}

/**
 * Evaluations of the forces per simulated second.
 * @param {Simulation} simulation @param {Method[]} methods
 */
function evaluations(simulation, methods) {
  const method = methods.find(({ value }) => value === simulation.get("method"));
  const { acceptedSteps, rejectedSteps = 0, substeps, solver } = simulation.analysis;
  const steps = acceptedSteps ? acceptedSteps.length + rejectedSteps : substeps;
  const each = (method?.stages ?? 1) * steps;
  const count = significant(each / Number(simulation.get("timeStepSize")));
  return solver ? `${count} solves` : count;
}

/**
 * Time per simulated second.
 * @param {Simulation} simulation @param {number} [cost]  of a step in s
 */
function perSecond(simulation, cost) {
  return duration(cost && cost / Number(simulation.get("timeStepSize")));
}
