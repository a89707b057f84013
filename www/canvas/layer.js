// A canvas of its own on which WebGL2 draws, and which is put on the picture's.

export class Layer {
  #canvas = document.createElement("canvas");
  #gl = this.#canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });

  /** @param {{ lost: () => void, redraw: () => void }} on  what is to be done when the context is lost, and with it all that it knew; and to have a new frame */
  constructor({ lost, redraw }) {
    this.#canvas.addEventListener("webglcontextlost", (event) => {
      if (!this.#gl) return; // it was given back
      event.preventDefault(); // or it would not come again
      lost();
      redraw();
    });
    this.#canvas.addEventListener("webglcontextrestored", redraw);
  }

  /** Its context; null while that is lost, once it is given back, and where there is none. */
  get gl() {
    return this.#gl?.isContextLost() ? null : this.#gl;
  }

  /** @param {number} width @param {number} height  in px */
  resize(width, height) {
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
  }

  /** Puts all that was drawn on a picture. @param {CanvasRenderingContext2D} context @param {number} [scale]  how many px of the picture one of its own is wide */
  put(context, scale = 1) {
    this.#gl?.flush(); // or a graphics processor may put there what it has drawn so far
    context.save();
    context.resetTransform();
    context.drawImage(this.#canvas, 0, 0, this.#canvas.width * scale, this.#canvas.height * scale);
    context.restore();
  }

  /** Gives the context back: a browser allows a page a few only. */
  destroy() {
    this.#gl?.getExtension("WEBGL_lose_context")?.loseContext();
    this.#gl = null;
  }
}
