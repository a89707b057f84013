// Frequency response of a steady oscillation: exact curves of amplitude and phase, and measured
// points.
import { element } from "../../base/dom.ts";
import { significant } from "../../base/format.ts";
import type { Lab } from "../../lab/show.ts";
import type { Ends } from "../../plots/axes.ts";
import { Axes } from "../../plots/axes.ts";
import { describeCurve } from "../../plots/description.ts";
import { Range } from "../../plots/range.ts";
import { withUnit } from "../../plots/recorder.ts";
import { roundUp } from "../../plots/ticks.ts";

/** A measurement at one frequency. */
interface Point {
  /** Ω in rad/s. */
  frequency: number;
  /** Amplitude in m. */
  amplitude: number;
  /** Phase in rad. */
  phase: number;
  /** Its id. */
  method: string;
  /** True if the transient had decayed. */
  steady: boolean;
}

/** Number of points of a curve, half of them near the resonance. */
const POINTS = 240;

/** Least driving frequency at the right end of the plot, relative to the natural one. */
const REACH = 2.2;

/** Largest amplitude that is shown, as a multiple of the drive's. */
const MAX_AMPLITUDE = 20;

/**
 * Marks of methods in the order of their first measurement: character in the text, number of
 * corners of the polygon, and direction of a corner in rad.
 */
const MARKS = [
  { sign: "●", corners: 24, turned: 0 },
  { sign: "■", corners: 4, turned: Math.PI / 4 },
  { sign: "▲", corners: 3, turned: -Math.PI / 2 },
  { sign: "◆", corners: 4, turned: 0 },
];

/** Distance of a corner from the middle of a mark, in px. */
const SIZE = 4;

const DEGREES = 180 / Math.PI;

export class ResponsePlot {
  element;
  points: Point[] = [];
  #lab;
  #charts;
  #range = new Range(0);
  /** Measured methods, in the order of their marks. */
  #methods: string[] = [];

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#charts = [
      chart(lab, { key: "amplitude", unit: "m", scale: 1, range: this.#range }),
      chart(lab, { key: "phase", unit: "°", scale: DEGREES, range: { low: -190, high: 10 } }),
    ];
    this.element = element("div", { className: "response" }, ...this.#charts.map(({ element }) => element));
  }

  /** Measured methods, in the order of their first measurement. */
  #order() {
    const measured = new Set(this.points.map(({ method }) => method));
    this.#methods = [...new Set([...this.#methods.filter((method) => measured.has(method)), ...measured])];
    return this.#methods;
  }

  /** Text that assigns marks to methods; empty for a single method. */
  get legend() {
    const methods = this.#order();
    if (methods.length < 2) return "";
    const name = (id: string) => this.#lab.methods.find(({ value }) => value === id)?.label ?? id;
    return `${methods.map((id, i) => `${MARKS[i % MARKS.length].sign} ${name(id)}`).join(", ")}.`;
  }

  /** Driving frequency, natural frequency and right end of the plot in rad/s; the exact curve. */
  #content() {
    const { get } = this.#lab;
    const present = Number(get("drivingFrequency"));
    const omega = Math.sqrt(Number(get("stiffness")) / Number(get("mass")));
    const frequencies = this.points.map(({ frequency }) => frequency);
    const end = roundUp(Math.max(REACH * omega, 1.05 * present, ...frequencies, 0.1));
    return { present, omega, end, curve: this.#curve(end) };
  }

  /** Describes both plots in words. */
  describe() {
    const { present, end, curve } = this.#content();
    const now = this.#lab.simulation.analysis.response(present);
    const at = (frequency: number) => `${significant(frequency)} rad/s`;
    const frequencies = curve.map(({ frequency }) => frequency);
    const measured = this.points.length > 0 ? ` Measured at ${this.points.length} frequencies.` : "";
    for (const { axes, name, unit, value } of this.#charts) {
      const write = (number: number) => `${significant(number)} ${unit}`;
      const here = now ? ` At Ω = ${at(present)} it is ${write(value(now))}.` : "";
      const described = describeCurve(frequencies, curve.map(value), write, at);
      axes.canvas.ariaLabel = `${name}, 0 to ${at(end)}: it ${described}.${here}${measured}`;
    }
  }

  draw() {
    const { simulation, get } = this.#lab;
    const { present, omega, end, curve } = this.#content();
    const methods = this.#order();
    const cap = MAX_AMPLITUDE * Number(get("amplitude"));
    const amplitudes = [...curve, ...this.points].map(({ amplitude }) => amplitude).filter(Number.isFinite);
    const seen = amplitudes.filter((amplitude) => amplitude <= cap);
    this.#range.follow(0, seen.length < amplitudes.length ? cap : Math.max(0, ...seen));
    const marks = [
      { time: omega, label: "ω" },
      { time: present, label: "Ω" },
    ].sort((a, b) => a.time - b.time);
    const now = simulation.analysis.response(present);
    for (const { axes, frame, range, value } of this.#charts) {
      axes.size = { width: frame.clientWidth, height: frame.clientHeight };
      axes.draw({ low: 0, high: end }, range, marks, (context) => {
        context.setLineDash([]);
        context.lineWidth = 1;
        context.strokeStyle = this.#lab.color("--exact");
        context.beginPath();
        for (const sample of curve) {
          if (Number.isFinite(value(sample))) context.lineTo(axes.x(sample.frequency), axes.y(value(sample)));
        }
        context.stroke();
        context.lineWidth = 1.8;
        for (const point of this.points) {
          const mark = MARKS[methods.indexOf(point.method) % MARKS.length];
          this.#point(context, point, mark, [axes.x(point.frequency), axes.y(value(point))]);
        }
        if (!now || !Number.isFinite(now.amplitude)) return;
        context.strokeStyle = this.#lab.color("--exact");
        context.lineWidth = 1;
        context.beginPath();
        context.arc(axes.x(present), axes.y(value(now)), 7, 0, 2 * Math.PI);
        context.stroke();
      });
    }
  }

  /** The exact response, with half of the points near its peak. @param end  in rad/s */
  #curve(end: number) {
    const { simulation } = this.#lab;
    const top = simulation.analysis.resonance;
    if (!top) return [];
    const { low, high, angularFrequency } = top;
    const width = Math.max(high - low, 0.02 * end);
    const even = Array.from({ length: POINTS / 2 }, (_, i) => (end * (i + 0.5)) / (POINTS / 2));
    const dense = Array.from({ length: POINTS / 2 }, (_, i) => angularFrequency + width * (i / (POINTS / 4) - 1));
    const within = [0, ...even, ...dense, angularFrequency, end].filter((w) => w >= 0 && w <= end);
    return within
      .sort((a, b) => a - b)
      .map((frequency) => ({ frequency, amplitude: 0, phase: 0, ...simulation.analysis.response(frequency) }));
  }

  /** Draws a measured point, filled if its motion was steady. */
  #point(
    context: CanvasRenderingContext2D,
    { method, steady }: Point,
    { corners, turned }: (typeof MARKS)[number],
    [x, y]: [number, number],
  ) {
    const colour = this.#lab.color(`--${method}`);
    context.strokeStyle = colour;
    context.fillStyle = steady ? colour : this.#lab.color("--panel");
    context.beginPath();
    for (let i = 0; i < corners; i++) {
      const angle = turned + (2 * Math.PI * i) / corners;
      context.lineTo(x + SIZE * Math.cos(angle), y + SIZE * Math.sin(angle));
    }
    context.closePath();
    context.fill();
    context.stroke();
  }
}

/** A plot of a part of the response over the frequency. */
function chart(
  lab: Lab,
  { key, unit, scale, range }: { key: "amplitude" | "phase"; unit: string; scale: number; range: Ends },
) {
  const name = `Plot of the ${key} over the driving frequency`;
  const axes = new Axes({ x: "Ω [rad/s]", y: withUnit(key, unit) }, name, lab.color);
  const frame = element("div", { className: "chart" }, axes.canvas);
  return {
    axes,
    name,
    frame,
    unit,
    range,
    value: (response: { amplitude: number; phase: number }) => scale * response[key],
    element: element("div", { className: "plot" }, element("div", { className: "curves" }, frame)),
  };
}
