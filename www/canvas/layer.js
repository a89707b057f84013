// A separate canvas on which WebGL2 draws, and which is copied onto the picture's canvas.

export class Layer {
  #canvas = document.createElement("canvas");
  #gl = this.#canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });

  /**
   * @param {{ lost: () => void, redraw: () => void }} on  `lost` is called when the context is lost
   *   with all its objects, `redraw` requests a frame
   */
  constructor({ lost, redraw }) {
    this.#canvas.addEventListener("webglcontextlost", (event) => {
      if (!this.#gl) return; // `destroy` released it
      event.preventDefault(); // otherwise the context is never restored
      lost();
      redraw();
    });
    this.#canvas.addEventListener("webglcontextrestored", redraw);
  }

  /** The context; null while it is lost, after `destroy`, and without WebGL2. */
  get gl() {
    return this.#gl?.isContextLost() ? null : this.#gl;
  }

  /** @param {number} width @param {number} height  in px */
  resize(width, height) {
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
  }

  /**
   * Copies the canvas onto a picture.
   * @param {CanvasRenderingContext2D} context
   * @param {number} [scale]  px of the picture per px of this canvas
   */
  put(context, scale = 1) {
    this.#gl?.flush(); // without it, some graphics processors copied an unfinished picture
    context.save();
    context.resetTransform();
    context.drawImage(this.#canvas, 0, 0, this.#canvas.width * scale, this.#canvas.height * scale);
    context.restore();
  }

  /** Releases the context, because a browser allows a page only about 16. */
  destroy() {
    this.#gl?.getExtension("WEBGL_lose_context")?.loseContext();
    this.#gl = null;
  }
}
