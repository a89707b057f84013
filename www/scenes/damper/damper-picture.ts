// The picture of one mass on a spring.
import { significant } from "../../base/format.ts";
import type { Vector } from "../../base/vectors.ts";
import { vector } from "../../base/vectors.ts";
import { Camera } from "../../canvas/camera.ts";
import type { Objects } from "../../canvas/objects.ts";
import type { Point } from "../../canvas/shapes.ts";
import { arrow, coil, dashpot, disc, grid, LABEL, path, scaleBar } from "../../canvas/shapes.ts";
import type { Simulation } from "../../types.ts";

const ANCHOR = 0;
const MASS = 1;

/**
 * Length of the arrows: of a force F as a fraction of the elongation F/k, of a velocity v as a
 * fraction of v/ω.
 */
const ARROW = 0.6;

/** Radius of the mass, in px. */
const RADIUS = 13;

/** Radius of the coil in m, and its bounds in px. */
const COIL = { metres: 0.22, least: 3, most: 40 };

/** Distance between coil and dashpot, in px. */
const GAP = 6;

/**
 * Radius of the dashpot in radii of the coil: its limits for small and large damping, and the
 * damping in N·s/m for which it is halfway between.
 */
const DASHPOT = { least: 0.25, most: 1.6, half: 2 };

/**
 * Radius of the dashpot in radii of the coil: it grows with the damping; 0 without.
 * @param damping  in N·s/m
 */
export function dashpotSize(damping: number) {
  const { least, most, half } = DASHPOT;
  return damping > 0 ? least + (most - least) * (damping / (damping + half)) : 0;
}

export class DamperPicture {
  camera = new Camera({ left: -1.6, right: 7.9, bottom: -3.2, top: 3.2 });
  label = "Mass on a spring. Arrow keys move the mass.";
  movable = () => [MASS];
  chosen = () => MASS;
  objects: Objects = { mass: MASS, spring: [ANCHOR, MASS] };
  simulation;
  #color;
  #shows;

  /**
   * @param color  gives the colour of a custom property
   * @param shows  true if an arrow is shown
   */
  constructor(
    simulation: Simulation,
    color: (property: string) => string,
    shows: (arrow: "force" | "velocity") => boolean = () => false,
  ) {
    this.simulation = simulation;
    this.#color = color;
    this.#shows = shows;
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const { simulation } = this;
    const [ink, muted, panel] = ["--ink", "--muted", "--panel"].map(this.#color);
    const { camera } = this;
    // not during a drag, when a view that grows would move under the pointer
    if (held === undefined) camera.include(vector(simulation.positions, MASS));
    const [anchor, mass] = [ANCHOR, MASS].map((particle) => camera.project(vector(simulation.positions, particle)));
    grid(context, camera, { line: this.#color("--line"), axis: this.#color("--edge"), text: muted });
    context.strokeStyle = context.fillStyle = muted;
    scaleBar(context, camera);
    this.#restLength(context, anchor, mass, Number(simulation.get("restLength")));
    context.lineWidth = 1.8;
    context.lineJoin = "round";
    context.strokeStyle = ink;
    const radius = Math.min(Math.max(COIL.metres * camera.scale, COIL.least), COIL.most);
    coil(context, anchor, mass, 11, radius);
    this.#dashpot(context, anchor, mass, radius);
    context.lineWidth = 2;
    context.strokeStyle = panel;
    context.fillStyle = ink;
    context.fillRect(anchor[0] - 6, anchor[1] - 6, 12, 12);
    context.fillStyle = this.#color("--accent");
    disc(context, mass, held === undefined ? RADIUS : 1.25 * RADIUS);
    this.#arrows(context, mass);
  }

  /**
   * Draws the damper parallel to the spring, between the same two crossbars.
   * @param coil  radius of the coil in px
   */
  #dashpot(context: CanvasRenderingContext2D, anchor: Point, mass: Point, coil: number) {
    const size = coil * dashpotSize(Number(this.simulation.get("damping")));
    const dx = mass[0] - anchor[0];
    const dy = mass[1] - anchor[1];
    const length = Math.hypot(dx, dy);
    this.objects.damper = undefined;
    if (size === 0 || length < 1) return;
    const away = (coil + size + GAP) / length;
    const [from, to] = [anchor, mass].map(([x, y]) => [x - away * dy, y + away * dx] as Point);
    this.objects.damper = [from, to];
    context.lineWidth = 1.8;
    context.strokeStyle = context.fillStyle = this.#color("--dissipated");
    path(context, [anchor, from]);
    path(context, [mass, to]);
    dashpot(context, from, to, size, Number(this.simulation.get("restLength")) * this.camera.scale);
  }

  /** Draws the rest length: a dashed arc about the anchor, and a tick across the spring. */
  #restLength(context: CanvasRenderingContext2D, [x, y]: Point, mass: Point, metres: number) {
    const radius = metres * this.camera.scale;
    if (radius < 8) return;
    const angle = Math.atan2(mass[1] - y, mass[0] - x);
    context.lineWidth = 1.2;
    context.setLineDash([3, 4]);
    context.beginPath();
    context.arc(x, y, radius, angle - 0.5, angle + 0.5);
    context.stroke();
    context.setLineDash([]);
    context.lineWidth = 2.4;
    context.beginPath();
    for (const distance of [radius - 1.2, radius + 1.2]) {
      const reach = Math.atan2(16, radius);
      context.moveTo(x + distance * Math.cos(angle - reach), y + distance * Math.sin(angle - reach));
      context.lineTo(x + distance * Math.cos(angle + reach), y + distance * Math.sin(angle + reach));
    }
    context.stroke();
    context.font = LABEL;
    context.textAlign = "center";
    const end = angle + (Math.cos(angle) >= 0 ? 0.5 : -0.5); // lower end of the arc
    const labelX = x + radius * Math.cos(end);
    const labelY = y + radius * Math.sin(end) + 16;
    const margin = context.measureText("rest length 0.00 m").width / 2 + 4;
    context.fillText(
      `rest length ${significant(metres)} m`,
      Math.min(Math.max(labelX, margin), this.camera.width - margin),
      Math.min(labelY, this.camera.height - 30),
    );
  }

  #arrows(context: CanvasRenderingContext2D, mass: Point) {
    if (!this.#shows("force") && !this.#shows("velocity")) return;
    const { width, height } = this.camera;
    if (!(mass[0] > 0 && mass[0] < width && mass[1] > 0 && mass[1] < height)) return;
    const { simulation } = this;
    const stiffness = Number(simulation.get("stiffness"));
    const force = vector(simulation.system.forces, MASS);
    const velocity = vector(simulation.velocities, MASS);
    const perNewton = stiffness > 0 ? ARROW / stiffness : 0.1;
    const perSpeed = ARROW * ((simulation.analysis.period ?? 2) / (2 * Math.PI));
    for (const [name, [x, y], metres, unit, color, side] of [
      ["force", force, perNewton, "N", "--elastic", -1],
      ["velocity", velocity, perSpeed, "m/s", "--kinetic", 1],
    ] as const) {
      if (!this.#shows(name)) continue;
      context.strokeStyle = context.fillStyle = this.#color(color);
      const size = Math.hypot(x, y);
      const [ux, uy] = size > 0 ? [x / size, -y / size] : [0, 0];
      const pixels = size * metres * this.camera.scale;
      const rim = [mass[0] + RADIUS * ux, mass[1] + RADIUS * uy] as Point;
      const label = `${name} ${significant(size)} ${unit}`;
      arrow(context, rim, [ux * pixels, uy * pixels], label, side, this.#color("--panel"));
    }
  }

  describe(held: number | undefined) {
    const { simulation } = this;
    const { positions, velocities } = simulation;
    const anchor = vector(positions, ANCHOR);
    const mass = vector(positions, MASS);
    const x = mass[0] - anchor[0];
    const y = mass[1] - anchor[1];
    const elongation = Math.hypot(x, y) - Number(simulation.get("restLength"));
    const place = [apart(x, "to the right of", "to the left of"), apart(y, "above", "below")]
      .filter(Boolean)
      .join(" and ");
    const strain = `${elongation < 0 ? "compressed" : "stretched"} by ${significant(Math.abs(elongation))} m`;
    const spring = Math.abs(elongation) < 5e-4 ? "at its rest length" : strain;
    return `The mass is ${place || "at"} the anchor; the spring is ${spring}. ${motion(vector(velocities, MASS), held !== undefined)}`;
  }
}

function motion([x, y]: Vector, held: boolean) {
  const speed = Math.hypot(x, y);
  if (held) return "It is held.";
  return speed < 5e-4 ? "It is at rest." : `It moves ${towards(x, y)} at ${significant(speed)} m/s.`;
}

function apart(metres: number, positive: string, negative: string) {
  return Math.abs(metres) < 0.005 ? "" : `${significant(Math.abs(metres))} m ${metres > 0 ? positive : negative}`;
}

function towards(x: number, y: number) {
  const names = ["right", "up and right", "up", "up and left", "left", "down and left", "down", "down and right"];
  return names[(Math.round(Math.atan2(y, x) / (Math.PI / 4)) + 8) % 8];
}
