// A cloth as a shaded surface, with the obstacles below it, drawn by WebGL2.
import { channels, forced } from "../base/palette.ts";
import type { Vector } from "../base/vectors.ts";
import { plus } from "../base/vectors.ts";
import type { Obstacle } from "../types.ts";
import { Layer } from "./layer.ts";
import type { OrbitCamera } from "./orbit.ts";
import type { Program } from "./program.ts";
import { link, renew } from "./program.ts";
import { affine } from "./projection.ts";
import type { Level } from "./quality.ts";
import { FULL, Quality } from "./quality.ts";
import { Refiner } from "./refine.ts";
import { BLUR, BODY, CAST, FRAME, heading, SHADE, SHAPES, VERTEX, WHOLE } from "./shaders.ts";
import { STRAINS } from "./spring-strokes.ts";

/** Direction to the sun. */
const LIGHT: Vector = unit([-0.46, 0.82, 0.34]);

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

/** A cloth as it is drawn. */
interface Cloth {
  /** X y z of its masses in m, row by row. */
  positions: Float64Array;
  /** Masses in a row. */
  columns: number;
  /** Rest lengths along a row and between rows, in m. */
  spacing: [number, number];
  /** 1 for each torn cell, row by row; the same array until another thread tears. */
  holes: Uint8Array | undefined;
}

/** Appearance of the picture. */
interface Look {
  /** Gives the colour of a custom property. */
  color: (property: string) => string;
  /** True if colours show the strain. */
  strain: boolean;
  /** True if threads are drawn. */
  wires: boolean;
  /** True for a single picture, which has all pixels however slow it is. */
  whole?: boolean;
}

/** Contents of a frame. */
interface Scene {
  /** Width of the picture in px. */
  width: number;
  /** Height in px. */
  height: number;
  /** Px per CSS px. */
  ratio: number;
  camera: OrbitCamera;
  cloth: Cloth;
  obstacles: Obstacle[];
  look: Look;
}

/** Ball around all shadow casters, in m. */
type Ball = { centre: Vector; radius: number };

/** Uniforms of single objects. */
const UNIFORMS = ["centre", "size", "edge", "up", "spacing", "back", "along", "columns"];

export class Surface {
  #layer;
  /** Programs by constants; lost with the context. */
  #programs: Map<string, Program> | undefined;
  /** Indices of triangle strips, by size of the grid. */
  #strips: Map<string, WebGLBuffer> = new Map();
  /** The shadow map, and a copy for blurring. */
  #shadowMaps: { texture: WebGLTexture; target: WebGLFramebuffer }[] = [];
  #frame = new Float32Array(FRAME.length);
  #refiner = new Refiner();
  /** Columns of the texture `masses`, which holds the refined grid. */
  #wide = 0;
  /** Rows of that texture. */
  #high = 0;
  /** Cells drawn along each edge of a cell between four masses. */
  #cells = 1;
  /** Content of the texture of torn cells. */
  #holes: Uint8Array | undefined;
  /** Receives a pixel: reading one waits until the frame is drawn. */
  #pixel = new Uint8Array(4);
  #quality;
  /** True if this frame draws all of the cloth's grid. */
  #fine = true;

  /** @param redraw  requests a frame */
  constructor(redraw: () => void) {
    this.#quality = new Quality(redraw);
    const lost = () => {
      this.#programs = undefined;
    };
    this.#layer = new Layer({ lost, redraw });
  }

  /** Draws the scene; returns false if WebGL2 is not available now. */
  draw(context: CanvasRenderingContext2D, camera: OrbitCamera, cloth: Cloth, obstacles: Obstacle[], look: Look) {
    const { gl } = this.#layer;
    if (!gl?.getExtension("EXT_color_buffer_float")) return false;
    const { width, height } = context.canvas;
    if (width === 0 || height === 0) return true;
    this.#programs ??= this.#prepare(gl);
    const scene = { width, height, ratio: context.getTransform().a, camera, cloth, obstacles, look };
    const quality = this.#quality;
    const shown = !look.whole;
    const measured = (level: Level) => {
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

  /** Draws a frame on the layer. */
  #paint(
    gl: WebGL2RenderingContext,
    { width, height, ratio, camera, cloth, obstacles, look }: Scene,
    { fine, part }: Level,
  ) {
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

  #prepare(gl: WebGL2RenderingContext) {
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
   */
  #castShadows(gl: WebGL2RenderingContext, cloth: Cloth, obstacles: Obstacle[], ball: Ball, look: Look) {
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
    for (const [from, to, x, y] of [
      [first, second, 1, 0],
      [second, first, 0, 1],
    ] as const) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, to.target);
      gl.bindTexture(gl.TEXTURE_2D, from.texture);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
      gl.uniform2f(at.along, x / SHADOW_SIZE, y / SHADOW_SIZE);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
    gl.bindTexture(gl.TEXTURE_2D, first.texture);
  }

  /** Uploads the masses and the torn cells. */
  #load(gl: WebGL2RenderingContext, { positions, columns, holes }: Cloth, strain: boolean) {
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
   * @param casting  true for the shadow map
   */
  #stride(casting: boolean) {
    if (!casting && this.#fine) return 1;
    const stride = Math.max(Math.round(Math.max(this.#wide, this.#high) / COARSE_CELLS), 1);
    // with holes, the corners of all cells between masses must be drawn
    return this.#holes ? Math.min(stride, this.#cells) : stride;
  }

  /** Makes the program of a shape the current one. */
  #use(gl: WebGL2RenderingContext, shape: number, casting: boolean, { strain, wires }: Pick<Look, "strain" | "wires">) {
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

  /** Makes a program the current one; gives up WebGL2 if the browser can't link it. */
  #program(
    gl: WebGL2RenderingContext,
    name: string,
    constants: Record<string, number | boolean>,
    vertex: string,
    fragment: string,
  ) {
    const program = this.#programs?.get(name) ?? createProgram(gl, heading(constants), vertex, fragment);
    this.#programs?.set(name, program);
    if (program.runs) gl.useProgram(program.program);
    else this.destroy();
    return program.at;
  }

  #drawGrid(gl: WebGL2RenderingContext, at: Program["at"], columns: number, rows: number) {
    const name = `${columns},${rows}`;
    const kept = this.#strips.get(name);
    const buffer = kept ?? gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    if (!kept) gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, strips(columns, rows), gl.STATIC_DRAW);
    this.#strips.set(name, buffer);
    gl.uniform1i(at.columns, columns);
    gl.drawElements(gl.TRIANGLE_STRIP, (2 * columns + 1) * (rows - 1), gl.UNSIGNED_INT, 0);
  }

  /** Draws the obstacles and the cloth, for the picture or the shadow map. */
  #objects(gl: WebGL2RenderingContext, { spacing }: Cloth, obstacles: Obstacle[], casting: boolean, look: Look) {
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
   * @param eye  direction to the eye, or to the sun if `casting`
   */
  #ground(
    gl: WebGL2RenderingContext,
    obstacles: Obstacle[],
    { centre, radius }: Ball,
    casting: boolean,
    look: Look,
    eye: Vector,
  ) {
    for (const obstacle of obstacles) {
      if (obstacle.shape !== "plane") continue;
      const up = [...obstacle.normal] as Vector;
      if (dot(up, eye) <= 0) continue;
      const height = dot(plus(centre, [...obstacle.point] as Vector, -1), up);
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

/** Indices of a grid as triangle strips: one for each pair of rows, each with a restart index. */
function strips(columns: number, rows: number) {
  const all = new Uint32Array((2 * columns + 1) * (rows - 1)).fill(0xffffffff);
  for (let row = 0, i = 0; row < rows - 1; row++, i++) {
    for (let column = 0; column < columns; column++) {
      all[i++] = row * columns + column;
      all[i++] = (row + 1) * columns + column;
    }
  }
  return all;
}

/** Links a program and sets its texture units. */
function createProgram(gl: WebGL2RenderingContext, heading: string, vertex: string, fragment: string) {
  const program = link(gl, heading + vertex, heading + fragment, [...UNIFORMS, "shadowMap", "holes"]);
  if (!program.runs) return program;
  gl.uniform1i(program.at.shadowMap, 1);
  gl.uniform1i(program.at.holes, 2);
  return program;
}

/** Sets the directions to eye and sun. */
function setLight(frame: Float32Array, camera: OrbitCamera) {
  const eye = toEye(camera);
  frame.set(eye, FRAME.toEye);
  frame.set(LIGHT, FRAME.light);
  frame.set(unit(plus(LIGHT, eye)), FRAME.halfway);
}

/** Sets the colours. */
function setColors(frame: Float32Array, color: Look["color"]) {
  const plain = Boolean(forced?.matches);
  const tone = (property: string) => linearLight(color(property));
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

/** Matrix from metres to clip space, by columns. @param height  of the picture in px */
function viewMatrix(camera: OrbitCamera, width: number, height: number) {
  const place = (at: Vector) => {
    const [x, y] = camera.project(at);
    return [(2 * x) / width - 1, 1 - (2 * y) / height, -camera.depth(at) / DEPTH];
  };
  const [origin, ...columns] = affine(place);
  return [...columns.flatMap((column) => [...column, 0]), ...origin, 1];
}

/** Ball around the obstacles and a cloth that hangs in one piece. */
function ballAbout(centre: Vector, { positions, columns, spacing }: Cloth, obstacles: Obstacle[]): Ball {
  const rows = positions.length / 3 / columns;
  const reaches = obstacles.map((obstacle) => {
    if (obstacle.shape === "plane") return 0;
    const [x, y, z] = plus(centre, [...obstacle.centre] as Vector, -1);
    return Math.hypot(x, y, z) + (obstacle.shape === "sphere" ? obstacle.radius : Math.hypot(...obstacle.half));
  });
  return {
    centre,
    radius: Math.max(SLACK * Math.hypot(spacing[0] * (columns - 1), spacing[1] * (rows - 1)), ...reaches),
  };
}

/** Matrix from metres to the shadow map, by columns. */
function sunMatrix({ centre, radius }: Ball) {
  const right = unit([LIGHT[2], 0, -LIGHT[0]]);
  const rows = [
    plus([0, 0, 0], right, 1 / radius),
    plus([0, 0, 0], cross(LIGHT, right), 1 / radius),
    plus([0, 0, 0], LIGHT, -1 / DEPTH),
  ];
  const columns = [0, 1, 2].flatMap((axis) => [...rows.map((row) => row[axis]), 0]);
  return [...columns, ...rows.map((row) => -dot(row, centre)), 1];
}

const toEye = (camera: OrbitCamera): Vector => {
  const [, [x], [y], [z]] = affine((at) => [camera.depth(at)]);
  return [x, y, z];
};

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];

function unit(vector: Vector): Vector {
  return plus([0, 0, 0], vector, 1 / Math.hypot(...vector));
}

/** A colour in linear light: about sRGB squared. */
function linearLight(color: string): Vector {
  const [red, green, blue] = channels(color).map((part) => (part / 255) ** 2);
  return [red, green, blue];
}
