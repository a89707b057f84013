// Many springs and masses as pixels that the engine makes, sooner than a canvas strokes them.
import { channels } from "../base/palette.js";
import { linear } from "./places.js";

/** @import { Drawing, Simulation } from "../types.js" */
/** @import { Camera } from "./camera.js" */

/** From so many springs on a canvas takes longer; of more than can be told apart it would take too long as well. */
export const MANY = { least: 1500, most: 40_000 };

export class Pixels {
  #canvas = new OffscreenCanvas(1, 1);

  /**
   * Draws springs, and free masses as squares above them if these have a side, in px.
   * @param {CanvasRenderingContext2D} context
   * @param {Camera} camera
   * @param {Simulation} simulation
   * @param {Float64Array} positions  where its particles are drawn, in m
   * @param {(property: string) => string} color
   * @param {{ color: string, width: number, upTo?: number }[]} kinds
   * @param {number} [side]
   * @param {boolean} [first]  whether nothing is on the canvas yet
   */
  draw(context, camera, simulation, positions, color, kinds, side = 0, first = false) {
    const { width, height } = context.canvas;
    if (width === 0 || height === 0) return;
    const ratio = context.getTransform().a;
    const view = linear((at) => camera.project(at)).flat();
    const strokes = kinds.map(({ color: property, width, upTo = Number.POSITIVE_INFINITY }) => [
      ...[upTo, width * ratio],
      ...channels(color(property)),
    ]);
    const masses = side > 0 ? [side * ratio, ...channels(color("--accent"))] : [];
    // a view over the engine's memory shows where they are
    const elsewhere = positions.buffer === simulation.positions.buffer ? [] : positions;
    const scaled = view.map((part) => part * ratio);
    const drawing = simulation.draw(width, height, scaled, strokes.flat(), masses, elsewhere);
    if (first) drawing.put(context);
    else this.#lay(drawing, context);
    drawing.free();
  }

  /** Lays pixels over what is there, by a canvas of their own: put on one, they take the place of those that are there. @param {Drawing} drawing @param {CanvasRenderingContext2D} context */
  #lay(drawing, context) {
    const { width, height } = context.canvas;
    const canvas = this.#canvas;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const pixels = canvas.getContext("2d");
    if (!pixels) return;
    pixels.clearRect(0, 0, width, height);
    drawing.put(pixels);
    context.save();
    context.resetTransform();
    context.drawImage(canvas, 0, 0);
    context.restore();
  }
}
