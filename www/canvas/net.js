// Many springs and masses, by what draws them soonest: pixels that the engine makes, or, on graphics processors, lines by WebGL2.
import { channels } from "../base/palette.js";
import { Pixels } from "./pixels.js";
import { linear } from "./places.js";

/** @import { Simulation } from "../types.js" */
/** @import { Camera } from "./camera.js" */
/** @import { Lines } from "./lines.js" */

/** From so many springs on a canvas takes longer to stroke them; of more than can be told apart it would take too long as well. */
export const MANY = { least: 1500, most: 40_000 };

/** From so many on, lines by WebGL2 are tried: of fewer the engine makes pixels in a millisecond or two. */
export const LINES = 10_000;

/** Pictures of either kind that are timed, in the first of which programs and canvases are made; and so many times as long as the other kind takes is enough to be seen at once. */
const TRIAL = { pictures: 4, late: 2 };

/**
 * Springs, and free masses as squares above them.
 * @typedef {object} Net
 * @property {Simulation} simulation
 * @property {Float64Array} positions  where its particles are drawn, in m
 * @property {number} springs  how many there are
 * @property {number[]} view  where the origin is, and what a metre along x, y and z comes to, x and y of each in px of the canvas
 * @property {{ upTo: number, width: number, ink: number[] }[]} strokes  of strains up to one, from the smallest on; a single one takes all. Widths in px of the canvas, inks from 0 to 255
 * @property {{ side: number, ink: number[] } | undefined} masses
 */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {object} parts
 * @param {Simulation} parts.simulation
 * @param {Float64Array} parts.positions  where its particles are drawn, in m
 * @param {number} parts.springs
 * @param {(property: string) => string} parts.color
 * @param {{ color: string, width: number, upTo?: number }[]} parts.kinds
 * @param {number} [parts.side]  of masses, in px; 0 for none
 * @returns {Net}
 */
export function netOf(context, camera, { simulation, positions, springs, color, kinds, side = 0 }) {
  const ratio = context.getTransform().a;
  const view = linear((at) => camera.project(at)).flat();
  return {
    ...{ simulation, positions, springs },
    view: view.map((part) => part * ratio),
    strokes: kinds.map(({ color: property, width, upTo = Number.POSITIVE_INFINITY }) => ({
      ...{ upTo, width: width * ratio, ink: channels(color(property)) },
    })),
    masses: side > 0 ? { side: side * ratio, ink: channels(color("--accent")) } : undefined,
  };
}

export class Painter {
  #pixels = new Pixels();
  /** @type {Lines | undefined} */
  #lines;
  #redraw;
  /** How long the page was busy with pictures, in ms, until one kind is chosen. @type {Record<"pixels" | "lines", number[]>} */
  #times = { pixels: [], lines: [] };
  /** @type {"pixels" | "lines" | undefined} */
  #chosen = "pixels";
  #springs = 0;

  /** @param {() => void} redraw  asks for a new frame */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** @param {CanvasRenderingContext2D} context @param {Net} net @param {boolean} [first]  whether nothing is on the canvas yet */
  draw(context, net, first = false) {
    if (context.canvas.width === 0 || context.canvas.height === 0) return;
    if (net.springs !== this.#springs) this.#begin(net.springs);
    const { pixels, lines } = this.#times;
    const kind = this.#chosen ?? (pixels.length > lines.length ? "lines" : "pixels");
    const behind = kind === "lines" && lines.length > 1 && this.#lines?.behind;
    const begin = performance.now();
    const drawn = kind === "lines" && this.#lines?.draw(context, net);
    if (!drawn) this.#pixels.draw(context, net, first);
    if (this.#chosen) return;
    this.#times[kind].push(performance.now() - begin);
    // a graphics processor that isn't done after two frames would hold all of them up
    if (kind === "lines" && (behind || !drawn)) this.#choose("pixels");
    else if (lines.length === TRIAL.pictures || least(lines) > TRIAL.late * least(pixels)) {
      this.#choose(least(lines) < least(pixels) ? "lines" : "pixels");
    }
  }

  /** Begins anew with a number of springs for which another kind may be sooner done. @param {number} springs */
  async #begin(springs) {
    this.#springs = springs;
    this.#choose("pixels");
    if (springs < LINES) return;
    const module = await import("./lines.js").catch(() => undefined); // pixels do without
    if (!module || springs !== this.#springs) return; // it took long
    this.#lines = new module.Lines(this.#redraw);
    this.#chosen = undefined;
    this.#times = { pixels: [], lines: [] };
  }

  /** @param {"pixels" | "lines"} kind */
  #choose(kind) {
    this.#chosen = kind;
    if (kind === "lines") return;
    this.#lines?.destroy();
    this.#lines = undefined;
  }

  destroy() {
    this.#springs = 0;
    this.#choose("pixels");
  }
}

/** The shortest time but for the first; 0 as long as there is none. @param {number[]} times */
const least = ([, ...times]) => (times.length > 0 ? Math.min(...times) : 0);
