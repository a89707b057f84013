// Many springs and masses as pixels that the engine computes, faster than a canvas strokes them.
import { context2d } from "../base/dom.ts";
import { channels } from "../base/palette.ts";
import type { Drawing, Simulation } from "../types.ts";
import type { Camera } from "./camera.ts";
import { affine } from "./projection.ts";

/**
 * The smallest and the largest number of springs drawn as pixels. A canvas strokes fewer in about
 * the same time: in Chromium a frame of a cloth of 1092 springs takes 0.69 ms with strokes and
 * 0.87 ms with pixels, one of 4592 springs 1.95 and 1.70 ms. More springs can't be told apart:
 * pictures leave some out and stroke the others.
 */
export const MANY = { least: 1500, most: 40_000 };

export class Pixels {
  #canvas = new OffscreenCanvas(1, 1);

  /**
   * Draws springs, and free masses as squares above them.
   * @param first  true if the canvas is still empty
   */
  draw(
    context: CanvasRenderingContext2D,
    camera: Camera,
    {
      simulation,
      positions,
      color,
      kinds,
      side = 0,
    }: {
      simulation: Simulation;
      /** Positions at which particles are drawn, in m. */
      positions: Float64Array;
      color: (property: string) => string;
      /** Kinds by increasing strain. */
      kinds: { color: string; width: number; upTo?: number }[];
      /** Side of the squares, in px; 0 for none. */
      side?: number;
    },
    first: boolean = false,
  ) {
    const { width, height } = context.canvas;
    if (width === 0 || height === 0) return;
    const ratio = context.getTransform().a;
    const view = affine((at) => camera.project(at)).flat();
    const drawing = simulation.system.draw(
      width,
      height,
      view.map((part) => part * ratio),
      kinds.flatMap((kind) => [
        kind.upTo ?? Number.POSITIVE_INFINITY,
        kind.width * ratio,
        ...channels(color(kind.color)),
      ]),
      side > 0 ? [side * ratio, ...channels(color("--accent"))] : [],
      // a view into the engine's memory holds the simulation's own positions
      positions.buffer === simulation.positions.buffer ? [] : positions,
    );
    if (first) drawing.put(context);
    else this.#overlay(drawing, context);
    drawing.free();
  }

  /**
   * Draws pixels over the picture, through a second canvas: put directly, they would replace the
   * pixels below instead of covering them.
   */
  #overlay(drawing: Drawing, context: CanvasRenderingContext2D) {
    const { width, height } = context.canvas;
    const canvas = this.#canvas;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const pixels = context2d(canvas);
    pixels.clearRect(0, 0, width, height);
    drawing.put(pixels);
    context.save();
    context.resetTransform();
    context.drawImage(canvas, 0, 0);
    context.restore();
  }
}
