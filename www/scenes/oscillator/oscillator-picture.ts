// The picture of one mass that oscillates on a line through its anchor.
import { significant } from "../../base/format.ts";
import type { Vector } from "../../base/vectors.ts";
import { vector } from "../../base/vectors.ts";
import { Camera } from "../../canvas/camera.ts";
import type { Press } from "../../canvas/canvas.ts";
import type { Point } from "../../canvas/shapes.ts";
import { addVector, coil, disc, haloed, LABEL, scaleBar } from "../../canvas/shapes.ts";
import type { Simulation } from "../../types.ts";

const MASS = 1;

/** Radius of the mass, in px. */
const RADIUS = 13;

/** Distance of the ticks in px below which they have no labels. */
const LABELS = 70;

/** Half width, and half height without and with the arrow, in initial lengths. */
const FRAME = { across: 1.3, line: 0.6, arrow: 1.25 };

/** Keeps a dragged point on the line, wherever the pointer is. */
class LineCamera extends Camera {
  lift(pixels: Point, like?: Vector): Vector {
    const [x, y, z] = super.lift(pixels, like);
    return [x, like ? like[1] : y, z];
  }
}

export class OscillatorPicture {
  camera = new LineCamera(frame(2, false));
  label = "Mass on a spring, on a line. Left and right arrow keys move the mass.";
  movable = () => [MASS];
  chosen = () => MASS;
  objects = { mass: MASS, spring: [0, MASS] as const };
  simulation;
  #color;
  #turning;
  /** Initial length and display of the arrow for which the frame was set. */
  #framed = "2 false";

  /**
   * @param color  gives the colour of a custom property
   * @param turning  true if the arrow of position and velocity is shown
   */
  constructor(simulation: Simulation, color: (property: string) => string, turning: () => boolean = () => false) {
    this.simulation = simulation;
    this.#color = color;
    this.#turning = turning;
  }

  /** Ignores the vertical arrow keys. */
  key({ key }: Press) {
    return key === "ArrowUp" || key === "ArrowDown";
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const { camera, simulation } = this;
    const length = Number(simulation.get("initialLength"));
    const turning = this.#turning();
    if (this.#framed !== `${length} ${turning}`) camera.reframe(frame(length, turning));
    this.#framed = `${length} ${turning}`;
    const omega = Math.sqrt(Number(simulation.get("stiffness")) / Number(simulation.get("mass")));
    const { exact } = simulation.analysis;
    const numerical = arrow(simulation.positions, simulation.velocities, omega);
    const analytic = exact && arrow(exact.positions, exact.velocities, omega);
    // not during a drag, when a view that grows would move under the pointer
    if (held === undefined) camera.include(turning ? numerical : [numerical[0], 0, 0]);
    this.#axes(context, turning);
    if (turning && omega > 0) this.#arrows(context, numerical, analytic);
    this.#ticks(context, length);
    const anchor = camera.project([0, 0, 0]);
    const mass = camera.project([numerical[0], 0, 0]);
    context.lineWidth = 1.8;
    context.lineJoin = "round";
    context.strokeStyle = this.#color("--ink");
    coil(context, anchor, mass, 9, Math.min(Math.max(0.09 * camera.scale * length, 3), 20));
    context.fillStyle = this.#color("--ink");
    context.fillRect(anchor[0] - 6, anchor[1] - 6, 12, 12);
    context.fillStyle = this.#color("--accent");
    context.lineWidth = 2;
    context.strokeStyle = this.#color("--panel");
    disc(context, mass, held === undefined ? RADIUS : 1.25 * RADIUS);
    if (analytic) this.#ring(context, camera.project([analytic[0], 0, 0]));
  }

  /** Draws the line, and the axis across it if the arrow is shown. */
  #axes(context: CanvasRenderingContext2D, turning: boolean) {
    const { width, height } = this.camera;
    const [x, y] = this.camera.project([0, 0, 0]).map((place) => Math.round(place) + 0.5);
    context.fillStyle = context.strokeStyle = this.#color("--edge");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(width, y);
    if (turning) {
      context.moveTo(x, 0);
      context.lineTo(x, height);
    }
    context.stroke();
    context.fillStyle = context.strokeStyle = this.#color("--muted");
    context.font = LABEL;
    context.textAlign = "right";
    context.fillText("x", width - 6, y - 6);
    context.textAlign = "left";
    if (turning) context.fillText("−v/ω", x + 6, 14);
    scaleBar(context, this.camera);
  }

  /** Draws ticks at the turning points of the exact motion. @param length  in m */
  #ticks(context: CanvasRenderingContext2D, length: number) {
    context.font = LABEL;
    context.textAlign = "center";
    for (const metres of [-length, length]) {
      const [x, y] = this.camera.project([metres, 0, 0]);
      context.lineWidth = 2.4;
      context.strokeStyle = context.fillStyle = this.#color("--muted");
      context.beginPath();
      context.moveTo(x, y - 26);
      context.lineTo(x, y + 26);
      context.stroke();
      if (2 * length * this.camera.scale < LABELS) continue;
      const label = `${metres < 0 ? "−" : ""}${significant(length)} m`;
      haloed(context, label, [x, y + 42], this.#color("--panel"));
    }
  }

  /** Marks the exact position. */
  #ring(context: CanvasRenderingContext2D, at: Point) {
    context.lineWidth = 1;
    context.strokeStyle = this.#color("--exact");
    context.beginPath();
    context.arc(...at, RADIUS, 0, 2 * Math.PI);
    context.stroke();
  }

  /**
   * Draws position and velocity as an arrow whose horizontal part is the position, and the circle
   * of its exact tip.
   */
  #arrows(context: CanvasRenderingContext2D, numerical: Vector, analytic: Vector | undefined) {
    const { camera } = this;
    const [centre, tip, shadow] = [[0, 0, 0], numerical, [numerical[0], 0, 0]].map((at) =>
      camera.project(at as Vector),
    );
    context.strokeStyle = context.fillStyle = this.#color("--exact");
    context.lineWidth = 1;
    if (analytic) {
      const radius = Math.hypot(...analytic) * camera.scale;
      context.beginPath();
      context.arc(...centre, radius, 0, 2 * Math.PI);
      context.stroke();
      turning(context, centre, camera.project(analytic));
    }
    context.strokeStyle = context.fillStyle = this.#color(`--${this.simulation.get("method")}`);
    context.setLineDash([3, 4]);
    context.beginPath();
    context.moveTo(...tip);
    context.lineTo(...shadow);
    context.stroke();
    context.setLineDash([]);
    context.lineWidth = 2.4;
    turning(context, centre, tip);
  }

  describe(held: number | undefined) {
    const { simulation } = this;
    const x = simulation.positions[3 * MASS];
    const v = simulation.velocities[3 * MASS];
    const mass = `The mass is ${side(x)} the anchor`;
    if (held !== undefined) return `${mass}. It is held.`;
    const speed =
      Math.abs(v) < 5e-4 ? "is at rest" : `moves ${v > 0 ? "right" : "left"} at ${significant(Math.abs(v))} m/s`;
    const exact = simulation.analysis.exact?.positions[3 * MASS];
    const analytic = exact === undefined ? "" : ` The analytic solution is ${side(exact)} the anchor.`;
    return `${mass} and ${speed}.${analytic}`;
  }
}

function turning(context: CanvasRenderingContext2D, from: Point, to: Point) {
  context.beginPath();
  addVector(context, from, [to[0] - from[0], to[1] - from[1]], 10);
  context.stroke();
  context.fill();
}

/** @param length  in m */
function frame(length: number, turning: boolean) {
  const right = FRAME.across * length;
  const top = (turning ? FRAME.arrow : FRAME.line) * length;
  return { left: -right, right, bottom: -top, top };
}

/** Position and velocity of the mass as (x, −v/ω), which turns anticlockwise. */
function arrow(positions: Float64Array, velocities: Float64Array, omega: number): Vector {
  const [x] = vector(positions, MASS);
  const [v] = vector(velocities, MASS);
  return [x, omega > 0 ? -v / omega : 0, 0];
}

function side(metres: number) {
  if (Math.abs(metres) < 5e-4) return "at";
  return `${significant(Math.abs(metres))} m to the ${metres > 0 ? "right" : "left"} of`;
}
