// The quality of a surface: everything is drawn at rest, and on a slow machine less in motion.

/**
 * Quality of a frame.
 * @typedef {object} Level
 * @property {boolean} fine  true for smooth edges and the whole grid of a cloth
 * @property {number} part  the picture has 1/`part` of the pixels along each side
 */

/** @type {Level} */
export const FULL = { fine: true, part: 1 };

/** Cost in ms of a full frame above which a machine is slow, as without a graphics processor. */
const SLOW = 20;

/** Costs in ms of a frame of a slow machine's motion between which its pixels stay as they are. */
const MOTION = { least: 15, most: 25 };

/** Largest reduction of pixels along a side, and a change of it, too small to be seen. */
const [COARSEST, CHANGE] = [2, 0.0625];

/** Frames of a motion between two changes. */
const PATIENCE = 15;

/** Frames that are full at the beginning of a motion, which may be a single step. */
const AT_FIRST = 2;

/** Time without a frame after which a motion has ended, in ms. */
const REST = 300;

/** Factor of the number of pixels within which measurements stay valid. */
const LIKE = 1.5;

export class Quality {
  #redraw;
  /** Pixels of the picture when its costs were measured; 0 before that. */
  #pixels = 0;
  #slow = false;
  #part = 1;
  /** Frames since the beginning of the motion. */
  #frames = 0;
  /** Number of measured frames of motions since the last change, and their costs, in ms. */
  #window = { frames: 0, cost: 0 };
  /** Fires at the end of a motion. @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  /** @param {() => void} redraw  requests a frame */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /**
   * Measures, before a picture is shown for the first time or in another size, what it may have.
   * @param {number} pixels  of the picture
   * @param {(level: Level) => number} trial  draws a frame that is not shown; its cost in ms
   */
  choose(pixels, trial) {
    if (this.#pixels > 0 && Math.abs(Math.log(pixels / this.#pixels)) < Math.log(LIKE)) return;
    this.#pixels = pixels;
    this.#slow = trial(FULL) > SLOW;
    const excess = this.#slow ? trial({ fine: false, part: 1 }) / MOTION.most : 1;
    const steps = Math.ceil((Math.sqrt(Math.max(excess, 1)) - 1) / CHANGE);
    this.#part = Math.min(1 + steps * CHANGE, COARSEST);
    this.#window = { frames: 0, cost: 0 };
  }

  /** Level of the next frame. @returns {Level} */
  get level() {
    return this.#slow && this.#frames >= AT_FIRST ? { fine: false, part: this.#part } : FULL;
  }

  /** True if the cost of the next frame is needed. */
  get measures() {
    return this.#slow;
  }

  /**
   * Notes that a frame was drawn. The last one of a motion is followed by a full one.
   * @param {Level} level @param {number} cost  in ms
   */
  note({ fine }, cost) {
    this.#frames += 1;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#frames = 0;
      if (!fine) this.#redraw();
    }, REST);
    if (!this.#slow) return;
    // a machine that was busy when it was measured
    if (fine) this.#slow = cost > SLOW;
    else this.#adapt(cost);
  }

  /** Changes the pixels of motions, a little at a time. @param {number} cost  in ms */
  #adapt(cost) {
    const { frames, cost: before } = this.#window;
    this.#window = { frames: frames + 1, cost: before + cost };
    if (frames + 1 < PATIENCE) return;
    const mean = this.#window.cost / PATIENCE;
    const change = mean > MOTION.most ? CHANGE : mean < MOTION.least ? -CHANGE : 0;
    this.#part = Math.min(Math.max(this.#part + change, 1), COARSEST);
    this.#window = { frames: 0, cost: 0 };
  }

  /** Releases the timer. */
  destroy() {
    clearTimeout(this.#rest);
  }
}
