// Fixed steps on simulated time, in one loop of animation frames.

/** Longest pause between two frames, in s, that is made up for. A longer one is time that nobody saw. */
const CATCH_UP = 0.25;

/** Longest time, in ms, that one frame may spend on steps. What does not fit is dropped: the simulation runs late. */
const BUDGET = 12;

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
  #owed = 0;

  /**
   * @param {object} work
   * @param {() => number} work.stepSize  the time step in s
   * @param {(steps: number) => void} work.advance  takes that many steps
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
    this.#last = undefined;
  }

  /** @param {number} now */
  #frame = (now) => {
    this.#request = 0;
    if (this.#playing) this.#takeSteps(now);
    this.#draw();
    if (this.#playing) this.redraw();
    else this.#last = undefined;
  };

  /** @param {number} now */
  #takeSteps(now) {
    const elapsed = Math.min((now - (this.#last ?? now)) / 1000, CATCH_UP);
    this.#last = now;
    const step = this.#stepSize();
    this.#owed += elapsed * this.timeRate;
    const due = Math.floor(this.#owed / step);
    this.#owed -= due * step;
    const deadline = performance.now() + BUDGET;
    for (let left = due, batch = 1; left > 0 && this.#playing && performance.now() < deadline; ) {
      this.#advance(Math.min(left, batch));
      left -= batch;
      batch = Math.min(2 * batch, BATCH);
    }
  }
}
