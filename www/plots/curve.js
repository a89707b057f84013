// A curve of a plot: its samples, its line, and its entry in the legend.
import { after, valueAt } from "./cursor.js";
import { entry } from "./legend.js";
import { dye, swatch } from "./swatch.js";

/** @import { Ends } from "./axes.js" */
/** @import { Quantity } from "./quantity.js" */

/** Size beyond which values are not drawn, because computing with them would overflow. */
const HUGE = 1e300;

/**
 * The subject of a curve: a quantity over time or frequency, or over another one of the same run.
 * @typedef {{ quantity: Quantity, over?: Quantity }} Subject
 */

/** A point of a curve, or a difference. @typedef {[x: number, y: number]} Point */

/**
 * Samples of a curve.
 * @typedef {object} Samples
 * @property {Float64Array} places  of a cursor, in order: times in s, or frequencies in rad/s
 * @property {Float64Array} x  values on the horizontal axis: the places, or those of a quantity
 * @property {Float64Array} y
 */

/** Samples to draw, from an index on. @typedef {Samples & { first: number }} Part */

/** Position of a point of the plot, in CSS px. @typedef {(x: number, y: number) => Point} Place */

/**
 * Positions and colours of a plot.
 * @typedef {{ place: Place, color: (property: string) => string }} Field
 */

export class Curve {
  subject;
  /** Dashes as drawn: the quantity's own, or others under forced colours. */
  dash;
  entry;
  output;
  /** False if the user has hidden it. */
  isShown;
  /** Place of the first sample that was drawn. */
  since = Number.POSITIVE_INFINITY;
  #swatch;
  /**
   * Length in CSS px of the part that has left the window, modulo the dashes' period: as an offset
   * it moves the dashes with the curve.
   */
  #gone = 0;

  /**
   * @param {Subject} subject @param {string} name  in the legend
   * @param {() => void} toggled @param {boolean} [shown]  false if hidden at first
   */
  constructor(subject, name, toggled, shown) {
    const { quantity } = subject;
    const made = entry(name, swatch(quantity), toggled, shown);
    made.entry.classList.toggle("run", quantity.run !== undefined);
    if (quantity.symbol) made.entry.dataset.symbol = quantity.symbol;
    this.subject = subject;
    this.dash = quantity.dash;
    this.entry = made.entry;
    this.output = made.output;
    this.isShown = made.isShown;
    this.#swatch = made.swatch;
  }

  /** Updates colour and dashes of the legend. */
  dye() {
    dye(this.#swatch, this.subject.quantity.color, this.dash);
  }

  /**
   * Draws samples up to the present. Those before the first one have left the window.
   * @param {CanvasRenderingContext2D} context @param {Part} samples @param {Field} field
   */
  draw(context, samples, field) {
    this.#follow(samples, field.place);
    this.since = samples.places[samples.first] ?? Number.POSITIVE_INFINITY;
    this.drawLine(context, samples, field, this.#gone);
  }

  /**
   * Draws a line, with gaps at missing values.
   * @param {CanvasRenderingContext2D} context @param {Part} samples @param {Field} field
   * @param {number} [gone]  offset of the dashes, in CSS px
   */
  drawLine(context, { x, y, first }, { place, color: paint }, gone = 0) {
    const { color, width, phase = 0 } = this.subject.quantity;
    context.strokeStyle = paint(color);
    context.lineWidth = this.entry.classList.contains("marked") ? 2 * width + 1 : width;
    context.lineJoin = "bevel"; // mitred joins would have spikes
    context.setLineDash(this.dash);
    context.lineDashOffset = phase + gone;
    context.beginPath();
    for (let i = first; i < x.length; i++) {
      const [left, top] = place(x[i], y[i]);
      if (isPlain(x[i]) && isPlain(y[i]) && isPlain(left) && isPlain(top)) context.lineTo(left, top);
      else {
        // dashes begin anew after a gap
        context.stroke();
        context.beginPath();
        context.lineDashOffset = phase;
      }
    }
    context.stroke();
  }

  /** Adds the length that has left the window. @param {Part} samples @param {Place} place */
  #follow({ x, y, first }, place) {
    for (let i = 1; i <= first; i++) {
      const [left, top] = place(x[i - 1], y[i - 1]);
      const [right, bottom] = place(x[i], y[i]);
      const length = Math.hypot(right - left, bottom - top);
      this.#gone = isPlain(length) ? this.#gone + length : 0;
    }
    const period = 2 * this.dash.reduce((sum, length) => sum + length, 0);
    this.#gone = this.#gone % period || 0;
  }
}

/** True if a value can be drawn: NaN and huge values make gaps. @param {number} value */
export function isPlain(value) {
  return Math.abs(value) < HUGE;
}

/**
 * The samples within a span, with the next one to each side, so that the curve reaches its edges.
 * @param {Samples} samples @param {Ends} span
 * @param {number} [since]  earlier place to begin at
 * @returns {Part}
 */
export function within({ places, x, y }, { low, high }, since = low) {
  const begin = Math.max(0, after(places, Math.min(since, low)) - 1);
  const cut = (/** @type {Float64Array} */ column) => column.subarray(begin, after(places, high) + 1);
  return { places: cut(places), x: cut(x), y: cut(y), first: Math.max(0, after(places, low) - 1 - begin) };
}

/**
 * The point of a curve at a place; NaN outside its samples.
 * @param {Samples} samples @param {number} place @returns {Point}
 */
export function pointAt({ places, x, y }, place) {
  return [valueAt(places, x, place), valueAt(places, y, place)];
}
