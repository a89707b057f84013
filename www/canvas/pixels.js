// Many springs and masses as pixels that the engine makes, sooner than a canvas strokes them.
import { channels } from "../base/palette.js";
import { linear } from "./places.js";

/** @import { Simulation } from "../types.js" */
/** @import { Camera } from "./camera.js" */

/** From so many springs on a canvas takes longer; of more than can be told apart it would take too long as well. */
export const MANY = { least: 1500, most: 40_000 };

export class Pixels {
  /** Of its own: pixels take the place of what is on a canvas. */
  #canvas = document.createElement("canvas");

  /**
   * Draws springs, and free masses as squares above them if these have a side, in px.
   * @param {CanvasRenderingContext2D} context
   * @param {Camera} camera
   * @param {Simulation} simulation
   * @param {Float64Array} positions  where its particles are drawn, in m
   * @param {(property: string) => string} color
   * @param {{ color: string, width: number, upTo?: number }[]} kinds
   * @param {number} [side]
   */
  draw(context, camera, simulation, positions, color, kinds, side = 0) {
    const { width, height } = context.canvas;
    if (width === 0 || height === 0) return;
    const canvas = this.#canvas;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const pixels = canvas.getContext("2d");
    if (!pixels) return;
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
    pixels.clearRect(0, 0, width, height);
    drawing.put(pixels);
    drawing.free();
    context.save();
    context.resetTransform();
    context.drawImage(canvas, 0, 0);
    context.restore();
  }
}
