// The picture of a cloth in space: a shaded surface, or its springs where a browser can't shade
// one.
import { context2d } from "../../base/dom.ts";
import { frontmost } from "../../canvas/frontmost.ts";
import { holesOf } from "../../canvas/holes.ts";
import { OrbitCamera } from "../../canvas/orbit.ts";
import { projectAll } from "../../canvas/projection.ts";
import type { Point } from "../../canvas/shapes.ts";
import type { Surface } from "../../canvas/surface.ts";
import type { Simulation } from "../../types.ts";
import type { Parts } from "../system/system-picture.ts";
import { SystemPicture } from "../system/system-picture.ts";
import { furniture } from "./furniture.ts";

/**
 * First view, from the right and from above, in rad: of a hanging cloth more from the front, of a
 * flag from the sunny side, and of the edge of a table from the right, where the cloth hangs down.
 */
const VIEW = { lying: [0.5, 0.3], hanging: [0.35, 0.18], flag: [-0.5, 0.18], edge: [1.05, 0.3] } as const;

/** Margin around the cloth, as a fraction of the view. */
const MARGIN = 0.07;

/** Simulated time in s in which the view follows most of the cloth's motion. */
const EASE = 0.4;

/** Speed at which the view turns, in rad per simulated s. */
const TURN = 0.1;

/** Radius and height in m beyond which masses are left out of the view. */
const MAX_DISTANCE = 6;

/** True if the reader wants little motion; undefined in Node. */
const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/**
 * Extent of a cloth as seen from a height, the same at every angle: place of its vertical axis, its
 * radius about that, and its lowest and highest place in the picture, in m.
 */
type Extent = [x: number, z: number, radius: number, bottom: number, top: number];

export class DrapePicture extends SystemPicture {
  label =
    "A cloth in space. Arrow keys move the chosen mass, N and P choose the next and the previous one. Page Up and Page Down move it along z, and I, J, K and L turn the picture.";
  ghosts = false;
  #shaded;
  /** True while all pixels are drawn, however long it takes. */
  #whole = false;
  /** Torn springs, and the torn cells that they leave. */
  #tear: { torn: Uint32Array; holes: Uint8Array | undefined } = { torn: new Uint32Array(), holes: undefined };
  /** Cached rest lengths along a row and between rows in m, with the grid that they belong to. */
  #grid: { columns: number; masses: number; spacing: [number, number] } = { columns: 0, masses: 0, spacing: [0, 0] };

  /** Extent that is shown, and the simulated time in s. */
  #seen: { time: number; extent: Extent } | undefined;

  /** @param shaded  gives the surface that draws the cloth */
  constructor(simulation: Simulation, parts: Parts, shaded: () => Surface) {
    super(simulation, parts);
    this.#shaded = shaded;
  }

  isFlat() {
    return false;
  }

  /** A hanging cloth, or one on another obstacle, has another first view. */
  get variant() {
    return `${this.simulation.get("pins")} ${this.simulation.get("obstacle")}`;
  }

  /** First view: turns about the scene's vertical axis. */
  aim() {
    const [pins, obstacle] = ["pins", "obstacle"].map((key) => this.simulation.get(key));
    const free = obstacle === "table" ? "edge" : "lying";
    const [yaw, pitch] = VIEW[pins === "edge" ? "hanging" : pins === "pole" ? "flag" : free];
    return new OrbitCamera(1, yaw, pitch);
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const touched = held !== undefined || context.canvas.matches(":focus");
    if (touched && this.camera instanceof OrbitCamera) this.camera.rest();
    super.draw(context, held);
  }

  /**
   * Shows the cloth as large as it fits at every angle, and turns slowly, until the reader changes
   * the view. The view follows with simulated time, so that a flutter does not shake it.
   */
  follow(positions: Float64Array) {
    const { camera } = this;
    if (!(camera instanceof OrbitCamera) || this.quiet) return;
    const { time } = this.simulation;
    const passed = Math.abs(time - (this.#seen?.time ?? time));
    // at once at the start, and where the picture shows another state than that of the run
    const eases = this.#seen && time > 0 && !this.parts.caption();
    const part = eases ? 1 - Math.exp(-passed / EASE) : 1;
    const now = extentOf(positions, this.simulation.system.fixed, camera.pitch);
    const before = this.#seen?.extent ?? now;
    const [x, z, ...eased] = before.map((size, i) => size + (now[i] - size) * part) as Extent;
    const margin = MARGIN * Math.max(2 * now[2], now[4] - now[3]);
    // nothing leaves the view: it grows at once where the margin does not suffice
    const radius = Math.max(eased[0], now[2] - margin / 2);
    const bottom = Math.min(eased[1], now[3] + margin / 2);
    const top = Math.max(eased[2], now[4] - margin / 2);
    this.#seen = { time, extent: [x, z, radius, bottom, top] };
    if (camera.whole) {
      camera.centre = [x, 0, z];
      camera.reframe({
        left: -radius - margin,
        right: radius + margin,
        bottom: bottom - margin,
        top: top + margin,
      });
    }
    if (!still?.matches) camera.drift(TURN * time);
    projectAll(camera, positions, this.places);
  }

  /** Draws the picture on another canvas, without texts. */
  still(canvas: HTMLCanvasElement) {
    const context = context2d(canvas);
    const ratio = canvas.width / this.camera.width;
    const { quiet } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.parts.color("--panel");
    context.fillRect(0, 0, canvas.width, canvas.height);
    this.quiet = this.#whole = true;
    this.draw(context, undefined);
    this.quiet = quiet;
    this.#whole = false;
  }

  paint(context: CanvasRenderingContext2D, positions: Float64Array) {
    const { color, shows } = this.parts;
    const look = { color, strain: shows("strain"), wires: shows("wires"), whole: this.#whole };
    const columns = this.#columns;
    const masses = positions.length / 3;
    const cloth = { positions, columns, spacing: this.#spacing(columns, masses), holes: this.#holes(columns, masses) };
    const { obstacles, fixed } = this.simulation.system;
    const bodies = furniture(obstacles, this.simulation.positions, fixed);
    this.marksPins = !(
      this.camera instanceof OrbitCamera && this.#shaded().draw(context, this.camera, cloth, bodies, look)
    );
    if (this.marksPins) super.paint(context, positions);
  }

  get #columns() {
    return Number(this.simulation.get("width"));
  }

  /**
   * Rest lengths along a row and between rows, in m. They are cached because `springs` is a copy of
   * all springs.
   */
  #spacing(columns: number, masses: number) {
    if (this.#grid.columns !== columns || this.#grid.masses !== masses) {
      const { springs, restLengths } = this.simulation.system;
      // the first spring lies along the first row, another one joins its first mass to the next row
      let down = 0;
      while (springs[2 * down] !== 0 || springs[2 * down + 1] !== columns) down += 1;
      this.#grid = { columns, masses, spacing: [restLengths[0], restLengths[down]] };
    }
    return this.#grid.spacing;
  }

  /** Torn cells; a new array if another cell tears. */
  #holes(columns: number, masses: number) {
    const shown = this.parts.lastGood() ?? this.simulation;
    const { torn } = shown.system;
    if (torn.length !== this.#tear.torn.length || torn.some((spring, i) => spring !== this.#tear.torn[i])) {
      this.#tear = { torn, holes: holesOf(shown.system.springs, torn, columns, masses / columns) };
    }
    return this.#tear.holes;
  }

  pick(at: Point, reach: number) {
    if (!(this.camera instanceof OrbitCamera) || this.movable().length === 0) return undefined;
    const { obstacles, fixed } = this.simulation.system;
    const { positions } = this.simulation;
    const grid = {
      positions,
      places: this.places,
      columns: this.#columns,
      holes: this.#tear.holes,
    };
    const nearest = frontmost(this.camera, grid, furniture(obstacles, positions, fixed), at, reach);
    return nearest === undefined || fixed.includes(nearest) ? undefined : nearest;
  }
}

/**
 * @param pins  whose feet on the ground belong to it
 * @param pitch  in rad
 */
function extentOf(positions: Float64Array, pins: Uint32Array, pitch: number): Extent {
  const near: number[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    if (Math.hypot(positions[i], positions[i + 1], positions[i + 2]) < MAX_DISTANCE) near.push(i);
  }
  const mean = (axis: number) => near.reduce((sum, i) => sum + positions[i + axis], 0) / Math.max(near.length, 1);
  const x = mean(0);
  const z = mean(2);
  const sin = Math.sin(pitch);
  const cos = Math.cos(pitch);
  let radius = 0.1;
  let bottom = 0;
  let top = 0.1;
  const include = (i: number, height: number) => {
    const away = Math.hypot(positions[i] - x, positions[i + 2] - z);
    radius = Math.max(radius, away);
    bottom = Math.min(bottom, height * cos - away * sin);
    top = Math.max(top, height * cos + away * sin);
  };
  for (const i of near) include(i, positions[i + 1]);
  for (const pin of pins) include(3 * pin, 0);
  return [x, z, radius, bottom, top];
}
