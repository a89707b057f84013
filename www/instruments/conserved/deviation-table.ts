// The table of numerical damping, frequency shift and area, predicted and measured.
import { element, write } from "../../base/dom.ts";
import { significant } from "../../base/format.ts";
import type { Lab } from "../../lab/show.ts";
import type { Deviation } from "../../types.ts";
import type { Drop } from "./drop.ts";

/** Size relative to the frequency below which a deviation counts as 0. */
const ROUNDING = 1e-9;

/** Part of a number that three digits do not show. */
const HIDDEN = 5e-4;

/** Rows: name, formula and its index. */
const ROWS = [
  ["Numerical damping", "−ln |G| / Δt − γ/2", ""],
  ["Frequency shift", "arg G / Δt − ω", "d"],
  ["Area of the drop", "|G|²ⁿ after n steps; approximate where a step uses earlier ones", ""],
];

export class DeviationTable {
  element;
  predicted: Deviation | undefined;
  measured: Deviation | undefined;
  #lab;
  #drop;
  #cells = ROWS.map(() => ["predicted", "measured"].map(() => element("td")));
  /** Circumstances in which the measurement is valid, as a text. */
  #key = "";

  constructor(lab: Lab, drop: Drop) {
    this.#lab = lab;
    this.#drop = drop;
    const head = ["quantity", "predicted", "measured"].map((title) => element("th", { scope: "col" }, title));
    const rows = ROWS.map(([name, formula, index], i) => {
      const small = element("small", {}, formula, ...(index ? [element("sub", {}, index)] : []));
      return element("tr", {}, element("th", { scope: "row" }, name, small), ...this.#cells[i]);
    });
    this.element = element(
      "table",
      { "aria-label": "Prediction and measurement" },
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows),
    );
  }

  /** Fills the table; it is hidden while it is empty. */
  show() {
    const { predictedDeviation: predicted, period } = this.#lab.simulation.analysis;
    this.predicted = predicted;
    this.#measure();
    const omega = period === undefined ? 1 : (2 * Math.PI) / period;
    const both = [predicted, this.measured];
    const texts = [
      both.map((one) => number(one?.damping, one?.dampingUncertainty, omega, "1/s")),
      both.map((one) => number(one?.frequency, one?.frequencyUncertainty, omega, "rad/s")),
      [this.#predictedArea(), this.#drop.ratio].map(ratio),
    ];
    for (const [i, row] of this.#cells.entries()) for (const [j, cell] of row.entries()) write(cell, texts[i][j]);
    this.element.hidden = !this.#drop.plane && both.every((one) => one === undefined);
  }

  /** Measures again if a parameter or the kind of motion has changed. */
  #measure() {
    const { analysis, history } = this.#lab.simulation;
    const key = [history.changes, history.backwards, analysis.exact === undefined].join();
    if (key === this.#key) return;
    this.#key = key;
    this.measured = analysis.measuredDeviation();
  }

  /** Area of the drop by the factor per step, |G|² in each; NaN if this is not known. */
  #predictedArea() {
    const { amplification, substeps } = this.#lab.simulation.analysis;
    if (!amplification || !this.predicted || this.#drop.steps < 0) return Number.NaN;
    const { modulus, angle } = amplification;
    const turns = Math.abs(Math.sin(angle)) > ROUNDING; // else there are two factors of other sizes
    return turns ? modulus ** (2 * substeps * this.#drop.steps) : Number.NaN;
  }
}

/**
 * A deviation with its uncertainty and unit.
 * @param scale  size relative to which rounding counts as 0
 */
function number(value: number | undefined, uncertainty: number | undefined = 0, scale: number, unit: string) {
  if (value === undefined) return "–";
  const size = Math.abs(value);
  if (size < ROUNDING * scale) return `0 ${unit}`;
  const error = uncertainty > HIDDEN * size ? ` ± ${significant(uncertainty)}` : "";
  return `${significant(value)}${error} ${unit}`;
}

/** A ratio of areas. */
function ratio(value: number) {
  if (Number.isNaN(value)) return "–";
  return value < 1e6 && value > 1e-3 ? value.toPrecision(6) : significant(value);
}
