// A picture on a canvas that is sharp at any pixel ratio, with buttons, keys and a text for those who can't see it.
import { element, pixelRatio, write } from "../base/dom.js";
import { plus, vector } from "../base/vectors.js";
import { drawOffScreenArrows } from "./off-screen-arrows.js";
import { Pointer } from "./pointer.js";

/** @import { Simulation } from "../types.js" */
/** @import { Point } from "./shapes.js" */
/** @import { Vector } from "../base/vectors.js" */

/** Metres that an arrow key moves a particle by, alone and with Shift. */
const NUDGE = { plain: 0.1, shift: 1 };

/** Factor of one press of a zoom key or button. */
const ZOOM = 1.25;

/** Where the near side of what can be turned goes with a key, or all of what can't, in px. */
const TURNS = /** @type {Record<string, Point>} */ ({ j: [-26, 0], l: [26, 0], i: [0, -26], k: [0, 26] });

const ARROWS = /** @type {Record<string, Vector>} */ ({
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
});

/** Into the depth, of what can be seen from other sides. */
const DEPTH = /** @type {Record<string, Vector>} */ ({ PageUp: [0, 0, 1], PageDown: [0, 0, -1] });

/**
 * What looks at a scene: the plane from the front, or space from any side.
 * @typedef {object} View
 * @property {(width: number, height: number) => void} resize  to so many px
 * @property {(metres: Vector) => Point} project  where a point is in the picture, in px
 * @property {(pixels: Point, like?: Vector) => Vector} lift  the point under a pixel, as deep in the picture as another
 * @property {(factor: number, at?: Point) => void} zoom
 * @property {(dx: number, dy: number) => void} pan  by so many px
 * @property {boolean} [whole]  whether nobody has zoomed or moved it
 * @property {(dx: number, dy: number) => void} [turn]  by so many px, if it can be seen from other sides
 * @property {() => void} fit  shows the whole picture
 * @property {() => void} restart  the view of the start, unless somebody chose another
 */

/**
 * What a canvas shows.
 * @typedef {object} Picture
 * @property {Pick<Simulation, "positions" | "hold" | "release">} simulation  what is dragged
 * @property {string} label  what it is, and which keys it has beside those for zooming, in sentences
 * @property {View} camera
 * @property {() => Iterable<number>} movable  the particles that one can pick and drag
 * @property {(at: Point, reach: number) => number | undefined} [pick]  which of them a pointer takes that reaches so many px; the nearest in the picture if left out
 * @property {() => number} chosen  the one that the arrow keys move
 * @property {(context: CanvasRenderingContext2D, held: number | undefined) => void} draw
 * @property {(held: number | undefined) => string} describe  what it shows, in a sentence or two
 * @property {boolean} [tall]  needs more height than others
 * @property {boolean} [quiet]  without grid and texts, as small pictures are
 * @property {(from: Point, to: Point) => void} [swipe]  over the ground with a mouse or a finger; without it a mouse moves or turns the picture
 * @property {(kind: string) => number | undefined} [takes]  the particle that a press beside all particles takes
 * @property {(at: Point, kind: string) => void} [click]  on no particle, by a "mouse", a "pen" or by "touch"
 * @property {boolean} [dense]  its particles lie so close together that a short click on one counts too
 * @property {(event: KeyboardEvent) => boolean} [key]  does what a key of its own does, and says whether it is one
 * @property {() => void} [destroy]  gives back what it holds
 */

/**
 * What a picture needs from the laboratory around it.
 * @typedef {object} PictureHost
 * @property {() => number} timeRate  simulated seconds per second; 0 while time stands still
 * @property {(action: () => void) => boolean} act  does what the engine may refuse, and says whether it did
 * @property {(property: string) => string} color  the colour a custom property stands for
 * @property {() => void} redraw  asks for a new frame
 */

export class PictureCanvas {
  element;
  #canvas;
  #picture;
  #host;
  #pointer;
  #description = element("p", { id: "state", className: "hidden" });
  #turns;
  #observer;

  /** @param {Picture} picture @param {PictureHost} host */
  constructor(picture, host) {
    this.#picture = picture;
    this.#host = host;
    this.#canvas = element("canvas", {
      tabIndex: 0,
      role: "application",
      "aria-label": `${picture.label} Plus and minus zoom.`,
      "aria-describedby": "state",
    });
    this.#canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#pointer = new Pointer(this.#canvas, picture, host);
    if (picture.swipe) this.#canvas.style.touchAction = "pan-y"; // a finger that goes across is the picture's
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
    this.element = element("div", { className }, this.#canvas, this.#description, this.#turns, zooms);
    this.#observer = new ResizeObserver(host.redraw);
    addEventListener("resize", host.redraw); // also of the pixels, on another screen
    this.#observer.observe(this.#canvas);
  }

  /** Whether a particle is in hand. */
  get holds() {
    return this.#pointer.held !== undefined;
  }

  /** Lets go of what is held. */
  letGo() {
    this.#pointer.letGo();
  }

  /** Lets go of what is held, and goes back to the view of the start unless somebody chose another. */
  restart() {
    this.letGo();
    this.#picture.camera.restart();
  }

  draw() {
    const { camera } = this.#picture;
    const hidden = !camera.turn && camera.whole !== false;
    if (this.#turns.hidden !== hidden) this.#turns.hidden = hidden;
    const context = fitCanvas(this.#canvas, camera);
    if (!context) return;
    this.#picture.draw(context, this.#pointer.held);
    drawOffScreenArrows(context, this.#picture, this.#host.color);
  }

  /** The picture as it is. */
  get still() {
    return this.#canvas;
  }

  /** Brings the text up to date. */
  describe() {
    const text = this.#picture.describe(this.#pointer.held);
    write(this.#description, text);
  }

  /** Buttons that do what keys do. @param {string} className @param {[text: string, name: string, key: string][]} buttons */
  #buttons(className, buttons) {
    const nodes = buttons.map(([text, name, key]) => {
      const node = element("button", { type: "button", textContent: text, "aria-label": name, title: name });
      node.addEventListener("click", () => this.#changeView(key));
      return node;
    });
    return element("div", { className }, ...nodes);
  }

  /** Changes the view by a key and says whether the key does. @param {string} key */
  #changeView(key) {
    const { camera } = this.#picture;
    if (key === "+" || key === "=") camera.zoom(ZOOM);
    else if (key === "-") camera.zoom(1 / ZOOM);
    else if (key === "0") camera.fit();
    else if (key in TURNS && camera.turn) camera.turn(...TURNS[key]);
    else if (key in TURNS && camera.whole !== undefined) camera.pan(...TURNS[key]);
    else return false;
    this.#host.redraw();
    return true;
  }

  /** Moves the chosen particle by a key and says whether the key does. @param {string} key @param {number} metres */
  #nudge(key, metres) {
    const direction = ARROWS[key] ?? (this.#picture.camera.turn && DEPTH[key]);
    if (!direction || this.holds) return false;
    const { simulation } = this.#picture;
    const particle = this.#picture.chosen();
    const [x, y, z] = plus(vector(simulation.positions, particle), direction, metres);
    this.#host.act(() => {
      simulation.hold(particle, x, y, z);
      simulation.release(0, 0, 0);
    });
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const metres = event.shiftKey ? NUDGE.shift : NUDGE.plain;
    const done = this.#picture.key?.(event) || this.#changeView(event.key) || this.#nudge(event.key, metres);
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

/**
 * An empty canvas of as many pixels as the screen has for it, to be drawn on in CSS px.
 * @param {HTMLCanvasElement} canvas @param {View} camera
 */
export function fitCanvas(canvas, camera) {
  const { clientWidth, clientHeight } = canvas;
  const ratio = pixelRatio(canvas);
  const [width, height] = [clientWidth, clientHeight].map((size) => Math.round(size * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  camera.resize(clientWidth, clientHeight);
  const context = canvas.getContext("2d");
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, clientWidth, clientHeight);
  return context;
}
