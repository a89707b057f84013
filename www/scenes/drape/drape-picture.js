// The picture of a cloth in space: a shaded surface, or its springs where a browser can't shade
// one.
import { plus } from "../../base/vectors.js";
import { frontmost } from "../../canvas/frontmost.js";
import { holesOf } from "../../canvas/holes.js";
import { OrbitCamera } from "../../canvas/orbit.js";
import { affine } from "../../canvas/projection.js";
import { SystemPicture } from "../system/system-picture.js";

/** @import { Point } from "../../canvas/shapes.js" */
/** @import { Surface } from "../../canvas/surface.js" */
/** @import { Simulation } from "../../types.js" */
/** @import { Parts } from "../system/system-picture.js" */
/** @import { Vector } from "../../base/vectors.js" */

/** First view, from the right and from above, in rad. */
const VIEW = /** @type {const} */ ([0.5, 0.35]);

/** Margins around the first view, as fractions of its size. */
const MARGIN = { beside: 0.06, above: 0.06, below: 0.04 };

export class DrapePicture extends SystemPicture {
  label =
    "A cloth in space. Arrow keys move the chosen mass, N and P choose the next and the previous one. Page Up and Page Down move it along z, and I, J, K and L turn the picture.";
  ghosts = false;
  #shaded;
  /**
   * Torn springs, and the torn cells that they leave.
   * @type {{ torn: Uint32Array, holes: Uint8Array | undefined }}
   */
  #tear = { torn: new Uint32Array(), holes: undefined };
  /**
   * Cached rest lengths along a row and between rows in m, with the grid that they belong to.
   * @type {{ columns: number, masses: number, spacing: [number, number] }}
   */
  #grid = { columns: 0, masses: 0, spacing: [0, 0] };

  /**
   * @param {Simulation} simulation @param {Parts} parts
   * @param {() => Surface} shaded  gives the surface that draws the cloth
   */
  constructor(simulation, parts, shaded) {
    super(simulation, parts);
    this.#shaded = shaded;
  }

  isFlat() {
    return false;
  }

  /** First view, of the cloth and the ground below it. @param {Vector} low @param {Vector} high */
  aim(low, high) {
    const floor = /** @type {Vector} */ ([low[0], Math.min(low[1], 0), low[2]]);
    const size = plus(high, floor, -1);
    const centre = plus(floor, size, 0.5);
    const camera = new OrbitCamera(1, ...VIEW);
    const [right, up] = [0, 1].map((side) => {
      const [, ...reaches] = affine((at) => camera.seen(at)).map((axis) => Math.abs(axis[side]));
      return 0.5 * reaches.reduce((sum, reach, axis) => sum + reach * size[axis], 0);
    });
    camera.aim(centre, Math.max(right, up));
    camera.reframe({
      ...{ left: -right * (1 + MARGIN.beside), right: right * (1 + MARGIN.beside) },
      ...{ bottom: -up * (1 + MARGIN.below), top: up * (1 + MARGIN.above) },
    });
    return camera;
  }

  /** @param {CanvasRenderingContext2D} context @param {Float64Array} positions */
  paint(context, positions) {
    const { color, shows } = this.parts;
    const look = { color, strain: shows("strain"), wires: shows("wires") };
    const columns = this.#columns;
    const masses = positions.length / 3;
    const cloth = { positions, columns, spacing: this.#spacing(columns, masses), holes: this.#holes(columns, masses) };
    const drawn =
      this.camera instanceof OrbitCamera &&
      this.#shaded().draw(context, this.camera, cloth, this.simulation.system.obstacles, look);
    if (!drawn) super.paint(context, positions);
  }

  get #columns() {
    return Number(this.simulation.get("width"));
  }

  /**
   * Rest lengths along a row and between rows, in m. They are cached because `springs` is a copy of
   * all springs.
   * @param {number} columns @param {number} masses
   */
  #spacing(columns, masses) {
    if (this.#grid.columns !== columns || this.#grid.masses !== masses) {
      const { springs, restLengths } = this.simulation.system;
      // the first spring lies along the first row, another one joins its first mass to the next row
      let down = 0;
      while (springs[2 * down] !== 0 || springs[2 * down + 1] !== columns) down += 1;
      this.#grid = { columns, masses, spacing: [restLengths[0], restLengths[down]] };
    }
    return this.#grid.spacing;
  }

  /**
   * Torn cells; a new array if another cell tears.
   * @param {number} columns @param {number} masses
   */
  #holes(columns, masses) {
    const shown = this.parts.lastGood() ?? this.simulation;
    const { torn } = shown.system;
    if (torn.length !== this.#tear.torn.length || torn.some((spring, i) => spring !== this.#tear.torn[i])) {
      this.#tear = { torn, holes: holesOf(shown.system.springs, torn, columns, masses / columns) };
    }
    return this.#tear.holes;
  }

  /** @param {Point} at @param {number} reach */
  pick(at, reach) {
    if (!(this.camera instanceof OrbitCamera) || this.movable().length === 0) return undefined;
    const grid = {
      positions: this.simulation.positions,
      places: this.places,
      columns: this.#columns,
      holes: this.#tear.holes,
    };
    const nearest = frontmost(this.camera, grid, this.simulation.system.obstacles, at, reach);
    return nearest === undefined || this.simulation.system.fixed.includes(nearest) ? undefined : nearest;
  }
}
