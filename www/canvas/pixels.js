// Many springs and masses as pixels that the engine computes, faster than a canvas strokes them.
import { context2d } from "../base/dom.js";
import { channels } from "../base/palette.js";
import { affine } from "./projection.js";

/** @import { Drawing, Simulation } from "../types.js" */
/** @import { Camera } from "./camera.js" */

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
   * @param {CanvasRenderingContext2D} context
   * @param {Camera} camera
   * @param {object} mesh
   * @param {Simulation} mesh.simulation
   * @param {Float64Array} mesh.positions  at which particles are drawn, in m
   * @param {(property: string) => string} mesh.color
   * @param {{ color: string, width: number, upTo?: number }[]} mesh.kinds  by increasing strain
   * @param {number} [mesh.side]  of the squares, in px; 0 for none
   * @param {boolean} [first]  true if the canvas is still empty
   */
  draw(context, camera, { simulation, positions, color, kinds, side = 0 }, first = false) {
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
   * @param {Drawing} drawing @param {CanvasRenderingContext2D} context
   */
  #overlay(drawing, context) {
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
