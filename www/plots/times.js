// Time as the domain of a plot.
import { cleaned, significant } from "../base/format.js";
import { changeText, intervalText, placeText, valueAt } from "./cursor.js";
import { pointAt } from "./curve.js";
import { describePlot } from "./description.js";

/** @import { Ends } from "./axes.js" */
/** @import { Cursor } from "./cursor.js" */
/** @import { Point, Samples, Subject } from "./curve.js" */
/** @import { Curve, Quantity } from "./quantity.js" */
/** @import { Recorder, Samples as Recorded } from "./recorder.js" */
/** @import { Span } from "./span.js" */

/** @typedef {{ time: number, label: string }} Event  at a time, or at another place */

/** Writes a value without its unit. @typedef {(value: number) => string} Format */

/** Shortest span of time, in samples. */
const MIN_SAMPLES = 10;

/**
 * The domain of a plot's curves, time or frequency: its cursors, the shown span, and its texts.
 * @typedef {object} Domain
 * @property {string} name
 * @property {string} axis  name of the horizontal axis, with its unit
 * @property {Cursor} cursor
 * @property {Span} span
 * @property {number} interval  between places that texts distinguish
 * @property {() => void} redraw  requests a frame
 * @property {(place: number) => void} [go]  shows a moment in the picture
 * @property {Ends} ends  of all samples
 * @property {(subjects: Subject[]) => Ends} show  chooses the span to show of curves
 * @property {() => Event[]} marks  in the span
 * @property {(subject: Subject) => Samples} past  all samples up to the present
 * @property {(subject: Subject) => Samples} later  those after it, where the user has gone back
 * @property {Float64Array} places  where a cursor can stand
 * @property {number} present  place from which keys move a cursor
 * @property {(subject: Subject) => Point} rest  point that a legend tells without a cursor
 * @property {(subject: Subject, point: Point, format: Format, place?: number) => string} tell  a
 *   point, at a cursor if there is a place
 * @property {(subject: Subject, change: Point, format: Format, between: number) => string}
 *   tellChange  of a curve between both cursors
 * @property {(place: number) => string} text
 * @property {(place: number, origin: number) => string} between  from the second cursor to the
 *   first
 * @property {(name: string, subjects: Subject[], format: Format, events: Event[]) => string}
 *   describe  in words, after the name of the plot
 */

/** @implements {Domain} */
export class Times {
  name = "time";
  axis = "time [s]";
  cursor;
  span;
  redraw;
  go;
  #recorder;

  /**
   * @param {Recorder} recorder
   * @param {Pick<Domain, "cursor" | "span" | "redraw" | "go">} shared
   */
  constructor(recorder, { cursor, span, redraw, go }) {
    this.#recorder = recorder;
    this.cursor = cursor;
    this.span = span;
    this.redraw = redraw;
    this.go = go;
  }

  get interval() {
    return this.#recorder.interval;
  }

  get places() {
    return this.#recorder.whole.times;
  }

  get ends() {
    const { whole, end } = this.#recorder;
    return { low: whole.times[0] ?? 0, high: end };
  }

  get present() {
    return this.#recorder.samples().times.at(-1) ?? 0;
  }

  /**
   * The usual span moves once it is full. Samples after the present are in view, but a quarter of
   * the span is reserved for the past.
   */
  show() {
    const { end, window, interval } = this.#recorder;
    const low = Math.max(0, Math.min(end - window, this.present - 0.25 * window));
    return this.span.show({ low, high: low + window }, this.ends, MIN_SAMPLES * interval);
  }

  marks() {
    const { low, high } = this.span.shown;
    return this.#recorder.marks(low).filter(({ time }) => time <= high);
  }

  /** @param {Subject} subject */
  past(subject) {
    const { record } = subject.quantity;
    return samplesOf(record ? finished(record) : this.#recorder.samples(Number.NEGATIVE_INFINITY), subject);
  }

  /** @param {Subject} subject */
  later(subject) {
    return subject.quantity.record ? NONE : samplesOf(this.#recorder.later(), subject);
  }

  /** @param {Subject} subject */
  rest(subject) {
    return pointAt(this.past(subject), this.present);
  }

  /** @param {Subject} subject @param {Point} point @param {Format} format */
  tell({ quantity, over }, [x, y], format) {
    const text = withUnit(format(y), quantity);
    return over ? `${text} at ${withUnit(significant(x), over)}` : text;
  }

  /**
   * @param {Subject} subject @param {Point} change @param {Format} format
   * @param {number} between
   */
  tellChange({ quantity, over }, [dx, dy], format, between) {
    if (over) return `Δ ${withUnit(format(dy), quantity)}, Δ ${withUnit(significant(dx), over)}`;
    return changeText(dy, between, quantity.unit, format);
  }

  /** @param {number} time */
  text(time) {
    return placeText(time, this.interval);
  }

  /** @param {number} time @param {number} origin */
  between(time, origin) {
    return intervalText(time, origin, this.interval);
  }

  /**
   * @param {string} name @param {Subject[]} subjects @param {Format} format
   * @param {Event[]} events
   */
  describe(name, subjects, format, events) {
    const recorder = this.#recorder;
    const { times } = recorder.samples();
    const begin = times[0] ?? 0;
    const end = times.at(-1) ?? 0;
    const happened = [...recorder.marks(), ...events]
      .filter(({ time }) => time >= begin && time <= end)
      .sort((a, b) => a.time - b.time);
    const curves = subjects.map((subject) => {
      const { quantity, over } = subject;
      const { places, x, y } = this.past(subject);
      const first = quantity.record ? 0 : places.length - times.length;
      const clean = (/** @type {Float64Array} */ values, /** @type {Quantity} */ of) =>
        values.subarray(first).map((value) => cleaned(value, recorder.scale(of)));
      return {
        label: quantity.label,
        times: places.subarray(first),
        values: clean(y, quantity),
        write: (/** @type {number} */ value) => withUnit(format(value), quantity),
        across: over && { label: over.label, values: clean(x, over), unit: over.unit },
        optional: quantity.optional,
      };
    });
    const told = curves.filter(({ optional, values }) => !optional || values.some(Number.isFinite));
    return describePlot(name, times, told, happened);
  }
}

/** No samples. @type {Samples} */
export const NONE = { places: new Float64Array(), x: new Float64Array(), y: new Float64Array() };

/** @param {Recorded} recorded @param {Subject} subject @returns {Samples} */
function samplesOf({ times, of }, { quantity, over }) {
  return { places: times, x: over ? of(over) : times, y: of(quantity) };
}

/**
 * Samples of a run that is over, at the times of one of its records.
 * @param {Curve} record @returns {Recorded}
 */
function finished({ times }) {
  return {
    times,
    of: ({ record: own }) => {
      if (!own || own.times === times) return own?.values ?? times;
      return times.map((time) => valueAt(own.times, own.values, time));
    },
  };
}

/** @param {string} text @param {Quantity} quantity */
export function withUnit(text, { unit }) {
  return `${text} ${unit}`.trim();
}
