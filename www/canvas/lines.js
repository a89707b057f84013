// Many springs and masses as lines that WebGL2 draws, on a canvas of its own that is put on the picture's.
import { Layer } from "./layer.js";
import { COVER, LINE, ROW } from "./line-shaders.js";
import { link, renew } from "./program.js";

/** @import { Net } from "./net.js" */
/** @import { Program } from "./program.js" */

/** Beyond all strains. */
const ANY = 3e38;

export class Lines {
  /** Whether there is WebGL2 here. */
  static get able() {
    const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    return gl !== null;
  }

  #layer;
  /** It is gone with the context. @type {Program | undefined} */
  #program;
  /** Of the textures: of particles and of lines. */
  #rows = [0, 0];
  /** Passed when the last picture is there. @type {WebGLSync | null} */
  #fence = null;

  /** @param {() => void} redraw  asks for a new frame */
  constructor(redraw) {
    const lost = () => {
      this.#program = undefined;
      this.#fence = null;
    };
    this.#layer = new Layer(new OffscreenCanvas(1, 1), { antialias: false, depth: false }, { lost, redraw });
  }

  /** Draws them, unless there is no WebGL2 for it now, and says whether it did. @param {CanvasRenderingContext2D} context @param {Net} net */
  draw(context, { simulation, positions, view, strokes, masses }) {
    const { gl } = this.#layer;
    if (!gl) return false;
    const { width, height } = context.canvas;
    this.#layer.resize(width, height);
    this.#program ??= this.#prepare(gl);
    const { runs, at } = this.#program;
    if (!runs) this.destroy();
    if (!runs) return false;
    const count = positions.length / 3; // what is asked for below may take the view away
    this.#load(gl, positions);
    gl.viewport(0, 0, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(at.size, width, height);
    const [x, y, ...axes] = view;
    gl.uniform2f(at.origin, x, y);
    gl.uniform2fv(at["axes[0]"], axes);

    const { springs, restLengths, torn } = simulation;
    for (const spring of torn) restLengths[spring] = -1; // a copy
    this.#give(gl, springs, restLengths);
    let above = -ANY;
    for (const { upTo, width, ink } of strokes) {
      const last = strokes.length === 1 ? ANY : Math.min(upTo, ANY);
      this.#stroke(gl, [above, last, width], ink, false, restLengths.length);
      above = last;
    }
    if (masses) {
      const isFixed = new Set(simulation.fixed);
      const both = Uint32Array.from({ length: 2 * count }, (_, i) => i >> 1).filter((i) => !isFixed.has(i));
      this.#give(gl, both);
      this.#stroke(gl, [0, 0, masses.side], masses.ink, true, both.length / 2);
    }
    gl.deleteSync(this.#fence);
    this.#fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#layer.put(context);
    return true;
  }

  /** Whether the last picture is still being drawn; a browser tells after the task in which it was. */
  get behind() {
    const { gl } = this.#layer;
    return Boolean(gl && this.#fence && gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) !== gl.SIGNALED);
  }

  /** @param {WebGL2RenderingContext} gl */
  #prepare(gl) {
    this.#rows.fill(0);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const program = link(gl, LINE, COVER, ["size", "origin", "axes[0]", "stroke", "squares", "ink", "lines"]);
    gl.uniform1i(program.at.lines, 1);
    return program;
  }

  /** Hands the places of particles over as they are. @param {WebGL2RenderingContext} gl @param {Float64Array} positions */
  #load(gl, positions) {
    const words = new Uint32Array(positions.buffer, positions.byteOffset, 2 * positions.length);
    const particles = positions.length / 3;
    const rows = Math.floor(particles / ROW);
    this.#bind(gl, 0, gl.RG32UI, 3 * ROW, rows + 1);
    const give = (/** @type {number} */ row, /** @type {number} */ wide, /** @type {number} */ high) =>
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, 3 * wide, high, gl.RG_INTEGER, gl.UNSIGNED_INT, words, 6 * ROW * row);
    if (rows > 0) give(0, ROW, rows);
    if (particles % ROW > 0) give(rows, particles % ROW, 1);
  }

  /** Hands lines over. @param {WebGL2RenderingContext} gl @param {Uint32Array} ends  the two particles of each @param {Float64Array} [lengths]  at rest; 0 if left out */
  #give(gl, ends, lengths) {
    const count = ends.length / 2;
    const rows = Math.ceil(count / ROW);
    const words = new Uint32Array(4 * ROW * rows);
    const floats = new Float32Array(words.buffer);
    for (let i = 0; i < count; i++) {
      words[4 * i] = ends[2 * i];
      words[4 * i + 1] = ends[2 * i + 1];
      if (lengths) floats[4 * i + 2] = lengths[i];
    }
    this.#bind(gl, 1, gl.RGBA32UI, ROW, rows);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, rows, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
  }

  /** Binds a texture that has so many rows. @param {WebGL2RenderingContext} gl @param {0 | 1} place @param {number} format @param {number} width @param {number} rows */
  #bind(gl, place, format, width, rows) {
    gl.activeTexture(gl.TEXTURE0 + place);
    if (this.#rows[place] === rows) return;
    this.#rows[place] = rows;
    renew(gl, format, width, rows);
  }

  /** @param {WebGL2RenderingContext} gl @param {number[]} stroke @param {number[]} ink  from 0 to 255 @param {boolean} squares @param {number} count */
  #stroke(gl, stroke, ink, squares, count) {
    const at = this.#program?.at ?? {};
    const [red, green, blue, opacity] = ink.map((part) => part / 255);
    gl.uniform3fv(at.stroke, stroke);
    gl.uniform1i(at.squares, Number(squares));
    gl.uniform4f(at.ink, red * opacity, green * opacity, blue * opacity, opacity);
    gl.drawArrays(gl.TRIANGLES, 0, 6 * count);
  }

  /** Gives everything back. */
  destroy() {
    this.#layer.destroy();
  }
}
