// Many springs and masses as pixels that the engine makes, sooner than a canvas strokes them.

/** @import { Drawing } from "../types.js" */
/** @import { Net } from "./net.js" */

export class Pixels {
  #canvas = new OffscreenCanvas(1, 1);

  /** @param {CanvasRenderingContext2D} context @param {Net} net @param {boolean} first  whether nothing is on the canvas yet */
  draw(context, { simulation, positions, view, strokes, masses }, first) {
    const { width, height } = context.canvas;
    // a view over the engine's memory shows where they are
    const elsewhere = positions.buffer === simulation.positions.buffer ? [] : positions;
    const drawing = simulation.draw(
      ...[width, height, view],
      strokes.flatMap(({ upTo, width, ink }) => [upTo, width, ...ink]),
      masses ? [masses.side, ...masses.ink] : [],
      elsewhere,
    );
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
