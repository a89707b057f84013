// The recent past of some quantities, in bounded memory.

import type { Quantity } from "./quantity.ts";
import { beginSample } from "./quantity.ts";

/** An event. */
export interface Mark {
  /** Time in s. */
  time: number;
  label: string;
  /** The thing that changed. */
  subject: string;
}

/** Samples, as views that are valid until the next one. */
export interface Samples {
  /** Times in s, in order. */
  times: Float64Array;
  /** Values of a quantity at these times; NaN if it is not recorded. */
  of: (quantity: Quantity) => Float64Array;
}

/** Samples in a window. */
const SAMPLES = 1000;

/** Samples kept beyond the window. */
const EXTRA = 100;

/** Simulated time in s that is kept even if the window is shorter, and most samples to keep it. */
const KEPT = { time: 30, samples: 60_000 };

/** Most ticks that are kept: more would look like a bar. */
const MOST_TICKS = 2000;

/** Part of the window within which marks of one subject merge, as while a slider is dragged. */
const EVENT = 0.03;

export class Recorder {
  /** Length of the past that a plot shows, in s of simulated time. */
  window = 20;
  /** Times of all samples in s, in order. */
  #times;
  /** Values of each quantity at these times. */
  #values: Map<Quantity, Float64Array>;
  /** Number of samples up to the present. */
  #length = 0;
  /** Number of all samples, including those after the present: the user may have gone back. */
  #total = 0;
  /** True if the next sample replaces the last one. */
  #provisional = false;
  /** True if another sample of the same time does not replace the last one. */
  #final = false;
  #marks: Mark[] = [];
  /** Largest absolute value recorded in each unit. */
  #largest: Map<string, number> = new Map();
  /** Ends of an adaptive method's own steps, in s. */
  #ticks: number[] = [];
  #read;

  /**
   * @param quantities  in the order of a table's columns
   * @param read  reads its present value
   */
  constructor(quantities: Quantity[], read: (quantity: Quantity) => number = (quantity) => quantity.value()) {
    this.#read = read;
    // twice the capacity, so that old samples are moved out rarely and all at once
    const column = () => new Float64Array(2 * (SAMPLES + EXTRA));
    this.#times = column();
    this.#values = new Map(quantities.map((quantity) => [quantity, column()]));
  }

  /** Adds quantities, which have no values at earlier samples. */
  add(quantities: Quantity[]) {
    for (const quantity of quantities) {
      this.#values.set(quantity, new Float64Array(this.#times.length).fill(Number.NaN));
    }
  }

  remove(quantities: Quantity[]) {
    for (const quantity of quantities) this.#values.delete(quantity);
  }

  /** All samples, also those after the present. */
  get whole() {
    return this.#views(0, this.#total);
  }

  /** Reads quantities at an earlier sample. */
  fill(quantities: Quantity[], index: number) {
    beginSample();
    for (const quantity of quantities) this.#column(quantity)[index] = this.#read(quantity);
  }

  get #columns() {
    return [this.#times, ...this.#values.values()];
  }

  /** Time between two samples, in s. */
  get interval() {
    return this.window / SAMPLES;
  }

  /** Time of the last sample in s, also if it is after the present. */
  get end() {
    return this.#total > 0 ? this.#times[this.#total - 1] : 0;
  }

  /** Deletes everything. */
  clear() {
    this.#length = this.#total = 0;
    this.#provisional = this.#final = false;
    this.#marks = [];
    this.#ticks = [];
    this.#largest.clear();
  }

  /** Typical size, relative to which rounding counts as zero. */
  scale({ unit, scale = 0 }: Quantity) {
    return Math.max(scale, this.#largest.get(unit) ?? 0);
  }

  /**
   * Reads all quantities and makes the time of this sample the present. It replaces the last sample
   * if that is provisional, or not earlier and not kept by `mark`. Samples after the last present
   * are deleted up to the new one.
   * @param provisional  true if the next sample replaces it
   */
  record(time: number, provisional: boolean = false) {
    beginSample();
    // all are read before anything changes, because a reading may fail
    const sample = Array.from(this.#values.keys(), (quantity) => ({ quantity, value: this.#read(quantity) }));
    if (this.#length > 1 && this.#times[this.#length - 2] > time) this.clear(); // the simulation was restarted
    const last = this.#length > 0 ? this.#times[this.#length - 1] : Number.NEGATIVE_INFINITY;
    const again = last > time || (last === time && !this.#final);
    if (again || this.#provisional) this.#drop(this.#length - 1, this.#length);
    this.#overwrite(last, time);
    if (this.#total === this.#times.length) this.#makeRoom();
    if (this.#total > this.#length) this.#move(this.#length, this.#length + 1);
    this.#times[this.#length] = time;
    for (const { quantity, value } of sample) {
      this.#column(quantity)[this.#length] = value;
      const size = Math.abs(value);
      if (Number.isFinite(size) && size > (this.#largest.get(quantity.unit) ?? 0))
        this.#largest.set(quantity.unit, size);
    }
    this.#length += 1;
    this.#total += 1;
    this.#provisional = provisional && (this.#provisional || !again); // a sample that replaces a lasting one is lasting
    this.#final = false;
  }

  /** All values of a quantity. */
  #column(quantity: Quantity) {
    return this.#values.get(quantity) as Float64Array;
  }

  /** Moves all samples from an index on to another. */
  #move(from: number, to: number) {
    for (const column of this.#columns) column.copyWithin(to, from, this.#total);
  }

  /** Deletes samples and marks after the present, from one time to another. */
  #overwrite(since: number, until: number) {
    if (this.#total === this.#length) return;
    const end = this.#place((time) => time > until, this.#length);
    this.#drop(this.#length, end);
    this.#marks = this.#marks.filter(({ time }) => time <= since || time >= until);
  }

  /**
   * Deletes samples.
   * @param from  first index
   * @param to  index after the last
   */
  #drop(from: number, to: number) {
    if (to < this.#total) this.#move(to, from);
    this.#total -= to - from;
    this.#length = Math.min(this.#length, from);
  }

  /** Grows up to the capacity; then deletes the older half. */
  #makeRoom() {
    const room = this.#times.length;
    const kept = Math.min(Math.max(SAMPLES + EXTRA, KEPT.time / this.interval), KEPT.samples);
    if (room < 2 * kept) {
      this.#times = doubled(this.#times);
      for (const [quantity, values] of this.#values) this.#values.set(quantity, doubled(values));
      return;
    }
    const old = Math.min(room / 2, this.#length);
    const length = this.#length;
    const total = this.#total;
    this.#drop(0, old);
    this.#length = length - old;
    this.#total = total - old;
  }

  /**
   * Index of the first sample for which a monotonic condition is true, by bisection.
   * @param from  first index
   */
  #place(beyond: (time: number) => boolean, from: number = 0) {
    let low = from;
    let high = this.#total;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (beyond(this.#times[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Makes a time the present; later samples stay until replaced. */
  seek(time: number) {
    if (this.#provisional) this.#drop(this.#length - 1, this.#length);
    this.#provisional = this.#final = false;
    this.#length = this.#place((at) => at > time);
  }

  /**
   * Marks an event. The last sample is kept even if the next one has the same time: a jump.
   * @param subject  an event soon after another of the same subject replaces it
   * @returns true for a new event; false for a replacement, and at the beginning
   */
  mark(time: number, label: string, subject: string): boolean {
    if (this.#length === 0 || time <= this.#times[0]) return false; // no samples before it
    const soon = EVENT * this.window;
    const before = this.#marks.findLast((mark) => mark.subject === subject && Math.abs(time - mark.time) < soon);
    const begin = this.#times[0];
    this.#marks = [...this.#marks.filter((mark) => mark !== before && mark.time >= begin), { time, label, subject }];
    if (before) return false;
    this.#provisional = false;
    this.#final = true;
    return true;
  }

  /** Records the ends of an adaptive method's own steps. @param times  in s, in order */
  tick(times: number[]) {
    const begin = this.#begin();
    this.#ticks = [...this.#ticks.filter((time) => time >= begin), ...times].slice(-MOST_TICKS);
  }

  /** Ends of an adaptive method's own steps within the window. */
  ticks() {
    return this.#ticks.filter((time) => time >= this.#begin());
  }

  /** Begin of the window, in s. */
  #begin() {
    return (this.#times[this.#length - 1] ?? 0) - this.window;
  }

  /**
   * Samples within the window, up to the present.
   * @param since  earlier time to begin at, if samples from then are still kept
   */
  samples(since: number = Number.POSITIVE_INFINITY) {
    const begin = Math.min(this.#begin(), since);
    const first = this.#place((time) => time >= begin);
    return this.#views(Math.min(first, this.#length), this.#length);
  }

  /**
   * The last sample up to the present and all later ones, which remain when the user goes back;
   * empty without later ones.
   */
  later() {
    const first = this.#total > this.#length ? Math.max(this.#length - 1, 0) : this.#total;
    return this.#views(first, this.#total);
  }

  #views(from: number, to: number): Samples {
    return {
      times: this.#times.subarray(from, to),
      of: (quantity) => this.#values.get(quantity)?.subarray(from, to) ?? new Float64Array(to - from).fill(Number.NaN),
    };
  }

  /** Events since a time or within the window, also after the present. */
  marks(since: number = this.#begin()) {
    return this.#marks.filter(({ time }) => time >= since);
  }

  /** True if a quantity has values up to the present; a `spare` one, others than 0. */
  has(quantity: Quantity) {
    const { spare } = quantity;
    const values = this.samples(Number.NEGATIVE_INFINITY).of(quantity);
    return values.some((value) => !Number.isNaN(value) && !(spare && value === 0));
  }

  /**
   * All samples up to the present, as columns with names. Left out are columns without values, and
   * `spare` ones that are always 0 or equal an earlier column.
   */
  table() {
    const { times, of } = this.samples(Number.NEGATIVE_INFINITY);
    const shown = [...this.#values.keys()].filter((quantity) => !quantity.hidden && this.has(quantity));
    const columns = shown
      .map((quantity) => ({ ...quantity, values: of(quantity) }))
      .filter(({ values, spare }, i, all) => !spare || !all.slice(0, i).some((other) => same(values, other.values)))
      .map(({ label, unit, values }) => ({ name: withUnit(label, unit), values }));
    return [{ name: "time [s]", values: times }, ...columns];
  }
}

/** A longer copy of a column. */
function doubled(column: Float64Array) {
  const more = new Float64Array(2 * column.length);
  more.set(column);
  return more;
}

/** True if two columns are equal. */
function same(one: Float64Array, other: Float64Array) {
  return one.every((value, i) => Object.is(value, other[i]));
}

/** A name with its unit, for an axis or a column. */
export function withUnit(name: string, unit: string) {
  return unit ? `${name} [${unit}]` : name;
}
