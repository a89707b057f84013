// The cursors on one plot: gestures that move them, their lines, and readings there.
import { element, write } from "../base/dom.js";
import { cleaned, significant } from "../base/format.js";
import { changeText, intervalText, nearest, timeText, valueAt } from "./cursor.js";
import { Gestures } from "./gestures.js";

/** @import { Axes } from "./axes.js" */
/** @import { Cursor } from "./cursor.js" */
/** @import { Quantity } from "./quantity.js" */
/** @import { Recorder } from "./recorder.js" */
/** @import { Span } from "./span.js" */

/** Radius of a dot on a curve, and dashes of the second cursor, in CSS px. */
const [DOT, DASH] = [3.5, [4, 4]];

/**
 * Cursors and zoom, which all plots of a laboratory share.
 * @typedef {object} Shared
 * @property {Cursor} cursor
 * @property {Span} span
 * @property {(time: number) => void} go  shows a moment in the picture
 * @property {() => void} redraw  requests a frame
 */

/**
 * @typedef {object} Owner
 * @property {Shared} shared
 * @property {Recorder} recorder
 * @property {string} unit
 * @property {(property: string) => string} color  gives the colour of a custom property
 * @property {(value: number) => string} [format]  writes values
 */

export class PlotCursor {
  /** A bar over the plot: the time between both cursors, and buttons. */
  bar;
  #plot;
  #axes;
  #between = element("output", { "aria-live": "off" });
  #buttons;

  /** @param {Owner} plot @param {Axes} axes */
  constructor(plot, axes) {
    this.#plot = plot;
    this.#axes = axes;
    const { cursor, redraw } = plot.shared;
    const change = (/** @type {() => void} */ action) => () => {
      action();
      redraw();
    };
    this.#buttons = [
      button("Go there", "Pause and show this moment in the picture: Enter", () => this.go()),
      button(
        "Δ",
        "Leave a second cursor here, from which differences count: D",
        change(() => cursor.mark()),
      ),
      button(
        "×",
        "Remove the cursors: Escape",
        change(() => cursor.clear()),
      ),
    ];
    const properties = { className: "cursor", hidden: true, role: "group", "aria-label": "Cursor" };
    this.bar = element("div", properties, this.#between, ...this.#buttons);
    axes.canvas.tabIndex = 0;
    axes.canvas.setAttribute("role", "slider");
    new Gestures(axes.canvas, plot.shared, this);
  }

  /** Time of the first cursor in s; undefined out of view, and where nothing is recorded. */
  get time() {
    const { recorder, shared } = this.#plot;
    const { low, high } = shared.span.shown;
    const { time = Number.NaN } = shared.cursor;
    return time >= low && time <= Math.min(high, recorder.end) ? time : undefined;
  }

  /** Time in s of a position. @param {number} x  in CSS px */
  timeAt(x) {
    const { low, high } = this.#plot.shared.span.shown;
    const [left, right] = [this.#axes.x(low), this.#axes.x(high)];
    return low + ((high - low) * (x - left)) / (right - left);
  }

  /** Time in s of the sample nearest to a position. @param {number} x  in CSS px */
  sampleAt(x) {
    return this.#near(this.timeAt(x));
  }

  /** Moves the first cursor, at first from the present on. @param {number} samples */
  step(samples) {
    const { recorder, shared } = this.#plot;
    const time = this.#near(shared.cursor.time ?? recorder.samples().times.at(-1) ?? 0, samples);
    if (time !== undefined) shared.cursor.pin(time, this);
  }

  /** Shows the first cursor's moment in the picture. */
  go() {
    const { go, cursor } = this.#plot.shared;
    if (cursor.time !== undefined) go(cursor.time);
  }

  /**
   * Time in s of the sample in view that is nearest to a time, or some samples beyond it.
   * @param {number} time @param {number} [beyond]
   */
  #near(time, beyond) {
    const { recorder, shared } = this.#plot;
    const { low, high } = shared.span.shown;
    const past = recorder.samples(Number.NEGATIVE_INFINITY).times;
    const all = [...past, ...recorder.later().times.subarray(1)];
    return nearest(
      all.filter((at, i) => at >= low && at <= high && at !== all[i - 1]),
      time,
      beyond,
    );
  }

  /**
   * Value of a quantity at a time, which may be after the present.
   * @param {Quantity} quantity @param {number} time  in s
   */
  #valueAt(quantity, time) {
    const { recorder } = this.#plot;
    const past = recorder.samples(Number.NEGATIVE_INFINITY);
    const { times, of } = time > (past.times.at(-1) ?? 0) ? recorder.later() : past;
    const { record } = quantity;
    const value = record ? valueAt(record.times, record.values, time) : valueAt(times, of(quantity), time);
    return cleaned(value, recorder.scale(quantity));
  }

  /**
   * Value of a quantity at the first cursor, or at present without one; as a text, the change from
   * the second cursor on if there are both.
   * @param {Quantity} quantity
   */
  read(quantity) {
    const { recorder, unit, format = significant, shared } = this.#plot;
    const { time } = this;
    const { origin } = shared.cursor;
    const value = this.#valueAt(quantity, time ?? recorder.samples().times.at(-1) ?? 0);
    if (!Number.isFinite(value)) return { value, text: "–" };
    if (time === undefined || origin === undefined) return { value, text: `${format(value)} ${unit}` };
    const change = value - this.#valueAt(quantity, origin);
    return { value, text: changeText(change, time - origin, unit, format) };
  }

  /**
   * Draws lines across the field, and dots on the curves at the first cursor.
   * @param {CanvasRenderingContext2D} context
   * @param {Quantity[]} quantities @param {(value: number) => number} y  their place in CSS px
   */
  draw(context, quantities, y) {
    const { color, shared, recorder } = this.#plot;
    const { time } = this;
    this.#line(context, shared.cursor.origin, DASH);
    if (time === undefined) return;
    this.#line(context, time, []);
    for (const quantity of quantities) {
      const place = y(this.#valueAt(quantity, time));
      if (!Number.isFinite(place)) continue;
      context.fillStyle = color(quantity.color);
      context.beginPath();
      context.arc(this.#axes.x(time), place, DOT, 0, 2 * Math.PI);
      context.fill();
    }
    this.#axes.note(timeText(time, recorder.interval), this.#axes.x(time));
  }

  /**
   * Draws a line across the field.
   * @param {CanvasRenderingContext2D} context
   * @param {number | undefined} time  in s; nothing is drawn if undefined @param {number[]} dash
   */
  #line(context, time, dash) {
    if (time === undefined) return;
    context.strokeStyle = this.#plot.color("--ink");
    context.lineWidth = 1;
    context.setLineDash(dash);
    context.lineDashOffset = 0;
    context.beginPath();
    context.moveTo(this.#axes.x(time), 0);
    context.lineTo(this.#axes.x(time), this.#axes.bottom);
    context.stroke();
  }

  /**
   * Updates the bar, and the value that a screen reader reads. Returns true if there are both
   * cursors.
   * @param {string[]} readings  of the curves, with their labels
   */
  tell(readings) {
    const { recorder, shared } = this.#plot;
    const { origin, home } = shared.cursor;
    const { time } = this;
    const both = time !== undefined && origin !== undefined;
    const between = both ? intervalText(time, origin, recorder.interval) : "";
    write(this.#between, between);
    this.#between.hidden = !both;
    const isHome = home === this;
    this.bar.hidden = time === undefined || !(isHome || (both && home === undefined));
    this.bar.inert = !isHome; // the mouse would leave the plot there, and so the cursor
    for (const button of this.#buttons) button.hidden = !isHome;
    const now = recorder.samples().times.at(-1) ?? 0;
    const text = [timeText(time ?? now, recorder.interval), between, ...readings].filter(Boolean).join("; ");
    this.#setValue(time ?? now, time === undefined ? "no cursor" : text);
    return both;
  }

  /**
   * Sets a screen reader's value, if its text has changed.
   * @param {number} time  in s @param {string} text
   */
  #setValue(time, text) {
    const { canvas } = this.#axes;
    if (canvas.getAttribute("aria-valuetext") === text) return;
    const [first] = this.#plot.recorder.samples(Number.NEGATIVE_INFINITY).times;
    const values = { min: first ?? 0, max: Math.max(this.#plot.recorder.end, time), now: time, text };
    for (const [name, value] of Object.entries(values)) canvas.setAttribute(`aria-value${name}`, String(value));
  }
}

/**
 * @param {string} text @param {string} title  what it does, and its key @param {() => void} action
 */
function button(text, title, action) {
  const node = element("button", { type: "button", textContent: text, title, "aria-label": title });
  node.addEventListener("click", action);
  return node;
}
