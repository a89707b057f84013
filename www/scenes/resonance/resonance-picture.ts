// The picture of a driven mass on a spring, on a line.
import { cleaned, significant } from "../../base/format.ts";
import type { Vector } from "../../base/vectors.ts";
import { vector } from "../../base/vectors.ts";
import { Camera } from "../../canvas/camera.ts";
import type { Picture, Press } from "../../canvas/canvas.ts";
import type { Point } from "../../canvas/shapes.ts";
import { arrow, coil, disc, LABEL, scaleBar } from "../../canvas/shapes.ts";
import { roundUp } from "../../plots/ticks.ts";
import type { Simulation } from "../../types.ts";

const ANCHOR = 0;
const MASS = 1;

/** Radius of the mass, in px. */
const RADIUS = 13;

/** Largest length of the force's arrow, in px. */
const FORCE = 70;

/**
 * Drawn length of the relaxed spring: at least `least` m, and `room` times the present elongation
 * or compression. It has no effect on the motion: the force depends on the elongation only.
 */
const LENGTH = { least: 1.5, room: 1.15 };

/** Keeps a dragged point on the line, wherever the pointer is. */
class LineCamera extends Camera {
  lift(pixels: Point, like?: Vector): Vector {
    const [x, y, z] = super.lift(pixels, like);
    return [x, like ? like[1] : y, z];
  }
}

export class ResonancePicture {
  camera = new LineCamera(frame(LENGTH.least));
  label = "Driven mass on a spring, on a line. Left and right arrow keys move what hands can move.";
  /** The run, with the anchor at its drawn position, for drags. */
  simulation: Picture["simulation"];
  #run;
  #color;
  /** Drawn positions of anchor and mass, in m. */
  #places = new Float64Array(6);
  /** Drawn length of the relaxed spring, in m. */
  #length = LENGTH.least;

  /** @param color  gives the colour of a custom property */
  constructor(simulation: Simulation, color: (property: string) => string) {
    this.#run = simulation;
    this.#color = color;
    const places = () => this.#places;
    const length = () => this.#length;
    this.simulation = {
      get positions() {
        return places();
      },
      hand: {
        hold: (particle, x, y, z, time) =>
          simulation.hand.hold(particle, particle === ANCHOR ? x + length() : x, y, z, time),
        release: (x, y, z) => simulation.hand.release(x, y, z),
      },
    };
  }

  /** Drawn positions of a run. */
  placed = (simulation: Pick<Simulation, "positions">) => {
    const positions = simulation.positions.slice();
    positions[3 * ANCHOR] -= this.#length;
    return { positions };
  };

  objects = { mass: MASS, spring: [ANCHOR, MASS] as const };
  movable = () => (this.#byHand() ? [ANCHOR, MASS] : [MASS]);
  chosen = () => (this.#byHand() ? ANCHOR : MASS);

  #byHand() {
    return this.#run.get("waveform") === "hand";
  }

  /** Ignores the vertical arrow keys. */
  key({ key }: Press) {
    return key === "ArrowUp" || key === "ArrowDown";
  }

  /** Updates the drawn positions and the drawn length of the relaxed spring. */
  #follow(held: number | undefined) {
    const { positions, time } = this.#run;
    const shortening = Math.abs(positions[3 * MASS] - positions[3 * ANCHOR]);
    const length = Math.max(LENGTH.least, roundUp(LENGTH.room * shortening));
    // not during a drag, when the view would move under the pointer
    if (held === undefined && shortening < 1e3 && (length > this.#length || (time === 0 && length < this.#length))) {
      this.#length = length;
      this.camera.reframe(frame(length));
    }
    this.#places = this.placed(this.#run).positions;
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    this.#follow(held);
    const { camera } = this;
    const { exact, drive } = this.#run.analysis;
    const places = this.#places;
    if (held === undefined) for (const i of [ANCHOR, MASS]) camera.include(vector(places, i));
    this.#line(context);
    const [anchor, mass] = [ANCHOR, MASS].map((i) => camera.project(vector(places, i)));
    context.lineWidth = 1.8;
    context.lineJoin = "round";
    context.strokeStyle = context.fillStyle = this.#color("--ink");
    coil(context, anchor, mass, 12, Math.min(Math.max(0.06 * camera.scale * this.#length, 3), 20));
    const leads = drive && this.#run.get("drive") === "anchor";
    context.fillStyle = this.#color(leads ? "--positive" : "--ink");
    context.fillRect(anchor[0] - 7, anchor[1] - 26, 7, 52);
    context.fillStyle = this.#color("--accent");
    context.lineWidth = 2;
    context.strokeStyle = this.#color("--panel");
    disc(context, mass, held === MASS ? 1.25 * RADIUS : RADIUS);
    if (drive && drive.amplitude > 0) this.#drive(context, leads ? anchor : mass, drive.value / drive.amplitude, leads);
    if (!exact) return;
    context.lineWidth = 1;
    context.strokeStyle = this.#color("--exact");
    context.beginPath();
    context.arc(...camera.project(vector(exact.positions, MASS)), RADIUS, 0, 2 * Math.PI);
    context.stroke();
  }

  /** Draws the force, or the displacement of the anchor. @param part  of the amplitude */
  #drive(context: CanvasRenderingContext2D, [x, y]: Point, part: number, leads: boolean | undefined) {
    context.fillStyle = context.strokeStyle = this.#color("--positive");
    arrow(context, [x, y - 2.6 * RADIUS], [FORCE * part, 0], leads ? "a" : "F", -1, this.#color("--panel"));
  }

  /**
   * Draws the line, and ticks at the rest position and at the turning points of the steady
   * oscillation.
   */
  #line(context: CanvasRenderingContext2D) {
    const { camera } = this;
    const y = Math.round(camera.project([0, 0, 0])[1]) + 0.5;
    context.strokeStyle = this.#color("--edge");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(camera.width, y);
    context.stroke();
    const steady = this.#run.analysis.response(Number(this.#run.get("drivingFrequency")))?.amplitude ?? 0;
    const reach = this.#run.get("waveform") === "cosine" ? steady : 0;
    const ends = Number.isFinite(reach) && reach > 0 ? [-reach, reach] : [];
    context.fillStyle = context.strokeStyle = this.#color("--muted");
    context.font = LABEL;
    context.textAlign = "center";
    for (const metres of [0, ...ends]) {
      const [x] = camera.project([metres, 0, 0]);
      context.lineWidth = metres === 0 ? 1 : 2.4;
      context.beginPath();
      context.moveTo(x, y - 26);
      context.lineTo(x, y + 26);
      context.stroke();
      if (metres === 0 || 2 * reach * camera.scale > 90) {
        context.fillText(metres === 0 ? "0" : `${metres < 0 ? "−" : ""}${significant(reach)} m`, x, y + 42);
      }
    }
    context.textAlign = "right";
    context.fillText("u", camera.width - 6, y - 6);
    scaleBar(context, camera);
  }

  describe(held: number | undefined) {
    const { positions, velocities } = this.#run;
    const { exact, drive } = this.#run.analysis;
    const mass = `The mass is at ${metres(positions[3 * MASS])}`;
    if (held !== undefined) return `${mass}. ${held === MASS ? "It" : "The anchor"} is held.`;
    const v = velocities[3 * MASS];
    const speed =
      Math.abs(v) < 5e-4 ? "is at rest" : `moves ${v > 0 ? "right" : "left"} at ${significant(Math.abs(v))} m/s`;
    const analytic = exact ? ` The analytic solution is at ${metres(exact.positions[3 * MASS])}.` : "";
    const leads = this.#run.get("drive") === "anchor";
    const driven = drive
      ? ` The ${leads ? "anchor is at" : "force is"} ${leads ? metres(drive.value) : `${significant(cleaned(drive.value, drive.amplitude))} N`}.`
      : "";
    return `${mass} and ${speed}.${analytic}${driven}`;
  }
}

/** Writes a length; 0 if it is below 0.5 mm. */
const metres = (value: number) => `${significant(Math.abs(value) < 5e-4 ? 0 : value)} m`;

/** @param length  of the drawn spring, in m */
function frame(length: number) {
  return { left: -1.25 * length, right: 0.9 * length, bottom: -0.45 * length, top: 0.45 * length };
}
