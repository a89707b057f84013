// Runs fixed time steps in a loop of animation frames.

/** Longest delay that is caught up, in s. The rest of a longer one is dropped. */
const CATCH_UP = 0.25;

/**
 * Most time that a frame spends on steps: in ms, or as a part of the time since the last frame if
 * that is more. Where drawing is slow, motion comes first: the rate is kept and frames are fewer.
 * Steps that do not fit are dropped, and the simulation runs slower than the time rate asks for.
 */
const BUDGET = { least: 8, part: 0.6 };

/** Cost of steps in ms above which drawing waits for the next frame, so that clicks come first. */
const LONG_STEPS_MS = 33;

/** Time in ms over which the achieved rate is averaged. */
const RATE_WINDOW = 500;

/** Most steps between two readings of the clock. The first batch is one step, which may be long. */
const BATCH = 64;

export class Clock {
  /** Simulated seconds per second. */
  timeRate = 1;
  #stepSize;
  #advance;
  #draw;
  #playing = false;
  #visible = true;
  #request = 0;
  /** Time of the last frame in ms; undefined after a pause. */
  #last: number | undefined;
  /** Simulated time in s that is due but shorter than a step, or waits for steps of workers. */
  #remainder = 0;
  /** True if steps were taken that are not yet drawn. */
  #undrawn = false;
  /** Part of the simulated time due that was taken in the last window, 0 to 1. */
  achieved = 1;
  /** Start of the window in ms, 0 for none; simulated time due and taken in it, in s. */
  #rateWindow = { start: 0, due: 0, taken: 0 };

  constructor({
    stepSize,
    advance,
    draw,
  }: {
    /** The time step in s. */
    stepSize: () => number;
    /** Takes that many steps, or as many as workers have computed; returns their number. */
    advance: (steps: number) => number;
    /** Shows the state. */
    draw: () => void;
  }) {
    this.#stepSize = stepSize;
    this.#advance = advance;
    this.#draw = draw;
  }

  get playing() {
    return this.#playing;
  }

  set playing(playing) {
    this.#playing = playing;
    this.redraw();
  }

  /**
   * Time since the last step, in steps from 0 to 1: the next one is due at 1. It is 1 while paused.
   */
  get phase() {
    return this.#playing ? Math.min(this.#remainder / this.#stepSize(), 1) : 1;
  }

  /** True if the picture is visible. While it is not, no frames are requested. */
  get visible() {
    return this.#visible;
  }

  set visible(visible) {
    this.#visible = visible;
    this.redraw();
  }

  /** Requests a frame, unless one is already requested. */
  redraw() {
    if (!this.#visible) this.#stop();
    else if (this.#request === 0) this.#request = requestAnimationFrame(this.#frame);
  }

  /** Cancels the requested frame, and pauses. */
  #stop() {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#pause();
  }

  /** Forgets the time of the last frame, so that the pause is not caught up. */
  #pause() {
    this.#last = undefined;
    this.#rateWindow.start = 0;
  }

  #frame = (now: number) => {
    this.#request = 0;
    const begin = performance.now();
    const waits = this.#playing && !this.#undrawn && !this.#takeSteps(now);
    this.#undrawn = !this.#undrawn && performance.now() - begin > LONG_STEPS_MS;
    if (this.#undrawn) return this.redraw();
    this.#draw();
    if (!this.#playing) this.#pause();
    else if (!waits) this.redraw();
  };

  /**
   * @param now  in ms
   * @returns false if it waits for a worker, so that no next frame is needed
   */
  #takeSteps(now: number): boolean {
    const passed = (now - (this.#last ?? now)) / 1000;
    const elapsed = Math.min(passed, CATCH_UP);
    const step = this.#stepSize();
    if (this.#last === undefined) this.#remainder %= step; // steps that were missing at a pause
    this.#last = now;
    this.#remainder += elapsed * this.timeRate;
    let due = Math.floor(this.#remainder / step);
    this.#remainder -= due * step;
    const budget = Math.max(BUDGET.least, 1000 * BUDGET.part * elapsed);
    const begin = performance.now();
    let taken = 0;
    let waits = false;
    for (let batch = 1; taken < due && batch > 0 && this.#playing; ) {
      const steps = Math.min(due - taken, batch);
      const some = this.#advance(steps);
      taken += some;
      waits = some < steps;
      if (waits) {
        // what workers have not computed yet stays due
        const most = Math.max(1, Math.floor((CATCH_UP * this.timeRate) / step));
        const missing = Math.min(due - taken, most);
        due -= missing;
        this.#remainder += missing * step;
        break;
      }
      const spent = performance.now() - begin;
      // at the average cost so far, no more than fit into the rest of the budget
      batch = Math.min(2 * batch, BATCH, Math.floor(((budget - spent) * taken) / spent));
    }
    // steps not taken lower the achieved rate, and so does dropped time
    this.#updateRate(now, due * step + (passed - elapsed) * this.timeRate, taken * step, waits && taken === 0);
    return !waits || taken > 0;
  }

  /**
   * Adds up the simulated time due and taken. The window does not end while it waits for a worker,
   * whose steps count when they are taken.
   * @param now  in ms
   * @param due  in s
   * @param taken  in s
   * @param waits  true if no step was taken because workers have none
   */
  #updateRate(now: number, due: number, taken: number, waits: boolean) {
    if (this.#rateWindow.start === 0) this.#rateWindow = { start: now, due: 0, taken: 0 };
    this.#rateWindow.due += due;
    this.#rateWindow.taken += taken;
    if (waits || now - this.#rateWindow.start < RATE_WINDOW) return;
    this.achieved = this.#rateWindow.due > 0 ? this.#rateWindow.taken / this.#rateWindow.due : 1;
    this.#rateWindow.start = 0;
  }
}
