// Labels of a picture that do not overlap.

import type { Point } from "./shapes.ts";
import { haloed, LABEL } from "./shapes.ts";

/** A rectangle: its middle, half its width and half its height, in px. */
type Box = { at: Point; half: Point };

/** Height of a label and the margin at its sides, in px. */
const TEXT = { height: 14, room: 3 };

/** Alternative places of a label: number of rings, their spacing in px, and places on each. */
const RINGS = { count: 6, apart: 15, directions: 16 };

/** Offsets to try, nearest first. */
const PLACES: Point[] = [[0, 0]];
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
  /** Rectangles that are in use. */
  #taken: Box[] = [];

  /**
   * @param size  of the picture in px
   * @param halo  colour around the labels
   */
  constructor(context: CanvasRenderingContext2D, { width, height }: { width: number; height: number }, halo: string) {
    this.#context = context;
    this.#size = [width, height];
    this.#halo = halo;
  }

  /** True if a rectangle overlaps none in use. */
  free({ at, half }: Box) {
    return this.#taken.every((other) => [0, 1].some((i) => Math.abs(at[i] - other.at[i]) >= half[i] + other.half[i]));
  }

  /**
   * Keeps a rectangle free of labels.
   * @param at  middle
   * @param half  half width and height
   */
  keep(at: Point, half: Point) {
    this.#taken.push({ at, half });
  }

  /**
   * Writes a label as near to a point as there is space, and none if there is no space.
   * @param about  wanted middle
   */
  write(text: string, [x, y]: Point, color: string) {
    const context = this.#context;
    context.font = LABEL;
    const half = [context.measureText(text).width / 2 + TEXT.room, TEXT.height / 2 + 1] as Point;
    for (const [dx, dy] of PLACES) {
      const at = [x + dx, y + dy].map((middle, i) =>
        Math.min(Math.max(middle, half[i] + 1), this.#size[i] - half[i] - 1),
      ) as Point;
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
