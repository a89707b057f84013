// Errors of the chosen method and of compared runs over the time step, or over what it costs. They
// are measured while the page goes on.
import { element, write } from "../../base/dom.ts";
import { duration, significant } from "../../base/format.ts";
import type { Point as Place } from "../../canvas/shapes.ts";
import { disc } from "../../canvas/shapes.ts";
import type { Values } from "../../lab/model/run.ts";
import type { Lab } from "../../lab/show.ts";
import type { Scale } from "../../plots/axes.ts";
import { Axes } from "../../plots/axes.ts";
import { dashesOf } from "../../plots/dashes.ts";
import { entry, Legend } from "../../plots/legend.ts";
import { wholeDecades } from "../../plots/logarithmic.ts";
import { dye, swatch } from "../../plots/swatch.ts";
import type { Method } from "../../types.ts";
import { AnalysisClient } from "../../worker/client.ts";
import type { Line, Point, Reference, Subject } from "./measurement.ts";
import { keyOf, line, opened, orderOf, reference, SLICE, timeFor } from "./measurement.ts";

/** Radius of a point in CSS px. */
const RADIUS = 2.5;

/** Radius of the chosen point in CSS px. */
const CHOSEN_RADIUS = 5;

/** Dashes of a guide in CSS px. */
const GUIDE_DASHES = [1, 4];

/** Farthest distance of a point from the pointer that chooses it, in CSS px. */
const REACH = 30;

/** The method that chooses its own steps. */
const ADAPTIVE_METHOD = "runge-kutta-45";

/** Tolerance with which that method takes each time step as one. */
const LOOSE_TOLERANCE = 0.1;

/** Horizontal axes by the values of the option. */
const AXES: Record<string, { name: string; of: (point: Point) => number }> = {
  step: { name: "Δt [s]", of: ({ step }) => step },
  evaluations: { name: "force evaluations", of: ({ evaluations }) => evaluations },
  time: { name: "computing [s]", of: ({ seconds }) => seconds },
};

/** A run that is measured. */
interface Run {
  name: string;
  method: Method | undefined;
  /** A custom property. */
  color: string;
  dash: number[];
  own: Subject["own"];
  line: Line | undefined;
  /** Why there is no line, in a clause; empty if there is one. */
  reason: string;
  /** Row of the legend. */
  row: ReturnType<typeof entry>;
}

export class OrderAndWork {
  name = "order and work";
  leads = true;
  element;
  #lab;
  #client;
  #axes;
  #frame;
  #legend = new Legend();
  #note = element("p");
  #button = element("button", { type: "button" });
  #runs: Run[] = [];
  /** Simulated time of each run in s; 0 until it is known. */
  #time = 0;
  /** Names of the references. */
  #from: Set<string> = new Set();
  /** Largest own error of a reference, in m. */
  #own = 0;
  /** Text that distinguishes measurements; empty for none. */
  #key = "";
  /** Number of changes of parameters other than the time step. */
  #changes = 0;
  /** The measurement under way. */
  #work: Generator<void> | undefined;
  /** The chosen point: numbers of its run and in its line. */
  #chosen: [number, number] | undefined;

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#client = new AnalysisClient(lab.scene);
    this.#axes = new Axes({ x: "", y: "error [m]" }, "Order and work", lab.color);
    const { canvas } = this.#axes;
    canvas.tabIndex = 0;
    canvas.addEventListener("keydown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => this.#point([offsetX, offsetY]));
    this.#frame = element("div", { className: "chart" }, canvas);
    this.#button.addEventListener("click", () => {
      if (this.#work) this.#stop();
      else this.#key = "";
      lab.redraw();
    });
    const told = element("div", { className: "told" }, this.#legend.element, this.#note, this.#button);
    const parts = element("div", { className: "beside" }, this.#frame, told);
    this.element = element("div", { className: "instrument", role: "group", "aria-label": "Order and work" }, parts);
  }

  get #axis() {
    return AXES[String(this.#lab.get("order"))];
  }

  shown = () => this.#lab.get("order") !== "off";

  /** Measures again after a change of the scene. @param key  of a parameter */
  changed(key: string) {
    if (key !== "timeStepSize") this.#changes += 1;
  }

  draw() {
    if (!this.shown()) {
      this.#stop();
      this.#key = "";
      return;
    }
    this.#follow();
    this.#trace();
    this.#tell();
  }

  /** Begins to measure if the scene or the runs have changed. */
  #follow() {
    const { simulation, compared } = this.#lab;
    const others = compared();
    const size = simulation.positions.length;
    const key = JSON.stringify([this.#changes, size, others.map(({ name, values }) => [name, values])]);
    if (key === this.#key) return;
    this.#stop();
    this.#key = key;
    this.#chosen = undefined;
    const { scene, methods } = this.#lab;
    const method = this.#lab.method();
    const live = {
      name: method?.label ?? "this run",
      color: `--${method?.value}`,
      dash: [],
      values: {} as Values,
    };
    this.#runs = [live, ...others].map(({ name, color, dash, values: own }) => {
      const id = own.method ?? simulation.get("method");
      const row = entry(name, swatch({ color, width: 2, dash }));
      const chosen = methods.find(({ value }) => value === id);
      const loose = chosen?.value === ADAPTIVE_METHOD ? { ...own, tolerance: LOOSE_TOLERANCE } : own;
      return { name, color, dash, own: loose, method: chosen, line: undefined, reason: "", row };
    });
    this.#legend.show(this.#runs.map(({ row }) => row.entry));
    const subject = { scene, snapshot: simulation.snapshot() };
    const start = opened({ ...subject, own: {} });
    this.#time = 0;
    this.#client.ask(start, { rates: true }, ({ rates }) => {
      if (this.#key !== key) return;
      this.#time = timeFor(rates?.values);
      this.#work = this.#measure(subject);
      this.#slice();
    });
    start.free();
  }

  /** Measures all runs. */
  *#measure(scene: Omit<Subject, "own">): Generator<void> {
    const references: Map<string, Reference | string> = new Map();
    this.#from = new Set();
    this.#own = 0;
    for (const run of this.#runs) {
      const subject = { ...scene, own: run.own };
      const key = keyOf(subject);
      const found = references.get(key) ?? (yield* reference(subject, this.#lab.methods, this.#time));
      references.set(key, found);
      if (typeof found === "string") {
        run.reason = found;
        continue;
      }
      this.#from.add(found.name);
      this.#own = Math.max(this.#own, found.own);
      for (const measured of line(subject, found, this.#time)) {
        if (measured) {
          run.line = measured;
          this.#lab.redraw();
        }
        yield;
      }
    }
  }

  /** Does a part of the measurement, and the next one in a later task. */
  #slice = () => {
    const work = this.#work;
    const from = performance.now();
    try {
      while (work?.next().done === false) {
        if (performance.now() - from > SLICE) {
          setTimeout(this.#slice);
          return;
        }
      }
    } catch (error) {
      for (const run of this.#runs) run.reason ||= run.line ? "" : String((error as Error).message);
    }
    if (this.#work === work) this.#stop();
    this.#lab.redraw();
  };

  /** Ends the measurement; what is measured stays. */
  #stop() {
    this.#work?.return(undefined);
    this.#work = undefined;
  }

  /** Draws all lines. */
  #trace() {
    const axes = this.#axes;
    const { name, of } = this.#axis;
    axes.size = { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
    axes.names = { x: name, y: "error [m]" };
    const points = this.#runs.flatMap(({ line }) => line?.points ?? []);
    const across = decadesOf(points.map(of));
    const up = decadesOf(points.map(({ error }) => error));
    const step = Number(this.#lab.get("timeStepSize"));
    const isSeen = of === AXES.step.of && Math.log10(step) >= across.low && Math.log10(step) <= across.high;
    const dashes = dashesOf(this.#runs.map(({ dash }) => dash));
    for (const [i, run] of this.#runs.entries()) {
      run.dash = dashes[i];
      dye(run.row.swatch, run.color, run.dash);
    }
    axes.draw(across, up, isSeen ? [{ time: step, label: "Δt now" }] : [], (context) => {
      for (const run of this.#runs.toReversed()) this.#traceRun(context, run);
    });
  }

  #traceRun(context: CanvasRenderingContext2D, { line, method, color, dash }: Run) {
    if (!line) return;
    const { of } = this.#axis;
    const places = line.points.filter(({ error }) => error > 0).map((point) => this.#place(of(point), point.error));
    context.strokeStyle = context.fillStyle = this.#lab.color(color);
    context.lineWidth = 1.8;
    context.setLineDash(dash);
    stroke(context, places);
    context.setLineDash([]);
    for (const place of places) {
      context.beginPath();
      context.arc(...place, RADIUS, 0, 2 * Math.PI);
      context.fill();
    }
    const last = line.points.findLast(({ error }) => error > line.floor);
    const order = method?.order ?? 0;
    if (last && order > 0 && Number.isFinite(order)) {
      const slope = of === AXES.step.of ? order : -order;
      const error = (point: Point) => last.error * (of(point) / of(last)) ** slope;
      context.lineWidth = 1;
      context.setLineDash(GUIDE_DASHES);
      const ends = [line.points[0], line.points.at(-1) as Point];
      stroke(
        context,
        ends.map((point) => this.#place(of(point), error(point))),
      );
    }
    context.setLineDash([]);
    const chosen = this.#chosenPoint;
    if (chosen && line.points.includes(chosen)) disc(context, this.#place(of(chosen), chosen.error), CHOSEN_RADIUS);
  }

  /** Position of a point, in CSS px. */
  #place(x: number, y: number): Place {
    return [this.#axes.x(x), this.#axes.y(y)];
  }

  get #chosenPoint() {
    const [run, point] = this.#chosen ?? [];
    return run === undefined || point === undefined ? undefined : this.#runs[run]?.line?.points[point];
  }

  /** Writes orders and notes. */
  #tell() {
    for (const { row, line, method, reason } of this.#runs) write(row.output, reason ? "–" : orderText(line, method));
    const measuring = this.#work !== undefined;
    write(this.#button, measuring ? "Stop" : "Measure again");
    write(this.#note, [this.#reading, ...(this.#chosenPoint ? [] : this.#notes)].filter(Boolean).join(" "));
  }

  /** The chosen point in words. */
  get #reading() {
    const point = this.#chosenPoint;
    if (!point) return "";
    const { name } = this.#runs[(this.#chosen as [number, number])[0]];
    const { step, error, evaluations, seconds } = point;
    return `${name}, Δt = ${significant(step)} s: error ${metres(error)}, ${evaluations} force evaluations, ${duration(seconds)}.`;
  }

  /** Origin of the errors, and why each line ends, in sentences. */
  get #notes() {
    if (this.#time === 0) return ["The rates of the system are being computed."];
    const own = this.#own > 0 ? `, whose own error is ${metres(this.#own)}` : "";
    const from = [...this.#from].map(
      (name) => `Largest distance from ${name}${own} within ${significant(this.#time)} s of the start.`,
    );
    const ends = this.#runs.flatMap(({ name, line, reason }) => {
      if (reason) return `${name}: ${reason}.`;
      if (!line) return [];
      const longest = line.points[0];
      const shortest = line.points.at(-1);
      const above = longest ? `above ${significant(longest.step)} s ` : "";
      const begin = line.begin && `steps ${above}are not drawn, because ${line.begin}`;
      const end =
        line.end && shortest && `steps below ${significant(shortest.step)} s are not drawn, because ${line.end}`;
      const told = [begin, end].filter(Boolean).join("; ");
      return told ? `${name}: ${told}.` : [];
    });
    return [...from, ...ends];
  }

  /** Describes the panel in words. */
  describe() {
    if (!this.#axis) return;
    const orders = this.#runs.map(({ name, line, method, reason }) => `${name} ${reason || orderText(line, method)}`);
    const notes = [this.#reading, ...this.#notes].join(" ");
    this.#axes.canvas.ariaLabel = `Order and work, error over ${this.#axis.name}: ${orders.join("; ")}. ${notes} Arrow keys choose a point.`;
  }

  /** Chooses points by keys: left and right along a line, up and down another run. */
  #press(event: KeyboardEvent) {
    const [run, point] = this.#chosen ?? [0, -1];
    const along = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
    const other = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape" && this.#chosen) this.#chosen = undefined;
    else if (along !== undefined) this.#choose(run, point + (this.#axis === AXES.step ? along : -along));
    else if (other !== undefined) this.#choose(run + other, point);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.#lab.redraw();
  }

  /** @param point  the nearest that exists is chosen */
  #choose(run: number, point: number) {
    const at = Math.min(Math.max(run, 0), this.#runs.length - 1);
    const count = this.#runs[at]?.line?.points.length ?? 0;
    if (count > 0) this.#chosen = [at, Math.min(Math.max(point, 0), count - 1)];
  }

  /** Chooses the point nearest to the pointer, if one is near. @param at  in CSS px */
  #point(at: Place) {
    const { of } = this.#axis;
    let nearest = REACH;
    this.#chosen = undefined;
    for (const [run, { line }] of this.#runs.entries()) {
      for (const [i, point] of (line?.points ?? []).entries()) {
        const [x, y] = this.#place(of(point), point.error);
        const distance = Math.hypot(x - at[0], y - at[1]);
        if (distance < nearest) {
          this.#chosen = [run, i];
          nearest = distance;
        }
      }
    }
    this.#lab.redraw();
  }

  destroy() {
    this.#stop();
    this.#client.close();
  }
}

function stroke(context: CanvasRenderingContext2D, places: Place[]) {
  context.beginPath();
  for (const place of places) context.lineTo(...place);
  context.stroke();
}

/** Axis of whole decades that holds all positive values. */
function decadesOf(values: number[]): Scale {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  return positive.length > 0 ? wholeDecades(Math.min(...positive), Math.max(...positive)) : wholeDecades(0.01, 1);
}

/** Measured order beside the nominal one. */
function orderText(line: Line | undefined, method: Method | undefined) {
  const measured = line && orderOf(line);
  if (!line) return "…";
  const nominal = method?.order ?? 0;
  const known = nominal > 0 && Number.isFinite(nominal) ? `, theory ${nominal}` : "";
  return measured === undefined ? `no order${known}` : `order ${measured.toFixed(2)}${known}`;
}

/** A length, also a very small one. @param length  in m */
function metres(length: number) {
  return `${length !== 0 && length < 1e-4 ? length.toExponential(1).replace("-", "−") : significant(length)} m`;
}
