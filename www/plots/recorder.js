// The recent past of a few quantities, in bounded memory.

/** Samples in a window of time. */
const SAMPLES = 1000;

export class Recorder {
  /** Length of the past that is kept, in s of simulated time. */
  window = 20;
  #columns;
  #length = 0;
  /** Whether the last sample is of a passing moment. */
  #passing = false;

  /** @param {number} quantities  how many are recorded beside the time */
  constructor(quantities) {
    // twice the room, so that old samples move out rarely and in one piece
    this.#columns = Array.from({ length: quantities + 1 }, () => new Float64Array(2 * SAMPLES + 2));
  }

  /** Time between two samples, in s. */
  get interval() {
    return this.window / SAMPLES;
  }

  /** Forgets everything. */
  clear() {
    this.#length = 0;
  }

  /**
   * Takes a sample. It replaces one of the same time and one of a passing moment.
   * @param {number} time
   * @param {number[]} values
   * @param {boolean} [passing]  whether the sample is only there until the next one comes
   */
  record(time, values, passing = false) {
    const [times] = this.#columns;
    if (this.#length > 1 && times[this.#length - 2] > time) this.clear(); // somebody restarted the simulation
    const again = this.#length > 0 && times[this.#length - 1] >= time;
    if (this.#length > 0 && (again || this.#passing)) this.#length -= 1;
    if (this.#length === times.length) this.#forgetHalf();
    for (const [i, value] of [time, ...values].entries()) this.#columns[i][this.#length] = value;
    this.#length += 1;
    this.#passing = passing && (this.#passing || !again); // a lasting sample, brought up to date, still lasts
  }

  #forgetHalf() {
    const half = this.#columns[0].length / 2;
    for (const column of this.#columns) column.copyWithin(0, half);
    this.#length -= half;
  }

  /** Time and quantities within the window: views, valid until the next sample. */
  columns() {
    const times = this.#columns[0].subarray(0, this.#length);
    const begin = (times.at(-1) ?? 0) - this.window;
    const first = times.findIndex((time) => time >= begin);
    return this.#columns.map((column) => column.subarray(Math.max(first, 0), this.#length));
  }
}
