// Quantities over simulated time.
import { element } from "../lab/dom.js";
import { significant } from "../lab/format.js";
import { Axes } from "./axes.js";
import { Range } from "./range.js";
import { withUnit } from "./recorder.js";

/** @import { Quantity, Recorder } from "./recorder.js" */

/** Sizes beyond this leave no room to compute with. */
const HUGE = 1e300;

/**
 * @typedef {object} Plot
 * @property {Recorder} recorder
 * @property {number[]} quantities  places in those of the recorder, drawn in this order
 * @property {string} axis  what the vertical axis shows
 * @property {string} unit  none if empty
 * @property {(property: string) => string} color  the colour a custom property stands for
 * @property {number} [floor]  a value that is always in view
 * @property {(value: number) => string} [format]  of the values in the legend
 */

/**
 * @typedef {object} Curve
 * @property {Quantity} quantity
 * @property {number} column
 * @property {HTMLOutputElement} output
 * @property {number} gone  length that has left the window, in CSS px: dashes stay where they are in time
 */

export class TimePlot {
  /** The plot with its legend. */
  element;
  #plot;
  #curves;
  #axes;
  #range;
  #resize;
  /** Where the curves began in the last picture, in s. */
  #since = Number.POSITIVE_INFINITY;

  /** @param {Plot} plot */
  constructor(plot) {
    const { recorder, quantities, axis, unit, color, floor } = plot;
    this.#plot = plot;
    this.#range = new Range(floor);
    this.#curves = quantities.map((column) => ({
      quantity: recorder.quantities[column],
      column: column + 1,
      output: element("output", { "aria-live": "off" }),
      gone: 0,
    }));
    const items = this.#curves.map(({ quantity, output }) =>
      element("li", {}, swatch(quantity), element("span", {}, quantity.label), output),
    );
    const description = `Plot of ${axis}${unit && ` in ${unit}`} over time in s`;
    this.#axes = new Axes({ x: "time [s]", y: withUnit(axis, unit) }, description, color);
    const frame = element("div", { className: "chart" }, this.#axes.canvas);
    this.element = element("div", { className: "plot" }, element("ul", { className: "legend" }, ...items), frame);
    this.#resize = new ResizeObserver(([{ contentRect }]) => {
      this.#axes.resize(contentRect.width, contentRect.height);
      this.draw();
    });
    this.#resize.observe(frame);
  }

  /** Shows what is recorded. */
  draw() {
    const { recorder, unit, format = significant } = this.#plot;
    const columns = recorder.columns(this.#since);
    const [times] = columns;
    // the window moves once it is full
    const begin = Math.max(0, (times.at(-1) ?? 0) - recorder.window);
    // the last sample that is not in it: the curves reach its edge
    const first = Math.max(0, times.findIndex((time) => time > begin) - 1);
    for (const { column, output } of this.#curves) {
      output.value = `${format(columns[column].at(-1) ?? Number.NaN)} ${unit}`;
    }
    this.#range.follow(...this.#extent(columns, first));
    const context = this.#axes.begin({ low: begin, high: begin + recorder.window }, this.#range);
    if (!context) return;
    this.#axes.mark(recorder.marks());
    const { left, top, width, height } = this.#axes.field;
    context.save();
    context.beginPath();
    context.rect(left, top - 2, width, height + 4);
    context.clip();
    context.lineJoin = "round";
    for (const curve of this.#curves) this.#trace(context, curve, times, columns[curve.column], first);
    context.restore();
    this.#since = times[first] ?? Number.POSITIVE_INFINITY;
  }

  /** The lowest and the highest value of all curves. @param {Float64Array[]} columns @param {number} first @returns {[number, number]} */
  #extent(columns, first) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { column } of this.#curves) {
      const values = columns[column];
      for (let i = first; i < values.length; i++) {
        const value = values[i];
        if (!isPlain(value)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    return [low, high];
  }

  /**
   * Draws a curve, with gaps where it has no values.
   * @param {CanvasRenderingContext2D} context
   * @param {Curve} curve
   * @param {Float64Array} times
   * @param {Float64Array} values
   * @param {number} first
   */
  #trace(context, curve, times, values, first) {
    const { color, width, dash, phase = 0 } = curve.quantity;
    const { scale, origin } = this.#axes;
    context.strokeStyle = this.#plot.color(color);
    context.lineWidth = width;
    context.setLineDash(dash);
    curve.gone = this.#gone(curve, times, values, first);
    context.lineDashOffset = phase + curve.gone;
    context.beginPath();
    let drawing = false;
    for (let i = first; i < times.length; i++) {
      const [x, y] = [origin.x + scale.x * times[i], origin.y + scale.y * values[i]];
      const plain = isPlain(values[i]);
      if (drawing && plain) context.lineTo(x, y);
      else if (plain) context.moveTo(x, y);
      else if (drawing) {
        // only of the first piece a part is gone
        context.stroke();
        context.beginPath();
        context.lineDashOffset = phase;
      }
      drawing = plain;
    }
    context.stroke();
  }

  /** @param {Curve} curve @param {Float64Array} times @param {Float64Array} values @param {number} first */
  #gone({ gone, quantity: { dash } }, times, values, first) {
    const { scale } = this.#axes;
    for (let i = 0; i < first; i++) {
      const [across, up] = [scale.x * (times[i + 1] - times[i]), scale.y * (values[i + 1] - values[i])];
      gone = isPlain(values[i]) && isPlain(values[i + 1]) ? gone + Math.hypot(across, up) : 0;
    }
    const period = 2 * dash.reduce((sum, length) => sum + length, 0);
    return gone % period || 0;
  }

  /** Gives back what it holds. */
  destroy() {
    this.#resize.disconnect();
  }
}

/** Whether a value can be drawn: NaN makes a gap, and so does what is too large. @param {number} value */
function isPlain(value) {
  return Math.abs(value) < HUGE;
}

/** A piece of the line as the plot draws it. @param {Quantity} quantity */
function swatch({ color, width, dash, phase = 0 }) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const line = document.createElementNS(namespace, "line");
  svg.setAttribute("viewBox", "0 0 22 11");
  svg.setAttribute("aria-hidden", "true");
  const ends = { x1: 0, x2: 22, y1: 5.5, y2: 5.5 };
  const stroke = { "stroke-width": width, "stroke-dasharray": dash.join(" "), "stroke-dashoffset": phase };
  for (const [key, value] of Object.entries({ ...ends, ...stroke })) line.setAttribute(key, String(value));
  line.style.stroke = `var(${color})`;
  svg.append(line);
  return svg;
}
