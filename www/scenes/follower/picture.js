// The picture of Bob, of Alice who follows him, and of those who follow her.
import { significant } from "../../base/format.js";
import { vector } from "../../base/vectors.js";
import { Camera } from "../../canvas/camera.js";
import { coil, disc, grid, haloed, LABEL, scaleBar } from "../../canvas/shapes.js";
import { Trail } from "../../canvas/trail.js";

/** @import { Simulation } from "../../types.js" */
/** @import { Point } from "../../canvas/shapes.js" */
/** @import { Vector } from "../../base/vectors.js" */

export const BOB = 0;
export const ALICE = 1;

/** Of discs, in px: Bob's is small and on top, so that Alice shows even where they are together. */
const RADIUS = { bob: 8, alice: 13, others: 6, exact: 16 };

/** Turns of the spring between the two, and its radius in px. */
const [TURNS, COIL] = [9, 7];

/** Shorter than this, in px, the spring is hidden under the discs. */
const APART = 16;

/** Who leaves a trail. */
const WALKERS = /** @type {const} */ (["bob", "alice", "exact"]);

/** @typedef {Record<typeof WALKERS[number], Vector>} Walkers  where they are, in m */

/** A number without digits that are only rounding. @param {number} value */
export const rounded = (value) => significant(Number(value.toFixed(4)));

export class FollowerPicture {
  camera = new Camera({ left: -1.6, right: 1.6, bottom: -1.35, top: 1.35 });
  label = "Bob, and Alice who follows him. Arrow keys lead Bob, off his rails.";
  quiet = false;
  movable = () => [BOB];
  chosen = () => BOB;
  simulation;
  key;
  /** Whether Bob is in hand. */
  held = false;
  #exact;
  #color;
  #shows;
  #trails = { bob: new Trail(), alice: new Trail(), exact: new Trail() };

  /**
   * @param {object} parts
   * @param {Simulation} parts.simulation
   * @param {Simulation} parts.exact  Alice as she should be
   * @param {(property: string) => string} parts.color  the colour a custom property stands for
   * @param {() => boolean} parts.trails  whether they are shown
   * @param {(event: KeyboardEvent) => boolean} parts.key
   */
  constructor({ simulation, exact, color, trails, key }) {
    this.simulation = simulation;
    this.key = key;
    this.#exact = exact;
    this.#color = color;
    this.#shows = trails;
    this.record();
  }

  /** With no rails the pointer is Bob. A finger scrolls the page. @param {string} kind */
  takes(kind) {
    return kind !== "touch" && this.simulation.get("path") === "rest" ? BOB : undefined;
  }

  /** @returns {Walkers} */
  get #walkers() {
    const { positions } = this.simulation;
    return {
      bob: vector(positions, BOB),
      alice: vector(positions, ALICE),
      exact: vector(this.#exact.positions, ALICE),
    };
  }

  /** Remembers where they are. */
  record() {
    const walkers = this.#walkers;
    for (const name of WALKERS) this.#trails[name].record(this.simulation.time, walkers[name]);
  }

  /** Forgets where they were. */
  restart() {
    for (const name of WALKERS) this.#trails[name].clear();
    this.record();
  }

  /** @param {CanvasRenderingContext2D} context @param {number | undefined} held */
  draw(context, held) {
    this.held = held !== undefined;
    const { camera } = this;
    const walkers = this.#walkers;
    const row = this.#row();
    // not in hand: a picture that shrinks under the pointer would run away with it
    if (!this.held) for (const at of row) camera.include(at);
    const [ink, muted] = ["--ink", "--muted"].map(this.#color);
    context.lineJoin = "round";
    if (!this.quiet) {
      grid(context, camera, { line: this.#color("--line"), axis: this.#color("--edge"), text: muted });
      context.strokeStyle = context.fillStyle = muted;
      scaleBar(context, camera);
    }
    if (this.#shows()) this.#drawTrails(context, walkers);
    const places = row.map((at) => camera.project(at));
    this.#drawRow(context, places);
    const exact = camera.project(walkers.exact);
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.beginPath();
    context.arc(...exact, RADIUS.exact, 0, 2 * Math.PI);
    context.stroke();
    if (!this.quiet) this.#names(context, places, exact);
  }

  /** Bob and all who follow, in m. */
  #row() {
    const { positions } = this.simulation;
    return Array.from({ length: positions.length / 3 }, (_, i) => vector(positions, i));
  }

  /** @param {CanvasRenderingContext2D} context @param {Walkers} walkers */
  #drawTrails(context, walkers) {
    for (const [name, color, width, alpha] of /** @type {const} */ ([
      ["bob", "--accent", 2, 0.45],
      ["alice", "--taylor", 2, 0.6],
      ["exact", "--exact", 1, 0.8],
    ])) {
      context.strokeStyle = this.#color(color);
      context.lineWidth = width;
      context.globalAlpha = alpha;
      context.setLineDash(name === "bob" ? [6, 4] : []);
      line(
        context,
        this.#trails[name].upTo(walkers[name]).map((at) => this.camera.project(at)),
      );
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
  }

  /** The last one first, so that Bob is on top. @param {CanvasRenderingContext2D} context @param {Point[]} places */
  #drawRow(context, places) {
    context.strokeStyle = this.#color("--ink");
    context.lineWidth = 1;
    line(context, places.slice(ALICE));
    context.lineWidth = 1.6;
    const [bob, alice] = places;
    if (Math.hypot(bob[0] - alice[0], bob[1] - alice[1]) > APART) coil(context, bob, alice, TURNS, COIL);
    context.lineWidth = 2;
    context.strokeStyle = this.#color("--panel");
    for (let i = places.length - 1; i >= 0; i--) {
      const [color, radius] = looks(i);
      context.fillStyle = this.#color(color);
      disc(context, places[i], i === BOB && this.held ? 1.4 * radius : radius);
    }
  }

  /** Names beside the discs: Bob's above, Alice's below, that of the exact one only where she is elsewhere. @param {CanvasRenderingContext2D} context @param {Point[]} places @param {Point} exact */
  #names(context, places, exact) {
    const [bob, alice] = places;
    const apart = Math.hypot(exact[0] - alice[0], exact[1] - alice[1]) > 2 * RADIUS.exact;
    const names = /** @type {[string, Point, number][]} */ ([
      ["Bob", bob, -RADIUS.exact - 6],
      ["Alice", alice, RADIUS.exact + 14],
      ...(apart ? [["exact", exact, RADIUS.exact + 14]] : []),
    ]);
    context.font = LABEL;
    context.textAlign = "center";
    context.fillStyle = this.#color("--ink");
    for (const [name, [x, y], below] of names) haloed(context, name, [x, y + below], this.#color("--panel"));
  }

  /** @param {number | undefined} held */
  describe(held) {
    const { bob, alice, exact } = this.#walkers;
    const [x, y] = vector(this.simulation.velocities, ALICE);
    const behind = this.#row().length - 1 - ALICE;
    return [
      `Bob is at x ${rounded(bob[0])} m, y ${rounded(bob[1])} m${held === undefined ? "" : ", in hand"}.`,
      `Alice is ${rounded(distance(alice, bob))} m from him, moves at ${rounded(Math.hypot(x, y))} m/s,`,
      `and is ${rounded(distance(alice, exact))} m from where she should be.`,
      ...(behind > 0 ? [`${behind} more follow her.`] : []),
    ].join(" ");
  }
}

/** Colour and radius of a disc. @param {number} particle @returns {[string, number]} */
function looks(particle) {
  if (particle === BOB) return ["--accent", RADIUS.bob];
  return ["--taylor", particle === ALICE ? RADIUS.alice : RADIUS.others];
}

/** @param {Vector} a @param {Vector} b */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** @param {CanvasRenderingContext2D} context @param {Point[]} points */
function line(context, points) {
  context.beginPath();
  for (const point of points) context.lineTo(...point);
  context.stroke();
}
