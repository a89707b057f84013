// What a run went through, to come back to: moments in bounded memory. Between two of them its steps are taken again.

/** A moment of something that runs, and what it takes of memory. @typedef {{ bytes: number, free: () => void }} Checkpoint */

/**
 * What runs and can come back.
 * @template {Checkpoint} C
 * @typedef {object} Runner
 * @property {() => C} moment  as it is now
 * @property {(checkpoint: C) => void} goTo
 */

/**
 * @typedef {object} Run
 * @property {() => Runner<any>[]} runners
 * @property {() => number} elapsed  the time that went by, whichever way, in s
 * @property {() => number} stepSize  in s
 * @property {(steps: number) => void} step  takes steps that are not recorded
 * @property {() => void} [changed]  is told of all that changes and is no step
 */

/** What is kept of a moment. @typedef {{ elapsed: number, checkpoints: Checkpoint[], runners: Runner<any>[], bytes: number }} Entry */

/** The most memory in bytes, and the most checkpoints. */
const MAX = { bytes: 64e6, checkpoints: 4000 };

/** Simulated time in s that is to be kept, and the least and longest time between two moments for that. */
const KEPT = { time: 30, least: 1 / 60, longest: 0.1 };

/** Rounding of a number of steps. */
const ROUNDING = 1e-6;

export class History {
  #run;
  /** In order of time. Of two at the same time the second is after a change. @type {Entry[]} */
  #entries = [];
  #bytes = 0;
  /** Where the run had come to before somebody went back, in s. */
  #head = 0;
  /** Where it was last, in s. */
  #last = 0;
  /** Whether something has changed since the last moment that was kept, other than by steps. */
  #touched = false;
  /** Whether steps are under way. */
  #stepping = false;

  /** @param {Run} run */
  constructor(run) {
    this.#run = run;
  }

  /** The first time that is kept and the last one, in s. @returns {[number, number]} */
  get span() {
    return [this.#entries[0]?.elapsed ?? this.#head, this.#head];
  }

  /** The memory that it takes, in bytes. */
  get bytes() {
    return this.#bytes;
  }

  /** Begins anew with the moment as it is. */
  restart() {
    this.#run.changed?.();
    this.#forget(0);
    this.#keep();
  }

  /** Something changed that no step did: what came later is not what would come now. */
  touch() {
    if (this.#stepping) return;
    this.#run.changed?.();
    this.#forgetLater();
    this.#touched = true;
  }

  /**
   * Steps are about to be taken from here: what came later is gone, and this moment is kept if the last one is long ago.
   * @param {boolean} [long]  whether they are such that none is to be taken again: then it is kept in any case
   */
  beginSteps(long = false) {
    this.#detectRestart();
    this.#forgetLater();
    const [last, elapsed] = [this.#entries.at(-1), this.#run.elapsed()];
    const spacing = Math.min(Math.max((KEPT.time * (last?.bytes ?? 0)) / MAX.bytes, KEPT.least), KEPT.longest);
    if (long || this.#touched || elapsed - (last?.elapsed ?? 0) >= spacing * (1 - ROUNDING)) this.#keep();
    this.#stepping = true;
  }

  /** Steps were taken. */
  endSteps() {
    this.#stepping = false;
    this.#head = this.#last = this.#run.elapsed();
  }

  /** Notices if the run began anew by itself. */
  #detectRestart() {
    if (this.#run.elapsed() < this.#last) this.restart();
  }

  /** The run can't go on from here. */
  stop() {
    this.endSteps();
    this.#keep();
  }

  /** Goes to a time, to the step that is nearest. @param {number} time  in s @returns {boolean} whether that was another one */
  seek(time) {
    const { elapsed, stepSize, step } = this.#run;
    this.#detectRestart();
    const before = elapsed();
    if (before === this.#head && (this.#touched || before > (this.#entries.at(-1)?.elapsed ?? 0))) this.#keep();
    if (this.#entries.length === 0) return false;
    const wanted = Math.min(Math.max(time, this.span[0]), this.#head);
    // to the step nearest to it, which may be one that a moment begins with
    const near = wanted + 0.5 * stepSize();
    const place = Math.max(
      this.#entries.findLastIndex((kept) => kept.elapsed <= near),
      0,
    );
    this.#goTo(this.#entries[place]);
    const until = Math.min(wanted, this.#entries[place + 1]?.elapsed ?? this.#head);
    const steps = Math.round((until - elapsed()) / stepSize());
    this.#stepping = true;
    try {
      if (steps > 0) step(steps);
    } finally {
      this.#stepping = this.#touched = false;
    }
    this.#last = elapsed();
    return this.#last !== before;
  }

  /**
   * Goes to the last step at which something holds that holds at first, and at last no longer: from the last moment that is kept at which it holds,
   * steps are taken again. Which step that is does not depend on the moments that are kept.
   * @param {() => boolean} holds
   * @returns {number} its time, in s
   */
  seekLast(holds) {
    const held = (/** @type {Entry} */ kept) => {
      this.#goTo(kept);
      return holds();
    };
    if (this.#entries.length === 0) return this.#run.elapsed();
    let [low, high] = [0, this.#entries.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (held(this.#entries[middle])) low = middle;
      else high = middle;
    }
    const until = this.#entries[high]?.elapsed ?? this.#head;
    this.#goTo(this.#entries[low]);
    const { elapsed, step, stepSize } = this.#run;
    const most = Math.round((until - elapsed()) / stepSize());
    this.#stepping = true;
    try {
      let good = 0;
      for (let taken = 1; taken <= most; taken++) {
        step(1);
        if (!holds()) break;
        good = taken;
      }
      this.#goTo(this.#entries[low]);
      if (good > 0) step(good);
    } finally {
      this.#stepping = false;
    }
    this.#last = this.#run.elapsed();
    return this.#last;
  }

  /** @param {Entry} kept */
  #goTo({ checkpoints, runners }) {
    for (const [i, checkpoint] of checkpoints.entries()) runners[i].goTo(checkpoint);
    this.#last = this.#run.elapsed();
  }

  #keep() {
    const runners = this.#run.runners();
    const checkpoints = this.#checkpoints(runners);
    this.endSteps();
    this.#touched = false;
    if (!checkpoints) return;
    const bytes = checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, 0);
    this.#entries.push({ elapsed: this.#run.elapsed(), checkpoints, runners, bytes });
    this.#bytes += bytes;
    while (this.#entries.length > MAX.checkpoints || (this.#bytes > MAX.bytes && this.#entries.length > 1)) {
      this.#free(this.#entries.shift());
    }
  }

  /**
   * What runs, as it is now. Where there is no memory for it the older half of what is kept gives way, as often as it takes.
   * @param {Runner<any>[]} runners
   * @returns {Checkpoint[] | undefined} undefined if there is none even so: then the past begins later
   */
  #checkpoints(runners) {
    /** @type {Checkpoint[]} */
    const checkpoints = [];
    try {
      for (const runner of runners) checkpoints.push(runner.moment());
      return checkpoints;
    } catch {
      for (const checkpoint of checkpoints) checkpoint.free();
      if (this.#entries.length === 0) return undefined;
      for (const kept of this.#entries.splice(0, Math.ceil(this.#entries.length / 2))) this.#free(kept);
      return this.#checkpoints(runners);
    }
  }

  #forgetLater() {
    const elapsed = this.#run.elapsed();
    if (elapsed >= this.#head) return;
    this.#forget(this.#entries.findLastIndex((kept) => kept.elapsed <= elapsed) + 1);
    this.#head = elapsed;
  }

  /** Forgets the moments from a place on. @param {number} place */
  #forget(place) {
    for (const kept of this.#entries.splice(place)) this.#free(kept);
  }

  /** @param {Entry | undefined} kept */
  #free(kept) {
    for (const checkpoint of kept?.checkpoints ?? []) checkpoint.free();
    this.#bytes -= kept?.bytes ?? 0;
  }

  destroy() {
    this.#forget(0);
  }
}
