// The runs beside the laboratory's: buttons that compare and pin, chips, and a table.
import { element } from "../../base/dom.ts";
import { readNumber } from "../../base/reading.ts";
import type { Simulation } from "../../types.ts";
import type { Comparison } from "../model/comparison.ts";
import { EULERS } from "../model/comparison.ts";
import type { Motion } from "../model/motion.ts";
import { kebabCase } from "../model/names.ts";
import type { Run } from "../model/run.ts";
import type { Settings } from "../model/settings.ts";
import { Chips } from "./chips.ts";
import { RunsTable } from "./runs-table.ts";

/** Commands about the runs beside the laboratory's own. */
export interface Others {
  /** Compares other runs. */
  compare: (words: string) => void;
  /** Keeps the laboratory's run as it is now. */
  pin: () => void;
  /** Removes a finished run. */
  remove: (run: Run) => void;
}

export class ComparisonBar {
  buttons;
  element = element("div", { className: "comparison", role: "group", "aria-label": "Compared runs", hidden: true });
  #button = element("button", { type: "button", className: "quiet", textContent: "Compare" });
  #comparison;
  #others;
  #simulation;
  #motion;
  #settings;
  #races;
  #chips;
  #table;
  #what = element("select", { id: "compare-what", "aria-label": "Differs in" });
  #value = element("span", { className: "value-of" });
  #add = element("button", { type: "button", className: "quiet", textContent: "Add" });
  #eulers = element("button", { type: "button", className: "quiet", textContent: "Three Eulers" });
  /** Words of the compared runs when the fields were filled. */
  #words: string | undefined;

  constructor({
    comparison,
    others,
    set,
    simulation,
    motion,
    settings,
    races = false,
  }: {
    comparison: Comparison;
    others: Others;
    /** Sets a parameter of the first run. */
    set: (key: string, value: string) => void;
    simulation: Simulation;
    motion: Motion;
    settings: Settings;
    /** True if the show has its own way to compare methods. */
    races?: boolean;
  }) {
    this.#comparison = comparison;
    this.#others = others;
    this.#motion = motion;
    this.#simulation = simulation;
    this.#settings = settings;
    this.#chips = new Chips({
      remove: (run) => this.#remove(run),
      change: (run, values) => motion.change(run, values),
    });
    this.#table = new RunsTable(motion, comparison.errors);
    const pin = element("button", { type: "button", className: "quiet", textContent: "Pin this run" });
    pin.title = "Keeps its outline and its curves, beside the run that goes on";
    pin.addEventListener("click", () => others.pin());
    this.buttons = element("span", { className: "compare" }, this.#button, pin);
    this.#button.addEventListener("click", () => this.#open(this.element.hidden === true));
    this.#what.addEventListener("change", () => this.#ask());
    this.#add.addEventListener("click", () => this.#addRun());
    this.#eulers.addEventListener("click", () => {
      if (!EULERS.includes(String(simulation.get("method")))) set("method", EULERS[1]);
      others.compare(comparison.eulers);
    });
    this.#races = races;
    this.#eulers.hidden = races || !comparison.offersEulers;
    const adding = element("div", { className: "buttons" }, this.#what, this.#value, this.#add, this.#eulers);
    const scrolled = element(
      "div",
      { className: "wide-table", tabIndex: 0, role: "region", "aria-label": "Table of runs" },
      this.#table.element,
      this.#table.note,
    );
    this.element.append(this.#chips.element, adding, scrolled);
    this.#open(false);
    this.refresh();
  }

  #open(open: boolean) {
    this.element.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
  }

  /** Shows the present runs. */
  refresh() {
    const { words, full } = this.#comparison;
    const { others } = this.#motion;
    if (others.length > 0) this.#open(this.#button.isConnected);
    this.#chips.show(others);
    this.#table.show();
    this.#add.disabled = full;
    if (words !== this.#words) this.#offer(); // only then, because it discards what was typed
    this.#words = words;
  }

  #remove(run: Run) {
    if (run.engine) this.#others.compare(this.#comparison.wordsWithout(run));
    else this.#others.remove(run);
    this.#button.focus(); // the pressed one is gone
  }

  /** Offers the readable parameters of the scene, the method first. */
  #offer() {
    const isOffered = (key: string) => !this.#settings.isOwn(key) && !(this.#races && key === "method");
    const offered = this.#settings.readable.filter(({ key }) => isOffered(key));
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
      const taken = [this.#simulation, ...this.#comparison.runs.map(({ engine }) => engine.simulation)];
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
    const node = this.#value.firstElementChild as HTMLInputElement | HTMLSelectElement | null;
    if (!parameter || !node) return;
    const value = "options" in parameter ? node.value : readNumber(node.value, parameter.unit);
    const word = parameter.key === "method" ? value : `${kebabCase(parameter.key)}=${value}`;
    this.#others.compare(`${this.#comparison.words} ${word}`);
  }

  /** Updates the table. */
  show() {
    if (!this.element.hidden) this.#table.update();
  }

  /** Measures the cost of a step of one run after the other. */
  measure() {
    if (!this.element.hidden) this.#table.measure();
  }
}
