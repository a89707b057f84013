// The picture of the rotation field: its arrows, the exact circle, and the trails of several
// methods.
import { significant } from "../../base/format.js";
import { Camera } from "../../canvas/camera.js";
import { drawField } from "../../canvas/field.js";
import { disc, path, scaleBar } from "../../canvas/shapes.js";

/** @import { Race } from "./race.js" */
/** @import { Lab } from "../../lab/show.js" */

/**
 * A method and the style of its trail.
 * @typedef {object} Runner
 * @property {string} id
 * @property {string} key  of the option that shows it
 * @property {string} label
 * @property {number[]} dash
 */

/**
 * Trail of another run, in m.
 * @typedef {{ color: string, dash: number[], xs: Float64Array, ys: Float64Array }} Trail
 */

/** Distance in m up to which the view follows a point; beyond it the circle would be tiny. */
const REACH = 6;

/** Smallest distance of drawn dots in px; closer ones would look like a band. */
const DOTS = 14;

/** Radius of the chosen method's point and of others, in px. */
const RADIUS = { chosen: 10, other: 5 };

export class RotationPicture {
  camera = new Camera({ left: -1.9, right: 1.9, bottom: -1.6, top: 1.6 });
  label = "Rotation field with trails. Arrow keys move the point.";
  movable = () => [0];
  chosen = () => 0;
  simulation;
  #lab;
  #race;
  #runners;
  #others;

  /**
   * @param {Lab} lab @param {Race} race
   * @param {() => Runner[]} runners  the visible ones, the chosen one last
   * @param {() => Trail[]} others  trails of other runs
   */
  constructor(lab, race, runners, others) {
    this.simulation = lab.simulation;
    this.#lab = lab;
    this.#race = race;
    this.#runners = runners;
    this.#others = others;
  }

  /** @param {CanvasRenderingContext2D} context @param {number | undefined} held */
  draw(context, held) {
    const { camera } = this;
    const { color, get } = this.#lab;
    const race = this.#race;
    race.follow(); // on the front page nothing else calls it
    const runners = this.#runners();
    // not during a drag, when a view that grows would move under the pointer
    if (held === undefined) for (const { id } of runners) this.#include(Math.hypot(...race.place(id)));
    context.strokeStyle = context.fillStyle = color("--muted");
    drawField(context, camera, this.simulation);
    scaleBar(context, camera);
    context.strokeStyle = color("--exact");
    context.lineWidth = 1;
    context.beginPath();
    context.arc(...camera.project([0, 0, 0]), Math.hypot(...race.start) * camera.scale, 0, 2 * Math.PI);
    context.stroke();
    context.lineWidth = 1.8;
    context.lineJoin = "round";
    const radius = Number(get("timeStepSize")) * camera.scale < DOTS ? 0 : 2.5;
    for (const { id, dash } of runners) {
      context.strokeStyle = context.fillStyle = color(`--${id}`);
      const trail = race.trail(id).map(([x, y]) => camera.project([x, y, 0]));
      path(context, trail, radius, dash);
    }
    for (const { color: name, dash, xs, ys } of this.#others()) {
      context.strokeStyle = color(name);
      path(
        context,
        Array.from(xs, (x, i) => camera.project([x, ys[i], 0])),
        0,
        dash,
      );
    }
    context.fillStyle = color("--panel");
    context.strokeStyle = color("--exact");
    this.#point(context, "exact", RADIUS.other);
    context.strokeStyle = color("--panel");
    context.lineWidth = 2;
    for (const { id } of runners) {
      const chosen = id === get("method");
      context.fillStyle = color(chosen ? "--accent" : `--${id}`);
      this.#point(context, id, chosen ? RADIUS.chosen * (held === undefined ? 1 : 1.25) : RADIUS.other);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {string} method @param {number} radius */
  #point(context, method, radius) {
    const [x, y] = this.#race.place(method);
    if (!Number.isNaN(x)) disc(context, this.camera.project([x, y, 0]), radius);
  }

  /** Enlarges the view to contain a circle around the centre. @param {number} radius */
  #include(radius) {
    if (!(radius < REACH)) return;
    this.camera.include([radius, radius, 0]);
    this.camera.include([-radius, -radius, 0]);
  }

  /** @param {number | undefined} held */
  describe(held) {
    this.#race.follow();
    const distances = this.#runners().map(({ id, label }) => {
      const distance = Math.hypot(...this.#race.place(id));
      return `${label} ${Number.isNaN(distance) ? "ran away" : `${significant(distance)} m`}`;
    });
    const circle = `The exact circle has a radius of ${significant(Math.hypot(...this.#race.start))} m.`;
    return `${circle} From the centre: ${distances.join(", ")}.${held === undefined ? "" : " The point is held."}`;
  }
}
