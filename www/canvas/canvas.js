// A picture on a canvas: sharp at any pixel ratio, with buttons, keys and a description in words.
import { element, keyName, pixelRatio, write } from "../base/dom.js";
import { plus, vector } from "../base/vectors.js";
import { fitCanvas } from "./fit.js";
import { drawGhosts, includeGhosts, isSmall } from "./ghosts.js";
import { markObjects, symbolAt } from "./objects.js";
import { drawOffScreenArrows } from "./off-screen-arrows.js";
import { Panes } from "./panes.js";
import { Pointer } from "./pointer.js";

/** @import { Hand, Simulation } from "../types.js" */
/** @import { Ghost } from "./ghosts.js" */
/** @import { Objects } from "./objects.js" */
/** @import { Pane } from "./panes.js" */
/** @import { Point } from "./shapes.js" */
/** @import { Vector } from "../base/vectors.js" */

/** Distance in m by which an arrow key moves a particle, alone and with Shift. */
const NUDGE = { plain: 0.1, shift: 1 };

/** Zoom factor of one press of a key or button. */
const ZOOM = 1.25;

/** Movement in px by a key: of the near side if the view can be turned, else of the picture. */
const TURNS = /** @type {Map<string, Point>} */ (
  new Map(Object.entries({ j: [-26, 0], l: [26, 0], i: [0, -26], k: [0, 26] }))
);

const ARROWS = /** @type {Map<string, Vector>} */ (
  new Map(Object.entries({ ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0] }))
);

/** Directions of keys along the depth, in views that can be turned. */
const DEPTH = /** @type {Map<string, Vector>} */ (new Map(Object.entries({ PageUp: [0, 0, 1], PageDown: [0, 0, -1] })));

/**
 * A camera: looks at the plane from the front, or at space from any side.
 * @typedef {object} View
 * @property {(width: number, height: number) => void} resize  sets the picture's size in px
 * @property {(metres: Vector) => Point} project  gives a point's position in the picture, in px
 * @property {(pixels: Point, like?: Vector) => Vector} lift  gives the point under a pixel, at the
 *   same depth as another point
 * @property {(factor: number, at?: Point) => void} zoom
 * @property {(dx: number, dy: number) => void} pan  moves the picture, in px
 * @property {number} [width]  of the picture, in px
 * @property {number} [height]
 * @property {(metres: Vector) => void} [include]  enlarges the view to contain a point
 * @property {boolean} [whole]  true until the user zooms or moves the view
 * @property {(dx: number, dy: number) => void} [turn]  turns the view, by px; absent in the plane
 * @property {() => void} fit  shows the whole picture
 * @property {() => void} restart  returns to the first view, unless the user has chosen another
 */

/** @typedef {{ key: string, shiftKey: boolean }} Press  a key by its `keyName` */

/**
 * A picture as a canvas shows it.
 * @typedef {object} Picture
 * @property {Pick<Simulation, "positions"> & { hand: Pick<Hand, "hold" | "release"> }} simulation
 *   owns the particles that are dragged
 * @property {string} label  names the picture and its keys other than for zooming, in sentences
 * @property {View} camera
 * @property {() => Iterable<number>} movable  gives the particles that can be dragged
 * @property {(at: Point, reach: number) => number | undefined} [pick]  gives the particle that is
 *   dragged by a pointer with a reach in px; the nearest in the picture by default
 * @property {() => number} chosen  gives the particle that the arrow keys move
 * @property {(context: CanvasRenderingContext2D, held: number | undefined) => void} draw
 * @property {(held: number | undefined) => string} describe  describes the picture in a sentence
 *   or two
 * @property {Objects} [objects]  for which symbols in the text stand
 * @property {boolean} [tall]  true if it needs more height than others
 * @property {string} [name]  "picture" if left out
 * @property {() => boolean} [shown]  false while the user has hidden it
 * @property {boolean} [leads]  true if it is the main view while it is shown
 * @property {boolean} [ghosts]  false if other runs are not drawn
 * @property {boolean} [smallGhosts]  true if those with few masses are drawn all the same
 * @property {(simulation: Pick<Simulation, "positions">) => Pick<Simulation, "positions">} [placed]
 *   gives the positions in m at which the masses of another run are drawn; its own if left out
 * @property {boolean} [quiet]  true for a small picture, without grid and texts
 * @property {(from: Point, to: Point) => void} [swipe]  handles a stroke over the background by
 *   mouse or finger; without it a mouse moves or turns the picture
 * @property {(kind: string) => number | undefined} [takes]  gives the particle that is dragged by a
 *   press on the background by "mouse", "pen" or "touch"
 * @property {(at: Point, kind: string) => void} [click]  handles a click on the background by
 *   "mouse", "pen" or "touch"
 * @property {boolean} [dense]  true if the particles lie so close together that a short click on
 *   one is a click on the background too
 * @property {(press: Press) => boolean} [key]  handles a key and returns true if it is one of
 *   the picture's own
 * @property {() => void} [destroy]  frees resources
 */

/**
 * Gives the symbols to mark, and is told at which symbol's object the pointer is.
 * @typedef {{ symbols: () => string[], point: (symbol: string) => void }} Marks
 */

/**
 * The laboratory around a picture, as the picture sees it.
 * @typedef {object} PictureHost
 * @property {() => number} timeRate  simulated seconds per second; 0 while the simulation is paused
 * @property {(action: () => void) => boolean} act  runs an action that the engine may refuse, and
 *   returns false if it did
 * @property {(property: string) => string} color  gives the colour of a custom property
 * @property {() => void} redraw  requests a frame
 * @property {() => Ghost[]} [ghosts]  other runs
 * @property {Marks} [marked]
 */

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

  /** @param {Picture} picture @param {PictureHost} host @param {string} [id]  of its description */
  constructor(picture, host, id = "state") {
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

  /** Shows runs side by side, the first one's pane among them. @param {Pane[]} panes */
  beside(panes) {
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

  /**
   * Makes buttons that act as keys do.
   * @param {string} className @param {[text: string, name: string, key: string][]} buttons
   */
  #buttons(className, buttons) {
    const nodes = buttons.map(([text, name, key]) => {
      const node = element("button", { type: "button", textContent: text, "aria-label": name, title: name });
      node.addEventListener("click", () => this.#changeView(key));
      return node;
    });
    return element("div", { className }, ...nodes);
  }

  /** Changes the view by a key; returns false if the key has no such effect. @param {string} key */
  #changeView(key) {
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

  /**
   * Moves the chosen particle by a key; returns false if the key has no such effect.
   * @param {string} key @param {number} metres
   */
  #nudge(key, metres) {
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

  /** @param {KeyboardEvent} event */
  #key(event) {
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
