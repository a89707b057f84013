// The plot of a method's energy and of its modified energy over time.
import { element } from "../../base/dom.ts";
import { cleaned, significant } from "../../base/format.ts";
import type { Lab } from "../../lab/show.ts";
import { Axes } from "../../plots/axes.ts";
import type { Point, Samples } from "../../plots/curve.ts";
import { Curve, within } from "../../plots/curve.ts";
import { dashesOf } from "../../plots/dashes.ts";
import { describePlot } from "../../plots/description.ts";
import { FittedScale } from "../../plots/fitted-scale.ts";
import { Legend } from "../../plots/legend.ts";
import type { Quantity } from "../../plots/quantity.ts";
import { perSample } from "../../plots/quantity.ts";
import type { Simulation } from "../../types.ts";

/** Periods of the oscillation in view. */
const PERIODS = 10;

/** Span in view in s if nothing oscillates. */
const SPAN = 20;

/** Names of the curves in the legend. */
const NAMES = ["modified energy", "energy"];

/** Energy in J relative to which rounding counts as 0. */
const scaleOf = ({ energy: { kinetic, elastic, gravity } }: Simulation) => kinetic + elastic + Math.abs(gravity);

/**
 * Quantities of the modified energy and the energy in J, both less the energy at the start.
 * @param shown  nothing is recorded while it is false
 */
export function energyChanges(simulation: Simulation, shown: () => boolean): Quantity[] {
  const changes = perSample(() => changesOf(simulation));
  const value = (key: "energy" | "modified") => () => (shown() ? changes()[key] : Number.NaN);
  return [
    {
      label: "change of modified energy",
      unit: "J",
      color: "--accent",
      width: 2,
      dash: [],
      value: value("modified"),
    },
    {
      label: "change of energy",
      unit: "J",
      color: "--numerical",
      width: 1.6,
      dash: [5, 3],
      spare: true,
      value: value("energy"),
    },
  ];
}

export class EnergyPlot {
  element;
  #lab;
  #axes;
  #frame;
  #curves;
  #scale = new FittedScale(0);

  /** @param quantities  by `energyChanges` */
  constructor(lab: Lab, quantities: Quantity[]) {
    this.#lab = lab;
    this.#curves = quantities.map((quantity, i) => new Curve({ quantity }, NAMES[i], lab.redraw));
    this.#axes = new Axes({ x: "time [s]", y: "change of energy [J]" }, "Plot of energy", lab.color);
    this.#frame = element("div", { className: "chart" }, this.#axes.canvas);
    const { element: entries } = new Legend(this.#curves.map(({ entry }) => entry));
    this.element = element("div", { className: "plot" }, element("div", { className: "curves" }, entries, this.#frame));
  }

  /** The shown curves with their samples, the first one on top. */
  get #shown() {
    return this.#curves
      .filter(({ isShown }) => isShown())
      .map((curve) => {
        const [{ times, values }] = this.#lab.curves(curve.subject.quantity);
        return { curve, samples: { places: times, x: times, y: values } as Samples };
      });
  }

  /** The span in view, in s. */
  #span(samples: Samples[]) {
    const { period } = this.#lab.simulation.analysis;
    const span = period === undefined ? SPAN : PERIODS * period;
    const end = Math.max(0, ...samples.map(({ places }) => places.at(-1) ?? 0));
    const low = Math.max(0, end - span);
    return { low, high: low + span };
  }

  draw() {
    const { color, simulation } = this.#lab;
    const axes = this.#axes;
    axes.size = { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
    const shown = this.#shown;
    const span = this.#span(shown.map(({ samples }) => samples));
    const parts = shown.map(({ curve, samples }) => ({ curve, part: within(samples, span) }));
    const columns = parts.map(({ part }) => ({ values: part.y, first: part.first }));
    const scale = scaleOf(simulation);
    const up = this.#scale.fit(columns, columns, { usual: 0, largest: scale });
    const place = (x: number, y: number) => [axes.x(x), axes.y(this.#scale.shown(y))] as Point;
    const dashes = dashesOf(this.#curves.map(({ subject }) => subject.quantity.dash));
    for (const [i, curve] of this.#curves.entries()) {
      curve.dash = dashes[i];
      curve.dye();
      const value = cleaned(curve.subject.quantity.value(), scale);
      curve.output.value = Number.isNaN(value) ? "–" : `${significant(value)} J`;
    }
    axes.draw(span, up, [], (context) => {
      for (const { curve, part } of parts.toReversed()) curve.drawLine(context, part, { place, color });
    });
  }

  describe() {
    const shown = this.#shown;
    const span = this.#span(shown.map(({ samples }) => samples));
    const scale = scaleOf(this.#lab.simulation);
    const curves = shown.map(({ curve, samples }) => {
      const { x, y } = within(samples, span);
      const values = y.map((value) => cleaned(value, scale));
      return { label: curve.subject.quantity.label, times: x, values, write: joules };
    });
    const [first] = curves;
    this.#axes.canvas.ariaLabel = describePlot(
      "Plot of the change of energy over time",
      first?.times ?? [],
      curves,
      [],
    );
  }
}

function joules(value: number) {
  return `${significant(value)} J`;
}

/** Energy and modified energy in J, less the energy at the start. */
function changesOf({ analysis, energy: { kinetic, elastic, gravity, contact, numerical } }: Simulation) {
  const correction = (analysis.modifiedEnergy ?? Number.NaN) - kinetic - elastic - gravity - contact;
  return { energy: numerical, modified: numerical + correction };
}
