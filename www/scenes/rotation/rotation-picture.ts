// The picture of the rotation field: its arrows, the exact circle, and the trails of several
// methods.
import { significant } from "../../base/format.ts";
import { Camera } from "../../canvas/camera.ts";
import { drawField } from "../../canvas/field.ts";
import { disc, path, scaleBar } from "../../canvas/shapes.ts";
import type { Lab } from "../../lab/show.ts";
import type { Race } from "./race.ts";

/** A method and the style of its trail. */
export interface Runner {
  id: string;
  /** Key of the option that shows it. */
  key: string;
  label: string;
  dash: number[];
}

/** Trail of another run, in m. */
type Trail = { color: string; dash: number[]; xs: Float64Array; ys: Float64Array };

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
   * @param runners  the visible ones, the chosen one last
   * @param others  trails of other runs
   */
  constructor(lab: Lab, race: Race, runners: () => Runner[], others: () => Trail[]) {
    this.simulation = lab.simulation;
    this.#lab = lab;
    this.#race = race;
    this.#runners = runners;
    this.#others = others;
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
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

  #point(context: CanvasRenderingContext2D, method: string, radius: number) {
    const [x, y] = this.#race.place(method);
    if (!Number.isNaN(x)) disc(context, this.camera.project([x, y, 0]), radius);
  }

  /** Enlarges the view to contain a circle around the centre. */
  #include(radius: number) {
    if (!(radius < REACH)) return;
    this.camera.include([radius, radius, 0]);
    this.camera.include([-radius, -radius, 0]);
  }

  describe(held: number | undefined) {
    this.#race.follow();
    const distances = this.#runners().map(({ id, label }) => {
      const distance = Math.hypot(...this.#race.place(id));
      return `${label} ${Number.isNaN(distance) ? "ran away" : `${significant(distance)} m`}`;
    });
    const circle = `The exact circle has a radius of ${significant(Math.hypot(...this.#race.start))} m.`;
    return `${circle} From the centre: ${distances.join(", ")}.${held === undefined ? "" : " The point is held."}`;
  }
}
