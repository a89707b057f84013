// A cloth as a shaded surface, with the obstacles below it, drawn by WebGL2.
import { channels, forced } from "../base/palette.js";
import { plus } from "../base/vectors.js";
import { Layer } from "./layer.js";
import { link, renew } from "./program.js";
import { affine } from "./projection.js";
import { FULL, Quality } from "./quality.js";
import { Refiner } from "./refine.js";
import { BLUR, BODY, CAST, FRAME, heading, SHADE, SHAPES, VERTEX, WHOLE } from "./shaders.js";
import { STRAINS } from "./spring-strokes.js";

/** @import { Vector } from "../base/vectors.js" */
/** @import { Obstacle } from "../types.js" */
/** @import { OrbitCamera } from "./orbit.js" */
/** @import { Program } from "./program.js" */
/** @import { Level } from "./quality.js" */

/** Direction to the sun. @type {Vector} */
const LIGHT = unit([-0.46, 0.82, 0.34]);

/** Width and height of the shadow map, in texels. */
const SHADOW_SIZE = 192;

/** Half of the depth range that is drawn, in m: in front of and behind the scene's middle. */
const DEPTH = 100;

/**
 * Distance of the ground's edges from the middle of the picture, in radii of the scene; and how far
 * the ground is moved back, in m: a cloth that strikes it sinks in for a moment, and stays visible.
 */
const GROUND = { reach: 2.2, back: DEPTH / 2 };

/** Number of cells along a cloth that looks smooth. */
const CELLS = 120;

/** Largest number of cells drawn along each edge of a cell between four masses. */
const FINEST = 4;

/** Least radius of the ball that contains all shadow casters, in diagonals of the cloth. */
const SLACK = 0.6;

/**
 * Largest radius of a box's edges, in m. They are drawn round because the cloth's flat cells cut
 * through sharp ones.
 */
const ROUND = 0.06;

/** Largest depth in m by which obstacles are moved back: the cloth's flat cells cut into them. */
const BACK = 0.04;

/** Number of cells along a cloth that is enough for shadows, and for slow pictures in motion. */
const COARSE_CELLS = 50;

/** Samples in a pixel of a fine picture. */
const SAMPLES = 4;

/** Width of a thread, in CSS px. */
const WIRE = 1;

/** Opacity of the ground, of a shadow on it and of its lines. */
const EARTH = { cover: 0.9, dusk: 0.55, line: 0.4 };

/**
 * A cloth as it is drawn.
 * @typedef {object} Cloth
 * @property {Float64Array} positions  x y z of its masses in m, row by row
 * @property {number} columns  masses in a row
 * @property {[number, number]} spacing  rest lengths along a row and between rows, in m
 * @property {Uint8Array | undefined} holes  1 for each torn cell, row by row; the same array until
 *   another thread tears
 */

/**
 * Appearance of the picture.
 * @typedef {object} Look
 * @property {(property: string) => string} color  gives the colour of a custom property
 * @property {boolean} strain  true if colours show the strain
 * @property {boolean} wires  true if threads are drawn
 * @property {boolean} [whole]  true for a single picture, which has all pixels however slow it is
 */

/**
 * Contents of a frame.
 * @typedef {object} Scene
 * @property {number} width  of the picture in px @property {number} height  in px
 * @property {number} ratio  px per CSS px
 * @property {OrbitCamera} camera @property {Cloth} cloth @property {Obstacle[]} obstacles
 * @property {Look} look
 */

/** Ball around all shadow casters, in m. @typedef {{ centre: Vector, radius: number }} Ball */

/** Uniforms of single objects. */
const UNIFORMS = ["centre", "size", "edge", "up", "spacing", "back", "along", "columns"];

export class Surface {
  #layer;
  /** Programs by constants; lost with the context. @type {Map<string, Program> | undefined} */
  #programs;
  /** Indices of triangle strips, by size of the grid. @type {Map<string, WebGLBuffer>} */
  #strips = new Map();
  /**
   * The shadow map, and a copy for blurring.
   * @type {{ texture: WebGLTexture, target: WebGLFramebuffer }[]}
   */
  #shadowMaps = [];
  #frame = new Float32Array(FRAME.length);
  #refiner = new Refiner();
  /** Columns of the texture `masses`, which holds the refined grid. */
  #wide = 0;
  /** Rows of that texture. */
  #high = 0;
  /** Cells drawn along each edge of a cell between four masses. */
  #cells = 1;
  /** Content of the texture of torn cells. @type {Uint8Array | undefined} */
  #holes;
  /** Receives a pixel: reading one waits until the frame is drawn. */
  #pixel = new Uint8Array(4);
  #quality;
  /** True if this frame draws all of the cloth's grid. */
  #fine = true;

  /** @param {() => void} redraw  requests a frame */
  constructor(redraw) {
    this.#quality = new Quality(redraw);
    const lost = () => {
      this.#programs = undefined;
    };
    this.#layer = new Layer({ lost, redraw });
  }

  /**
   * Draws the scene; returns false if WebGL2 is not available now.
   * @param {CanvasRenderingContext2D} context @param {OrbitCamera} camera @param {Cloth} cloth
   * @param {Obstacle[]} obstacles @param {Look} look
   */
  draw(context, camera, cloth, obstacles, look) {
    const { gl } = this.#layer;
    if (!gl?.getExtension("EXT_color_buffer_float")) return false;
    const { width, height } = context.canvas;
    if (width === 0 || height === 0) return true;
    this.#programs ??= this.#prepare(gl);
    const scene = { width, height, ratio: context.getTransform().a, camera, cloth, obstacles, look };
    const quality = this.#quality;
    const shown = !look.whole;
    const measured = (/** @type {Level} */ level) => {
      const begin = performance.now();
      this.#paint(gl, scene, level);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, this.#pixel); // waits for the frame
      return performance.now() - begin;
    };
    const sizes = [width * height, cloth.positions.length / 3];
    const now = Number(document.timeline.currentTime); // the same for all pictures of a frame
    if (shown) {
      quality.begin(now, sizes, (level) => {
        const compiled = this.#programs?.size;
        const cost = measured(level);
        // compiling programs is slow on any machine
        return this.#programs?.size === compiled ? cost : measured(level);
      });
    }
    const level = shown ? quality.level : FULL;
    let cost = 0;
    if (shown && quality.measures) cost = measured(level);
    else this.#paint(gl, scene, level);
    this.#layer.put(context, level.part);
    if (shown) quality.end(level, cost);
    return this.#layer.gl !== null;
  }

  /**
   * Draws a frame on the layer.
   * @param {WebGL2RenderingContext} gl @param {Scene} scene @param {Level} level
   */
  #paint(gl, { width, height, ratio, camera, cloth, obstacles, look }, { fine, part }) {
    const [across, down] = [width, height].map((size) => Math.ceil(size / part));
    this.#layer.resize(across, down, fine ? SAMPLES : 0);
    this.#load(gl, cloth, look.strain);
    this.#fine = fine || look.strain;
    const ball = ballAbout(camera.centre, cloth, obstacles);
    this.#frame.set(viewMatrix(camera, (across * part) / ratio, (down * part) / ratio), FRAME.view);
    this.#frame.set(sunMatrix(ball), FRAME.sun);
    this.#frame[FRAME.reach] = DEPTH;
    setLight(this.#frame, camera);
    setColors(this.#frame, look.color);
    this.#frame[FRAME.wires] = (WIRE * ratio) / part;
    gl.bufferSubData(gl.UNIFORM_BUFFER, 0, this.#frame);

    this.#castShadows(gl, cloth, obstacles, ball, look);
    this.#layer.begin();
    gl.enable(gl.DEPTH_TEST);
    this.#objects(gl, cloth, obstacles, false, look);
    // last, so that it is shaded only where nothing covers it
    this.#ground(gl, obstacles, ball, false, look, toEye(camera));
    this.#layer.end();
  }

  /** @param {WebGL2RenderingContext} gl */
  #prepare(gl) {
    this.#wide = this.#high = 0;
    this.#holes = undefined;
    this.#strips.clear();
    gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, gl.createBuffer());
    gl.bufferData(gl.UNIFORM_BUFFER, this.#frame.byteLength, gl.DYNAMIC_DRAW);
    this.#shadowMaps = [0, 1].map(() => {
      const texture = gl.createTexture();
      const depth = gl.createRenderbuffer();
      const target = gl.createFramebuffer();
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RG16F, SHADOW_SIZE, SHADOW_SIZE);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
      gl.bindFramebuffer(gl.FRAMEBUFFER, target);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
      gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, SHADOW_SIZE, SHADOW_SIZE);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
      return { texture, target };
    });
    return new Map();
  }

  /**
   * Draws the shadow map, then blurs it along one axis into the copy and along the other one back.
   * @param {WebGL2RenderingContext} gl @param {Cloth} cloth @param {Obstacle[]} obstacles
   * @param {Ball} ball @param {Look} look
   */
  #castShadows(gl, cloth, obstacles, ball, look) {
    const [first, second] = this.#shadowMaps;
    gl.viewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
    gl.bindFramebuffer(gl.FRAMEBUFFER, first.target);
    gl.clearColor(ball.radius, ball.radius ** 2, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    this.#ground(gl, obstacles, ball, true, look, LIGHT);
    this.#objects(gl, cloth, obstacles, true, look);
    gl.disable(gl.DEPTH_TEST);
    gl.activeTexture(gl.TEXTURE1);
    const at = this.#program(gl, "blur", {}, WHOLE, BLUR);
    for (const [from, to, x, y] of /** @type {const} */ ([
      [first, second, 1, 0],
      [second, first, 0, 1],
    ])) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, to.target);
      gl.bindTexture(gl.TEXTURE_2D, from.texture);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
      gl.uniform2f(at.along, x / SHADOW_SIZE, y / SHADOW_SIZE);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
    gl.bindTexture(gl.TEXTURE_2D, first.texture);
  }

  /**
   * Uploads the masses and the torn cells.
   * @param {WebGL2RenderingContext} gl @param {Cloth} cloth @param {boolean} strain
   */
  #load(gl, { positions, columns, holes }, strain) {
    const rows = positions.length / 3 / columns;
    // colours by strain need the masses' own grid: between masses the strain is not known
    const cells = strain ? 1 : Math.min(Math.max(Math.round(CELLS / Math.max(columns, rows)), 1), FINEST);
    this.#refiner.refine(positions, columns, rows, cells, holes);
    gl.activeTexture(gl.TEXTURE0);
    const [wide, high] = [columns, rows].map((count) => (count - 1) * cells + 1);
    if (this.#wide !== wide || this.#high !== high) {
      this.#wide = wide;
      this.#high = high;
      this.#cells = cells;
      for (const buffer of this.#strips.values()) gl.deleteBuffer(buffer);
      this.#strips.clear();
      renew(gl, gl.RGB32F, wide, high);
    }
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, wide, high, gl.RGB, gl.FLOAT, this.#refiner.points);
    if (this.#holes !== holes && holes) {
      gl.activeTexture(gl.TEXTURE2);
      renew(gl, gl.R8, columns - 1, rows - 1);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, columns - 1, rows - 1, gl.RED, gl.UNSIGNED_BYTE, holes);
    }
    this.#holes = holes;
  }

  /**
   * Step along the grid from one drawn point to the next.
   * @param {boolean} casting  true for the shadow map
   */
  #stride(casting) {
    if (!casting && this.#fine) return 1;
    const stride = Math.max(Math.round(Math.max(this.#wide, this.#high) / COARSE_CELLS), 1);
    // with holes, the corners of all cells between masses must be drawn
    return this.#holes ? Math.min(stride, this.#cells) : stride;
  }

  /**
   * Makes the program of a shape the current one.
   * @param {WebGL2RenderingContext} gl @param {number} shape @param {boolean} casting
   * @param {Pick<Look, "strain" | "wires">} look
   */
  #use(gl, shape, casting, { strain, wires }) {
    const plain = Boolean(forced?.matches);
    const constants = {
      shape,
      fine: this.#cells,
      stride: this.#stride(casting),
      casting,
      strained: strain,
      threaded: wires || plain,
      plain,
      torn: shape === SHAPES.cloth && this.#holes !== undefined,
    };
    return this.#program(gl, Object.values(constants).join(), constants, VERTEX, casting ? CAST : SHADE);
  }

  /**
   * Makes a program the current one; gives up WebGL2 if the browser can't link it.
   * @param {WebGL2RenderingContext} gl @param {string} name
   * @param {Record<string, number | boolean>} constants @param {string} vertex
   * @param {string} fragment
   */
  #program(gl, name, constants, vertex, fragment) {
    const program = this.#programs?.get(name) ?? createProgram(gl, heading(constants), vertex, fragment);
    this.#programs?.set(name, program);
    if (program.runs) gl.useProgram(program.program);
    else this.destroy();
    return program.at;
  }

  /**
   * @param {WebGL2RenderingContext} gl @param {Program["at"]} at @param {number} columns
   * @param {number} rows
   */
  #drawGrid(gl, at, columns, rows) {
    const name = `${columns},${rows}`;
    const kept = this.#strips.get(name);
    const buffer = kept ?? gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    if (!kept) gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, strips(columns, rows), gl.STATIC_DRAW);
    this.#strips.set(name, buffer);
    gl.uniform1i(at.columns, columns);
    gl.drawElements(gl.TRIANGLE_STRIP, (2 * columns + 1) * (rows - 1), gl.UNSIGNED_INT, 0);
  }

  /**
   * Draws the obstacles and the cloth, for the picture or the shadow map.
   * @param {WebGL2RenderingContext} gl @param {Cloth} cloth @param {Obstacle[]} obstacles
   * @param {boolean} casting @param {Look} look
   */
  #objects(gl, { spacing }, obstacles, casting, look) {
    for (const obstacle of obstacles) {
      if (obstacle.shape === "plane") continue;
      const ball = obstacle.shape === "sphere";
      const half = ball ? Array(3).fill(obstacle.radius) : [...obstacle.half];
      const [around, down] = BODY[ball ? "ball" : "box"];
      const at = this.#use(gl, ball ? SHAPES.ball : SHAPES.box, casting, look);
      gl.uniform1f(at.back, Math.min(...spacing, BACK) / DEPTH);
      gl.uniform3fv(at.centre, obstacle.centre);
      gl.uniform3fv(at.size, half);
      gl.uniform1f(at.edge, ball ? obstacle.radius : Math.min(1.5 * Math.min(...spacing), ...half, ROUND));
      this.#drawGrid(gl, at, around + 1, down + 1);
    }
    const at = this.#use(gl, SHAPES.cloth, casting, look);
    gl.uniform2fv(at.spacing, spacing);
    const stride = this.#stride(casting);
    const [columns, rows] = [this.#wide, this.#high].map((count) => Math.ceil((count - 1) / stride) + 1);
    this.#drawGrid(gl, at, columns, rows);
  }

  /**
   * Draws the ground if it is seen from above.
   * @param {WebGL2RenderingContext} gl @param {Obstacle[]} obstacles @param {Ball} ball
   * @param {boolean} casting @param {Look} look
   * @param {Vector} eye  direction to the eye, or to the sun if `casting`
   */
  #ground(gl, obstacles, { centre, radius }, casting, look, eye) {
    for (const obstacle of obstacles) {
      if (obstacle.shape !== "plane") continue;
      const up = /** @type {Vector} */ ([...obstacle.normal]);
      if (dot(up, eye) <= 0) continue;
      const height = dot(plus(centre, /** @type {Vector} */ ([...obstacle.point]), -1), up);
      const at = this.#use(gl, SHAPES.ground, casting, look);
      gl.uniform1f(at.back, GROUND.back / DEPTH);
      gl.uniform3fv(at.centre, plus(centre, up, -height));
      gl.uniform3fv(at.size, Array(3).fill(GROUND.reach * radius));
      gl.uniform3fv(at.up, up);
      this.#drawGrid(gl, at, 2, 2);
    }
  }

  /** Releases the context and the timer. */
  destroy() {
    this.#quality.destroy();
    this.#layer.destroy();
  }
}

/**
 * Indices of a grid as triangle strips: one for each pair of rows, each with a restart index.
 * @param {number} columns @param {number} rows
 */
function strips(columns, rows) {
  const all = new Uint32Array((2 * columns + 1) * (rows - 1)).fill(0xffffffff);
  for (let row = 0, i = 0; row < rows - 1; row++, i++) {
    for (let column = 0; column < columns; column++) {
      all[i++] = row * columns + column;
      all[i++] = (row + 1) * columns + column;
    }
  }
  return all;
}

/**
 * Links a program and sets its texture units.
 * @param {WebGL2RenderingContext} gl @param {string} heading @param {string} vertex
 * @param {string} fragment
 */
function createProgram(gl, heading, vertex, fragment) {
  const program = link(gl, heading + vertex, heading + fragment, [...UNIFORMS, "shadowMap", "holes"]);
  if (!program.runs) return program;
  gl.uniform1i(program.at.shadowMap, 1);
  gl.uniform1i(program.at.holes, 2);
  return program;
}

/** Sets the directions to eye and sun. @param {Float32Array} frame @param {OrbitCamera} camera */
function setLight(frame, camera) {
  const eye = toEye(camera);
  frame.set(eye, FRAME.toEye);
  frame.set(LIGHT, FRAME.light);
  frame.set(unit(plus(LIGHT, eye)), FRAME.halfway);
}

/** Sets the colours. @param {Float32Array} frame @param {Look["color"]} color */
function setColors(frame, color) {
  const plain = Boolean(forced?.matches);
  const tone = (/** @type {string} */ property) => linearLight(color(property));
  const paper = tone("--panel");
  frame.set(plain ? paper : tone("--cloth"), FRAME.front);
  frame.set(plain ? paper : tone("--lining"), FRAME.lining);
  frame.set(tone("--yarn"), FRAME.yarn);
  frame.set(tone(plain ? "--line" : "--wood"), FRAME.stone);
  frame.set(tone("--ink"), FRAME.wire);
  frame.set([...tone("--floor"), plain ? 0 : EARTH.cover], FRAME.earth);
  frame.set([...tone("--edge"), EARTH.line], FRAME.line);
  frame[FRAME.dusk] = EARTH.dusk;
  for (const [i, { color: property, width, upTo }] of STRAINS.entries()) {
    const part = Math.sqrt(width / 3); // a thin spring looks paler than a wide one
    frame.set([...plus(paper, plus(tone(property), paper, -1), part), upTo], FRAME.bands + 4 * i);
  }
}

/**
 * Matrix from metres to clip space, by columns.
 * @param {OrbitCamera} camera @param {number} width @param {number} height  of the picture in px
 */
function viewMatrix(camera, width, height) {
  const place = (/** @type {Vector} */ at) => {
    const [x, y] = camera.project(at);
    return [(2 * x) / width - 1, 1 - (2 * y) / height, -camera.depth(at) / DEPTH];
  };
  const [origin, ...columns] = affine(place);
  return [...columns.flatMap((column) => [...column, 0]), ...origin, 1];
}

/**
 * Ball around the obstacles and a cloth that hangs in one piece.
 * @param {Vector} centre @param {Cloth} cloth @param {Obstacle[]} obstacles @returns {Ball}
 */
function ballAbout(centre, { positions, columns, spacing }, obstacles) {
  const rows = positions.length / 3 / columns;
  const reaches = obstacles.map((obstacle) => {
    if (obstacle.shape === "plane") return 0;
    const [x, y, z] = plus(centre, /** @type {Vector} */ ([...obstacle.centre]), -1);
    return Math.hypot(x, y, z) + (obstacle.shape === "sphere" ? obstacle.radius : Math.hypot(...obstacle.half));
  });
  return {
    centre,
    radius: Math.max(SLACK * Math.hypot(spacing[0] * (columns - 1), spacing[1] * (rows - 1)), ...reaches),
  };
}

/** Matrix from metres to the shadow map, by columns. @param {Ball} ball */
function sunMatrix({ centre, radius }) {
  const right = unit([LIGHT[2], 0, -LIGHT[0]]);
  const rows = [
    plus([0, 0, 0], right, 1 / radius),
    plus([0, 0, 0], cross(LIGHT, right), 1 / radius),
    plus([0, 0, 0], LIGHT, -1 / DEPTH),
  ];
  const columns = [0, 1, 2].flatMap((axis) => [...rows.map((row) => row[axis]), 0]);
  return [...columns, ...rows.map((row) => -dot(row, centre)), 1];
}

/** @param {OrbitCamera} camera @returns {Vector} */
const toEye = (camera) => {
  const [, [x], [y], [z]] = affine((at) => [camera.depth(at)]);
  return [x, y, z];
};

/** @param {Vector} a @param {Vector} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Vector} a @param {Vector} b @returns {Vector} */
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];

/** @param {Vector} vector @returns {Vector} */
function unit(vector) {
  return plus([0, 0, 0], vector, 1 / Math.hypot(...vector));
}

/** A colour in linear light: about sRGB squared. @param {string} color @returns {Vector} */
function linearLight(color) {
  const [red, green, blue] = channels(color).map((part) => (part / 255) ** 2);
  return [red, green, blue];
}
