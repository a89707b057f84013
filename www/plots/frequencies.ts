// Frequency as the domain of a plot: spectra of the record since the last change.
import { minus, significant } from "../base/format.ts";
import { after, Cursor, inverseText, placeText } from "./cursor.ts";
import type { Point, Subject } from "./curve.ts";
import type { Quantity } from "./quantity.ts";
import { Range } from "./range.ts";
import type { Recorder } from "./recorder.ts";
import { Span } from "./span.ts";
import { peaks, spectrum } from "./spectrum.ts";
import type { Domain, Event, Format, Times } from "./times.ts";
import { NONE, withUnit } from "./times.ts";

/**
 * A spectrum of the record up to a time in s with its peaks, and the time of its computation in ms.
 */
type Computed = ReturnType<typeof spectrum> & { highest: Peak[]; until: number; at: number };

type Peak = { frequency: number; amplitude: number };

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

const EMPTY: Computed = { frequencies: NONE.x, amplitudes: NONE.y, highest: [], until: 0, at: 0 };

export class Frequencies implements Domain {
  name = "frequency";
  axis = "ω [rad/s]";
  cursor = new Cursor();
  span = new Span();
  redraw;
  #times;
  #recorder;
  #exact;
  #usual = new Range(0);
  #spectra: Map<Quantity, Computed> = new Map();
  /** Exact frequencies. */
  #marks: Event[] = [];
  /** Set while a frame is requested for a later computation. */
  #timer: unknown;

  /** @param exact  gives the exact frequencies of a quantity in rad/s */
  constructor(times: Times, recorder: Recorder, exact: (unit: string) => Event[]) {
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

  /** The usual span contains all peaks and exact frequencies. */
  show(subjects: Subject[]) {
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
   */
  #update(subjects: Subject[]) {
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

  #of(quantity: Quantity): Computed {
    return this.#spectra.get(quantity) ?? EMPTY;
  }

  #compute(quantity: Quantity): Computed {
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

  past({ quantity }: Subject) {
    const { frequencies, amplitudes } = this.#of(quantity);
    return { places: frequencies, x: frequencies, y: amplitudes };
  }

  later() {
    return NONE;
  }

  /** The highest peak. */
  rest({ quantity }: Subject): Point {
    const [peak] = this.#of(quantity).highest;
    return [peak?.frequency ?? Number.NaN, peak?.amplitude ?? Number.NaN];
  }

  tell({ quantity }: Subject, [frequency, amplitude]: Point, _: Format, place?: number) {
    const text = withUnit(significant(amplitude), quantity);
    return place === undefined ? `${text} at ${frequencyText(frequency)}` : text;
  }

  tellChange({ quantity }: Subject, [, change]: Point) {
    return `Δ ${withUnit(significant(change), quantity)}`;
  }

  text(frequency: number) {
    return placeText(frequency, this.interval, "rad/s");
  }

  between(frequency: number, origin: number) {
    const between = frequency - origin;
    return `Δω = ${this.text(between)}, 2π/Δω = ${inverseText((2 * Math.PI) / between, "s")}`;
  }

  describe(name: string, subjects: Subject[]) {
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

/** A frequency with the digits that a peak has. */
function frequencyText(frequency: number) {
  return `${minus(String(Number(frequency.toPrecision(DIGITS))))} rad/s`;
}
