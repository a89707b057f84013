// A plot of quantities over simulated time.
import { element, write } from "../base/dom.js";
import { cleaned, significant } from "../base/format.js";
import { Axes } from "./axes.js";
import { after } from "./cursor.js";
import { dashesOf } from "./dashes.js";
import { decades } from "./decades.js";
import { describePlot } from "./description.js";
import { entry, legend } from "./legend.js";
import { PlotCursor } from "./plot-cursor.js";
import { Range } from "./range.js";
import { withUnit } from "./recorder.js";
import { dye, swatch } from "./swatch.js";

/** @import { Shared } from "./plot-cursor.js" */
/** @import { Curve as Record, Quantity } from "./quantity.js" */
/** @import { Ends } from "./axes.js" */
/** @import { Recorder, Samples } from "./recorder.js" */

/** Height of a tick in CSS px, and dashes of a line that looks like ticks. */
const [TICK, TICKS] = [7, [1, 6]];

/** Fraction of the samples in view, from the first on, that gives the initial size of values. */
const BEGIN = 0.1;

/** Opacity of curves after the present, which are there when the user has gone back. */
const LATER = 0.3;

/** Size beyond which values are not drawn, because computing with them would overflow. */
const HUGE = 1e300;

/** Shortest span of time, in samples. */
const LEAST = 10;

/**
 * @typedef {object} Plot
 * @property {Recorder} recorder
 * @property {Shared} shared
 * @property {Quantity[]} quantities  that are recorded; the first is drawn on top
 * @property {string} axis  name of the vertical axis
 * @property {string} unit  empty for none
 * @property {(property: string) => string} color  gives the colour of a custom property
 * @property {number} [floor]  a value that is always in view
 * @property {(value: number) => string} [format]  writes values in the legend
 * @property {() => string} [steps]  text of the legend about an adaptive method's own steps, whose
 *   ends are drawn as ticks; empty for none
 */

/**
 * A curve of the plot and its entry in the legend.
 * @typedef {object} Curve
 * @property {Quantity} quantity
 * @property {number[]} dash  dashes as drawn: the quantity's own, or others under forced colours
 * @property {HTMLLIElement} entry
 * @property {() => boolean} isShown  false if the user has hidden it
 * @property {HTMLOutputElement} output
 * @property {SVGSVGElement} swatch
 * @property {number} gone  length in CSS px of the part that has left the window, modulo the
 *   dashes' period: as an offset it moves the dashes with the curve
 */

export class TimePlot {
  /** The plot with its legend. */
  element;
  #plot;
  /** @type {Curve[]} */
  #curves = [];
  #legend = element("div", { className: "curves" });
  #frame;
  #axes;
  #range;
  #resize;
  #cursor;
  #steps;
  /** True if all values in view are only rounding errors: they are drawn as 0. */
  #rounding = false;
  /** Time at which the curves began in the last frame, in s. */
  #since = Number.POSITIVE_INFINITY;

  /** @param {Plot} plot */
  constructor(plot) {
    const { quantities, axis, unit, color, floor } = plot;
    this.#plot = plot;
    this.#range = new Range(floor);
    this.#steps = entry("its own steps", swatch({ ...quantities[0], width: TICK, dash: TICKS, phase: -3 }));
    this.#steps.entry.hidden = true;
    const description = `Plot of ${axis}${unit && ` in ${unit}`} over time in s`;
    this.#axes = new Axes({ x: "time [s]", y: withUnit(axis, unit) }, description, color);
    this.#cursor = new PlotCursor(plot, this.#axes);
    const frame = element("div", { className: "chart" }, this.#axes.canvas, this.#cursor.bar);
    this.#frame = frame;
    this.element = element("div", { className: "plot" }, this.#legend);
    this.show(quantities);
    this.#resize = new ResizeObserver(() => {
      this.#axes.size = { width: frame.clientWidth, height: frame.clientHeight };
      this.draw();
      this.tell();
    });
    this.#resize.observe(frame);
  }

  /** Sets the curves; hidden ones stay hidden. @param {Quantity[]} quantities */
  show(quantities) {
    // a run with one curve needs no more than its name
    const name = (/** @type {Quantity} */ { label, run }) =>
      run && quantities.filter((one) => one.run === run).length === 1 ? run : label;
    const before = this.#curves;
    this.#curves = quantities.map((quantity) => {
      const old = before.find((curve) => curve.quantity === quantity);
      const made = entry(name(quantity), swatch(quantity), this.#plot.shared.redraw, old?.isShown());
      made.entry.classList.toggle("run", quantity.run !== undefined);
      return { quantity, dash: quantity.dash, gone: 0, ...made };
    });
    const items = this.#curves.map(({ entry }) => entry);
    if (this.#plot.steps) items.push(this.#steps.entry);
    this.#legend.replaceChildren(legend(items), this.#frame);
  }

  /** Draws the recorded curves. */
  draw() {
    const { recorder, shared } = this.#plot;
    const usual = this.#low();
    const start = recorder.samples(Number.NEGATIVE_INFINITY).times[0] ?? 0;
    const record = { low: start, high: recorder.end };
    const span = shared.span.show({ low: usual, high: usual + recorder.window }, record, LEAST * recorder.interval);
    const samples = until(recorder.samples(Math.min(this.#since, span.low)), span.high);
    const later = until(recorder.later(), span.high);
    const { times } = samples;
    // from the last sample before the window on, so that curves reach its edge
    const [first, firstLater] = [times, later.times].map((times) => Math.max(0, after(times, span.low) - 1));
    const dashes = dashesOf(this.#curves.map(({ quantity }) => quantity.dash));
    for (const [i, curve] of this.#curves.entries()) curve.dash = dashes[i];
    // the first curve is drawn last, on top
    const shown = this.#shown.reverse();
    const running = shown.filter(({ quantity }) => !quantity.record);
    const columns = running.map(({ quantity }) => samples.of(quantity));
    const extents = [
      extent(columns, first),
      extent(
        running.map(({ quantity }) => later.of(quantity)),
        firstLater,
      ),
      ...shown.map(({ quantity: { record } }) => (record ? extentWithin(record, span) : NOTHING)),
    ];
    const [lowest, highest] = this.#cleaned(
      Math.min(...extents.map(([low]) => low)),
      Math.max(...extents.map(([, high]) => high)),
    );
    this.#range.follow(lowest, highest);
    const typical = Math.max(...this.#curves.map(({ quantity: { scale = 0 } }) => scale));
    const scale = decades(sizeOf(columns, first), lowest, highest, typical) ?? this.#range;
    const marks = recorder.marks(span.low).filter(({ time }) => time <= span.high);
    this.#axes.draw(span, scale, marks, (context) => {
      context.globalAlpha = LATER;
      for (const curve of running) this.#line(context, curve, 0, later, firstLater);
      context.globalAlpha = 1;
      for (const curve of shown) {
        const { record } = curve.quantity;
        if (record) this.#line(context, curve, 0, until(samplesOf(record), span.high), 0);
        else this.#trace(context, curve, samples, first);
      }
      if (this.#plot.steps) this.#ticks(context);
      const y = (/** @type {number} */ value) => this.#y(value);
      this.#cursor.draw(
        context,
        shown.map(({ quantity }) => quantity),
        y,
      );
      this.#since = times[first] ?? Number.POSITIVE_INFINITY;
    });
  }

  /** Place of a value in CSS px. @param {number} value */
  #y(value) {
    return this.#axes.y(this.#rounding ? 0 : value);
  }

  /** The curves that the legend shows. */
  get #shown() {
    return this.#curves.filter(({ isShown }) => isShown());
  }

  /**
   * Extent of all values; [0, 0] if they are only rounding errors. Sets `#rounding`.
   * @param {number} low @param {number} high @returns {[number, number]}
   */
  #cleaned(low, high) {
    const scale = Math.max(...this.#curves.map(({ quantity }) => this.#plot.recorder.scale(quantity)));
    this.#rounding = cleaned(low, scale) === 0 && cleaned(high, scale) === 0;
    return this.#rounding ? [0, 0] : [low, high];
  }

  /**
   * Time at the left end of the plot, in s. The plot moves once it is full. Samples after the
   * present are in view, but a quarter of the window is reserved for the past.
   */
  #low() {
    const { recorder } = this.#plot;
    const now = recorder.samples().times.at(-1) ?? 0;
    return Math.max(0, Math.min(recorder.end - recorder.window, now - 0.25 * recorder.window));
  }

  /** Updates the legend, with values at the cursor or else the present ones. */
  tell() {
    dye(this.#steps.swatch, this.#curves[0].quantity.color, TICKS);
    for (const { quantity, dash, output, swatch, entry } of this.#curves) {
      dye(swatch, quantity.color, dash);
      const { value, text } = this.#cursor.read(quantity);
      write(output, text);
      if (quantity.optional) entry.hidden = Number.isNaN(value);
    }
    const text = this.#plot.steps?.() ?? "";
    write(this.#steps.output, text);
    this.#steps.entry.hidden = text === "";
    const both = this.#cursor.tell(this.#seen.map(({ quantity, output }) => `${quantity.label} ${output.value}`));
    this.element.classList.toggle("between", both);
  }

  /** The curves that the legend shows and that have values. */
  get #seen() {
    return this.#shown.filter(({ entry }) => !entry.hidden);
  }

  /**
   * Draws ticks at the ends of an adaptive method's own steps.
   * @param {CanvasRenderingContext2D} context
   */
  #ticks(context) {
    const { recorder, quantities, color } = this.#plot;
    context.fillStyle = color(quantities[0].color);
    const bottom = this.#axes.bottom;
    for (const time of recorder.ticks()) context.fillRect(this.#axes.x(time) - 0.5, bottom - TICK, 1, TICK);
  }

  /**
   * Draws a curve, with gaps at missing values.
   * @param {CanvasRenderingContext2D} context
   * @param {Curve} curve
   * @param {Samples} samples
   * @param {number} first  index of the first sample to draw
   */
  #trace(context, curve, samples, first) {
    this.#follow(curve, samples, first);
    this.#line(context, curve, curve.gone, samples, first);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Curve} curve
   * @param {number} gone  offset of the dashes, in CSS px
   * @param {Samples} samples
   * @param {number} first  index of the first sample to draw
   */
  #line(context, { quantity, dash }, gone, { times, of }, first) {
    const { color, width, phase = 0 } = quantity;
    const values = of(quantity);
    context.strokeStyle = this.#plot.color(color);
    context.lineWidth = width;
    context.lineJoin = "bevel"; // mitred joins would have spikes
    context.setLineDash(dash);
    context.lineDashOffset = phase + gone;
    context.beginPath();
    for (let i = first; i < times.length; i++) {
      if (isPlain(values[i])) context.lineTo(this.#axes.x(times[i]), this.#y(values[i]));
      else {
        // dashes begin anew after a gap
        context.stroke();
        context.beginPath();
        context.lineDashOffset = phase;
      }
    }
    context.stroke();
  }

  /**
   * Adds the length of the curve that has left the window to `gone`.
   * @param {Curve} curve @param {Samples} samples @param {number} first
   */
  #follow(curve, { times, of }, first) {
    const { x, y } = this.#axes;
    const values = of(curve.quantity);
    for (let i = 1; i <= first; i++) {
      const length = Math.hypot(x(times[i]) - x(times[i - 1]), y(values[i]) - y(values[i - 1]));
      curve.gone = isPlain(length) ? curve.gone + length : 0;
    }
    const period = 2 * curve.dash.reduce((sum, length) => sum + length, 0);
    curve.gone = curve.gone % period || 0;
  }

  /**
   * Describes the plot up to the present and its events in words.
   * @param {{ time: number, label: string }[]} events  in addition to the marks
   */
  describe(events) {
    const { recorder, axis, unit, format = significant } = this.#plot;
    const { times, of } = recorder.samples();
    const [begin, now] = [times[0] ?? 0, times.at(-1) ?? 0];
    const curves = this.#shown
      .map(({ quantity }) => ({
        label: quantity.label,
        optional: quantity.optional,
        times: quantity.record?.times ?? times,
        values: (quantity.record?.values ?? of(quantity)).map((value) => cleaned(value, recorder.scale(quantity))),
        write: (/** @type {number} */ value) => `${format(value)} ${unit}`.trim(),
      }))
      .filter(({ optional, values }) => !optional || values.some(Number.isFinite));
    const happened = [...recorder.marks(), ...events]
      .filter(({ time }) => time >= begin && time <= now)
      .sort((a, b) => a.time - b.time);
    this.#axes.canvas.ariaLabel = describePlot(`Plot of ${axis} over time`, times, curves, happened);
  }

  /** The present canvas without its legend, and the legend as texts. */
  still() {
    const curves = this.#seen.map(({ quantity, dash, output }) => ({
      line: { ...quantity, dash },
      text: `${quantity.label} ${output.value}`,
    }));
    return { canvas: this.#axes.canvas, curves };
  }

  /** Stops observing the size. */
  destroy() {
    this.#resize.disconnect();
  }
}

/** Extent of no values. @type {[number, number]} */
const NOTHING = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/**
 * Smallest and largest value of curves.
 * @param {Float64Array[]} columns  values of each
 * @param {number} from  first index @param {number} [to]  index after the last
 * @returns {[number, number]}
 */
function extent(columns, from, to) {
  let [low, high] = NOTHING;
  for (const values of columns) {
    for (const value of values.subarray(from, to)) {
      if (!isPlain(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return [low, high];
}

/** Extent of a finished run's curve within a span. @param {Record} record @param {Ends} span */
function extentWithin({ times, values }, { low, high }) {
  return extent([values], Math.max(0, after(times, low) - 1), after(times, high) + 1);
}

/**
 * Largest size among the first samples.
 * @param {Float64Array[]} columns  values of each curve @param {number} first  index
 */
function sizeOf(columns, first) {
  const [low, high] = extent(columns, first, first + Math.ceil(BEGIN * ((columns[0]?.length ?? 0) - first)));
  return Math.max(-low, high);
}

/** Samples of one curve. @param {Record} record @returns {Samples} */
function samplesOf({ times, values }) {
  return { times, of: () => values };
}

/**
 * Samples up to the first one after a time.
 * @param {Samples} samples @param {number} time @returns {Samples}
 */
function until({ times, of }, time) {
  const end = after(times, time) + 1;
  return { times: times.subarray(0, end), of: (quantity) => of(quantity).subarray(0, end) };
}

/** True if a value can be drawn: NaN and huge values make gaps. @param {number} value */
function isPlain(value) {
  return Math.abs(value) < HUGE;
}
