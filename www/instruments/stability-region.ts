// The stability region of a method as a picture: where in a plane of motions a step lets them grow,
// and where those of the system are.
import { significant } from "../base/format.ts";
import type { Frame } from "../canvas/camera.ts";
import { Camera } from "../canvas/camera.ts";
import type { Picture } from "../canvas/canvas.ts";
import type { Point } from "../canvas/shapes.ts";
import { disc, grid, haloed, LABEL, roundDown } from "../canvas/shapes.ts";
import type { Lab } from "../lab/show.ts";
import type { Grid } from "../plots/contours.ts";
import { contours, fill, stroke } from "../plots/contours.ts";
import type { Rates, Simulation } from "../types.ts";
import { AnalysisClient } from "../worker/client.ts";

type Plane = "rates" | "oscillators";

type Contours = ReturnType<typeof contours>;

/** Planes with the names of their axes and their first frames. */
const PLANES: Record<Plane, { names: [string, string]; frame: Frame }> = {
  rates: { names: ["Re z", "Im z"], frame: { left: -4.5, right: 1.5, bottom: -3.2, top: 3.2 } },
  oscillators: { names: ["hγ", "hω"], frame: { left: -0.3, right: 4.6, bottom: -0.3, top: 2.6 } },
};

/** Least distance in px between two points at which factors are computed. */
const SPACING = 3;

/** Maximum number of these points in a row. */
const MAX_COLUMNS = 990;

/** Factors along whose contours lines are drawn, besides 1. */
const LEVELS = [0.2, 0.4, 0.6, 0.8, 1.5, 2, 3];

/** Largest size of a logarithm of a factor, so that zeros and poles can be interpolated. */
const MAX_LOGARITHM = 30;

/** Least distance of a line's label from the edge and from others, in px. */
const EDGE = 24;

/** Radius of a point, in px. */
const RADIUS = 5;

/** Shortest time between two questions while the system moves, in ms. */
const PAUSE = 500;

/** Tolerance for rounding, of a factor and of a part of z. */
const ROUNDING = 1e-12;

/** Parameter of a method on which its region depends. */
const SETTING = "spectralRadius";

/** Areas and lines of a method. */
interface Drawing {
  /** A custom property. */
  color: string;
  dash: number[];
  /** Region where nothing grows. */
  region: Contours;
}

export class StabilityRegion implements Picture {
  name = "stability region";
  leads = true;
  label =
    "Stability region. Dragging a point, or arrow keys on the chosen one, changes the parameters, and the square changes the step; N and P choose the next point and the previous one.";
  ghosts = false;
  camera = new Camera(PLANES.rates.frame);
  /** The points, for the pointer that drags them. */
  simulation: Picture["simulation"];
  #lab;
  #client;
  #plane: Plane = "rates";
  #rates: Rates | undefined;
  /** Positions of the points in the plane, and of the step's handle: x, y, 0 of each. */
  #points = new Float64Array();
  /** Number of points without the handle. */
  #count = 0;
  /** Place of the chosen point among those that can be moved. */
  #chosen = 0;
  /** View and methods of the drawings, as a text. */
  #drawn = "";
  #drawings: Drawing[] = [];
  /** Contours of the laboratory's own method. */
  #levels: Contours[] = [];
  /** Area in which it grows more than the exact motion. */
  #star: Contours | undefined;
  /** Changes of the simulation at the last question, and its time in ms. */
  #asked = { changes: -1, at: Number.NEGATIVE_INFINITY };
  /** True while a question is being answered. */
  #asking = false;

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#client = new AnalysisClient(lab.scene);
    const points = () => this.#points;
    this.simulation = {
      get positions() {
        return points();
      },
      hand: { hold: (index, x, y) => this.#put(index, [x, y]), release: () => {} },
    };
  }

  shown = () => this.#lab.get("region") !== "off";

  /** All points but those of directions in which nothing moves, and the handle of the step. */
  movable = () => {
    const points = this.#points;
    return Array.from({ length: points.length / 3 }, (_, i) => i).filter((i) => points[3 * i] || points[3 * i + 1]);
  };

  chosen = () => this.movable()[this.#chosen] ?? 0;

  key({ key }: { key: string }) {
    const step = { n: 1, p: -1 }[key];
    const count = this.movable().length;
    if (!step || count === 0) return false;
    this.#chosen = (this.#chosen + step + count) % count;
    return true;
  }

  /** Asks for the rates again, if they may have changed. */
  #ask() {
    const { simulation } = this.#lab;
    const { changes } = simulation.history;
    const now = performance.now();
    if (this.#asking || (changes === this.#asked.changes && now - this.#asked.at < PAUSE)) return;
    this.#asking = true;
    this.#asked = { changes, at: now };
    this.#client.ask(simulation, { rates: true }, ({ rates }) => {
      this.#asking = false;
      if (rates && String(rates.values) !== String(this.#rates?.values)) this.#lab.redraw();
      this.#rates = rates;
    });
  }

  /** The runs whose regions are shown: the laboratory's first, and those that are compared. */
  get #runs() {
    const { simulation, get, compared } = this.#lab;
    const others = compared()
      .filter(({ engine }) => engine.simulation.get("method") !== get("method"))
      .map(({ engine, color, dash }) => ({ simulation: engine.simulation, color, dash }));
    return [{ simulation, color: `--${get("method")}`, dash: [] }, ...others];
  }

  /** Chooses the plane in which all methods have a region, and computes points, areas and lines. */
  #update() {
    this.#ask();
    const runs = this.#runs;
    const plane = runs.every(({ simulation }) => simulation.stabilityFactor(0, 0) !== undefined)
      ? "rates"
      : "oscillators";
    if (plane !== this.#plane) {
      this.#plane = plane;
      this.camera.reframe(PLANES[plane].frame);
    }
    this.#place();
    const { camera } = this;
    const view = [...camera.lift([0, 0]), camera.scale, camera.width, camera.height, this.#lab.get("region")];
    const setting = (one: Simulation) => (this.#lab.has(SETTING) ? one.get(SETTING) : "");
    const methods = runs.map(({ simulation: one, color }) => [one.get("method"), setting(one), color]);
    const drawn = [plane, ...view, ...methods].join();
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const grids = runs.map(({ simulation }) => this.#grid(simulation));
    this.#drawings = runs.flatMap(({ color, dash }, i) => {
      const values = grids[i];
      return values ? [{ color, dash, region: contours(values, 0) }] : [];
    });
    const [own] = grids;
    this.#levels = own ? LEVELS.map((level) => contours(own, Math.log(level))) : [];
    this.#star = own && plane === "rates" && this.#lab.get("region") === "star" ? this.#orderStar(own) : undefined;
  }

  /** Area in which a method grows more than the exact motion. @param grid  of its logarithms */
  #orderStar({ values, columns, rows }: Grid) {
    const { step, left } = this.#lattice;
    return contours({ values: values.map((value, i) => (left + (i % columns)) * step - value), columns, rows }, 0);
  }

  /** The points of whole multiples of a step in view: z = 0 and the axes are among them. */
  get #lattice() {
    const { camera } = this;
    const spacing = Math.max(SPACING, camera.width / MAX_COLUMNS, camera.height / MAX_COLUMNS);
    const step = spacing / camera.scale;
    const [x, y] = camera.lift([0, 0]);
    const [columns, rows] = [camera.width, camera.height].map((length) => Math.ceil(length / spacing) + 2);
    return { spacing, step, left: Math.floor(x / step), top: Math.ceil(y / step), columns, rows };
  }

  /** Logarithms of the factors of a run at the lattice. */
  #grid(simulation: Simulation) {
    const { step, left, top, columns, rows } = this.#lattice;
    const factors = simulation.analysis.growthMap(this.#plane, left * step, top * step, step, -step, columns, rows);
    const values = factors?.map((factor) => Math.min(Math.max(Math.log(factor), -MAX_LOGARITHM), MAX_LOGARITHM));
    return values && { values, columns, rows };
  }

  /** Places the points of the present step. */
  #place() {
    const { values = [], oscillators = [] } = this.#rates ?? {};
    const h = this.#lab.simulation.analysis.substep;
    const list = this.#plane === "rates" ? values : oscillators;
    const places = this.#inPlane(Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]])).map(
      ([x, y]) => [h * x, this.#plane === "rates" ? h * y : h * Math.sqrt(y), 0],
    );
    const size = ([x, y]: number[]) => Math.hypot(x, y);
    const far = places.reduce((most, place) => (size(place) > size(most) ? place : most), [0, 0, 0]);
    const handle = this.#turns && places.length > 0 ? far.map((part) => part / 2) : [];
    this.#points = Float64Array.from([...places.flat(), ...handle]);
    this.#count = places.length;
  }

  /**
   * The points that have a place in the plane: in that of oscillators those with ω² ≥ 0. A polygon
   * is cut off there.
   */
  #inPlane(points: number[][]) {
    if (this.#plane === "rates") return points;
    const corners = this.#rates?.enclosing ? points : [];
    const crossings = corners.flatMap(([x, y], i) => {
      const [nextX, nextY] = corners[(i + 1) % corners.length];
      return y < 0 !== nextY < 0 ? [[x + ((nextX - x) * y) / (y - nextY), 0]] : [];
    });
    return [...points.filter(([, y]) => y >= 0), ...crossings];
  }

  /** True if dragging a point changes springs and dampers, so that the step has its own handle. */
  get #turns() {
    const { simulation, has } = this.#lab;
    return has("rate") || (simulation.analysis.period !== undefined && has("stiffness"));
  }

  draw(context: CanvasRenderingContext2D) {
    this.#update();
    const { color } = this.#lab;
    grid(
      context,
      this.camera,
      { line: color("--line"), axis: color("--edge"), text: color("--muted") },
      PLANES[this.#plane].names,
    );
    const { spacing, step, left, top } = this.#lattice;
    context.save();
    context.translate(...this.camera.project([left * step, top * step, 0]));
    for (const { color: name, dash, region } of this.#drawings.toReversed()) {
      context.fillStyle = context.strokeStyle = color(name);
      context.globalAlpha = 0.12;
      fill(context, region.polygons, spacing);
      context.globalAlpha = 1;
      context.lineWidth = 2;
      context.setLineDash(dash);
      stroke(context, region.lines, spacing);
    }
    context.setLineDash([]);
    context.lineWidth = 1;
    context.strokeStyle = context.fillStyle = color("--muted");
    context.globalAlpha = 0.5;
    for (const { lines } of this.#levels) stroke(context, lines, spacing);
    context.globalAlpha = 0.25;
    if (this.#star) fill(context, this.#star.polygons, spacing);
    context.restore();
    this.#numbers(context);
    this.#labels(context);
    this.#dots(context);
  }

  /** Writes factors at the upper left ends of their lines in view. */
  #labels(context: CanvasRenderingContext2D) {
    const { color } = this.#lab;
    const { width, height } = this.camera;
    const { spacing, step, left, top } = this.#lattice;
    const [x, y] = this.camera.project([left * step, top * step, 0]);
    context.fillStyle = color("--muted");
    context.textAlign = "center";
    const labels: Point[] = [];
    for (const [i, { lines }] of this.#levels.entries()) {
      const places = lines.map(([[column, row]]) => [x + spacing * column, y + spacing * row] as Point);
      const seen = places.filter((at) => at[0] > EDGE && at[0] < width - EDGE && at[1] > EDGE && at[1] < height - EDGE);
      const far = seen.filter((at) => labels.every((other) => Math.hypot(at[0] - other[0], at[1] - other[1]) > EDGE));
      if (far.length === 0) continue;
      const end = far.reduce((best, at) => (at[0] + at[1] < best[0] + best[1] ? at : best));
      labels.push(end);
      haloed(context, significant(LEVELS[i]), [end[0], end[1] + 4], color("--panel"));
    }
  }

  /** Writes numbers along both axes. */
  #numbers(context: CanvasRenderingContext2D) {
    const { camera } = this;
    const color = this.#lab.color;
    const spacing = roundDown(90 / camera.scale); // of the grid
    const [left, top] = camera.lift([0, 0]).map((end) => end / spacing);
    const [right, bottom] = camera.lift([camera.width, camera.height]).map((end) => end / spacing);
    context.fillStyle = color("--muted");
    context.font = LABEL;
    const write = (n: number, at: Point) => n && haloed(context, significant(n * spacing), at, color("--panel"));
    const [x, y] = camera.project([0, 0, 0]);
    context.textAlign = "center";
    for (let n = Math.ceil(left); n <= right; n++) write(n, [camera.project([n * spacing, 0, 0])[0], y + 16]);
    context.textAlign = "right";
    for (let n = Math.ceil(bottom); n <= top; n++) write(n, [x - 6, camera.project([0, n * spacing, 0])[1] + 4]);
  }

  /** Draws the points, growing ones in red. */
  #dots(context: CanvasRenderingContext2D) {
    const { color } = this.#lab;
    context.lineWidth = 1.5;
    context.font = LABEL;
    for (const i of this.movable()) {
      const at = this.camera.project([this.#points[3 * i], this.#points[3 * i + 1], 0]);
      context.strokeStyle = color("--panel");
      if (i < this.#count) {
        context.fillStyle = color(this.#colorOf(i));
        disc(context, at, RADIUS);
      } else this.#handle(context, at);
      if (i !== this.chosen() || !context.canvas.matches(":focus-visible")) continue;
      context.strokeStyle = color("--ink");
      context.beginPath();
      context.arc(...at, RADIUS + 3, 0, 2 * Math.PI);
      context.stroke();
    }
  }

  /** Draws the handle of the step, on the ray from 0. */
  #handle(context: CanvasRenderingContext2D, [x, y]: Point) {
    const [left, top] = this.camera.project([0, 0, 0]);
    context.strokeStyle = context.fillStyle = this.#lab.color("--ink");
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(left, top);
    context.lineTo(2 * x - left, 2 * y - top);
    context.stroke();
    context.setLineDash([]);
    context.fillRect(x - RADIUS + 1, y - RADIUS + 1, 2 * RADIUS - 2, 2 * RADIUS - 2);
    context.textAlign = "left";
    haloed(context, "Δt", [x + RADIUS + 3, y - RADIUS], this.#lab.color("--panel"));
  }

  /** @param index  of a point */
  #colorOf(index: number) {
    if (this.#growsItself(index)) return "--muted";
    return this.#growth(index) > 1 + ROUNDING ? "--alarm" : "--accent";
  }

  /** True if the exact motion of a point grows, as that of a spring about to buckle. */
  #growsItself(index: number) {
    return this.#plane === "rates" && this.#points[3 * index] > ROUNDING;
  }

  /** Factor per step at a point. */
  #growth(index: number) {
    const x = this.#points[3 * index];
    const y = this.#points[3 * index + 1];
    return this.#lab.simulation.analysis.growthMap(this.#plane, x, y, 0, 0, 1, 1)?.[0] ?? Number.NaN;
  }

  /**
   * Moves a point: the oscillator gets other springs and dampers, any other system another step, as
   * from the handle.
   */
  #put(index: number, to: Point) {
    const { simulation, get, has, set } = this.#lab;
    const h = simulation.analysis.substep;
    const from = [this.#points[3 * index], this.#points[3 * index + 1]] as Point;
    if (has("rate") && index < this.#count) {
      set("rate", rounded(Math.max(-to[0], 0) / h));
      return;
    }
    if (!this.#turns || index >= this.#count) {
      const factor = Math.hypot(...to) / Math.hypot(...from);
      set("timeStepSize", rounded(factor * Number(get("timeStepSize"))));
      return;
    }
    const [damping, stiffness] = this.#plane === "rates" ? this.#oscillator(index, from, to) : [to[0], to[1] ** 2];
    const mass = Number(get("mass"));
    set("stiffness", rounded((mass * Math.max(stiffness, 0)) / h ** 2));
    if (has("damping")) set("damping", rounded((mass * Math.max(damping, 0)) / h));
  }

  /**
   * hγ and h²ω² of the oscillator with a motion at a point, and the other one at its conjugate, or
   * where it is if both are real.
   */
  #oscillator(index: number, from: Point, [x, y]: Point) {
    const other = this.#points[3 * (index % 2 === 0 ? index + 1 : index - 1)];
    const isReal = Math.abs(from[1]) < ROUNDING && Math.abs(y) < RADIUS / this.camera.scale;
    return isReal ? [-x - other, x * other] : [-2 * x, x * x + y * y];
  }

  describe() {
    const { method, simulation } = this.#lab;
    const name = method()?.label ?? "this method";
    if (this.#drawings.length === 0) return `${name} has no factor per step, and so no stability region.`;
    const points = this.movable().filter((i) => i < this.#count);
    if (points.length === 0) return `Stability region of ${name}. No motion is known yet.`;
    const growths = points.map((i) => (this.#growsItself(i) ? 0 : this.#growth(i)));
    const most = Math.max(...growths);
    const plane = this.#plane === "rates" ? "z = λΔt" : "hγ and hω";
    const count = `${growths.length} point${growths.length === 1 ? "" : "s"}${this.#extent}`;
    const worst = points[growths.indexOf(most)];
    const at = [0, 1].map((axis) => significant(this.#points[3 * worst + axis])).join(", ");
    const grows = most > 1 + ROUNDING ? "it grows" : "nothing grows";
    return `Stability region of ${name} in the plane of ${plane}, with ${count}. The largest factor per step is ${significant(most)}, at ${at}: ${grows}. A step is ${significant(simulation.analysis.substep)} s.`;
  }

  /** Meaning of the points, as the end of a clause. */
  get #extent() {
    const { leftOut, oscillators = [] } = this.#rates ?? {};
    const enclosing = this.#rates?.enclosing ? ", which enclose all motions" : "";
    const buckling = this.#plane === "oscillators" && oscillators.some((y, i) => i % 2 === 1 && y < 0);
    const missing = [leftOut, buckling ? "motion with ω² < 0, which grows by itself" : ""].filter(Boolean);
    return `${enclosing}${missing.length > 0 ? `, without ${missing.join(" and ")}` : ""}`;
  }

  destroy() {
    this.#client.close();
  }
}

/** A value with four digits. */
function rounded(value: number) {
  return Number(value.toPrecision(4));
}
