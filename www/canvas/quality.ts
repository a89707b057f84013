// The quality of a surface: everything is drawn at rest, and on a slow machine less in motion.

/** Quality of a frame. */
export interface Level {
  /** True for antialiasing and the whole grid of a cloth. */
  fine: boolean;
  /** The picture has 1/`part` of the pixels along each side. */
  part: number;
}

export const FULL: Level = { fine: true, part: 1 };

/** Most ms that a full frame takes unless the machine is slow, as without a graphics processor. */
const FAST_FRAME_MS = 20;

/** Costs in ms of a coarse frame: with less it gets more pixels, and with more it gets fewer. */
const COARSE_FRAME_MS = { least: 15, most: 25 };

/** Largest reduction of pixels along a side. */
const MAX_REDUCTION = 2;

/** Change of the reduction below which it is not seen. */
const MIN_CHANGE = 0.0625;

/** Number of frames of a motion between two changes. */
const PAUSE_FRAMES = 15;

/** Number of full frames at the beginning of a motion, which may be a single step. */
const AT_FIRST = 2;

/** Number of full frames in a row that are not slow on a machine that was only busy before. */
const QUICK = 2;

/** Time without a frame after which a motion has ended, in ms. */
const REST = 300;

/** Ratio of sizes above which costs are measured again. */
const OTHER = 1.5;

export class Quality {
  #redraw;
  /** Sizes of the picture for which costs were measured: pixels and masses. */
  #sizes: number[] = [];
  #slow = false;
  #part = 1;
  /** Time of the present frame, in ms. */
  #frame: number | undefined;
  /** Number of frames since the beginning of the motion, the present one included. */
  #frames = 0;
  /** Number of full frames in a row that were not slow. */
  #quick = 0;
  /** Number of coarse frames since the last change of pixels, and their costs in ms. */
  #window = { frames: 0, cost: 0 };
  /** Fires at the end of a motion. */
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** @param redraw  requests a frame */
  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  /**
   * Begins a picture. One that is new, or of another size, is measured before it is shown. All
   * pictures of a frame have one level.
   * @param frame  its time in ms
   * @param sizes  numbers of pixels and of masses
   * @param trial  draws a picture that is not shown; its cost in ms
   */
  begin(frame: number, sizes: number[], trial: (level: Level) => number) {
    if (frame !== this.#frame) this.#frames += 1;
    this.#frame = frame;
    const same = sizes.every((size, i) => Math.abs(Math.log(size / this.#sizes[i])) < Math.log(OTHER));
    if (same) return;
    this.#sizes = sizes;
    this.#slow = trial(FULL) > FAST_FRAME_MS;
    const excess = this.#slow ? trial({ fine: false, part: 1 }) / COARSE_FRAME_MS.most : 1;
    const steps = Math.ceil((Math.sqrt(Math.max(excess, 1)) - 1) / MIN_CHANGE);
    this.#part = Math.min(1 + steps * MIN_CHANGE, MAX_REDUCTION);
    this.#window = { frames: 0, cost: 0 };
  }

  /** Level of the present frame. */
  get level(): Level {
    return this.#slow && this.#frames > AT_FIRST ? { fine: false, part: this.#part } : FULL;
  }

  /** True if the cost of the picture is needed. */
  get measures() {
    return this.#slow;
  }

  /** Ends a picture. The last frame of a motion is followed by a full one. @param cost  in ms */
  end({ fine }: Level, cost: number) {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#frames = 0;
      if (!fine) this.#redraw();
    }, REST);
    if (!this.#slow) return;
    if (fine) {
      this.#quick = cost > FAST_FRAME_MS ? 0 : this.#quick + 1;
      this.#slow = this.#quick < QUICK;
    } else this.#adapt(cost);
  }

  /** Changes the pixels of coarse frames, a little at a time. @param cost  in ms */
  #adapt(cost: number) {
    const { frames, cost: before } = this.#window;
    this.#window = { frames: frames + 1, cost: before + cost };
    if (frames + 1 < PAUSE_FRAMES) return;
    const mean = this.#window.cost / PAUSE_FRAMES;
    const change = mean > COARSE_FRAME_MS.most ? MIN_CHANGE : mean < COARSE_FRAME_MS.least ? -MIN_CHANGE : 0;
    this.#part = Math.min(Math.max(this.#part + change, 1), MAX_REDUCTION);
    this.#window = { frames: 0, cost: 0 };
  }

  /** Releases the timer. */
  destroy() {
    clearTimeout(this.#rest);
  }
}
