// The recent past of a few quantities, in bounded memory.

/**
 * What is recorded, and how a plot draws it.
 * @typedef {object} Quantity
 * @property {string} label
 * @property {string} unit  none if empty
 * @property {string} color  a custom property; by a getter where it may change
 * @property {number} width  of the line, in CSS px
 * @property {number[]} dash  lengths of dashes and gaps in CSS px; none for a solid line
 * @property {number} [phase]  where in its dashes the line begins, in CSS px
 * @property {number} [scale]  how large it is where it is something, if that is not the largest that has its unit
 * @property {boolean} [optional]  whether a legend leaves it out while it has no value
 * @property {boolean} [spare]  whether a table leaves it out where it is always 0
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
const EXTRA = 100;

/** Simulated time in s that is remembered however short the window is, and the most samples for that. */
const KEPT = { time: 30, samples: 60_000 };

/** Ticks beyond so many would be a bar. */
const MOST_TICKS = 2000;

/** Marks about one subject that are closer than this part of the window are one event: a slider on its way. */
const EVENT = 0.03;

export class Recorder {
  /** Length of the past that a plot shows, in s of simulated time. */
  window = 20;
  quantities;
  /** The time and the quantities, in order of time. */
  #columns;
  /** Samples until the present … */
  #length = 0;
  /** … and with those that came later, before somebody went back. */
  #total = 0;
  /** Whether the last sample is of a provisional moment. */
  #provisional = false;
  /** Whether the last sample stays even if another of its time comes. */
  #final = false;
  /** @type {Mark[]} */
  #marks = [];
  /** The largest size that any quantity of a unit had. @type {Map<string, number>} */
  #largest = new Map();
  /** Times of steps within time steps. @type {number[]} */
  #ticks = [];

  /** @param {Quantity[]} quantities  recorded beside the time */
  constructor(quantities) {
    this.quantities = quantities;
    // twice the room, so that old samples move out rarely and in one piece
    const room = 2 * (SAMPLES + EXTRA);
    this.#columns = Array.from({ length: quantities.length + 1 }, () => new Float64Array(room));
  }

  /** Time between two samples, in s. */
  get interval() {
    return this.window / SAMPLES;
  }

  /** The time of the last sample, in s, also of one that came later. */
  get end() {
    return this.#total > 0 ? this.#columns[0][this.#total - 1] : 0;
  }

  /** Forgets everything. */
  clear() {
    this.#length = this.#total = 0;
    this.#provisional = this.#final = false;
    this.#marks = [];
    this.#ticks = [];
    this.#largest.clear();
  }

  /** How large a quantity is where it is something, to tell it from rounding. @param {Quantity} quantity */
  scale({ unit, scale = 0 }) {
    return Math.max(scale, this.#largest.get(unit) ?? 0);
  }

  /**
   * Takes a sample. It replaces one of the same time, one of a provisional moment, and those that came later until then.
   * @param {number} time
   * @param {number[]} values  NaN where there is none
   * @param {boolean} [provisional]  whether the sample is only there until the next one comes
   */
  record(time, values, provisional = false) {
    if (this.#length > 1 && this.#columns[0][this.#length - 2] > time) this.clear(); // somebody restarted the simulation
    const last = this.#length > 0 ? this.#columns[0][this.#length - 1] : Number.NEGATIVE_INFINITY;
    const again = last > time || (last === time && !this.#final);
    if (again || this.#provisional) this.#drop(this.#length - 1, this.#length);
    this.#overwrite(last, time);
    if (this.#total === this.#columns[0].length) this.#makeRoom();
    for (const [i, value] of [time, ...values].entries()) {
      const column = this.#columns[i];
      if (this.#total > this.#length) column.copyWithin(this.#length + 1, this.#length, this.#total);
      column[this.#length] = value;
    }
    for (const [i, { unit }] of this.quantities.entries()) {
      const size = Math.abs(values[i]);
      if (Number.isFinite(size) && size > (this.#largest.get(unit) ?? 0)) this.#largest.set(unit, size);
    }
    this.#length += 1;
    this.#total += 1;
    this.#provisional = provisional && (this.#provisional || !again); // a lasting sample, brought up to date, still lasts
    this.#final = false;
  }

  /** Forgets what came later from one time until another. @param {number} since @param {number} until */
  #overwrite(since, until) {
    if (this.#total === this.#length) return;
    const end = this.#place((time) => time > until, this.#length);
    this.#drop(this.#length, end);
    this.#marks = this.#marks.filter(({ time }) => time <= since || time >= until);
  }

  /** Forgets the samples from one place until before another. @param {number} from @param {number} to */
  #drop(from, to) {
    if (to < this.#total) for (const column of this.#columns) column.copyWithin(from, to, this.#total);
    this.#total -= to - from;
    this.#length = Math.min(this.#length, from);
  }

  /** Grows up to what is to be kept, then forgets the older half. */
  #makeRoom() {
    const room = this.#columns[0].length;
    const kept = Math.min(Math.max(SAMPLES + EXTRA, KEPT.time / this.interval), KEPT.samples);
    if (room < 2 * kept) {
      this.#columns = this.#columns.map((column) => {
        const more = new Float64Array(2 * room);
        more.set(column);
        return more;
      });
      return;
    }
    const old = Math.min(room / 2, this.#length);
    const [length, total] = [this.#length, this.#total];
    this.#drop(0, old);
    [this.#length, this.#total] = [length - old, total - old];
  }

  /**
   * The place of the first sample that is beyond something, from one place on.
   * @param {(time: number) => boolean} beyond @param {number} [from]
   */
  #place(beyond, from = 0) {
    const [times] = this.#columns;
    let [low, high] = [from, this.#total];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (beyond(times[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Goes back, or on, to a time: what is recorded beyond it came later, and stays until it is overwritten. @param {number} time */
  seek(time) {
    if (this.#provisional) this.#drop(this.#length - 1, this.#length);
    this.#provisional = this.#final = false;
    this.#length = this.#place((at) => at > time);
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
    const before = this.#marks.findLast((mark) => mark.subject === subject && Math.abs(time - mark.time) < soon);
    const begin = this.#columns[0][0];
    this.#marks = [...this.#marks.filter((mark) => mark !== before && mark.time >= begin), { time, label, subject }];
    if (before) return false;
    this.#provisional = false;
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
   * Time and quantities until now, within the window: views, valid until the next sample.
   * @param {number} [since]  a time before the window, to go further back if that is still remembered
   */
  columns(since = Number.POSITIVE_INFINITY) {
    const begin = Math.min(this.#begin(), since);
    const first = this.#place((time) => time >= begin);
    return this.#columns.map((column) => column.subarray(Math.min(first, this.#length), this.#length));
  }

  /** Time and quantities from now on, of what came later before somebody went back: views, valid until the next sample. */
  later() {
    const first = this.#total > this.#length ? Math.max(this.#length - 1, 0) : this.#total;
    return this.#columns.map((column) => column.subarray(first, this.#total));
  }

  /** Events since a time, or within the window; also those that came later. @param {number} [since] */
  marks(since = this.#begin()) {
    return this.#marks.filter(({ time }) => time >= since);
  }

  /** All that is remembered until now, as names with units and columns of numbers; none that is empty, and none twice. */
  table() {
    const [times, ...columns] = this.columns(Number.NEGATIVE_INFINITY);
    const kept = this.quantities
      .map(({ label, unit, spare }, i) => ({ name: withUnit(label, unit), spare, column: columns[i] }))
      .filter(({ column, spare }) => column.some((value) => !Number.isNaN(value) && !(spare && value === 0)))
      .filter(({ column, spare }, i, all) => !spare || !all.slice(0, i).some((other) => same(column, other.column)));
    return {
      names: ["time [s]", ...kept.map(({ name }) => name)],
      columns: [times, ...kept.map(({ column }) => column)],
    };
  }
}

/** Whether two columns have the same numbers. @param {Float64Array} one @param {Float64Array} other */
function same(one, other) {
  return one.every((value, i) => Object.is(value, other[i]));
}

/** A name as it stands on an axis or over a column. @param {string} name @param {string} unit */
export function withUnit(name, unit) {
  return unit ? `${name} [${unit}]` : name;
}
