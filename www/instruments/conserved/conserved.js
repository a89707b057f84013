// Conserved quantities of a method, as a panel: its modified energy, the area of a drop of phase
// space, and the damping and frequency of an oscillation.
import { element, write } from "../../base/dom.js";
import { significant } from "../../base/format.js";
import { toggle } from "../../lab/options.js";
import { Drop } from "./drop.js";
import { DropPlot } from "./drop-plot.js";
import { EnergyPlot } from "./energy-plot.js";

/** @import { Deviation } from "../../types.js" */
/** @import { Lab } from "../../lab/show.js" */

/** Size relative to the frequency below which a measured deviation counts as 0. */
const ROUNDING = 1e-9;

/** Part of a number that three digits do not show. */
const HIDDEN = 5e-4;

/** Rows of the table: name, formula and its index. */
const ROWS = [
  ["Numerical damping", "−ln |G| / Δt − γ/2", ""],
  ["Frequency shift", "arg G / Δt − ω", "d"],
  ["Area of the drop", "|G|²ⁿ after n steps", ""],
];

const NO_DROP =
  "A drop of phase space is carried along with one mass that moves along its spring and does not reach the anchor, or with a point of a plane field.";

const NO_PREDICTION = "The method chooses its own steps, so that no constant factor predicts the deviation.";

const NO_FACTOR = "Damping and frequency are those of one oscillation, and this motion is none.";

export class Conserved {
  static option = toggle(
    "conserved",
    "Conserved",
    "Shows the modified energy of the method, the area of a drop of phase space, and numerical damping and frequency shift.",
  );
  name = "conserved quantities";
  element;
  /** Recorded while it is shown. */
  quantities;
  #lab;
  #energies;
  #drop;
  #plot;
  #cells = ROWS.map(() => ["predicted", "measured"].map(() => element("td")));
  #text = element("p", { "aria-live": "polite" });
  /** True if the model has an energy; a field has none. */
  #mechanical;
  /** The last measurement, and the circumstances in which it is valid, as a text. */
  #measured = { key: "", deviation: /** @type {Deviation | undefined} */ (undefined) };

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    this.#mechanical = lab.simulation.system.air.length > 0;
    this.#energies = new EnergyPlot(lab, () => this.#mechanical && this.#shown);
    this.quantities = this.#energies.quantities;
    this.#drop = new Drop(lab);
    this.#plot = new DropPlot(lab, this.#drop);
    const head = ["", "predicted", "measured"].map((title) => element("th", { scope: "col" }, title));
    const rows = ROWS.map(([name, formula, index], i) => {
      const small = element("small", {}, formula, ...(index ? [element("sub", {}, index)] : []));
      return element("tr", {}, element("th", { scope: "row" }, name, small), ...this.#cells[i]);
    });
    const table = element(
      "table",
      { "aria-label": "Prediction and measurement" },
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows),
    );
    const numbers = element("div", { className: "note" }, table, this.#text);
    const name = { className: "conserved off", "aria-label": "Conserved quantities" };
    const plots = element("div", { className: "plots" }, this.#energies.element, this.#plot.element);
    this.element = element("section", name, plots, numbers);
  }

  get #shown() {
    return this.#lab.get("conserved") === "on";
  }

  draw() {
    this.element.classList.toggle("off", !this.#shown);
    if (!this.#shown) {
      this.#drop.free();
      return;
    }
    const follows = this.#follow();
    this.#energies.element.hidden = !this.#mechanical;
    this.#plot.element.hidden = !follows;
    if (this.#mechanical) this.#energies.draw();
    if (follows) this.#plot.draw();
    this.#tell(follows);
  }

  /** Lets the drop follow the run. Returns false if there is none or if a copy explodes. */
  #follow() {
    try {
      return this.#drop.follow();
    } catch {
      this.#drop.free();
      return false;
    }
  }

  /** Fills the table. @param {boolean} follows  true if there is a drop */
  #tell(follows) {
    const { predictedDeviation: predicted, period, noModifiedEnergy: reason } = this.#lab.simulation.analysis;
    const measured = this.#measure();
    const omega = period === undefined ? 1 : (2 * Math.PI) / period;
    const texts = [
      [predicted, measured].map((one) => number(one?.damping, one?.dampingUncertainty, omega, "1/s")),
      [predicted, measured].map((one) => number(one?.frequency, one?.frequencyUncertainty, omega, "rad/s")),
      [this.#predictedArea(), follows ? this.#drop.ratio : Number.NaN].map(ratio),
    ];
    for (const [i, row] of this.#cells.entries()) for (const [j, cell] of row.entries()) write(cell, texts[i][j]);
    const sentences = [
      reason ? `There is no modified energy: ${reason}.` : "",
      follows ? "" : NO_DROP,
      measured || predicted ? "" : NO_FACTOR,
      measured && !predicted ? NO_PREDICTION : "",
    ];
    write(this.#text, sentences.filter(Boolean).join(" "));
  }

  /** The measured deviation, which is the same until a parameter or the kind of motion changes. */
  #measure() {
    const { analysis, history } = this.#lab.simulation;
    const key = [history.changes, history.backwards, analysis.exact === undefined].join();
    if (key !== this.#measured.key) this.#measured = { key, deviation: analysis.measuredDeviation() };
    return this.#measured.deviation;
  }

  /** Area of the drop by the factor per step, |G|² in each; NaN if this is not known. */
  #predictedArea() {
    const { amplification, predictedDeviation, substeps } = this.#lab.simulation.analysis;
    if (!amplification || !predictedDeviation || this.#drop.steps < 0) return Number.NaN;
    const { modulus, angle } = amplification;
    const turns = Math.abs(Math.sin(angle)) > ROUNDING; // else there are two factors of other sizes
    return turns ? modulus ** (2 * substeps * this.#drop.steps) : Number.NaN;
  }

  describe() {
    if (!this.#shown) return;
    if (this.#mechanical) this.#energies.describe();
    this.#plot.describe();
  }

  destroy() {
    this.#drop.free();
  }
}

/**
 * A deviation with its uncertainty and unit.
 * @param {number | undefined} value @param {number | undefined} uncertainty
 * @param {number} scale  size relative to which rounding counts as 0 @param {string} unit
 */
function number(value, uncertainty = 0, scale, unit) {
  if (value === undefined) return "–";
  const size = Math.abs(value);
  if (size < ROUNDING * scale) return `0 ${unit}`;
  const error = uncertainty > HIDDEN * size ? ` ± ${significant(uncertainty)}` : "";
  return `${significant(value)}${error} ${unit}`;
}

/** A ratio of areas. @param {number} value */
function ratio(value) {
  if (Number.isNaN(value)) return "–";
  return value < 1e6 && value > 1e-3 ? value.toPrecision(6) : significant(value);
}
