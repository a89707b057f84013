// A picture on a canvas: sharp at any pixel ratio, with buttons, keys and a description in words.
import { element, keyName, pixelRatio, write } from "../base/dom.ts";
import type { Vector } from "../base/vectors.ts";
import { plus, vector } from "../base/vectors.ts";
import type { Hand, Simulation } from "../types.ts";
import { fitCanvas } from "./fit.ts";
import type { Ghost } from "./ghosts.ts";
import { drawGhosts, includeGhosts, isSmall } from "./ghosts.ts";
import type { Objects } from "./objects.ts";
import { markObjects, symbolAt } from "./objects.ts";
import { drawOffScreenArrows } from "./off-screen-arrows.ts";
import type { Pane } from "./panes.ts";
import { Panes } from "./panes.ts";
import { Pointer } from "./pointer.ts";
import type { Point } from "./shapes.ts";

/** Distance in m by which an arrow key moves a particle, alone and with Shift. */
const NUDGE = { plain: 0.1, shift: 1 };

/** Zoom factor of one press of a key or button. */
const ZOOM = 1.25;

/** Movement in px by a key: of the near side if the view can be turned, else of the picture. */
const TURNS = new Map(Object.entries({ j: [-26, 0], l: [26, 0], i: [0, -26], k: [0, 26] })) as Map<string, Point>;

const ARROWS = new Map(
  Object.entries({ ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0] }),
) as Map<string, Vector>;

/** Directions of keys along the depth, in views that can be turned. */
const DEPTH = new Map(Object.entries({ PageUp: [0, 0, 1], PageDown: [0, 0, -1] })) as Map<string, Vector>;

/** A camera: looks at the plane from the front, or at space from any side. */
export interface View {
  /** Sets the picture's size in px. */
  resize: (width: number, height: number) => void;
  /** Gives a point's position in the picture, in px. */
  project: (metres: Vector) => Point;
  /** Gives the point under a pixel, at the same depth as another point. */
  lift: (pixels: Point, like?: Vector) => Vector;
  zoom: (factor: number, at?: Point) => void;
  /** Moves the picture, in px. */
  pan: (dx: number, dy: number) => void;
  /** Width of the picture, in px. */
  width?: number;
  height?: number;
  /** Enlarges the view to contain a point. */
  include?: (metres: Vector) => void;
  /** True until the user zooms or moves the view. */
  whole?: boolean;
  /** Turns the view, by px; absent in the plane. */
  turn?: (dx: number, dy: number) => void;
  /** Shows the whole picture. */
  fit: () => void;
  /** Returns to the first view, unless the user has chosen another. */
  restart: () => void;
}

/** A key by its `keyName`. */
export type Press = { key: string; shiftKey: boolean };

/** A picture as a canvas shows it. */
export interface Picture {
  /** Owns the particles that are dragged. */
  simulation: Pick<Simulation, "positions"> & { hand: Pick<Hand, "hold" | "release"> };
  /** Names the picture and its keys other than for zooming, in sentences. */
  label: string;
  camera: View;
  /** Gives the particles that can be dragged. */
  movable: () => Iterable<number>;
  /**
   * Gives the particle that is dragged by a pointer with a reach in px; the nearest in the
   * picture by default.
   */
  pick?: (at: Point, reach: number) => number | undefined;
  /** Gives the particle that the arrow keys move. */
  chosen: () => number;
  draw: (context: CanvasRenderingContext2D, held: number | undefined) => void;
  /** Describes the picture in a sentence or two. */
  describe: (held: number | undefined) => string;
  /** Objects for which symbols in the text stand. */
  objects?: Objects;
  /** True if it needs more height than others. */
  tall?: boolean;
  /** "picture" if left out. */
  name?: string;
  /** False while the user has hidden it. */
  shown?: () => boolean;
  /** True if it is the main view while it is shown. */
  leads?: boolean;
  /** False if other runs are not drawn. */
  ghosts?: boolean;
  /** True if those with few masses are drawn all the same. */
  smallGhosts?: boolean;
  /**
   * Gives the positions in m at which the masses of another run are drawn; its own if left out.
   */
  placed?: (simulation: Pick<Simulation, "positions">) => Pick<Simulation, "positions">;
  /** True for a small picture, without grid and texts. */
  quiet?: boolean;
  /**
   * Handles a stroke over the background by mouse or finger; without it a mouse moves or turns
   * the picture.
   */
  swipe?: (from: Point, to: Point) => void;
  /**
   * Gives the particle that is dragged by a press on the background by "mouse", "pen" or
   * "touch".
   */
  takes?: (kind: string) => number | undefined;
  /** Handles a click on the background by "mouse", "pen" or "touch". */
  click?: (at: Point, kind: string) => void;
  /**
   * True if the particles lie so close together that a short click on one is a click on the
   * background too.
   */
  dense?: boolean;
  /** Handles a key and returns true if it is one of the picture's own. */
  key?: (press: Press) => boolean;
  /** Frees resources. */
  destroy?: () => void;
}

/** Gives the symbols to mark, and is told at which symbol's object the pointer is. */
type Marks = { symbols: () => string[]; point: (symbol: string) => void };

/** The laboratory around a picture, as the picture sees it. */
export interface PictureHost {
  /** Simulated seconds per second; 0 while the simulation is paused. */
  timeRate: () => number;
  /** Runs an action that the engine may refuse, and returns false if it did. */
  act: (action: () => void) => boolean;
  /** Gives the colour of a custom property. */
  color: (property: string) => string;
  /** Requests a frame. */
  redraw: () => void;
  /** Other runs. */
  ghosts?: () => Ghost[];
  marked?: Marks;
}

export class PictureCanvas {
  element;
  #canvas;
  #picture;
  #host;
  #pointer;
  #description;
  #turns;
  #observer;
  #panes;

  /** @param id  of its description */
  constructor(picture: Picture, host: PictureHost, id: string = "state") {
    this.#picture = picture;
    this.#description = element("p", { id, className: "hidden" });
    this.#host = host;
    this.#canvas = element("canvas", {
      tabIndex: 0,
      role: "application",
      "aria-label": `${picture.label} Plus and minus zoom.`,
      "aria-describedby": id,
    });
    this.#canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => {
      if (picture.objects) host.marked?.point(this.holds ? "" : symbolAt(picture, [offsetX, offsetY]));
    });
    this.#pointer = new Pointer(this.#canvas, picture, host);
    this.#canvas.style.touchAction = "pan-y"; // horizontal strokes of a finger belong to the picture
    const className = picture.tall ? "picture tall" : "picture";
    const does = picture.camera.turn ? "Turn" : "Move";
    this.#turns = this.#buttons("turn", [
      ["←", `${does} left`, "j"],
      ["→", `${does} right`, "l"],
      ["↑", `${does} up`, "i"],
      ["↓", `${does} down`, "k"],
    ]);
    const zooms = this.#buttons("zoom", [
      ["+", "Zoom in", "+"],
      ["−", "Zoom out", "-"],
      ["Fit", "Fit the picture", "0"],
    ]);
    this.#panes = new Panes(this.#canvas, picture);
    this.element = element("div", { className }, this.#panes.element, this.#description, this.#turns, zooms);
    this.#observer = new ResizeObserver(host.redraw);
    addEventListener("resize", host.redraw); // fires also when the pixel ratio changes, on another screen
    this.#observer.observe(this.#canvas);
  }

  /** True while a particle is dragged. */
  get holds() {
    return this.#pointer.held !== undefined;
  }

  /** Ends a drag. */
  letGo() {
    this.#pointer.letGo();
  }

  /** Ends a drag and returns to the first view, unless the user has chosen another. */
  restart() {
    this.letGo();
    this.reframe();
  }

  /** Returns to the first view, unless the user has chosen another. */
  reframe() {
    this.#picture.camera.restart();
  }

  draw() {
    const { camera, shown } = this.#picture;
    if (shown?.() === false) return;
    const hidden = !camera.turn && camera.whole !== false;
    if (this.#turns.hidden !== hidden) this.#turns.hidden = hidden;
    this.#panes.draw();
    const context = fitCanvas(this.#canvas, camera);
    const { ghosts: draws = true, smallGhosts = draws } = this.#picture;
    const ghosts = (this.#host.ghosts?.() ?? []).filter((ghost) => draws || (smallGhosts && isSmall(ghost)));
    // not during a drag, when a view that grows would move under the pointer
    if (!this.holds) includeGhosts(this.#picture, ghosts);
    this.#picture.draw(context, this.#pointer.held);
    markObjects(context, this.#picture, this.#host.marked?.symbols() ?? [], this.#host.color("--accent"));
    drawGhosts(context, this.#picture, ghosts, this.#host.color);
    drawOffScreenArrows(context, this.#picture, this.#host.color);
  }

  /** Shows runs side by side, the first one's pane among them. */
  beside(panes: Pane[]) {
    this.#panes.show(panes);
  }

  /** The present picture, and its pixels per CSS px. */
  get still() {
    const ratio = pixelRatio(this.#canvas);
    return { picture: this.#panes.still(ratio), ratio };
  }

  describe() {
    if (this.#picture.shown?.() === false) return;
    const text = this.#picture.describe(this.#pointer.held);
    write(this.#description, text);
  }

  /** Makes buttons that act as keys do. */
  #buttons(className: string, buttons: [text: string, name: string, key: string][]) {
    const nodes = buttons.map(([text, name, key]) => {
      const node = element("button", { type: "button", textContent: text, "aria-label": name, title: name });
      node.addEventListener("click", () => this.#changeView(key));
      return node;
    });
    return element("div", { className }, ...nodes);
  }

  /** Changes the view by a key; returns false if the key has no such effect. */
  #changeView(key: string) {
    const { camera } = this.#picture;
    const turn = TURNS.get(key);
    if (key === "+" || key === "=") camera.zoom(ZOOM);
    else if (key === "-") camera.zoom(1 / ZOOM);
    else if (key === "0") camera.fit();
    else if (turn && camera.turn) camera.turn(...turn);
    else if (turn && camera.whole !== undefined) camera.pan(...turn);
    else return false;
    this.#host.redraw();
    return true;
  }

  /** Moves the chosen particle by a key; returns false if the key has no such effect. */
  #nudge(key: string, metres: number) {
    const direction = ARROWS.get(key) ?? (this.#picture.camera.turn && DEPTH.get(key));
    if (!direction || this.holds) return false;
    const { simulation } = this.#picture;
    const particle = this.#picture.chosen();
    const place = plus(vector(simulation.positions, particle), direction, metres);
    if (!place.every(Number.isFinite)) return false; // the run has exploded: the mass is nowhere
    this.#host.act(() => {
      simulation.hand.hold(particle, ...place);
      simulation.hand.release(0, 0, 0);
    });
    return true;
  }

  #key(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const metres = event.shiftKey ? NUDGE.shift : NUDGE.plain;
    const key = keyName(event);
    const done =
      this.#picture.key?.({ key, shiftKey: event.shiftKey }) || this.#changeView(key) || this.#nudge(key, metres);
    if (!done) return;
    event.preventDefault();
    this.#host.redraw();
  }

  destroy() {
    this.#picture.destroy?.();
    removeEventListener("resize", this.#host.redraw);
    this.#observer.disconnect();
  }
}
