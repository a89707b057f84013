// The picture of a linear field ẋ = A x + w(t): its arrows and eigenvectors, and tracers with their
// trails and exact positions.
import { significant } from "../../base/format.ts";
import { vector } from "../../base/vectors.ts";
import { Camera } from "../../canvas/camera.ts";
import type { Press } from "../../canvas/canvas.ts";
import { drawField } from "../../canvas/field.ts";
import type { Point } from "../../canvas/shapes.ts";
import { disc, grid, haloed, LABEL, path } from "../../canvas/shapes.ts";
import { Trail } from "../../canvas/trail.ts";
import type { Lab } from "../../lab/show.ts";
import type { Simulation } from "../../types.ts";

/** Radii in px: of one tracer, least of many, of a held one, and added for exact positions. */
const RADIUS = { alone: 7, least: 3.5, held: 9, exact: 2 };

/** Margin around the tracers, as a fraction of their largest distance from the origin. */
const MARGIN = 0.35;

/** Most tracers that have trails. */
const TRAILS = 100;

/** A real eigenvector of A. */
interface Eigen {
  /** Eigenvalue in 1/s. */
  value: number;
  /** Unit vector. */
  direction: Point;
}

export class FlowPicture {
  camera = new Camera({ left: -1, right: 1, bottom: -1, top: 1 });
  label = "Field with tracers. Arrow keys move the chosen tracer, N and P choose the next and the previous one.";
  tall = true;
  simulation;
  #lab;
  #chosen = 0;
  /** Largest distance of a tracer from the origin at the last change of view. */
  #reach = 0;
  #trails: Trail[] = [];

  constructor(lab: Lab) {
    this.simulation = lab.simulation;
    this.#lab = lab;
    this.restart();
  }

  /** Shows all tracers and the origin. */
  restart() {
    const places = this.#places(this.simulation.positions);
    this.#trails = places.length > TRAILS ? [] : places.map(() => new Trail());
    this.#chosen = Math.min(this.#chosen, places.length - 1);
    const reach = places.reduce((far, place) => Math.max(far, Math.hypot(...place)), 0) || 1;
    if (reach === this.#reach) return;
    this.#reach = reach;
    const edge = (1 + MARGIN) * reach;
    this.camera.reframe({ left: -edge, right: edge, bottom: -edge, top: edge });
  }

  #places(positions: Float64Array) {
    return Array.from({ length: positions.length / 3 }, (_, i) => vector(positions, i));
  }

  movable = () => Array(this.simulation.positions.length / 3).keys();

  chosen = () => this.#chosen;

  key({ key }: Press) {
    const step = { n: 1, p: -1 }[key];
    const count = this.simulation.positions.length / 3;
    if (!step) return false;
    this.#chosen = (this.#chosen + step + count) % count;
    return true;
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const { camera, simulation } = this;
    const { color } = this.#lab;
    const { time } = simulation;
    const { exact } = simulation.analysis;
    const places = this.#places(simulation.positions);
    // not during a drag, when a view that grows would move under the pointer
    if (held === undefined) for (const place of places) camera.include(place);
    const [line, edge, muted] = ["--line", "--edge", "--muted"].map(color);
    grid(context, camera, { line, axis: edge, text: muted }, ["x₁", "x₂"]);
    context.strokeStyle = context.fillStyle = muted;
    drawField(context, camera, simulation);
    const { rest, real } = this.#equilibrium();
    this.#lines(context, rest, real);
    context.strokeStyle = context.fillStyle = color(`--${this.#lab.get("method")}`);
    context.lineWidth = 1.5;
    for (const [i, trail] of this.#trails.entries()) {
      trail.record(time, places[i]);
      const points = trail.upTo(places[i]).map((place) => camera.project(place));
      path(context, points);
    }
    const radius = Math.max(RADIUS.least, RADIUS.alone / places.length ** 0.2);
    context.lineWidth = 1.2;
    context.strokeStyle = color("--exact");
    context.fillStyle = color("--panel");
    for (const place of exact ? this.#places(exact.positions) : []) {
      if (place.every(Number.isFinite)) disc(context, camera.project(place), radius + RADIUS.exact);
    }
    context.lineWidth = 1.5;
    context.strokeStyle = color("--panel");
    context.fillStyle = color("--accent");
    for (const place of places) disc(context, camera.project(place), radius);
    if (held !== undefined) disc(context, camera.project(places[held]), RADIUS.held);
    this.#rates(context, rest, real);
    if (!context.canvas.matches(":focus-visible")) return;
    context.strokeStyle = color("--ink");
    context.beginPath();
    context.arc(...camera.project(places[this.#chosen]), RADIUS.held + 3, 0, 2 * Math.PI);
    context.stroke();
  }

  /** Draws lines along eigenvectors: in a field that does not vary, a tracer on one stays on it. */
  #lines(context: CanvasRenderingContext2D, [x, y]: Point, eigenvectors: Eigen[]) {
    const { camera } = this;
    const far = (camera.width + camera.height) / camera.scale;
    context.lineWidth = 1.4;
    for (const { value, direction } of eigenvectors) {
      const [from, to] = [-far, far].map((distance) =>
        camera.project([x + distance * direction[0], y + distance * direction[1], 0]),
      );
      context.strokeStyle = this.#lab.color(value < 0 ? "--negative" : "--positive");
      path(context, [from, to], 0, [6, 4]);
    }
  }

  /** Writes each eigenvalue next to its line. */
  #rates(context: CanvasRenderingContext2D, rest: Point, eigenvectors: Eigen[]) {
    const { camera } = this;
    const { color } = this.#lab;
    const length = 0.36 * Math.min(camera.width, camera.height);
    const [x, y] = camera.project([...rest, 0]);
    context.font = LABEL;
    context.textAlign = "left";
    context.fillStyle = color("--ink");
    for (const { value, direction } of eigenvectors) {
      const at = [x + length * direction[0] + 6, y - length * direction[1] - 6] as Point;
      haloed(context, `λ = ${significant(value)} s⁻¹`, at, color("--panel"));
    }
  }

  /**
   * The point where the field is zero now, and the real eigenvectors of A. None are drawn if the
   * field is zero nowhere. The field at (0, 0) is w, at (1, 0) and (0, 1) the columns of A more.
   */
  #equilibrium(): { rest: Point; real: Eigen[] } {
    const at = (x: number, y: number) => this.simulation.analysis.field(x, y, x, y, 1, 1).slice(2);
    const [u, v] = at(0, 0);
    const [a, c] = at(1, 0);
    const [b, d] = at(0, 1);
    const matrix = [a - u, b - u, c - v, d - v];
    if (u === 0 && v === 0) return { rest: [0, 0], real: eigenvectors(matrix) };
    const determinant = matrix[0] * matrix[3] - matrix[1] * matrix[2];
    const rest = [
      (matrix[1] * v - matrix[3] * u) / determinant,
      (matrix[2] * u - matrix[0] * v) / determinant,
    ] as Point;
    return { rest, real: rest.every(Number.isFinite) ? eigenvectors(matrix) : [] };
  }

  describe(held: number | undefined) {
    const off = farthest(this.simulation);
    const { positions } = this.simulation;
    const [x, y] = vector(positions, this.#chosen).map(significant);
    const count = positions.length / 3;
    return [
      `${count === 1 ? "One tracer" : `${count} tracers`} in the field.`,
      `Tracer ${this.#chosen} is at x₁ = ${x}, x₂ = ${y}.`,
      Number.isNaN(off) ? "" : `The farthest from the exact motion is ${significant(off)} off.`,
      held === undefined ? "" : `Tracer ${held} is held.`,
    ]
      .filter(Boolean)
      .join(" ");
  }
}

/** Largest distance of a tracer from its exact position, or NaN. */
export function farthest(simulation: Simulation) {
  const { exact } = simulation.analysis; // a copy; reading it may detach views of memory
  const { positions } = simulation;
  if (!exact) return Number.NaN;
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    most = Math.max(most, Math.hypot(positions[i] - exact.positions[i], positions[i + 1] - exact.positions[i + 1]));
  }
  return most;
}

/**
 * Real eigenvectors of a 2 × 2 matrix; none if they are complex or every vector is one.
 * @param matrix  by rows
 */
export function eigenvectors([a, b, c, d]: number[]): Eigen[] {
  const half = (a - d) / 2;
  const root = Math.sqrt(half * half + b * c);
  if (Number.isNaN(root) || (b === 0 && c === 0 && a === d)) return [];
  const values = root > 0 ? [(a + d) / 2 + root, (a + d) / 2 - root] : [(a + d) / 2];
  return values.map((value) => {
    // perpendicular to the longer row of A − λ I
    const rows = [
      [-b, a - value],
      [d - value, -c],
    ] as Point[];
    const [x, y] = Math.hypot(...rows[0]) > Math.hypot(...rows[1]) ? rows[0] : rows[1];
    const length = Math.hypot(x, y) * (x < 0 || (x === 0 && y < 0) ? -1 : 1);
    return { value, direction: [x / length, y / length] as Point };
  });
}
