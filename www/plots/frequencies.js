// Frequency as the domain of a plot: spectra of the record since the last change.
import { minus, significant } from "../base/format.js";
import { after, Cursor, inverseText, placeText } from "./cursor.js";
import { Range } from "./range.js";
import { Span } from "./span.js";
import { peaks, spectrum } from "./spectrum.js";
import { withUnit } from "./times.js";

/** @import { Point, Samples, Subject } from "./curve.js" */
/** @import { Quantity } from "./quantity.js" */
/** @import { Recorder } from "./recorder.js" */
/** @import { Domain, Event, Format, Times } from "./times.js" */

/** @typedef {{ frequencies: Float64Array, amplitudes: Float64Array }} Spectrum */

/** Time in ms between two computations. */
const PAUSE = 300;

/** Shortest span, in points of the spectra. */
const LEAST = 10;

/** Least height of a peak in view and of one that is described, relative to the highest one. */
const [SEEN, TOLD] = [0.02, 0.1];

/** Space to the right of the highest frequency in view, as a factor; most peaks described. */
const [ROOM, MOST] = [1.3, 3];

/** Digits of a peak's frequency. */
const DIGITS = 5;

/** @type {Spectrum} */
const EMPTY = { frequencies: new Float64Array(), amplitudes: new Float64Array() };

/** @type {Samples} */
const NONE = { places: new Float64Array(), x: new Float64Array(), y: new Float64Array() };

/** @implements {Domain} */
export class Frequencies {
  name = "frequency";
  axis = "ω [rad/s]";
  cursor = new Cursor();
  span = new Span();
  redraw;
  #times;
  #recorder;
  #exact;
  #usual = new Range(0);
  /** Spectra by quantity. @type {Map<object, Spectrum>} */
  #spectra = new Map();
  /** Exact frequencies. @type {Event[]} */
  #marks = [];
  /** Time up to which the spectra are computed in s, and that of the computation in ms. */
  #until = Number.NaN;
  #computedAt = Number.NEGATIVE_INFINITY;
  /** Set while a frame is requested for a later computation. @type {unknown} */
  #timer;

  /**
   * @param {Times} times @param {Recorder} recorder
   * @param {(unit: string) => Event[]} exact  gives the exact frequencies of a quantity in rad/s
   */
  constructor(times, recorder, exact) {
    this.redraw = times.redraw;
    this.#times = times;
    this.#recorder = recorder;
    this.#exact = exact;
  }

  get places() {
    const [first] = this.#spectra.values();
    return first?.frequencies ?? NONE.places;
  }

  get interval() {
    return this.places[1] || 1;
  }

  get ends() {
    return { low: 0, high: this.places.at(-1) ?? 1 };
  }

  get present() {
    const [first] = this.#spectra.values();
    return (first && peaks(first, SEEN)[0]?.frequency) ?? 0;
  }

  /** The usual span contains all peaks and exact frequencies. @param {Subject[]} subjects */
  show(subjects) {
    this.#update(subjects);
    const found = [...this.#spectra.values()].flatMap((spectrum) => peaks(spectrum, SEEN));
    const seen = [...found.map(({ frequency }) => frequency), ...this.#marks.map(({ time }) => time)];
    this.#usual.follow(0, ROOM * Math.max(0, ...seen));
    const { low, high } = this.#usual;
    return this.span.show({ low, high }, this.ends, LEAST * this.interval);
  }

  /**
   * Computes the spectra of new curves, and all of them if they are old.
   * @param {Subject[]} subjects
   */
  #update(subjects) {
    const { present } = this.#times;
    const wait = this.#computedAt + PAUSE - performance.now();
    const isOld = present !== this.#until;
    if (isOld && wait > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.redraw();
      }, wait);
    } else if (isOld) {
      this.#spectra.clear();
      this.#until = present;
      this.#computedAt = performance.now();
    }
    this.#spectra = new Map(
      subjects.map(({ quantity }) => [quantity, this.#spectra.get(quantity) ?? this.#compute(quantity)]),
    );
    this.#marks = this.#exact(subjects[0]?.quantity.unit ?? "");
  }

  /** @param {Quantity} quantity */
  #compute(quantity) {
    const { places, y } = this.#times.past({ quantity });
    const changes = quantity.record ? [] : this.#recorder.marks(Number.NEGATIVE_INFINITY);
    const last = changes.findLast(({ time }) => time <= this.#times.present)?.time ?? Number.NEGATIVE_INFINITY;
    const begin = Math.max(0, after(places, last) - 1);
    return spectrum(places.subarray(begin), y.subarray(begin));
  }

  marks() {
    return this.#marks;
  }

  /** @param {Subject} subject */
  past({ quantity }) {
    const { frequencies, amplitudes } = this.#spectra.get(quantity) ?? EMPTY;
    return { places: frequencies, x: frequencies, y: amplitudes };
  }

  later() {
    return NONE;
  }

  /** The highest peak. @param {Subject} subject @returns {Point} */
  rest({ quantity }) {
    const [peak] = peaks(this.#spectra.get(quantity) ?? EMPTY, SEEN);
    return [peak?.frequency ?? Number.NaN, peak?.amplitude ?? Number.NaN];
  }

  /**
   * @param {Subject} subject @param {Point} point @param {Format} _ @param {number} [place]
   */
  tell({ quantity }, [frequency, amplitude], _, place) {
    const text = withUnit(significant(amplitude), quantity);
    return place === undefined ? `${text} at ${frequencyText(frequency)}` : text;
  }

  /** @param {Subject} subject @param {Point} change */
  tellChange({ quantity }, [, change]) {
    return `Δ ${withUnit(significant(change), quantity)}`;
  }

  /** @param {number} frequency */
  text(frequency) {
    return placeText(frequency, this.interval, "rad/s");
  }

  /** @param {number} frequency @param {number} origin */
  between(frequency, origin) {
    const between = frequency - origin;
    return `Δω = ${this.text(between)}, 2π/Δω = ${inverseText((2 * Math.PI) / between, "s")}`;
  }

  /** @param {string} name @param {Subject[]} subjects */
  describe(name, subjects) {
    const curves = subjects.flatMap(({ quantity }) => {
      const highest = peaks(this.#spectra.get(quantity) ?? EMPTY, TOLD).slice(0, MOST);
      const told = highest.map(
        ({ frequency, amplitude }) => `${withUnit(significant(amplitude), quantity)} at ${frequencyText(frequency)}`,
      );
      if (quantity.optional && told.length === 0) return [];
      return `${quantity.label} ${told.length > 0 ? `has peaks of ${told.join(", ")}` : "has no peaks"}`;
    });
    const exact = this.#marks.map(({ time, label }) => `${label} is ${frequencyText(time)}`);
    return `${name}: ${[...curves, ...exact].join("; ")}.`;
  }
}

/** A frequency with the digits that a peak has. @param {number} frequency */
function frequencyText(frequency) {
  return `${minus(String(Number(frequency.toPrecision(DIGITS))))} rad/s`;
}
