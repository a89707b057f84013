// A plot of the factor by which a step multiplies the solution of ẋ = −k x, over the time step.

import { element, write } from "../../base/dom.js";
import { significant } from "../../base/format.js";
import { disc, path } from "../../canvas/shapes.js";
import { stability } from "../../engine.js";
import { Axes } from "../../plots/axes.js";
import { dashesOf } from "../../plots/dashes.js";
import { describeCurve } from "../../plots/description.js";
import { legend } from "../../plots/legend.js";
import { dye, swatch } from "../../plots/time-plot.js";

/** @import { Lab } from "../../lab/show.js" */
/** @import { Quantity } from "../../plots/recorder.js" */
/** @import { Point } from "../../canvas/shapes.js" */

/** Number of intervals of a curve. */
const POINTS = 120;

/** Least extent of the plot: time step in units of 1/k, and factors to both sides of 0. */
const [LENGTHS, FACTORS] = [3, 2];

/** Least height in px between the factors 0 and 1 for which the regions are named. */
const WORDS = 24;

const REGIONS = /** @type {const} */ ([
  ["diverges", 1.5, "left"],
  ["falls evenly", 0.75, "right"],
  ["oscillates", -0.5, "left"],
  ["oscillates and diverges", -1.5, "left"],
]);

export class FactorPlot {
  element;
  /** Factor of the present time step; NaN until it is known. */
  factor = Number.NaN;
  #lab;
  #axes;
  #frame;
  #entries;
  /** Right end of the plot, in units of 1/k. */
  #end = LENGTHS;
  /** Factors of the method at equidistant time steps. */
  #curve = [Number.NaN];

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    const names = { x: "Δt [s]", y: "factor per step" };
    this.#axes = new Axes(names, "Plot of the factor per step over the time step in s", lab.color);
    this.#frame = element("div", { className: "chart" }, this.#axes.canvas);
    this.#entries = this.#lines().map(entry);
    const entries = this.#entries.map(({ element }) => element);
    const curves = element("div", { className: "curves" }, legend(entries), this.#frame);
    this.element = element("div", { className: "plot" }, curves);
  }

  /** Computes the factors again, after a change of method, rate or time step. */
  async update() {
    const [method, rate, step] = ["method", "rate", "timeStepSize"].map((key) => this.#lab.get(key));
    const part = Number(rate) * Number(step);
    const end = Math.max(LENGTHS, 1.2 * part);
    const factor = async (/** @type {number} */ z) => (await stability(String(method), -z, 0))?.[0] ?? Number.NaN;
    const lengths = Array.from({ length: POINTS + 1 }, (_, i) => (end * i) / POINTS);
    const [present, ...curve] = await Promise.all([part, ...lengths].map(factor));
    this.factor = present;
    this.#end = end;
    this.#curve = curve;
    for (const [i, value] of [present, Math.exp(-part)].entries()) write(this.#entries[i].output, significant(value));
    this.#lab.redraw();
  }

  draw() {
    const { get } = this.#lab;
    const rate = Number(get("rate"));
    const reach = Math.max(FACTORS, 1.1 * (Math.abs(this.factor) || 0));
    const axes = this.#axes;
    axes.size = { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
    const lines = this.#lines();
    for (const [i, { color, dash }] of lines.entries()) dye(this.#entries[i].swatch, color, dash);
    const marks = [1, 2].map((part) => ({ time: part / rate, label: `${part}/k` }));
    axes.draw({ low: 0, high: this.#end / rate }, { low: -reach, high: reach }, marks, (context) => {
      context.setLineDash([]);
      this.#regions(context, rate);
      const exact = this.#curve.map((_, i) => Math.exp((-this.#end * i) / POINTS));
      this.#trace(context, exact, rate, lines[1]);
      this.#trace(context, this.#curve, rate, lines[0]);
      disc(context, [axes.x(Number(get("timeStepSize"))), axes.y(this.factor)], 4);
    });
  }

  /** Describes the plot in words. */
  describe() {
    const rate = Number(this.#lab.get("rate"));
    const lengths = this.#curve.map((_, i) => (this.#end * i) / POINTS / rate);
    const at = (/** @type {number} */ step) => `${significant(step)} s`;
    const described = [this.#curve, lengths.map((step) => Math.exp(-rate * step))].map((values) =>
      describeCurve(lengths, values, significant, at),
    );
    this.#axes.canvas.ariaLabel = `Plot of the factor per step over the time step, 0 to ${at(this.#end / rate)}: the method's ${described[0]}; the exact one ${described[1]}. At ${at(Number(this.#lab.get("timeStepSize")))} the method's is ${significant(this.factor)}.`;
  }

  /** Styles of the method's and the exact curve. */
  #lines() {
    const [own, exact] = dashesOf([[], []]);
    return [
      { label: "this step", unit: "", color: `--${this.#lab.get("method")}`, width: 1.8, dash: own },
      { label: "exact", unit: "", color: "--exact", width: 1, dash: exact },
    ];
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {number[]} factors @param {number} rate
   * @param {Quantity} line
   */
  #trace(context, factors, rate, { color, width, dash }) {
    context.strokeStyle = context.fillStyle = this.#lab.color(color);
    context.lineWidth = width;
    const { x, y } = this.#axes;
    const points = factors.map((factor, i) => /** @type {Point} */ ([x((this.#end * i) / POINTS / rate), y(factor)]));
    path(context, points, 0, dash);
  }

  /**
   * Shades the stable region and names the regions, if there is space.
   * @param {CanvasRenderingContext2D} context @param {number} rate
   */
  #regions(context, rate) {
    const { x, y } = this.#axes;
    const [left, right] = [x(0), x(this.#end / rate)];
    context.globalAlpha = 0.4;
    context.fillStyle = this.#lab.color("--line");
    context.fillRect(left, y(1), right - left, y(-1) - y(1));
    context.globalAlpha = 1;
    if (y(0) - y(1) < WORDS) return;
    context.fillStyle = this.#lab.color("--muted");
    for (const [text, factor, align] of REGIONS) {
      context.textAlign = align;
      context.fillText(text, align === "left" ? left + 8 : right - 8, y(factor));
    }
    context.textAlign = "left";
  }
}

/** An entry of the legend. @param {Quantity} line */
function entry(line) {
  const [output, drawn] = [element("output", { "aria-live": "off" }), swatch(line)];
  return { output, swatch: drawn, element: element("li", {}, drawn, element("span", {}, line.label), output) };
}
