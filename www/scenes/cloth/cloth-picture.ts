// The picture of a cloth in the plane: masses and springs.
import { significant } from "../../base/format.ts";
import { vector } from "../../base/vectors.ts";
import { Camera } from "../../canvas/camera.ts";
import type { Press } from "../../canvas/canvas.ts";
import { describeWind, drawFlag } from "../../canvas/flag.ts";
import { drawModeArrows } from "../../canvas/mode-arrows.ts";
import type { Objects } from "../../canvas/objects.ts";
import { drawObstacles } from "../../canvas/obstacles.ts";
import { MANY, Pixels } from "../../canvas/pixels.ts";
import { projectAll } from "../../canvas/projection.ts";
import type { Point } from "../../canvas/shapes.ts";
import { disc, haloed, LABEL, LINE, scaleBar } from "../../canvas/shapes.ts";
import { drawSegments, kindsOf, PLAIN, STRAINS, sideOf, strains } from "../../canvas/spring-strokes.ts";
import type { Modes } from "../../instruments/modes.ts";
import type { Simulation } from "../../types.ts";

/** Margins around the cloth and below it, as fractions of its size. */
const MARGIN = { around: 0.06, below: 0.4 };

/** Most rows and most columns drawn of a cloth with too many springs for all of them. */
const MAX_ROWS = 60;

/** Keys that choose another mass, with the change of column and row. */
const CHOICE = new Map(Object.entries({ j: [-1, 0], l: [1, 0], i: [0, -1], k: [0, 1] })) as Map<string, Point>;

export class ClothPicture {
  camera = new Camera({ left: 0, right: 1, bottom: -1, top: 0 });
  label = "Cloth. Arrow keys move the chosen mass; I, J, K and L choose the next one up, left, down or right.";
  tall = true;
  objects: Objects = {};
  quiet = false;
  simulation;
  #color;
  #shows;
  #lastGood;
  #mode;
  #modes;
  #positions;
  #caption;
  #width = 0;
  #height = 0;
  #chosen = 0;
  #exploded = false;
  /** Rest length along a row, in m. */
  #spacing = 0;
  /** Draws the springs if their number is in the range `MANY`. */
  #pixels = new Pixels();
  /** True if `#pixels` draws the springs. */
  #many = false;
  /** Corners that hold the cloth. */
  #corners: Uint32Array = new Uint32Array();
  /** The other masses that are drawn. */
  #masses = [0];
  /** Two particles of each line that is drawn. */
  #ends: Uint32Array = new Uint32Array();
  /** Rest lengths of these lines, in m. */
  #restLengths: Float64Array = new Float64Array();
  ghosts = false;
  smallGhosts = true;
  /** Positions of all masses in the picture, x and y in px. */
  #places = new Float64Array();

  constructor(
    simulation: Simulation,
    {
      color,
      shows,
      lastGood,
      mode,
      modes,
      positions,
      caption,
    }: {
      /** Gives the colour of a custom property. */
      color: (property: string) => string;
      /** True if it is shown. */
      shows: (what: "strain" | "mode") => boolean;
      /** Shown instead of a run that exploded. */
      lastGood: () => Simulation | undefined;
      /** The fastest mode. */
      mode: () => Float64Array | undefined;
      /** One of which may be played. */
      modes: Pick<Modes, "playing">;
      /** Positions at which masses are drawn, in m. */
      positions: () => Float64Array;
      /** Says what the picture shows if it is not the run. */
      caption: () => string;
    },
  ) {
    this.simulation = simulation;
    this.#color = color;
    this.#shows = shows;
    this.#lastGood = lastGood;
    this.#mode = mode;
    this.#modes = modes;
    this.#positions = positions;
    this.#caption = caption;
    this.restart();
  }

  /** Adapts to the size of a restarted cloth. */
  restart() {
    const { simulation } = this;
    const [width, height] = ["width", "height"].map((key) => Number(simulation.get(key)));
    const { springs, restLengths } = simulation.system;
    const whole = restLengths.length <= MANY.most;
    const [columns, rows] = [width, height].map((count) => drawn(count, whole ? count : MAX_ROWS));
    const grid = rows.flatMap((row) => columns.map((column) => row * width + column));
    this.#many = whole && restLengths.length >= MANY.least;
    this.#corners = simulation.system.fixed;
    this.#masses = grid.filter((mass) => !this.#corners.includes(mass));
    [this.#spacing] = restLengths; // the first spring lies along a row
    this.#ends = whole ? springs : threads(rows, columns, width);
    this.#restLengths = whole ? restLengths : this.#threadLengths(width);
    this.#places = new Float64Array(2 * width * height);
    const middle = Math.floor(height / 2) * width + Math.floor(width / 2);
    this.objects = { mass: middle, spring: [middle, middle - 1] };
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.#chosen = width * height - 1;
    const [right, down] = [width - 1, height - 1].map((gaps) => this.#spacing * gaps);
    const margin = MARGIN.around * Math.max(right, down);
    this.camera.reframe({ left: -margin, right: right + margin, bottom: -(1 + MARGIN.below) * down, top: margin });
  }

  /** Rest lengths of lines that skip rows or columns. @param width  masses in a row */
  #threadLengths(width: number) {
    return Float64Array.from({ length: this.#ends.length / 2 }, (_, line) => {
      const gaps = this.#ends[2 * line + 1] - this.#ends[2 * line];
      return this.#spacing * (gaps < width ? gaps : gaps / width);
    });
  }

  movable = () => (this.#lastGood() || this.#modes.playing ? [] : this.#masses);

  chosen = () => this.#chosen;

  key({ key }: Press) {
    const step = CHOICE.get(key);
    if (!step) return false;
    const width = this.#width;
    const height = this.#height;
    const column = (this.#chosen % width) + step[0];
    const row = Math.floor(this.#chosen / width) + step[1];
    if (column >= 0 && column < width && row >= 0 && row < height) this.#chosen = row * width + column;
    return true;
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const lastGood = this.#lastGood();
    const positions = this.#positions();
    if (lastGood && !this.#exploded) this.camera.restart(); // the view has followed the explosion
    this.#exploded = lastGood !== undefined;
    const caption = this.quiet ? "" : this.#caption();
    this.camera.above = caption ? LINE : 0;
    if (held === undefined && !this.#modes.playing) this.#frame(positions);
    projectAll(this.camera, positions, this.#places);
    const { obstacles } = this.simulation.system;
    drawObstacles(context, this.camera, obstacles, this.#color);
    const moving = lastGood !== undefined || this.#shows("mode");
    this.#mesh(context, lastGood ?? this.simulation, positions, !moving, obstacles.length === 0);
    if (moving) this.#modeArrows(context);
    this.#marks(context, held);
    if (this.quiet) return;
    context.strokeStyle = context.fillStyle = this.#color("--muted");
    scaleBar(context, this.camera);
    drawFlag(context, this.camera, lastGood ?? this.simulation, this.#color);
    context.font = LABEL;
    context.textAlign = "left";
    haloed(context, caption, [10, 18], this.#color("--panel"));
  }

  /** Enlarges the view to contain the cloth. */
  #frame(positions: Float64Array) {
    const { width, height } = this.camera;
    const [left, top] = this.camera.lift([0, 0]);
    const [right, bottom] = this.camera.lift([width, height]);
    for (const mass of this.#masses) {
      const x = positions[3 * mass];
      const y = positions[3 * mass + 1];
      if (x < left || x > right || y < bottom || y > top) this.camera.include([x, y, 0]);
    }
  }

  /**
   * Draws the springs, styled by strain or all alike, and the masses unless strain or a mode is
   * shown.
   * @param plain  true if no mode is shown
   * @param first  true if the canvas is still empty
   */
  #mesh(
    context: CanvasRenderingContext2D,
    simulation: Simulation,
    positions: Float64Array,
    plain: boolean,
    first: boolean,
  ) {
    const strained = this.#shows("strain");
    const kinds = strained ? STRAINS : PLAIN;
    const side = plain && !strained ? sideOf(this.#spacing * this.camera.scale) : 0;
    if (this.#many) {
      this.#pixels.draw(context, this.camera, { simulation, positions, color: this.#color, kinds, side }, first);
      return;
    }
    const kindOf = strained ? kindsOf(strains(positions, this.#ends, this.#restLengths)) : undefined;
    drawSegments(context, this.#color, kinds, this.#ends, this.#places, kindOf);
    if (side === 0) return;
    context.fillStyle = this.#color("--accent");
    for (const mass of this.#masses) {
      const [x, y] = this.#place(mass);
      context.fillRect(x - side / 2, y - side / 2, side, side);
    }
  }

  #place(mass: number): Point {
    return [this.#places[2 * mass], this.#places[2 * mass + 1]];
  }

  /** Draws the fixed corners, the held mass, and with keyboard focus the chosen one. */
  #marks(context: CanvasRenderingContext2D, held: number | undefined) {
    context.lineWidth = 2;
    context.strokeStyle = this.#color("--panel");
    context.fillStyle = this.#color("--accent");
    if (held !== undefined) disc(context, this.#place(held), 8);
    context.fillStyle = this.#color("--ink");
    const half = this.quiet ? 3 : 5;
    for (const corner of this.#corners) {
      const [x, y] = this.#place(corner);
      context.fillRect(x - half, y - half, 2 * half, 2 * half);
    }
    if (!context.canvas.matches(":focus-visible")) return;
    context.strokeStyle = this.#color("--ink");
    context.beginPath();
    context.arc(...this.#place(this.#chosen), 8, 0, 2 * Math.PI);
    context.stroke();
  }

  /** Draws the fastest mode as arrows. */
  #modeArrows(context: CanvasRenderingContext2D) {
    const mode = this.#mode();
    if (!mode) return;
    // asking for the mode may grow the engine's memory, which detaches earlier views
    const positions = this.#positions();
    const masses = this.#masses;
    const spacing = this.#spacing;
    const ink = this.#color("--alarm");
    drawModeArrows(context, this.camera, { positions, mode, masses, spacing, ink });
  }

  describe(held: number | undefined) {
    const lastGood = this.#lastGood();
    const { positions, velocities } = lastGood ?? this.simulation;
    const lowest = this.#masses.reduce((low, mass) => Math.min(low, positions[3 * mass + 1]), 0);
    const strain = strains(positions, this.#ends, this.#restLengths).reduce(
      (most, strain) => Math.max(most, strain),
      0,
    );
    const speed = this.#masses.reduce((most, mass) => Math.max(most, Math.hypot(...vector(velocities, mass))), 0);
    const corners = this.#corners.length === 1 ? "one corner" : `${this.#corners.length} corners`;
    return [
      lastGood
        ? `The run exploded. This is its last good state, at ${significant(lastGood.time)} s.`
        : this.#caption() && `${this.#caption()}.`,
      `The cloth of ${this.#width} by ${this.#height} masses hangs from ${corners}, down to ${significant(-lowest)} m.`,
      `A spring is stretched by up to ${significant(100 * strain)} %, a mass moves at up to ${significant(speed)} m/s.`,
      held === undefined ? "" : "A mass is held.",
      describeWind(this.simulation),
      this.#modes.playing ? "The picture plays a mode instead." : "",
    ]
      .filter(Boolean)
      .join(" ");
  }
}

/**
 * Indices of the rows or columns that are drawn: all if `count` is at most `most`, else every
 * second, third, … and the last one.
 */
function drawn(count: number, most: number) {
  const every = Math.ceil(count / most);
  const chosen = Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
  return chosen.at(-1) === count - 1 ? chosen : [...chosen, count - 1];
}

/** Two particles of each line along the drawn rows and columns. @param width  masses in a row */
function threads(rows: number[], columns: number[], width: number) {
  const at = (row: number, column: number) => row * width + column;
  const along = rows.flatMap((row) => columns.slice(1).flatMap((column, i) => [at(row, columns[i]), at(row, column)]));
  const down = columns.flatMap((column) => rows.slice(1).flatMap((row, i) => [at(rows[i], column), at(row, column)]));
  return Uint32Array.from([...along, ...down]);
}
