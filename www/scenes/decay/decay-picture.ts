// The picture of ẋ = −k x: the steps of a method over time, and the exact curve.
import { significant } from "../../base/format.ts";
import type { Vector } from "../../base/vectors.ts";
import type { Press } from "../../canvas/canvas.ts";
import type { Point } from "../../canvas/shapes.ts";
import { disc, haloed, LABEL, path } from "../../canvas/shapes.ts";
import type { Lab } from "../../lab/show.ts";
import type { Ends } from "../../plots/axes.ts";
import { Axes } from "../../plots/axes.ts";
import { after } from "../../plots/cursor.ts";
import type { Curve, Line } from "../../plots/quantity.ts";
import { Range } from "../../plots/range.ts";

/** Fraction of the time axis that the past may fill; the rest is for the next step. */
const PAST = 0.8;

/** Largest zoom factor in and out. */
const ZOOM = 40;

/** Margins: on the left as a fraction of the window, beyond the extreme x as a fraction of it. */
const MARGIN = { left: 0.03, top: 0.08 };

/** Smallest distance of dots in px; closer ones would look like a band. */
const DOTS = 5;

/** Number of points of the exact curve. */
const POINTS = 200;

/** Height below the axes for buttons, in px. */
const FOOT = 44;

/** Height of a picture in px from which it has buttons. */
const MIN_HEIGHT = 200;

/** Message after an automatic restart. */
const AGAIN = "All had decayed: it begins again";

/** Radius of the dot that can be dragged, in px. */
const RADIUS = 9;

/** A camera that shows x over time. A drag of the tracer, at the curve's end, changes x only. */
class TimeView {
  width = 1;
  height = 1;
  /** Position of a time in the picture, in px. */
  time = (value: number) => value;
  /** Position of an x in the picture, in px. */
  x = (value: number) => -value;
  now = 0;
  /** Magnification of x. */
  magnification = 1;

  resize(width: number, height: number) {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
  }

  place(time: number, x: number): Point {
    return [this.time(time), this.x(x)];
  }

  /** Width of a second, in px. */
  get second() {
    return this.time(1) - this.time(0);
  }

  project([x]: Vector): Point {
    return this.place(this.now, x);
  }

  lift([, y]: Point): Vector {
    return [(y - this.x(0)) / (this.x(1) - this.x(0)), 0, 0];
  }

  zoom(factor: number) {
    this.magnification = Math.min(Math.max(this.magnification * factor, 1 / ZOOM), ZOOM);
  }

  pan() {}

  fit() {
    this.magnification = 1;
  }

  restart() {}
}

export class DecayPicture {
  camera = new TimeView();
  label = "x over time. Up and down arrow keys move x.";
  movable = () => [0];
  chosen = () => 0;
  /** Other runs are curves, without masses. */
  placed = () => ({ positions: new Float64Array() });
  simulation;
  /** True after an automatic restart. */
  again = false;
  #lab;
  #curves;
  #range = new Range(0);
  #axes: Axes | undefined;

  /** @param curves  x up to now, first of the laboratory's run */
  constructor(lab: Lab, curves: () => (Line & Curve)[]) {
    this.simulation = lab.simulation;
    this.#lab = lab;
    this.#curves = curves;
  }

  /** Simulated time that it shows, in s. */
  get window() {
    return Math.max(5 / Number(this.#lab.get("rate")), 8 * Number(this.#lab.get("timeStepSize")));
  }

  /** Resets the range of x. */
  restart() {
    this.again = false;
    this.#range = new Range(0);
  }

  key({ key, shiftKey }: Press) {
    if (key !== "ArrowUp" && key !== "ArrowDown") return false;
    const { simulation } = this;
    const metres = (key === "ArrowUp" ? 1 : -1) * (shiftKey ? 1 : 0.1);
    return this.#lab.act(() => {
      simulation.hand.hold(0, simulation.positions[0] + metres, 0, 0);
      simulation.hand.release(0, 0, 0);
    });
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const { camera, simulation } = this;
    const { color, get } = this.#lab;
    const [rate, step] = ["rate", "timeStepSize"].map((key) => Number(get(key)));
    const [{ times, values }, ...others] = this.#curves();
    const { window } = this;
    camera.now = simulation.time;
    const begin = Math.max(0, camera.now - PAST * window) - MARGIN.left * window;
    const time = { low: begin, high: begin + window };
    // the last sample before the window, so that the line reaches its edge
    const first = Math.max(0, after(times, begin) - 1);
    // not during a drag, when a range that grows would move the dot under the pointer
    if (held === undefined) this.#range.follow(...extent(values.subarray(first)));
    const x = { low: this.#range.low / camera.magnification, high: this.#range.high / camera.magnification };
    const { since = Number.NaN } = simulation.analysis.exact ?? {};
    const marks = [1, 2].map((part) => ({ time: since + part / rate, label: `${part}/k` }));
    this.#axes ??= new Axes({ x: "time [s]", y: "x [m]" }, "", color, context.canvas);
    const axes = this.#axes;
    axes.size = { width: camera.width, height: camera.height };
    axes.foot = camera.height < MIN_HEIGHT ? 0 : FOOT;
    const seen = marks.filter((mark) => mark.time >= time.low && mark.time <= time.high);
    axes.draw(time, x, seen, () => {
      camera.time = axes.x;
      camera.x = axes.y;
      context.beginPath();
      context.rect(0, axes.y(x.high) - RADIUS, camera.width, axes.y(x.low) - axes.y(x.high) + 2 * RADIUS);
      context.clip();
      context.lineJoin = "round";
      context.strokeStyle = color("--exact");
      context.lineWidth = 1;
      this.#exact(context, time, rate);
      for (const other of others) this.#other(context, time, other);
      context.lineWidth = 1.8;
      context.strokeStyle = context.fillStyle = color(`--${get("method")}`);
      const places = Array.from(times.subarray(first), (time, i) => camera.place(time, values[first + i]));
      const long = step * camera.second >= DOTS;
      path(context, places, long ? 3 : 0);
      if (long) staircase(context, places);
      this.#tangent(context, step);
      context.fillStyle = color("--accent");
      context.strokeStyle = color("--panel");
      context.lineWidth = 2;
      disc(context, camera.project([simulation.positions[0], 0, 0]), held === undefined ? RADIUS : 1.25 * RADIUS);
    });
    if (!this.#announces) return;
    context.font = LABEL;
    context.textAlign = "right";
    context.fillStyle = color("--ink");
    haloed(context, AGAIN, [camera.width - 12, axes.y(x.high) + 18], color("--panel"));
  }

  /** True for two time constants after an automatic restart. */
  get #announces() {
    return this.again && this.simulation.time < 2 / Number(this.#lab.get("rate"));
  }

  /** Draws the exact solution, also beyond the present. */
  #exact(context: CanvasRenderingContext2D, time: Ends, rate: number) {
    const { camera } = this;
    const { exact } = this.simulation.analysis;
    if (!exact) return;
    const begin = Math.max(time.low, exact.since);
    const places = Array.from({ length: POINTS + 1 }, (_, i) => {
      const t = begin + ((time.high - begin) * i) / POINTS;
      // 0 · ∞ is NaN where the exact value has underflowed
      return camera.place(t, exact.positions[0] * Math.exp(rate * (camera.now - t)) || 0);
    });
    path(context, places);
  }

  /** Draws the part of another run's curve that is in view. */
  #other(context: CanvasRenderingContext2D, { low, high }: Ends, { color, width, dash, times, values }: Line & Curve) {
    const first = Math.max(0, after(times, low) - 1);
    const seen = times.subarray(first, after(times, high) + 1);
    context.strokeStyle = this.#lab.color(color);
    context.lineWidth = width;
    const places = Array.from(seen, (time, i) => this.camera.place(time, values[first + i]));
    path(context, places, 0, dash);
  }

  /** Draws the next step of explicit Euler. */
  #tangent(context: CanvasRenderingContext2D, step: number) {
    if (this.#lab.get("method") !== "explicit-euler") return;
    const moments = this.simulation.analysis.insideStep(0);
    const [x, next] = [moments[0], moments[moments.length - 1]].map(({ positions }) => positions[0]);
    const { camera } = this;
    path(context, [camera.place(camera.now, x), camera.place(camera.now + step, next)], 0, [5, 4]);
  }

  describe(held: number | undefined) {
    const { simulation } = this;
    const [exact] = simulation.analysis.exact?.positions ?? [];
    const free = exact !== undefined && held === undefined;
    const x = `x is ${significant(simulation.positions[0])} m.`;
    const again = this.#announces ? `${AGAIN}. ` : "";
    return `${again}${x} ${free ? `The exact solution has ${significant(exact)} m.` : "It is held."}`;
  }
}

/** Extent of values, with a margin. */
function extent(values: Float64Array): [number, number] {
  return [(1 + MARGIN.top) * Math.min(...values), (1 + MARGIN.top) * Math.max(...values)];
}

/** Draws a faint staircase: each value is constant for its step. */
function staircase(context: CanvasRenderingContext2D, places: Point[]) {
  context.save();
  context.globalAlpha = 0.45;
  context.lineWidth = 1;
  path(
    context,
    places.flatMap((place, i) => (i > 0 ? [[place[0], places[i - 1][1]] as Point, place] : [place])),
  );
  context.restore();
}
