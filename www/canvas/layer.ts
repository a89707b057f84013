// A separate canvas on which WebGL2 draws, and which is copied onto the picture's canvas.

export class Layer {
  #canvas = document.createElement("canvas");
  #gl = this.#canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
  /** Samples in a pixel, at most as many as the browser has; 0 for its centre alone. */
  #samples = 0;
  /** A frame with samples before they are averaged, and its size; lost with the context. */
  #sampled: { target: WebGLFramebuffer; buffers: WebGLRenderbuffer[]; size: string } | undefined;

  /**
   * @param on  `lost` is called when the context is lost with all its objects, `redraw` requests
   *   a frame
   */
  constructor({ lost, redraw }: { lost: () => void; redraw: () => void }) {
    this.#canvas.addEventListener("webglcontextlost", (event) => {
      if (!this.#gl) return; // `destroy` released it
      this.#sampled = undefined;
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

  /**
   * @param height  in px
   * @param samples  in a pixel; 0 for edges that need not be smooth
   */
  resize(width: number, height: number, samples: number) {
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    this.#samples = samples;
  }

  /** Clears the picture, and makes it what is drawn on. */
  begin() {
    const { gl } = this;
    if (!gl) return;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#samples > 0 ? this.#target(gl) : null);
    gl.viewport(0, 0, this.#canvas.width, this.#canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  /** Ends a picture: averages its samples. */
  end() {
    const { gl } = this;
    if (!gl || this.#samples === 0) return;
    const { width, height } = this.#canvas;
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** The frame with samples, in the canvas's size. */
  #target(gl: WebGL2RenderingContext) {
    const { width, height } = this.#canvas;
    const size = `${width} × ${height} × ${this.#samples}`;
    this.#sampled ??= {
      target: gl.createFramebuffer(),
      buffers: [gl.createRenderbuffer(), gl.createRenderbuffer()],
      size: "",
    };
    const { target, buffers } = this.#sampled;
    if (this.#sampled.size !== size) {
      this.#sampled.size = size;
      gl.bindFramebuffer(gl.FRAMEBUFFER, target);
      for (const [i, [format, place]] of [
        [gl.RGBA8, gl.COLOR_ATTACHMENT0],
        [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT],
      ].entries()) {
        gl.bindRenderbuffer(gl.RENDERBUFFER, buffers[i]);
        gl.renderbufferStorageMultisample(gl.RENDERBUFFER, this.#samples, format, width, height);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffers[i]);
      }
    }
    return target;
  }

  /** Copies the canvas onto a picture. @param scale  px of the picture per px of this canvas */
  put(context: CanvasRenderingContext2D, scale: number = 1) {
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
