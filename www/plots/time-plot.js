// Quantities over simulated time.
import uPlot from "uplot";
import { element } from "../lab/dom.js";
import { energy, significant } from "../lab/format.js";
import { Recorder } from "./recorder.js";

/**
 * @typedef {object} Quantity
 * @property {string} label
 * @property {string} color  a custom property
 * @property {number} width  of the line, in CSS px
 * @property {number[]} dash  lengths of dashes and gaps in CSS px; none for a solid line
 */

export class TimePlot {
  /** The plot with its legend. */
  element;
  recorder;
  #quantities;
  #legend;
  #chart;
  #resize;

  /**
   * @param {Quantity[]} quantities
   * @param {string} axis  what the vertical axis shows, with its unit
   * @param {(property: string) => string} color  the colour a custom property stands for
   */
  constructor(quantities, axis, color) {
    this.#quantities = quantities;
    this.recorder = new Recorder(quantities.length);
    this.#legend = quantities.map(() => element("output", { "aria-live": "off" }));
    const items = quantities.map((quantity, i) =>
      element("li", {}, swatch(quantity), element("span", {}, quantity.label), this.#legend[i]),
    );
    const frame = element("div", { className: "chart", role: "img", "aria-label": `Plot of ${axis} over time in s` });
    this.element = element("div", { className: "plot" }, element("ul", { className: "legend" }, ...items), frame);
    this.#chart = new uPlot(this.#options(axis, color), [[], ...quantities.map(() => [])], frame);
    this.#resize = new ResizeObserver(() => {
      if (frame.clientWidth > 0) this.#chart.setSize({ width: frame.clientWidth, height: frame.clientHeight });
    });
    this.#resize.observe(frame);
  }

  /**
   * @param {string} axis
   * @param {(property: string) => string} color
   * @returns {uPlot.Options}
   */
  #options(axis, color) {
    const line = { stroke: () => color("--line"), width: 1 };
    const common = {
      stroke: () => color("--muted"),
      font: "12px system-ui, sans-serif",
      labelFont: "12px system-ui, sans-serif",
      grid: line,
      ticks: { ...line, size: 4 },
    };
    return {
      width: 320,
      height: 240,
      padding: [8, 16, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => this.#timeRange() },
        y: { range: (_, __, max) => [0, roof(max)] },
      },
      axes: [
        { ...common, label: "time [s]", labelSize: 18, size: 30, space: 60, values: (_, ticks) => ticks.map(String) },
        { ...common, label: axis, labelSize: 18, size: 58, values: (_, ticks) => ticks.map(significant) },
      ],
      series: [
        {},
        ...this.#quantities.map(({ label, color: property, width, dash }) => ({
          label,
          stroke: () => color(property),
          width,
          dash,
          points: { show: false },
        })),
      ],
    };
  }

  /** The window moves once it is full. @returns {[number, number]} */
  #timeRange() {
    const last = this.recorder.columns()[0].at(-1) ?? 0;
    const begin = Math.max(0, last - this.recorder.window);
    return [begin, begin + this.recorder.window];
  }

  /** Shows what is recorded. */
  draw() {
    const columns = this.recorder.columns();
    this.#chart.setData(/** @type {uPlot.AlignedData} */ (/** @type {unknown} */ (columns)));
    for (const [i, output] of this.#legend.entries()) {
      output.value = `${energy(columns[i + 1].at(-1) ?? Number.NaN)} J`;
    }
  }

  /** What is shown, as names with units and columns of numbers. */
  table() {
    const names = ["time [s]", ...this.#quantities.map(({ label }) => `${label} [J]`)];
    return { names, columns: this.recorder.columns() };
  }

  /** Gives back what it holds. */
  destroy() {
    this.#resize.disconnect();
    this.#chart.destroy();
  }
}

/** The next of 1, 2, 5, 10, … above a value: an axis that follows the data without trembling. @param {number | null} max */
function roof(max) {
  if (!max || !Number.isFinite(max)) return 1;
  const decade = 10 ** Math.floor(Math.log10(max));
  return decade * ([1, 1.2, 1.5, 2, 3, 4, 5, 6, 8].find((digit) => digit * decade >= 1.02 * max) ?? 10);
}

/** A piece of the line as the plot draws it. @param {Quantity} quantity */
function swatch({ color, width, dash }) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const line = document.createElementNS(namespace, "line");
  svg.setAttribute("viewBox", "0 0 22 11");
  svg.setAttribute("aria-hidden", "true");
  const attributes = { x1: 0, x2: 22, y1: 5.5, y2: 5.5, "stroke-width": width, "stroke-dasharray": dash.join(" ") };
  for (const [key, value] of Object.entries(attributes)) line.setAttribute(key, String(value));
  line.style.stroke = `var(${color})`;
  svg.append(line);
  return svg;
}
