// The past of a run: checkpoints in bounded memory. A time between two of them is reached by
// stepping again.

/** A saved state and its size in bytes. */
type Checkpoint = { bytes: number; free: () => void };

/** Something that runs and can be restored. */
interface Runner<C extends Checkpoint> {
  /** Saves the present state. */
  moment: () => C;
  /** Restores a saved state. */
  goTo: (checkpoint: C) => void;
}

interface Run {
  runners: () => Runner<any>[];
  /** Elapsed time in s, which grows in either direction of time. */
  elapsed: () => number;
  /** Step size in s. */
  stepSize: () => number;
  /** Takes steps without recording them. */
  step: (steps: number) => void;
  /** Called on every change that is not a step. */
  changed?: () => void;
}

/** A runner at one time. */
type Saved = { runner: Runner<any>; checkpoint: Checkpoint };

/** Change that a runner makes with the first one. */
type Change = (runner: any) => void;

/** All runners at one time. */
interface Entry {
  /** Elapsed in s. */
  elapsed: number;
  all: Saved[];
  /** Changes since the entry before, other than steps. */
  changes: Change[];
  /** Bytes of all checkpoints. */
  bytes: number;
}

/** Limits of memory in bytes and of the number of entries. */
const MAX = { bytes: 64e6, checkpoints: 4000 };

/** Elapsed time to keep, and the least and largest spacing of entries, in s. */
const RETENTION = { time: 30, least: 1 / 60, longest: 0.1 };

/** Tolerance for rounding, as a part of the spacing. */
const ROUNDING = 1e-6;

export class History {
  #run;
  /** Entries in order of time. Two at one time: before and after a change. */
  #entries: Entry[] = [];
  #bytes = 0;
  /** Latest elapsed time that the run has reached, in s; seeking back leaves it. */
  #head = 0;
  /** Elapsed time after the last steps or seek, in s. */
  #last = 0;
  /** True if something other than a step has changed the run since the last entry. */
  #touched = false;
  /** Changes since the last entry. */
  #changes: Change[] = [];
  /** True while steps are under way. */
  #stepping = false;

  constructor(run: Run) {
    this.#run = run;
  }

  /** First and last elapsed time that one can seek to, in s. */
  get span(): [number, number] {
    return [this.#entries[0]?.elapsed ?? this.#head, this.#head];
  }

  /** Memory in use, in bytes. */
  get bytes() {
    return this.#bytes;
  }

  /** The first saved state of the first runner; undefined without any. */
  get first() {
    return this.#entries[0]?.all[0].checkpoint;
  }

  /** The saved states of the first runner, in order of their elapsed times in s. */
  get states() {
    return this.#entries.map(({ elapsed, all }) => ({ elapsed, state: all[0].checkpoint }));
  }

  /** Drops all entries and starts with the present state. */
  restart() {
    this.#run.changed?.();
    this.#forget(0);
    this.#changes = [];
    this.#keep();
  }

  /** Notes a change that is not a step. It invalidates the later entries. */
  touch() {
    if (this.#stepping) return;
    this.#run.changed?.();
    this.#forgetLater();
    this.#touched = true;
  }

  /** Notes a change that is not a step, for runners that are added later. */
  note(change: Change) {
    this.touch();
    this.#changes.push(change);
  }

  /**
   * Adds a runner that is in the state of the first entry to all entries: it makes all changes, and
   * is at last where the latest step has led.
   * @param reach  takes its steps up to an elapsed time in s
   */
  include(runner: Runner<any>, reach: (elapsed: number) => void) {
    const change = (changes: Change[]) => {
      for (const one of changes) one(runner);
    };
    for (const [i, entry] of this.#entries.entries()) {
      reach(entry.elapsed);
      if (i > 0) change(entry.changes);
      const checkpoint = runner.moment();
      entry.all.push({ runner, checkpoint });
      entry.bytes += checkpoint.bytes;
      this.#bytes += checkpoint.bytes;
    }
    reach(this.#head);
    change(this.#changes);
  }

  /** Removes a runner from all entries. */
  exclude(runner: Runner<any>) {
    for (const entry of this.#entries) {
      for (const { checkpoint } of entry.all.filter((saved) => saved.runner === runner)) {
        checkpoint.free();
        entry.bytes -= checkpoint.bytes;
        this.#bytes -= checkpoint.bytes;
      }
      entry.all = entry.all.filter((saved) => saved.runner !== runner);
    }
  }

  /**
   * Prepares for steps: drops later entries, and saves the state if the last entry is old enough.
   * @param long  true if a step takes too long to be repeated: always saves the state
   */
  beginSteps(long: boolean = false) {
    this.#detectRestart();
    this.#forgetLater();
    const last = this.#entries.at(-1);
    const elapsed = this.#run.elapsed();
    const spacing = Math.min(
      Math.max((RETENTION.time * (last?.bytes ?? 0)) / MAX.bytes, RETENTION.least),
      RETENTION.longest,
    );
    if (long || this.#touched || elapsed - (last?.elapsed ?? 0) >= spacing * (1 - ROUNDING)) this.#keep();
    this.#stepping = true;
  }

  /** Notes that the steps are done. */
  endSteps() {
    this.#stepping = false;
    this.#head = this.#last = this.#run.elapsed();
  }

  /** Restarts the history if the run has restarted by itself: its elapsed time has decreased. */
  #detectRestart() {
    if (this.#run.elapsed() < this.#last) this.restart();
  }

  /** Saves the state of a run that can't go on. */
  stop() {
    this.endSteps();
    this.#keep();
  }

  /**
   * Goes to the step nearest to an elapsed time.
   * @param time  in s
   * @returns true if the time has changed
   */
  seek(time: number): boolean {
    const { elapsed, stepSize, step } = this.#run;
    this.#detectRestart();
    const before = elapsed();
    if (before === this.#head && (this.#touched || before > (this.#entries.at(-1)?.elapsed ?? 0))) this.#keep();
    if (this.#entries.length === 0) return false;
    const wanted = Math.min(Math.max(time, this.span[0]), this.#head);
    // the nearest step may be up to half a step later, where the next entry begins
    const near = wanted + 0.5 * stepSize();
    const place = Math.max(
      this.#entries.findLastIndex((entry) => entry.elapsed <= near),
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
   * Goes to the last step at which a condition holds that is true at first and false at the end:
   * bisects the entries, then steps from the last one where it holds. The result does not depend on
   * the spacing of the entries.
   * @returns elapsed time of that step, in s
   */
  seekLast(holds: () => boolean): number {
    const held = (entry: Entry) => {
      this.#goTo(entry);
      return holds();
    };
    if (this.#entries.length === 0) return this.#run.elapsed();
    let low = 0;
    let high = this.#entries.length;
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
        try {
          step(1);
        } catch {
          break; // the run stops at this step
        }
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

  #goTo({ all }: Entry) {
    for (const { runner, checkpoint } of all) runner.goTo(checkpoint);
    this.#changes = [];
    this.#last = this.#run.elapsed();
  }

  /** Adds an entry of the present state, and drops the oldest ones beyond the limits. */
  #keep() {
    const all = this.#saved();
    this.endSteps();
    this.#touched = false;
    if (!all) return;
    const bytes = all.reduce((sum, { checkpoint }) => sum + checkpoint.bytes, 0);
    this.#entries.push({ elapsed: this.#run.elapsed(), all, changes: this.#changes, bytes });
    this.#changes = [];
    this.#bytes += bytes;
    while (this.#entries.length > MAX.checkpoints || (this.#bytes > MAX.bytes && this.#entries.length > 1)) {
      this.#free(this.#entries.shift());
    }
  }

  /**
   * Saves all runners. If memory runs out, the older half of the entries is dropped, repeatedly.
   * @returns undefined if memory lacks even without entries
   */
  #saved(): Saved[] | undefined {
    const all: Saved[] = [];
    try {
      for (const runner of this.#run.runners()) all.push({ runner, checkpoint: runner.moment() });
      return all;
    } catch {
      for (const { checkpoint } of all) checkpoint.free();
      if (this.#entries.length === 0) return undefined;
      for (const entry of this.#entries.splice(0, Math.ceil(this.#entries.length / 2))) this.#free(entry);
      return this.#saved();
    }
  }

  /** Drops the entries after the present time. */
  #forgetLater() {
    const elapsed = this.#run.elapsed();
    if (elapsed >= this.#head) return;
    this.#forget(this.#entries.findLastIndex((entry) => entry.elapsed <= elapsed) + 1);
    this.#head = elapsed;
  }

  /** Drops the entries from an index on. */
  #forget(place: number) {
    for (const entry of this.#entries.splice(place)) this.#free(entry);
  }

  #free(entry: Entry | undefined) {
    for (const { checkpoint } of entry?.all ?? []) checkpoint.free();
    this.#bytes -= entry?.bytes ?? 0;
  }

  destroy() {
    this.#forget(0);
  }
}
