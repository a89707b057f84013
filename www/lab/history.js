// What a run went through, to come back to: moments in bounded memory. Between two of them its steps are taken again.

/** A moment of something that runs, and what it takes of memory. @typedef {{ bytes: number, free: () => void }} Moment */

/**
 * What runs and can come back.
 * @template {Moment} M
 * @typedef {object} Runner
 * @property {() => M} moment  as it is now
 * @property {(moment: M) => void} goTo
 */

/**
 * @typedef {object} Run
 * @property {() => Runner<any>[]} runners
 * @property {() => number} lived  the time that went by, whichever way, in s
 * @property {() => number} stepSize  in s
 * @property {(steps: number) => void} step  takes steps that are not recorded
 * @property {() => void} [changed]  is told of all that changes and is no step
 */

/** What is kept of a moment. @typedef {{ lived: number, moments: Moment[], runners: Runner<any>[], bytes: number }} Kept */

/** The most memory in bytes, and the most moments. */
const MOST = { bytes: 64e6, moments: 4000 };

/** Simulated time in s that is to be kept, and the least and longest time between two moments for that. */
const KEPT = { time: 30, least: 1 / 60, longest: 0.1 };

/** Rounding of a number of steps. */
const ROUNDING = 1e-6;

export class History {
  #run;
  /** In order of time. Of two at the same time the second is after a change. @type {Kept[]} */
  #kept = [];
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
    return [this.#kept[0]?.lived ?? this.#head, this.#head];
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
  leave(long = false) {
    this.#look();
    this.#forgetLater();
    const [last, lived] = [this.#kept.at(-1), this.#run.lived()];
    const spacing = Math.min(Math.max((KEPT.time * (last?.bytes ?? 0)) / MOST.bytes, KEPT.least), KEPT.longest);
    if (long || this.#touched || lived - (last?.lived ?? 0) >= spacing * (1 - ROUNDING)) this.#keep();
    this.#stepping = true;
  }

  /** Steps were taken. */
  arrive() {
    this.#stepping = false;
    this.#head = this.#last = this.#run.lived();
  }

  /** Notices if the run began anew by itself. */
  #look() {
    if (this.#run.lived() < this.#last) this.restart();
  }

  /** The run can't go on from here. */
  end() {
    this.arrive();
    this.#keep();
  }

  /** Goes to a time, to the step that is nearest. @param {number} time  in s @returns {boolean} whether that was another one */
  seek(time) {
    const { lived, stepSize, step } = this.#run;
    this.#look();
    const before = lived();
    if (before === this.#head && (this.#touched || before > (this.#kept.at(-1)?.lived ?? 0))) this.#keep();
    if (this.#kept.length === 0) return false;
    const wanted = Math.min(Math.max(time, this.span[0]), this.#head);
    // to the step nearest to it, which may be one that a moment begins with
    const near = wanted + 0.5 * stepSize();
    const place = Math.max(
      this.#kept.findLastIndex((kept) => kept.lived <= near),
      0,
    );
    this.#goTo(this.#kept[place]);
    const until = Math.min(wanted, this.#kept[place + 1]?.lived ?? this.#head);
    const steps = Math.round((until - lived()) / stepSize());
    this.#stepping = true;
    try {
      if (steps > 0) step(steps);
    } finally {
      this.#stepping = this.#touched = false;
    }
    this.#last = lived();
    return this.#last !== before;
  }

  /**
   * Goes to the last step at which something holds that holds at first, and at last no longer: from the last moment that is kept at which it holds,
   * steps are taken again. Which step that is does not depend on the moments that are kept.
   * @param {() => boolean} holds
   * @returns {number} its time, in s
   */
  seekLast(holds) {
    const held = (/** @type {Kept} */ kept) => {
      this.#goTo(kept);
      return holds();
    };
    if (this.#kept.length === 0) return this.#run.lived();
    let [low, high] = [0, this.#kept.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (held(this.#kept[middle])) low = middle;
      else high = middle;
    }
    const until = this.#kept[high]?.lived ?? this.#head;
    this.#goTo(this.#kept[low]);
    const { lived, step, stepSize } = this.#run;
    const most = Math.round((until - lived()) / stepSize());
    this.#stepping = true;
    try {
      let good = 0;
      for (let taken = 1; taken <= most; taken++) {
        step(1);
        if (!holds()) break;
        good = taken;
      }
      this.#goTo(this.#kept[low]);
      if (good > 0) step(good);
    } finally {
      this.#stepping = false;
    }
    this.#last = this.#run.lived();
    return this.#last;
  }

  /** @param {Kept} kept */
  #goTo({ moments, runners }) {
    for (const [i, moment] of moments.entries()) runners[i].goTo(moment);
    this.#last = this.#run.lived();
  }

  #keep() {
    const runners = this.#run.runners();
    const moments = this.#moments(runners);
    this.arrive();
    this.#touched = false;
    if (!moments) return;
    const bytes = moments.reduce((sum, moment) => sum + moment.bytes, 0);
    this.#kept.push({ lived: this.#run.lived(), moments, runners, bytes });
    this.#bytes += bytes;
    while (this.#kept.length > MOST.moments || (this.#bytes > MOST.bytes && this.#kept.length > 1)) {
      this.#free(this.#kept.shift());
    }
  }

  /**
   * What runs, as it is now. Where there is no memory for it the older half of what is kept gives way, as often as it takes.
   * @param {Runner<any>[]} runners
   * @returns {Moment[] | undefined} undefined if there is none even so: then the past begins later
   */
  #moments(runners) {
    /** @type {Moment[]} */
    const moments = [];
    try {
      for (const runner of runners) moments.push(runner.moment());
      return moments;
    } catch {
      for (const moment of moments) moment.free();
      if (this.#kept.length === 0) return undefined;
      for (const kept of this.#kept.splice(0, Math.ceil(this.#kept.length / 2))) this.#free(kept);
      return this.#moments(runners);
    }
  }

  #forgetLater() {
    const lived = this.#run.lived();
    if (lived >= this.#head) return;
    this.#forget(this.#kept.findLastIndex((kept) => kept.lived <= lived) + 1);
    this.#head = lived;
  }

  /** Forgets the moments from a place on. @param {number} place */
  #forget(place) {
    for (const kept of this.#kept.splice(place)) this.#free(kept);
  }

  /** @param {Kept | undefined} kept */
  #free(kept) {
    for (const moment of kept?.moments ?? []) moment.free();
    this.#bytes -= kept?.bytes ?? 0;
  }

  destroy() {
    this.#forget(0);
  }
}
