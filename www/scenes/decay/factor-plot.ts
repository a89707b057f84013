// A plot of the factor by which a step multiplies the solution of ẋ = −k x, over the time step.

import { element, write } from "../../base/dom.ts";
import { significant } from "../../base/format.ts";
import type { Point } from "../../canvas/shapes.ts";
import { disc, path } from "../../canvas/shapes.ts";
import { stability } from "../../engine.ts";
import type { Lab } from "../../lab/show.ts";
import { Axes } from "../../plots/axes.ts";
import { dashesOf } from "../../plots/dashes.ts";
import { describeCurve } from "../../plots/description.ts";
import { Legend } from "../../plots/legend.ts";
import type { Line } from "../../plots/quantity.ts";
import { EXACT } from "../../plots/quantity.ts";
import { dye, swatch } from "../../plots/swatch.ts";

/** Number of intervals of a curve. */
const POINTS = 120;

/** Least extent of the plot in time steps, in units of 1/k. */
const LENGTHS = 3;

/** Least extent of the plot in factors, to both sides of 0. */
const FACTORS = 2;

/** Least height in px between the factors 0 and 1 for which the regions are named. */
const WORDS = 24;

const REGIONS = [
  ["diverges", 1.5, "left"],
  ["falls monotonically", 0.75, "right"],
  ["oscillates", -0.5, "left"],
  ["oscillates and diverges", -1.5, "left"],
] as const;

type Curve = ReturnType<typeof curve>;

export class FactorPlot {
  name = "plot of the factor per step";
  element;
  /** Factor of the present time step; NaN until it is known. */
  factor = Number.NaN;
  #lab;
  #axes;
  #frame;
  /** Curve of the method. */
  #own;
  #exact = curve("exact", EXACT);
  /** Right end of the plot, in units of 1/k. */
  #end = LENGTHS;

  constructor(lab: Lab) {
    this.#lab = lab;
    const names = { x: "Δt [s]", y: "factor per step" };
    this.#axes = new Axes(names, "Plot of the factor per step over the time step in s", lab.color);
    this.#frame = element("div", { className: "chart" }, this.#axes.canvas);
    this.#own = curve("this step", {
      width: 1.8,
      dash: [],
      get color() {
        return `--${lab.get("method")}`;
      },
    });
    const { element: entries } = new Legend(this.#curves.map(({ entry }) => entry));
    this.element = element("div", { className: "plot" }, element("div", { className: "curves" }, entries, this.#frame));
  }

  /** Computes the factors again, after a change of method, rate or time step. */
  async update() {
    const [method, rate, step] = ["method", "rate", "timeStepSize"].map((key) => this.#lab.get(key));
    const part = Number(rate) * Number(step);
    const end = Math.max(LENGTHS, 1.2 * part);
    const factor = async (z: number) => (await stability(String(method), -z, 0))?.[0] ?? Number.NaN;
    const lengths = Array.from({ length: POINTS + 1 }, (_, i) => (end * i) / POINTS);
    const [present, ...factors] = await Promise.all([part, ...lengths].map(factor));
    this.factor = present;
    this.#end = end;
    this.#own.factors = factors;
    this.#exact.factors = lengths.map((length) => Math.exp(-length));
    write(this.#own.output, significant(present));
    write(this.#exact.output, significant(Math.exp(-part)));
    this.#lab.redraw();
  }

  draw() {
    const { get } = this.#lab;
    const rate = Number(get("rate"));
    const reach = Math.max(FACTORS, 1.1 * (Math.abs(this.factor) || 0));
    const axes = this.#axes;
    axes.size = { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
    const dashes = dashesOf(this.#curves.map(({ line }) => line.dash));
    for (const [i, curve] of this.#curves.entries()) {
      curve.dash = dashes[i];
      dye(curve.swatch, curve.line.color, curve.dash);
    }
    const marks = [1, 2].map((part) => ({ time: part / rate, label: `${part}/k` }));
    axes.draw({ low: 0, high: this.#end / rate }, { low: -reach, high: reach }, marks, (context) => {
      context.setLineDash([]);
      this.#regions(context, rate);
      for (const curve of this.#curves.toReversed()) this.#trace(context, curve, rate);
      disc(context, [axes.x(Number(get("timeStepSize"))), axes.y(this.factor)], 4);
    });
  }

  /** Describes the plot in words. */
  describe() {
    const rate = Number(this.#lab.get("rate"));
    const at = (step: number) => `${significant(step)} s`;
    const tell = ({ factors }: Curve) => {
      const lengths = factors.map((_, i) => (this.#end * i) / POINTS / rate);
      return describeCurve(lengths, factors, significant, at);
    };
    this.#axes.canvas.ariaLabel = `Plot of the factor per step over the time step, 0 to ${at(this.#end / rate)}: the method's ${tell(this.#own)}; the exact one ${tell(this.#exact)}. At ${at(Number(this.#lab.get("timeStepSize")))} the method's is ${significant(this.factor)}.`;
  }

  /** Both curves, the first drawn on top. */
  get #curves() {
    return [this.#own, this.#exact];
  }

  #trace(context: CanvasRenderingContext2D, { line, dash, factors }: Curve, rate: number) {
    context.strokeStyle = context.fillStyle = this.#lab.color(line.color);
    context.lineWidth = line.width;
    const { x, y } = this.#axes;
    const points = factors.map((factor, i) => [x((this.#end * i) / POINTS / rate), y(factor)] as Point);
    path(context, points, 0, dash);
  }

  /** Shades the stable region and names the regions, if there is space. */
  #regions(context: CanvasRenderingContext2D, rate: number) {
    const { x, y } = this.#axes;
    const left = x(0);
    const right = x(this.#end / rate);
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

/** A curve with its entry in the legend. */
function curve(label: string, line: Line) {
  const output = element("output", { "aria-live": "off" });
  const drawn = swatch(line);
  const entry = element("li", {}, drawn, element("span", {}, label), output);
  const factors = [] as number[]; // at equidistant time steps
  return { line, dash: line.dash, factors, output, swatch: drawn, entry };
}
