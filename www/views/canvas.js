// A picture on a canvas that is sharp at any pixel ratio, with buttons, keys and a text for those who can't see it.
import { element } from "../lab/dom.js";
import { Pointer } from "./pointer.js";

/** @import { Simulation } from "../engine.js" */
/** @import { DamperPicture } from "./damper.js" */
/** @import { Point } from "./shapes.js" */

/** Metres that an arrow key moves the mass by, alone and with Shift. */
const NUDGE = { plain: 0.1, shift: 1 };

/** Factor of one press of a zoom key or button. */
const ZOOM = 1.25;

const ARROWS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
});

/**
 * What a picture needs from the laboratory around it.
 * @typedef {object} Surroundings
 * @property {Simulation} simulation
 * @property {() => number} timeRate  simulated seconds per second; 0 while time stands still
 * @property {(action: () => void) => boolean} act  does what the engine may refuse, and says whether it did
 * @property {() => void} redraw  asks for a new frame
 */

export class PictureCanvas {
  element;
  #canvas;
  #picture;
  #surroundings;
  #pointer;
  #description = element("p", { id: "state", className: "hidden" });
  #observer;

  /** @param {DamperPicture} picture @param {Surroundings} surroundings */
  constructor(picture, surroundings) {
    this.#picture = picture;
    this.#surroundings = surroundings;
    this.#canvas = element("canvas", {
      tabIndex: 0,
      role: "application",
      "aria-label": `${picture.label}. Arrow keys move the mass, plus and minus zoom.`,
      "aria-describedby": "state",
    });
    this.#canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#pointer = new Pointer(this.#canvas, picture, surroundings);
    this.element = element("div", { className: "picture" }, this.#canvas, this.#description, this.#zoomButtons());
    this.#observer = new ResizeObserver(surroundings.redraw);
    addEventListener("resize", surroundings.redraw); // also of the pixels, on another screen
    this.#observer.observe(this.#canvas);
  }

  /** Lets go of what is held, and goes back to the view of the start unless somebody chose another. */
  restart() {
    this.#pointer.letGo();
    this.#picture.camera.restart();
  }

  draw() {
    const { clientWidth, clientHeight } = this.#canvas;
    const [width, height] = [clientWidth, clientHeight].map((size) => Math.round(size * devicePixelRatio));
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    this.#picture.camera.resize(clientWidth, clientHeight);
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, clientWidth, clientHeight);
    this.#picture.draw(context, this.#surroundings.simulation, this.#pointer.holds);
  }

  /** A copy of the picture as it is, on a ground of the given colour. @param {string} ground */
  still(ground) {
    const copy = element("canvas", { width: this.#canvas.width, height: this.#canvas.height });
    const context = copy.getContext("2d");
    if (context) {
      context.fillStyle = ground;
      context.fillRect(0, 0, copy.width, copy.height);
      context.drawImage(this.#canvas, 0, 0);
    }
    return copy;
  }

  /** Brings the text up to date. */
  describe() {
    const text = this.#picture.describe(this.#surroundings.simulation, this.#pointer.holds);
    if (this.#description.textContent !== text) this.#description.textContent = text;
  }

  #zoomButtons() {
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {string} */ key) => {
      const node = element("button", { type: "button", textContent: text, "aria-label": name, title: name });
      node.addEventListener("click", () => this.#look(key));
      return node;
    };
    const buttons = [button("+", "Zoom in", "+"), button("−", "Zoom out", "-"), button("Fit", "Fit the picture", "0")];
    return element("div", { className: "zoom" }, ...buttons);
  }

  /** Changes the view by a key and says whether the key does. @param {string} key */
  #look(key) {
    const { camera } = this.#picture;
    if (key === "+" || key === "=") camera.zoom(ZOOM);
    else if (key === "-") camera.zoom(1 / ZOOM);
    else if (key === "0") camera.fit();
    else return false;
    this.#surroundings.redraw();
    return true;
  }

  /** Moves the mass by a key and says whether the key does. @param {string} key @param {number} metres */
  #nudge(key, metres) {
    const direction = ARROWS[key];
    if (!direction || this.#pointer.holds) return false;
    const { simulation, act } = this.#surroundings;
    const [particle] = this.#picture.movable;
    const [x, y] = direction.map((part, axis) => simulation.positions[3 * particle + axis] + metres * part);
    act(() => {
      simulation.hold(particle, x, y, 0);
      simulation.release(0, 0, 0);
    });
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const metres = event.shiftKey ? NUDGE.shift : NUDGE.plain;
    if (this.#look(event.key) || this.#nudge(event.key, metres)) event.preventDefault();
  }

  destroy() {
    removeEventListener("resize", this.#surroundings.redraw);
    this.#observer.disconnect();
  }
}
