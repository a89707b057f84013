// A canvas that is sharp at any pixel ratio and shows a picture, with its pointer and its keys.
import { element } from "../lab/dom.js";

/** @import { Simulation } from "../engine.js" */
/** @import { DamperPicture } from "./damper.js" */
/** @import { Point } from "./shapes.js" */

/** How near the middle of a particle counts as on it, in px: a mouse, and the soft end of a finger. */
const REACH = { mouse: 18, touch: 30 };

/** The part of the past, in ms, from which the velocity of a throw is taken. */
const THROW = 80;

/** Metres that an arrow key moves the mass by, alone and with Shift. */
const NUDGE = { plain: 0.1, shift: 1 };

const ARROWS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
});

export class PictureCanvas {
  canvas;
  element;
  #picture;
  #simulation;
  #timeRate;
  #act;
  #redraw;
  #description;
  /** @type {number | undefined} the particle in hand */
  #held;
  /** From the pointer to the middle of the held particle, in m. @type {Point} */
  #offset = [0, 0];
  /** Where the held particle was lately, and when in ms. @type {{ at: Point, time: number }[]} */
  #trace = [];
  /** Pointers down on the canvas. @type {Map<number, Point>} */
  #pointers = new Map();
  #observer;

  /**
   * @param {DamperPicture} picture
   * @param {object} lab
   * @param {Simulation} lab.simulation
   * @param {() => number} lab.timeRate  simulated seconds per second; 0 while nothing moves
   * @param {(action: () => void) => void} lab.act  does what the engine may refuse
   * @param {() => void} lab.redraw  asks for a new frame
   */
  constructor(picture, { simulation, timeRate, act, redraw }) {
    this.#picture = picture;
    this.#simulation = simulation;
    this.#timeRate = timeRate;
    this.#act = act;
    this.#redraw = redraw;
    this.#description = element("p", { id: "state", className: "hidden" });
    this.canvas = element("canvas", {
      tabIndex: 0,
      role: "application",
      "aria-label": `${picture.label}. Arrow keys move the mass, plus and minus zoom.`,
      "aria-describedby": "state",
    });
    this.element = element("div", { className: "picture" }, this.canvas, this.#description, this.#zoomButtons());
    this.#listen();
    this.#observer = new ResizeObserver(redraw);
    this.#observer.observe(this.canvas);
  }

  #zoomButtons() {
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ action) => {
      const node = element("button", { type: "button", textContent: text, "aria-label": name, title: name });
      node.addEventListener("click", () => this.#look(action));
      return node;
    };
    const { camera } = this.#picture;
    return element(
      "div",
      { className: "zoom" },
      button("+", "Zoom in", () => camera.zoom(1.25)),
      button("−", "Zoom out", () => camera.zoom(0.8)),
      button("Fit", "Fit the picture", () => camera.fit()),
    );
  }

  /** @param {() => void} action */
  #look(action) {
    action();
    this.#redraw();
  }

  draw() {
    const { canvas } = this;
    const { camera } = this.#picture;
    const ratio = devicePixelRatio;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    camera.resize(canvas.clientWidth, canvas.clientHeight);
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, camera.width, camera.height);
    this.#picture.draw(context, this.#simulation, this.#held !== undefined);
  }

  /** Back to the view of the start, unless somebody chose another. */
  restart() {
    this.#picture.camera.restart();
  }

  /** Brings the text for those who can't see the picture up to date. */
  describe() {
    const text = this.#picture.describe(this.#simulation, this.#held !== undefined);
    if (this.#description.textContent !== text) this.#description.textContent = text;
  }

  #listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event, true));
    canvas.addEventListener("pointercancel", (event) => this.#up(event, false));
    canvas.addEventListener("lostpointercapture", (event) => this.#up(event, false));
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // a finger on the mass drags it; anywhere else the page scrolls
    const keep = (/** @type {TouchEvent} */ event) => {
      if (
        this.#held !== undefined ||
        event.touches.length > 1 ||
        this.#pick(place(canvas, event.touches[0]), "touch") !== undefined
      ) {
        event.preventDefault();
      }
    };
    canvas.addEventListener("touchstart", keep, { passive: false });
  }

  /** The nearest particle in reach. @param {Point} at @param {string} pointer */
  #pick(at, pointer) {
    const { positions } = this.#simulation;
    const { camera, movable } = this.#picture;
    const distance = (/** @type {number} */ particle) => {
      const [x, y] = camera.toScreen([positions[3 * particle], positions[3 * particle + 1]]);
      return Math.hypot(x - at[0], y - at[1]);
    };
    const nearest = movable.reduce((best, particle) => (distance(particle) < distance(best) ? particle : best));
    return distance(nearest) <= (pointer === "mouse" ? REACH.mouse : REACH.touch) ? nearest : undefined;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const at = place(this.canvas, event);
    this.#pointers.set(event.pointerId, at);
    const particle = this.#pick(at, event.pointerType);
    if (particle === undefined || event.button !== 0 || this.#pointers.size > 1) return;
    this.canvas.setPointerCapture(event.pointerId);
    const { positions } = this.#simulation;
    const [x, y] = this.#picture.camera.toWorld(at);
    this.#held = particle;
    this.#offset = [positions[3 * particle] - x, positions[3 * particle + 1] - y];
    this.#trace = [];
    this.#carry(at);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = place(this.canvas, event);
    const before = this.#pointers.get(event.pointerId);
    if (this.#held !== undefined && this.canvas.hasPointerCapture(event.pointerId)) this.#carry(at);
    else if (before && this.#pointers.size === 2) this.#pinch(event.pointerId, before, at);
    if (before) this.#pointers.set(event.pointerId, at);
    this.#showCursor(at, event.pointerType);
  }

  /** Two fingers: what lies under them stays under them. @param {number} id @param {Point} before @param {Point} at */
  #pinch(id, before, at) {
    const [other] = [...this.#pointers].filter(([pointer]) => pointer !== id).map(([, point]) => point);
    const spread = (/** @type {Point} */ point) => Math.max(Math.hypot(point[0] - other[0], point[1] - other[1]), 1);
    const middle = (/** @type {Point} */ point) =>
      /** @type {Point} */ ([(point[0] + other[0]) / 2, (point[1] + other[1]) / 2]);
    const { camera } = this.#picture;
    this.#look(() => {
      const [from, to] = [camera.toWorld(middle(before)), camera.toWorld(middle(at))];
      camera.move(from[0] - to[0], from[1] - to[1]);
      camera.zoom(spread(at) / spread(before), middle(at));
    });
  }

  /** Holds the particle where the pointer is. @param {Point} pointer */
  #carry(pointer) {
    const [x, y] = this.#picture.camera.toWorld(pointer);
    const at = /** @type {Point} */ ([x + this.#offset[0], y + this.#offset[1]]);
    const time = performance.now();
    this.#trace = [...this.#trace.filter((past) => time - past.time < THROW), { at, time }];
    this.#act(() => this.#simulation.hold(this.#held ?? 0, ...at, 0));
  }

  /** @param {PointerEvent} event @param {boolean} thrown */
  #up(event, thrown) {
    this.#pointers.delete(event.pointerId);
    if (this.#held === undefined || !(thrown ? this.canvas.hasPointerCapture(event.pointerId) : true)) return;
    const [vx, vy] = thrown ? this.#throwVelocity() : [0, 0];
    this.#held = undefined;
    this.#act(() => this.#simulation.release(vx, vy, 0));
    this.#showCursor(place(this.canvas, event), event.pointerType);
  }

  /** Of the last moments of the drag, in m per simulated s: zero after a rest, and while time stands still. @returns {Point} */
  #throwVelocity() {
    const now = performance.now();
    const recent = this.#trace.filter(({ time }) => now - time < THROW);
    const [first, last] = [recent.at(0), recent.at(-1)];
    const rate = this.#timeRate();
    if (!first || !last || rate === 0 || now - first.time < 1) return [0, 0];
    const seconds = ((now - first.time) / 1000) * rate;
    return [(last.at[0] - first.at[0]) / seconds, (last.at[1] - first.at[1]) / seconds];
  }

  /** @param {Point} at @param {string} pointer */
  #showCursor(at, pointer) {
    this.canvas.classList.toggle("held", this.#held !== undefined);
    this.canvas.classList.toggle("near", this.#held === undefined && this.#pick(at, pointer) !== undefined);
  }

  /** The wheel alone scrolls the page. @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const turn = Math.min(Math.max(event.deltaY * lines, -200), 200);
    this.#look(() => this.#picture.camera.zoom(Math.exp(-turn / 300), place(this.canvas, event)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { camera, movable } = this.#picture;
    const direction = ARROWS[event.key];
    if (direction) {
      const [particle] = movable;
      const { positions } = this.#simulation;
      const metres = event.shiftKey ? NUDGE.shift : NUDGE.plain;
      const at = /** @type {Point} */ ([0, 1].map((axis) => positions[3 * particle + axis] + metres * direction[axis]));
      this.#act(() => {
        this.#simulation.hold(particle, ...at, 0);
        this.#simulation.release(0, 0, 0);
      });
    } else if (event.key === "+" || event.key === "=") this.#look(() => camera.zoom(1.25));
    else if (event.key === "-") this.#look(() => camera.zoom(0.8));
    else if (event.key === "0") this.#look(() => camera.fit());
    else return;
    event.preventDefault();
  }

  destroy() {
    this.#observer.disconnect();
  }
}

/** Where a pointer is on a canvas, in CSS px, whatever the page does to the canvas. @param {HTMLCanvasElement} canvas @param {{ clientX: number, clientY: number }} event @returns {Point} */
function place(canvas, { clientX, clientY }) {
  const box = canvas.getBoundingClientRect();
  return [
    ((clientX - box.left) * canvas.clientWidth) / box.width,
    ((clientY - box.top) * canvas.clientHeight) / box.height,
  ];
}
