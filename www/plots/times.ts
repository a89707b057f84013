// Time as the domain of a plot.
import { cleaned, significant } from "../base/format.ts";
import type { Ends } from "./axes.ts";
import type { Cursor } from "./cursor.ts";
import { changeText, intervalText, placeText, valueAt } from "./cursor.ts";
import type { Point, Samples, Subject } from "./curve.ts";
import { pointAt } from "./curve.ts";
import { describePlot } from "./description.ts";
import type { Curve, Quantity } from "./quantity.ts";
import type { Samples as Recorded, Recorder } from "./recorder.ts";
import type { Span } from "./span.ts";

/** Event at a time, or at another place. */
export type Event = { time: number; label: string };

/** Writes a value without its unit. */
export type Format = (value: number) => string;

/** Shortest span of time, in samples. */
const MIN_SAMPLES = 10;

/** The domain of a plot's curves, time or frequency: its cursors, the shown span, and its texts. */
export interface Domain {
  name: string;
  /** Name of the horizontal axis, with its unit. */
  axis: string;
  cursor: Cursor;
  span: Span;
  /** Interval between places that texts distinguish. */
  interval: number;
  /** Requests a frame. */
  redraw: () => void;
  /** Shows a moment in the picture. */
  go?: (place: number) => void;
  /** Ends of all samples. */
  ends: Ends;
  /** Chooses the span to show of curves. */
  show: (subjects: Subject[]) => Ends;
  /** Marks in the span. */
  marks: () => Event[];
  /** All samples up to the present. */
  past: (subject: Subject) => Samples;
  /** Samples after it, where the user has gone back. */
  later: (subject: Subject) => Samples;
  /** Places where a cursor can stand. */
  places: Float64Array;
  /** Place from which keys move a cursor. */
  present: number;
  /** Point that a legend tells without a cursor. */
  rest: (subject: Subject) => Point;
  /** A point, at a cursor if there is a place. */
  tell: (subject: Subject, point: Point, format: Format, place?: number) => string;
  /** Tell change of a curve between both cursors. */
  tellChange: (subject: Subject, change: Point, format: Format, between: number) => string;
  text: (place: number) => string;
  /** Between from the second cursor to the first. */
  between: (place: number, origin: number) => string;
  /** Describe in words, after the name of the plot. */
  describe: (name: string, subjects: Subject[], format: Format, events: Event[]) => string;
}

export class Times implements Domain {
  name = "time";
  axis = "time [s]";
  cursor;
  span;
  redraw;
  go;
  #recorder;

  constructor(recorder: Recorder, { cursor, span, redraw, go }: Pick<Domain, "cursor" | "span" | "redraw" | "go">) {
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

  past(subject: Subject) {
    const { record } = subject.quantity;
    return samplesOf(record ? finished(record) : this.#recorder.samples(Number.NEGATIVE_INFINITY), subject);
  }

  later(subject: Subject) {
    return subject.quantity.record ? NONE : samplesOf(this.#recorder.later(), subject);
  }

  rest(subject: Subject) {
    return pointAt(this.past(subject), this.present);
  }

  tell({ quantity, over }: Subject, [x, y]: Point, format: Format) {
    const text = withUnit(format(y), quantity);
    return over ? `${text} at ${withUnit(significant(x), over)}` : text;
  }

  tellChange({ quantity, over }: Subject, [dx, dy]: Point, format: Format, between: number) {
    if (over) return `Δ ${withUnit(format(dy), quantity)}, Δ ${withUnit(significant(dx), over)}`;
    return changeText(dy, between, quantity.unit, format);
  }

  text(time: number) {
    return placeText(time, this.interval);
  }

  between(time: number, origin: number) {
    return intervalText(time, origin, this.interval);
  }

  describe(name: string, subjects: Subject[], format: Format, events: Event[]) {
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
      const clean = (values: Float64Array, of: Quantity) =>
        values.subarray(first).map((value) => cleaned(value, recorder.scale(of)));
      return {
        label: quantity.label,
        times: places.subarray(first),
        values: clean(y, quantity),
        write: (value: number) => withUnit(format(value), quantity),
        across: over && { label: over.label, values: clean(x, over), unit: over.unit },
        optional: quantity.optional,
      };
    });
    const told = curves.filter(({ optional, values }) => !optional || values.some(Number.isFinite));
    return describePlot(name, times, told, happened);
  }
}

/** No samples. */
export const NONE: Samples = { places: new Float64Array(), x: new Float64Array(), y: new Float64Array() };

function samplesOf({ times, of }: Recorded, { quantity, over }: Subject): Samples {
  return { places: times, x: over ? of(over) : times, y: of(quantity) };
}

/** Samples of a run that is over, at the times of one of its records. */
function finished({ times }: Curve): Recorded {
  return {
    times,
    of: ({ record: own }) => {
      if (!own || own.times === times) return own?.values ?? times;
      return times.map((time) => valueAt(own.times, own.values, time));
    },
  };
}

export function withUnit(text: string, { unit }: Quantity) {
  return `${text} ${unit}`.trim();
}
