// The general picture of masses and springs: in the plane if they lie in one, else in space.
import { significant } from "../../base/format.ts";
import type { Vector } from "../../base/vectors.ts";
import { plus, vector } from "../../base/vectors.ts";
import { drawBodies } from "../../canvas/bodies.ts";
import { Camera } from "../../canvas/camera.ts";
import type { Press } from "../../canvas/canvas.ts";
import { describeWind, drawFlag } from "../../canvas/flag.ts";
import { drawModeArrows } from "../../canvas/mode-arrows.ts";
import { drawObstacles } from "../../canvas/obstacles.ts";
import { OrbitCamera } from "../../canvas/orbit.ts";
import { MANY, Pixels } from "../../canvas/pixels.ts";
import { projectAll } from "../../canvas/projection.ts";
import type { Point } from "../../canvas/shapes.ts";
import { disc, haloed, LABEL, LINE, scaleBar } from "../../canvas/shapes.ts";
import { drawSegments, kindsOf, PLAIN, STRAINS, strains } from "../../canvas/spring-strokes.ts";
import type { Modes } from "../../instruments/modes.ts";
import type { Simulation } from "../../types.ts";

/** Margins around a plane scene and below it, as fractions of its size. */
const MARGIN = { around: 0.08, below: 0.35 };

/** Radius of the visible ball relative to the ball around the initial scene: masses swing out. */
const SWING = 1.25;

/** First view of a scene in space, from the right and from above, in rad. */
const VIEW = [0.5, 0.3] as const;

/** Radius of a mass: fraction of the spacing, largest radius in px, and of a held one in px. */
const RADIUS = { part: 0.18, most: 6, held: 9 };

/** Largest number of fixed masses with large marks; more have small ones. */
const MAX_LARGE_MARKS = 12;

/** Fraction by which a mass is larger at the near side of the ball and smaller at the far side. */
const PERSPECTIVE = 0.5;

/** Style of links that are not springs: rods and strings. */
const LINK = [{ color: "--ink", width: 2 }];

/** Services of the show for a picture of masses and springs. */
export interface Parts {
  /** Gives the colour of a custom property. */
  color: (property: string) => string;
  /** True if it is shown. */
  shows: (what: "strain" | "mode" | "wires") => boolean;
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
  /** Requests a frame. */
  redraw: () => void;
}

export class SystemPicture {
  camera: Camera | OrbitCamera = new Camera({ left: 0, right: 1, bottom: -1, top: 0 });
  label =
    "Masses and springs. Arrow keys move the chosen mass, N and P choose the next and the previous one. In space Page Up and Page Down move it along z, and I, J, K and L turn the picture.";
  tall = true;
  quiet = false;
  /** False if the picture shows in another way what is fixed. */
  marksPins = true;
  simulation;
  parts;
  /** Corners and variant of the scene for which the camera was set, as JSON. */
  #frame = "";
  /** Radius of the visible ball, in m. */
  #radius = 1;
  /** Mean rest length of springs or links, in m. */
  #spacing = 0;
  /** Draws the springs if their number is in the range `MANY`. */
  #pixels = new Pixels();
  /** True if `#pixels` draws the springs. */
  #many = false;
  #fixed: Uint32Array = new Uint32Array();
  /** The other masses. */
  #masses: number[] = [];
  /** Index in `#masses` of the chosen mass, which the keys move. */
  #place = 0;
  #exploded = false;
  /** Positions of all masses in the picture, x and y in px. */
  places = new Float64Array();

  constructor(simulation: Simulation, parts: Parts) {
    this.simulation = simulation;
    this.parts = parts;
    this.restart();
  }

  /** Adapts to a restarted or another scene; sets the camera only if its corners have changed. */
  restart() {
    const { fixed } = this.simulation.system; // a copy; reading it may detach views of memory
    const { positions } = this.simulation;
    const { restLengths, linkLengths } = this.simulation.system;
    const lengths = restLengths.length > 0 ? restLengths : linkLengths;
    const [low, high] = [Math.min, Math.max].map((extreme) => corner(positions, extreme));
    const size = plus(high, low, -1);
    const extent = Math.hypot(...size) || 1;
    this.#spacing = lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 0.1 * extent;
    this.#many = restLengths.length >= MANY.least && restLengths.length <= MANY.most;
    this.#fixed = fixed;
    const isFixed = new Set(fixed);
    this.#masses = Array.from({ length: positions.length / 3 }, (_, i) => i).filter((i) => !isFixed.has(i));
    this.places = new Float64Array((positions.length / 3) * 2);
    const frame = JSON.stringify([low, high, this.variant]);
    if (frame === this.#frame) return;
    this.#frame = frame;
    this.#place = this.#masses.length - 1;
    if (this.isFlat(size)) this.#aimFlat(low, high, extent);
    else this.camera = this.aim(low, high);
  }

  /** Further values on which the first view depends, as a text. */
  get variant() {
    return "";
  }

  /** True if a scene of this size is shown in the plane. */
  isFlat([, , depth]: Vector) {
    return depth === 0;
  }

  /** Camera in space for a scene between two corners. */
  aim(low: Vector, high: Vector) {
    const size = plus(high, low, -1);
    this.#radius = (SWING * Math.hypot(...size)) / 2;
    const camera = new OrbitCamera(this.#radius, ...VIEW);
    camera.aim(plus(low, size, 0.5), this.#radius);
    return camera;
  }

  /** Aims the plane's camera. */
  #aimFlat([left, bottom]: Vector, [right, top]: Vector, extent: number) {
    const margin = MARGIN.around * extent;
    const below = MARGIN.below * extent;
    this.camera = new Camera({
      left: left - margin,
      right: right + margin,
      bottom: bottom - margin - below,
      top: top + margin,
    });
  }

  get #space() {
    return this.camera instanceof OrbitCamera;
  }

  movable = () => (this.parts.lastGood() || this.parts.modes.playing ? [] : this.#masses);

  chosen = () => this.#masses[this.#place] ?? 0;

  key({ key }: Press) {
    const step = { n: 1, p: -1 }[key];
    const count = this.#masses.length;
    if (!step || count === 0) return false;
    this.#place = (this.#place + step + count) % count;
    return true;
  }

  draw(context: CanvasRenderingContext2D, held: number | undefined) {
    const { lastGood: kept, shows, color, modes } = this.parts;
    const lastGood = kept();
    const positions = this.parts.positions();
    if (lastGood && !this.#exploded) this.camera.restart(); // the view has followed the explosion
    this.#exploded = lastGood !== undefined;
    const caption = this.quiet ? "" : this.parts.caption();
    this.camera.above = caption ? LINE : 0;
    projectAll(this.camera, positions, this.places);
    // not during a drag, when a view that grows would move under the pointer
    if (held === undefined && !modes.playing) this.follow(positions);
    this.paint(context, positions);
    if (lastGood || shows("mode")) this.#modeArrows(context);
    this.#marks(context, held);
    if (this.quiet) return;
    context.strokeStyle = context.fillStyle = color("--muted");
    scaleBar(context, this.camera);
    drawFlag(context, this.camera, lastGood ?? this.simulation, color);
    context.font = LABEL;
    context.textAlign = "right";
    haloed(context, caption, [this.camera.width - 10, 18], color("--panel"));
  }

  /** Draws obstacles, springs and masses, as the lowest layer of the picture. */
  paint(context: CanvasRenderingContext2D, positions: Float64Array) {
    const draw = this.#space ? drawBodies : drawObstacles;
    draw(context, this.camera, this.simulation.system.obstacles, this.parts.color);
    this.#springs(context, positions);
    this.#dots(context);
  }

  /** Enlarges the view to contain all masses. */
  follow(positions: Float64Array) {
    const out = this.#masses.filter((mass) => !this.#shows(this.#at(mass)));
    for (const at of out.map((mass) => vector(positions, mass))) {
      if (!this.#shows(this.camera.project(at))) this.camera.include(at);
    }
    if (out.length > 0) projectAll(this.camera, positions, this.places);
  }

  /** True if a point is in the picture. */
  #shows([x, y]: Point) {
    return x >= 0 && x <= this.camera.width && y >= 0 && y <= this.camera.height;
  }

  #springs(context: CanvasRenderingContext2D, positions: Float64Array) {
    const { color, shows, lastGood } = this.parts;
    const kinds = shows("strain") ? STRAINS : PLAIN;
    if (this.#many) {
      this.#pixels.draw(context, this.camera, { simulation: lastGood() ?? this.simulation, positions, color, kinds });
    } else {
      const [ends, lengths] = thinned(...whole(this.simulation));
      const kindOf = shows("strain") ? kindsOf(strains(positions, ends, lengths)) : undefined;
      drawSegments(context, color, kinds, ends, this.places, kindOf);
    }
    drawSegments(context, color, LINK, this.simulation.system.links, this.places);
  }

  /** Magnification of a mass by its nearness, the only cue for depth. */
  #nearness(at: Vector) {
    const { camera } = this;
    if (!(camera instanceof OrbitCamera)) return 1;
    const near = camera.depth(at) / this.#radius;
    return 1 + PERSPECTIVE * Math.min(Math.max(near, -1), 1);
  }

  #dots(context: CanvasRenderingContext2D) {
    const positions = this.parts.positions(); // drawing springs may have detached earlier views
    const radius = Math.min(RADIUS.part * this.#spacing * this.camera.scale, RADIUS.most);
    if (radius < 0.7) return;
    context.fillStyle = this.parts.color("--accent");
    context.beginPath();
    for (const mass of this.#masses) {
      const [x, y] = this.#at(mass);
      const size = radius * this.#nearness(vector(positions, mass));
      context.moveTo(x + size, y);
      context.arc(x, y, size, 0, 2 * Math.PI);
    }
    context.fill();
  }

  /** Position of a mass in the picture. */
  #at(mass: number): Point {
    return [this.places[2 * mass], this.places[2 * mass + 1]];
  }

  /** Draws the fixed masses, the held mass, and with keyboard focus the chosen one. */
  #marks(context: CanvasRenderingContext2D, held: number | undefined) {
    const { color } = this.parts;
    context.lineWidth = 2;
    context.strokeStyle = color("--panel");
    context.fillStyle = color("--accent");
    if (held !== undefined) disc(context, this.#at(held), RADIUS.held);
    context.fillStyle = color("--ink");
    const half = this.#fixed.length > MAX_LARGE_MARKS ? 2 : this.quiet ? 3 : 5;
    for (const i of this.marksPins ? this.#fixed : []) {
      const [x, y] = this.#at(i);
      context.fillRect(x - half, y - half, 2 * half, 2 * half);
    }
    if (!context.canvas.matches(":focus-visible") || this.#masses.length === 0) return;
    context.strokeStyle = color("--ink");
    context.beginPath();
    context.arc(...this.#at(this.chosen()), RADIUS.held, 0, 2 * Math.PI);
    context.stroke();
  }

  /** Draws the fastest mode as arrows. */
  #modeArrows(context: CanvasRenderingContext2D) {
    const mode = this.parts.mode();
    if (!mode) return;
    // asking for the mode may grow the engine's memory, which detaches earlier views
    const positions = this.parts.positions();
    const masses = this.#masses;
    const spacing = this.#spacing;
    const ink = this.parts.color("--alarm");
    drawModeArrows(context, this.camera, { positions, mode, masses, spacing, ink });
  }

  describe(held: number | undefined) {
    const lastGood = this.parts.lastGood();
    const shown = lastGood ?? this.simulation;
    const { positions, velocities } = shown;
    const { springs, links, torn } = shown.system;
    const strain = strains(positions, ...whole(shown)).reduce((most, value) => Math.max(most, value || 0), 0);
    const speed = this.#masses.reduce((most, mass) => Math.max(most, Math.hypot(...vector(velocities, mass))), 0);
    const [x, y, z] = vector(positions, this.chosen()).map(significant);
    const kinds = [
      [springs.length / 2, "springs"],
      [links.length / 2, "links"],
    ].filter(([count]) => count);
    const parts = kinds.map(([count, name]) => `${count} ${name}`).join(" and ");
    return [
      lastGood
        ? `The run exploded. This is its last good state, at ${significant(lastGood.time)} s.`
        : this.parts.caption() && `${this.parts.caption()}.`,
      `${positions.length / 3} masses, ${this.#fixed.length} of them fixed, with ${parts || "no springs"}.`,
      torn.length > 0 ? `${torn.length} springs have torn.` : "",
      strain > 0 && Number.isFinite(strain) ? `A spring is stretched by up to ${significant(100 * strain)} %.` : "",
      `A mass moves at up to ${significant(speed)} m/s.`,
      `Mass ${this.chosen()} is at x = ${x} m, y = ${y} m${this.#space ? `, z = ${z} m` : ""}.`,
      held === undefined ? "" : `Mass ${held} is held.`,
      describeWind(this.simulation),
      this.parts.modes.playing ? "The picture plays a mode instead." : "",
    ]
      .filter(Boolean)
      .join(" ");
  }
}

/** Corner of the bounding box of all positions. @param extreme  Math.min or Math.max */
function corner(positions: Float64Array, extreme: (a: number, b: number) => number): Vector {
  const end = vector(positions, 0);
  for (let i = 0; i < positions.length; i++) end[i % 3] = extreme(end[i % 3], positions[i]);
  return end;
}

/** Springs that have not torn, and their rest lengths. */
function whole({ system: { springs, restLengths, torn } }: Simulation): [Uint32Array, Float64Array] {
  if (torn.length === 0) return [springs, restLengths];
  const isTorn = new Set(torn);
  return [springs.filter((_, i) => !isTorn.has(i >> 1)), restLengths.filter((_, i) => !isTorn.has(i))];
}

/** Every second, third, … spring, so that there are not too many to draw. */
function thinned(ends: Uint32Array, lengths: Float64Array): [Uint32Array, Float64Array] {
  const every = Math.ceil(lengths.length / MANY.most);
  if (every < 2) return [ends, lengths];
  return [ends.filter((_, i) => Math.floor(i / 2) % every === 0), lengths.filter((_, i) => i % every === 0)];
}
