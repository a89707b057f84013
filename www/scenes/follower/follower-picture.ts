// The picture of Bob, of Alice who follows him, and of more followers behind her.
import { significant } from "../../base/format.ts";
import type { Vector } from "../../base/vectors.ts";
import { vector } from "../../base/vectors.ts";
import { Camera } from "../../canvas/camera.ts";
import type { Press } from "../../canvas/canvas.ts";
import type { Point } from "../../canvas/shapes.ts";
import { coil, disc, grid, haloed, LABEL, scaleBar } from "../../canvas/shapes.ts";
import { Trail } from "../../canvas/trail.ts";
import type { Simulation } from "../../types.ts";

export const BOB = 0;
export const ALICE = 1;

/**
 * Radii of the discs in px. Bob's is small and on top, so that Alice is visible behind it; each
 * next follower's is `less` smaller.
 */
const RADIUS = { bob: 8, alice: 13, next: 6.5, less: 0.4, least: 3, exact: 16 };

/** Number of turns of the spring between Bob and Alice. */
const TURNS = 9;

/** Radius of that spring in px. */
const COIL = 7;

/** Length in px below which the discs hide the spring. */
const MIN_SPRING_LENGTH = 16;

/** Largest number of trails. */
const MAX_TRAILS = 11;

/** Number of followers over which the hue changes. */
const TINTS = 10;

/** Writes a number to at most four decimals: further ones are rounding. */
export const rounded = (value: number) => significant(Number(value.toFixed(4)));

export class FollowerPicture {
  camera = new Camera({ left: -1.6, right: 1.6, bottom: -1.35, top: 1.35 });
  label = "Bob, and Alice who follows him. Arrow keys lead Bob, off his rails.";
  movable = () => [BOB];
  chosen = () => BOB;
  objects = { mass: ALICE, spring: [BOB, ALICE] as const };
  simulation;
  key;
  /** True while Bob is dragged. */
  held = false;
  #exact;
  #color;
  #shows;
  /** Trails of Bob and the followers. */
  #trails = Array.from({ length: MAX_TRAILS }, () => new Trail());
  #exactTrail = new Trail();

  constructor({
    simulation,
    exact,
    color,
    trails,
    key,
  }: {
    simulation: Simulation;
    /** The exact motion of Alice. */
    exact: Simulation;
    /** Gives the colour of a custom property. */
    color: (property: string) => string;
    /** True if trails are shown. */
    trails: () => boolean;
    key: (press: Press) => boolean;
  }) {
    this.simulation = simulation;
    this.key = key;
    this.#exact = exact;
    this.#color = color;
    this.#shows = trails;
    this.record();
  }

  /** Lets Bob jump to a press of mouse or pen anywhere if his path is rest; a finger scrolls. */
  takes(kind: string) {
    return kind !== "touch" && this.simulation.get("path") === "rest" ? BOB : undefined;
  }

  /** Exact position of Alice, in m. */
  get #right() {
    return vector(this.#exact.positions, ALICE);
  }

  /** Adds the present positions to the trails. */
  record() {
    const { time } = this.simulation;
    for (const [i, at] of this.#row().slice(0, MAX_TRAILS).entries()) this.#trails[i].record(time, at);
    this.#exactTrail.record(time, this.#right);
  }

  /** Deletes the trails. */
  restart() {
    for (const trail of [...this.#trails, this.#exactTrail]) trail.clear();
    this.record();
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    this.held = held !== undefined;
    const { camera } = this;
    const row = this.#row();
    // not during a drag, when a view that grows would move under the pointer
    if (!this.held) for (const at of row) camera.include(at);
    const [ink, muted] = ["--ink", "--muted"].map(this.#color);
    context.lineJoin = "round";
    grid(context, camera, { line: this.#color("--line"), axis: this.#color("--edge"), text: muted });
    context.strokeStyle = context.fillStyle = muted;
    scaleBar(context, camera);
    if (this.#shows()) this.#drawTrails(context, row);
    const places = row.map((at) => camera.project(at));
    this.#drawRow(context, places);
    const exact = camera.project(this.#right);
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.beginPath();
    context.arc(...exact, RADIUS.exact, 0, 2 * Math.PI);
    context.stroke();
    this.#names(context, places, exact);
  }

  /** Positions of Bob and all followers, in m. */
  #row() {
    const { positions } = this.simulation;
    return Array.from({ length: positions.length / 3 }, (_, i) => vector(positions, i));
  }

  /** Draws the trails: Bob's dashed, the exact one thin. */
  #drawTrails(context: CanvasRenderingContext2D, row: Vector[]) {
    const trace = (trail: Trail, end: Vector) =>
      line(
        context,
        trail.upTo(end).map((at) => this.camera.project(at)),
      );
    for (let i = Math.min(row.length, MAX_TRAILS) - 1; i >= 0; i--) {
      context.strokeStyle = this.#tint(i);
      context.lineWidth = i > ALICE ? 1.2 : 2;
      context.globalAlpha = i === BOB ? 0.45 : 0.6;
      context.setLineDash(i === BOB ? [6, 4] : []);
      trace(this.#trails[i], row[i]);
    }
    context.setLineDash([]);
    context.strokeStyle = this.#color("--exact");
    context.lineWidth = 1;
    context.globalAlpha = 0.8;
    trace(this.#exactTrail, this.#right);
    context.globalAlpha = 1;
  }

  /** Colour of a particle. The hue changes from Alice to the tenth follower; later ones keep it. */
  #tint(particle: number) {
    if (particle === BOB) return this.#color("--accent");
    const [first, last] = ["--taylor", "--implicit-midpoint"].map(this.#color);
    const part = Math.min((particle - ALICE) / (TINTS - 1), 1);
    return part > 0 ? `color-mix(in oklch increasing hue, ${first}, ${last} ${100 * part}%)` : first;
  }

  /**
   * Draws the discs, each smaller than the one before and above it, so that all are visible even at
   * the same place.
   */
  #drawRow(context: CanvasRenderingContext2D, places: Point[]) {
    context.strokeStyle = this.#color("--ink");
    context.lineWidth = 1;
    line(context, places.slice(ALICE));
    context.lineWidth = 1.6;
    const [bob, alice, ...others] = places;
    if (Math.hypot(bob[0] - alice[0], bob[1] - alice[1]) > MIN_SPRING_LENGTH) coil(context, bob, alice, TURNS, COIL);
    context.strokeStyle = this.#color("--panel");
    context.lineWidth = 2;
    this.#disc(context, ALICE, alice, RADIUS.alice);
    this.#disc(context, BOB, bob, this.held ? 1.4 * RADIUS.bob : RADIUS.bob);
    context.lineWidth = 1;
    for (const [i, at] of others.entries()) {
      this.#disc(context, ALICE + 1 + i, at, Math.max(RADIUS.next - RADIUS.less * i, RADIUS.least));
    }
  }

  #disc(context: CanvasRenderingContext2D, particle: number, at: Point, radius: number) {
    context.fillStyle = this.#tint(particle);
    disc(context, at, radius);
  }

  /**
   * Writes the names: Bob's above his disc, Alice's below hers, "exact" only if the exact Alice is
   * elsewhere.
   */
  #names(context: CanvasRenderingContext2D, places: Point[], exact: Point) {
    const [bob, alice] = places;
    const apart = Math.hypot(exact[0] - alice[0], exact[1] - alice[1]) > 2 * RADIUS.exact;
    const names = [
      ["Bob", bob, -RADIUS.exact - 6],
      ["Alice", alice, RADIUS.exact + 14],
      ...(apart ? [["exact", exact, RADIUS.exact + 14]] : []),
    ] as [string, Point, number][];
    context.font = LABEL;
    context.textAlign = "center";
    context.fillStyle = this.#color("--ink");
    for (const [name, [x, y], below] of names) haloed(context, name, [x, y + below], this.#color("--panel"));
  }

  describe(held: number | undefined) {
    const row = this.#row();
    const [bob, alice] = row;
    const exact = this.#right;
    const [x, y] = vector(this.simulation.velocities, ALICE);
    const behind = row.length - 1 - ALICE;
    return [
      `Bob is at x ${rounded(bob[0])} m, y ${rounded(bob[1])} m${held === undefined ? "" : ", in hand"}.`,
      `Alice is ${rounded(distance(alice, bob))} m from him, moves at ${rounded(Math.hypot(x, y))} m/s,`,
      `and is ${rounded(distance(alice, exact))} m from where she should be.`,
      ...(behind > 0 ? [`${behind} more follow her.`] : []),
    ].join(" ");
  }
}

const distance = (a: Vector, b: Vector) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function line(context: CanvasRenderingContext2D, points: Point[]) {
  context.beginPath();
  for (const point of points) context.lineTo(...point);
  context.stroke();
}
