// Fixed steps on simulated time, in one loop of animation frames.

/** Longest pause between two frames, in s, that is made up for. A longer one is time that nobody saw. */
const CATCH_UP = 0.25;

/** Longest time, in ms, that one frame may spend on steps: drawing takes the rest of it. What does not fit is dropped: the simulation runs late. */
const BUDGET = 8;

/** After steps that took longer, in ms, drawing has a frame of its own: a click can come between. */
const LONG = 33;

/** Time in ms over which the achieved rate is taken. */
const RATE_WINDOW = 500;

/** Most steps between two looks at the watch; at first there is one, as a step may be long. */
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
  /** @type {number | undefined} time of the frame before, in ms; none after a pause */
  #last;
  /** Simulated time, in s, that is due but shorter than a step. */
  #remainder = 0;
  /** Whether steps were taken that are still to be drawn. */
  #undrawn = false;
  /** The part of what was due lately of which steps were taken. */
  achieved = 1;
  /** Simulated time in s that was due and that was taken since some moment, in ms. */
  #rateWindow = { start: 0, due: 0, taken: 0 };

  /**
   * @param {object} work
   * @param {() => number} work.stepSize  the time step in s
   * @param {(steps: number) => boolean | void} work.advance  takes that many steps; false while the first of them is under way
   * @param {() => void} work.draw  shows the state
   */
  constructor({ stepSize, advance, draw }) {
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

  /** Whether anyone can see the picture. Nothing runs while nobody can. */
  get visible() {
    return this.#visible;
  }

  set visible(visible) {
    this.#visible = visible;
    this.redraw();
  }

  /** Asks for a frame. However often, there is one request under way at most. */
  redraw() {
    if (!this.#visible) this.#stop();
    else if (this.#request === 0) this.#request = requestAnimationFrame(this.#frame);
  }

  /** Forgets the request under way and the time since the last frame. */
  #stop() {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#pause();
  }

  /** Forgets when the last frame was. */
  #pause() {
    this.#last = undefined;
    this.#rateWindow.start = 0;
  }

  /** @param {number} now */
  #frame = (now) => {
    this.#request = 0;
    const begin = performance.now();
    const waits = this.#playing && !this.#undrawn && !this.#takeSteps(now);
    this.#undrawn = !this.#undrawn && performance.now() - begin > LONG;
    if (this.#undrawn) return this.redraw();
    this.#draw();
    if (!this.#playing) this.#pause();
    else if (!waits) this.redraw();
  };

  /** @param {number} now @returns {boolean} whether there will be something new in the next frame, and not only when a step has come */
  #takeSteps(now) {
    const passed = (now - (this.#last ?? now)) / 1000;
    const elapsed = Math.min(passed, CATCH_UP);
    this.#last = now;
    const step = this.#stepSize();
    this.#remainder += elapsed * this.timeRate;
    let due = Math.floor(this.#remainder / step);
    this.#remainder -= due * step;
    const begin = performance.now();
    let [taken, waits] = [0, false];
    for (let batch = 1; taken < due && batch > 0 && this.#playing; ) {
      const steps = Math.min(due - taken, batch);
      waits = this.#advance(steps) === false;
      if (waits) {
        due -= 1; // until it has come
        this.#remainder += step;
        break;
      }
      taken += steps;
      const spent = performance.now() - begin;
      // no more than what is left has room for, as fast as it went so far
      batch = Math.min(2 * batch, BATCH, Math.floor(((BUDGET - spent) * taken) / spent));
    }
    // late is what was due and not taken, and what is not made up for
    this.#updateRate(now, due * step + (passed - elapsed) * this.timeRate, taken * step, waits && taken === 0);
    return !waits;
  }

  /**
   * Adds up what was due and what was taken. A spell does not end while a step is under way: it counts when it has come.
   * @param {number} now  in ms @param {number} due  in s @param {number} taken  in s @param {boolean} waits  for one that has not come
   */
  #updateRate(now, due, taken, waits) {
    if (this.#rateWindow.start === 0) this.#rateWindow = { start: now, due: 0, taken: 0 };
    this.#rateWindow.due += due;
    this.#rateWindow.taken += taken;
    if (waits || now - this.#rateWindow.start < RATE_WINDOW) return;
    this.achieved = this.#rateWindow.due > 0 ? this.#rateWindow.taken / this.#rateWindow.due : 1;
    this.#rateWindow.start = 0;
  }
}
