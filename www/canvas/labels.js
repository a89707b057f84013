// Texts of a picture, each where it covers no other.
import { haloed, LABEL } from "./shapes.js";

/** @import { Point } from "./shapes.js" */

/** A rectangle about a point: half of its width and of its height, in px. @typedef {{ at: Point, half: Point }} Box */

/** Of a text, in px: its height, and the room around it. */
const TEXT = { height: 14, room: 3 };

/** Where else a text may be: so many rings around its own place, so far from one another in px, in so many directions. */
const RINGS = { count: 6, apart: 15, directions: 16 };

/** All places to be tried, the nearest first. @type {Point[]} */
const PLACES = [[0, 0]];
for (let ring = 1; ring <= RINGS.count; ring++) {
  for (let i = 0; i < RINGS.directions; i++) {
    const angle = (2 * Math.PI * i) / RINGS.directions;
    PLACES.push([ring * RINGS.apart * Math.cos(angle), ring * RINGS.apart * Math.sin(angle)]);
  }
}

export class Labels {
  #context;
  #size;
  #halo;
  /** @type {Box[]} */
  #taken = [];

  /** @param {CanvasRenderingContext2D} context @param {{ width: number, height: number }} size  of the picture in px @param {string} halo  colour around the texts */
  constructor(context, { width, height }, halo) {
    this.#context = context;
    this.#size = [width, height];
    this.#halo = halo;
  }

  /** Whether a rectangle is free. @param {Box} box */
  free({ at, half }) {
    return this.#taken.every((other) => [0, 1].some((i) => Math.abs(at[i] - other.at[i]) >= half[i] + other.half[i]));
  }

  /** Keeps a rectangle free of texts. @param {Point} at  its middle @param {Point} half  of its width and height */
  keep(at, half) {
    this.#taken.push({ at, half });
  }

  /**
   * Writes a text about a point, or as near as there is room; left out where there is none.
   * @param {string} text @param {Point} about  where its middle should be @param {string} color
   */
  write(text, [x, y], color) {
    const context = this.#context;
    context.font = LABEL;
    const half = /** @type {Point} */ ([context.measureText(text).width / 2 + TEXT.room, TEXT.height / 2 + 1]);
    for (const [dx, dy] of PLACES) {
      const at = /** @type {Point} */ (
        [x + dx, y + dy].map((middle, i) => Math.min(Math.max(middle, half[i] + 1), this.#size[i] - half[i] - 1))
      );
      if (!this.free({ at, half })) continue;
      this.keep(at, half);
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillStyle = color;
      haloed(context, text, at, this.#halo);
      context.textBaseline = "alphabetic";
      return;
    }
  }
}
