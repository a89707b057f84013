// The recent past of a few quantities, in bounded memory.

/**
 * What is recorded, and how a plot draws it.
 * @typedef {object} Quantity
 * @property {string} label
 * @property {string} unit  none if empty
 * @property {string} color  a custom property
 * @property {number} width  of the line, in CSS px
 * @property {number[]} dash  lengths of dashes and gaps in CSS px; none for a solid line
 * @property {number} [phase]  where in its dashes the line begins, in CSS px
 * @property {boolean} [optional]  whether a legend leaves it out while it has no value
 */

/**
 * Something that happened.
 * @typedef {object} Mark
 * @property {number} time
 * @property {string} label
 * @property {string} subject
 */

/** Samples in a window of time. */
const SAMPLES = 1000;

/** Samples that are remembered beyond the window. */
const MORE = 100;

/** Ticks beyond so many would be a bar. */
const MOST_TICKS = 2000;

/** Marks about one subject that are closer than this part of the window are one event: a slider on its way. */
const EVENT = 0.03;

export class Recorder {
  /** Length of the past that is kept, in s of simulated time. */
  window = 20;
  quantities;
  #columns;
  #length = 0;
  /** Whether the last sample is of a passing moment. */
  #passing = false;
  /** Whether the last sample stays even if another of its time comes. */
  #final = false;
  /** @type {Mark[]} */
  #marks = [];
  /** Times of steps within time steps. @type {number[]} */
  #ticks = [];

  /** @param {Quantity[]} quantities  recorded beside the time */
  constructor(quantities) {
    this.quantities = quantities;
    // twice the room, so that old samples move out rarely and in one piece
    const room = 2 * (SAMPLES + MORE);
    this.#columns = Array.from({ length: quantities.length + 1 }, () => new Float64Array(room));
  }

  /** Time between two samples, in s. */
  get interval() {
    return this.window / SAMPLES;
  }

  /** Forgets everything. */
  clear() {
    this.#length = 0;
    this.#passing = this.#final = false;
    this.#marks = [];
    this.#ticks = [];
  }

  /**
   * Takes a sample. It replaces one of the same time and one of a passing moment.
   * @param {number} time
   * @param {number[]} values  NaN where there is none
   * @param {boolean} [passing]  whether the sample is only there until the next one comes
   */
  record(time, values, passing = false) {
    const [times] = this.#columns;
    if (this.#length > 1 && times[this.#length - 2] > time) this.clear(); // somebody restarted the simulation
    const last = this.#length > 0 ? times[this.#length - 1] : Number.NEGATIVE_INFINITY;
    const again = last > time || (last === time && !this.#final);
    if (again || this.#passing) this.#length -= 1;
    if (this.#length === times.length) this.#forgetHalf();
    for (const [i, value] of [time, ...values].entries()) this.#columns[i][this.#length] = value;
    this.#length += 1;
    this.#passing = passing && (this.#passing || !again); // a lasting sample, brought up to date, still lasts
    this.#final = false;
  }

  #forgetHalf() {
    const half = this.#columns[0].length / 2;
    for (const column of this.#columns) column.copyWithin(0, half);
    this.#length -= half;
  }

  /**
   * Marks an event. What was recorded until now stays, so that the next sample can show a jump.
   * @param {number} time
   * @param {string} label
   * @param {string} subject  what it is about: another event about the same soon after goes on with it
   * @returns {boolean}  whether it is a new event; false for one that goes on, and at the beginning
   */
  mark(time, label, subject) {
    if (this.#length === 0 || time <= this.#columns[0][0]) return false; // there is no past that it could change
    const soon = EVENT * this.window;
    const before = this.#marks.findLast((mark) => mark.subject === subject && time - mark.time < soon);
    this.#marks = [...this.marks().filter((mark) => mark !== before), { time, label, subject }];
    if (before) return false;
    this.#passing = false;
    this.#final = true;
    return true;
  }

  /** Remembers when a method ended the steps that it chose itself. @param {number[]} times  in s, in order */
  tick(times) {
    const begin = this.#begin();
    this.#ticks = [...this.#ticks.filter((time) => time >= begin), ...times].slice(-MOST_TICKS);
  }

  /** Those times within the window. */
  ticks() {
    return this.#ticks.filter((time) => time >= this.#begin());
  }

  #begin() {
    return (this.#columns[0][this.#length - 1] ?? 0) - this.window;
  }

  /**
   * Time and quantities within the window: views, valid until the next sample.
   * @param {number} [since]  a time before the window, to go further back if that is still remembered
   */
  columns(since = Number.POSITIVE_INFINITY) {
    const begin = Math.min(this.#begin(), since);
    const times = this.#columns[0].subarray(0, this.#length);
    const first = times.findIndex((time) => time >= begin);
    return this.#columns.map((column) => column.subarray(Math.max(first, 0), this.#length));
  }

  /** Events within the window. */
  marks() {
    return this.#marks.filter(({ time }) => time >= this.#begin());
  }

  /** What is within the window, as names with units and columns of numbers. */
  table() {
    const names = this.quantities.map(({ label, unit }) => withUnit(label, unit));
    return { names: ["time [s]", ...names], columns: this.columns() };
  }
}

/** A name as it stands on an axis or over a column. @param {string} name @param {string} unit */
export function withUnit(name, unit) {
  return unit ? `${name} [${unit}]` : name;
}
