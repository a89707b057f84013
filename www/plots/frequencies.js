// Frequency as the domain of a plot: spectra of the record since the last change.
import { minus, significant } from "../base/format.js";
import { after, Cursor, inverseText, placeText } from "./cursor.js";
import { Range } from "./range.js";
import { Span } from "./span.js";
import { peaks, spectrum } from "./spectrum.js";
import { NONE, withUnit } from "./times.js";

/** @import { Point, Subject } from "./curve.js" */
/** @import { Quantity } from "./quantity.js" */
/** @import { Recorder } from "./recorder.js" */
/** @import { Domain, Event, Format, Times } from "./times.js" */

/**
 * A spectrum of the record up to a time in s with its peaks, and the time of its computation in ms.
 * @typedef {ReturnType<typeof spectrum> & { highest: Peak[], until: number, at: number }} Computed
 */

/** @typedef {{ frequency: number, amplitude: number }} Peak */

/** Time in ms between two computations of a spectrum. */
const PAUSE = 300;

/** Shortest span, in points of the spectra. */
const MIN_POINTS = 10;

/** Least height of a peak in view, relative to the highest one. */
const MIN_HEIGHT = 0.02;

/** Least height of a peak that is described, relative to the highest one. */
const MIN_DESCRIBED_HEIGHT = 0.1;

/** Space to the right of the highest frequency in view, as a factor. */
const ROOM = 1.3;

/** Maximum number of peaks that are described. */
const MAX_PEAKS = 3;

/** Digits of a peak's frequency. */
const DIGITS = 5;

/** @type {Computed} */
const EMPTY = { frequencies: NONE.x, amplitudes: NONE.y, highest: [], until: 0, at: 0 };

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
  /** @type {Map<Quantity, Computed>} */
  #spectra = new Map();
  /** Exact frequencies. @type {Event[]} */
  #marks = [];
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
    return first?.frequencies ?? EMPTY.frequencies;
  }

  get interval() {
    return this.places[1] || 1;
  }

  get ends() {
    return { low: 0, high: this.places.at(-1) ?? 1 };
  }

  get present() {
    const [first] = this.#spectra.values();
    return first?.highest[0]?.frequency ?? 0;
  }

  /** The usual span contains all peaks and exact frequencies. @param {Subject[]} subjects */
  show(subjects) {
    this.#update(subjects);
    const found = [...this.#spectra.values()].flatMap(({ highest }) => highest);
    const seen = [...found.map(({ frequency }) => frequency), ...this.#marks.map(({ time }) => time)];
    this.#usual.follow(0, ROOM * Math.max(0, ...seen));
    const { low, high } = this.#usual;
    return this.span.show({ low, high }, this.ends, MIN_POINTS * this.interval);
  }

  /**
   * Computes the spectra of new curves, and the oldest of the others if it is due: one a frame, so
   * that no frame takes long.
   * @param {Subject[]} subjects
   */
  #update(subjects) {
    const { present } = this.#times;
    const quantities = subjects.map(({ quantity }) => quantity);
    this.#spectra = new Map(quantities.map((one) => [one, this.#spectra.get(one) ?? this.#compute(one)]));
    this.#marks = this.#exact(quantities[0]?.unit ?? "");
    const old = quantities.filter((one) => this.#of(one).until !== present);
    if (old.length === 0) return;
    const oldest = old.reduce((a, b) => (this.#of(b).at < this.#of(a).at ? b : a));
    const wait = this.#of(oldest).at + PAUSE - performance.now();
    if (wait <= 0) this.#spectra.set(oldest, this.#compute(oldest));
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.redraw();
      },
      Math.max(wait, 0),
    );
  }

  /** @param {Quantity} quantity @returns {Computed} */
  #of(quantity) {
    return this.#spectra.get(quantity) ?? EMPTY;
  }

  /** @param {Quantity} quantity @returns {Computed} */
  #compute(quantity) {
    const { present: until } = this.#times;
    const { places, y } = this.#times.past({ quantity });
    const changes = quantity.record ? [] : this.#recorder.marks(Number.NEGATIVE_INFINITY);
    const last = changes.findLast(({ time }) => time <= until)?.time ?? Number.NEGATIVE_INFINITY;
    const begin = Math.max(0, after(places, last) - 1);
    const found = spectrum(places.subarray(begin), y.subarray(begin));
    return { ...found, highest: peaks(found, MIN_HEIGHT), until, at: performance.now() };
  }

  marks() {
    return this.#marks;
  }

  /** @param {Subject} subject */
  past({ quantity }) {
    const { frequencies, amplitudes } = this.#of(quantity);
    return { places: frequencies, x: frequencies, y: amplitudes };
  }

  later() {
    return NONE;
  }

  /** The highest peak. @param {Subject} subject @returns {Point} */
  rest({ quantity }) {
    const [peak] = this.#of(quantity).highest;
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
      const { highest } = this.#of(quantity);
      const told = highest
        .filter(({ amplitude }) => amplitude >= MIN_DESCRIBED_HEIGHT * highest[0].amplitude)
        .slice(0, MAX_PEAKS)
        .map(
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
