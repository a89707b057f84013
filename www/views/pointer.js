// Mouse, pen and fingers on a picture: dragging and throwing a particle, zooming.
/** @import { DamperPicture } from "./damper.js" */
/** @import { Point } from "./shapes.js" */

/** How near the middle of a particle counts as on it, in px: a mouse, and the soft end of a finger. */
const REACH = { mouse: 18, touch: 30 };

/** Time between two pictures, in s. */
const FRAME = 1 / 60;

/** The part of the past, in ms, from which the velocity of a throw is taken. */
const THROW = 80;

/**
 * @typedef {object} Drag
 * @property {number} particle
 * @property {number} pointer  its id
 * @property {Point} offset  from the pointer to the middle of the particle, in m
 * @property {{ at: Point, time: number }[]} trace  where the particle was lately, and when in ms
 */

export class Pointer {
  #canvas;
  #picture;
  #simulation;
  #timeRate;
  #act;
  #redraw;
  /** Pointers down on the canvas, by id. @type {Map<number, Point>} */
  #down = new Map();
  /** @type {Drag | undefined} */
  #drag;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {DamperPicture} picture
   * @param {import("./canvas.js").Surroundings} surroundings
   */
  constructor(canvas, picture, { simulation, timeRate, act, redraw }) {
    this.#canvas = canvas;
    this.#picture = picture;
    this.#simulation = simulation;
    this.#timeRate = timeRate;
    this.#act = act;
    this.#redraw = redraw;
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#lift(event, this.#throwVelocity()));
    canvas.addEventListener("pointercancel", (event) => this.#lift(event, [0, 0]));
    canvas.addEventListener("lostpointercapture", (event) => this.#lift(event, [0, 0]));
    canvas.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
    canvas.addEventListener("touchstart", (event) => this.#keepPage(event), { passive: false });
  }

  /** Whether a particle is in hand. */
  get holds() {
    return this.#drag !== undefined;
  }

  /** Forgets a drag under way: the simulation has begun anew. */
  letGo() {
    this.#drag = undefined;
  }

  /** The nearest particle in reach. @param {Point} at @param {string} kind  of the pointer */
  #pick(at, kind) {
    const { positions } = this.#simulation;
    const { camera, movable } = this.#picture;
    const distance = (/** @type {number} */ particle) => {
      const [x, y] = camera.toScreen([positions[3 * particle], positions[3 * particle + 1]]);
      return Math.hypot(x - at[0], y - at[1]);
    };
    const nearest = movable.reduce((best, particle) => (distance(particle) < distance(best) ? particle : best));
    return distance(nearest) <= (kind === "mouse" ? REACH.mouse : REACH.touch) ? nearest : undefined;
  }

  /** A finger on a particle drags it and two fingers zoom; anything else is the page's. @param {TouchEvent} event */
  #keepPage(event) {
    const [first] = event.touches;
    if (event.touches.length > 1 || this.#pick(this.#place(first), "touch") !== undefined) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    const at = this.#place(event);
    this.#down.set(event.pointerId, at);
    this.#canvas.setPointerCapture(event.pointerId); // or its release elsewhere would go unseen
    const particle = this.#pick(at, event.pointerType);
    if (particle === undefined || this.#down.size > 1) return;
    const { positions } = this.#simulation;
    const [x, y] = this.#picture.camera.toWorld(at);
    const offset = /** @type {Point} */ ([positions[3 * particle] - x, positions[3 * particle + 1] - y]);
    this.#drag = { particle, pointer: event.pointerId, offset, trace: [] };
    this.#carry(this.#drag, at);
    this.#showCursor(at, event.pointerType);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = this.#place(event);
    const before = this.#down.get(event.pointerId);
    if (this.#drag?.pointer === event.pointerId) this.#carry(this.#drag, at);
    else if (before && this.#down.size === 2) this.#pinch(event.pointerId, before, at);
    if (before) this.#down.set(event.pointerId, at);
    this.#showCursor(at, event.pointerType);
  }

  /** @param {PointerEvent} event @param {Point} velocity  of a throw, in m/s */
  #lift(event, [vx, vy]) {
    this.#down.delete(event.pointerId);
    if (this.#drag?.pointer !== event.pointerId) return;
    this.#drag = undefined;
    // a throw that is too fast to be allowed starts from rest
    if (!this.#act(() => this.#simulation.release(vx, vy, 0))) this.#act(() => this.#simulation.release(0, 0, 0));
    this.#showCursor(this.#place(event), event.pointerType);
  }

  /** Leads the particle to where the pointer is, within the next frame; at once while time stands still. @param {Drag} drag @param {Point} pointer */
  #carry(drag, pointer) {
    const [x, y] = this.#picture.camera.toWorld(pointer);
    const at = /** @type {Point} */ ([x + drag.offset[0], y + drag.offset[1]]);
    const time = performance.now();
    drag.trace = [...drag.trace.filter((past) => time - past.time < THROW), { at, time }];
    this.#act(() => this.#simulation.hold(drag.particle, ...at, 0, this.#timeRate() * FRAME));
  }

  /** Of the last moments of the drag, in m per simulated s: zero after a rest, and while time stands still. @returns {Point} */
  #throwVelocity() {
    const now = performance.now();
    const recent = this.#drag?.trace.filter(({ time }) => now - time < THROW) ?? [];
    const [first, last] = [recent.at(0), recent.at(-1)];
    const seconds = first ? ((now - first.time) / 1000) * this.#timeRate() : 0;
    if (!first || !last || seconds === 0) return [0, 0];
    return [(last.at[0] - first.at[0]) / seconds, (last.at[1] - first.at[1]) / seconds];
  }

  /** Two fingers: what lies under them stays under them. @param {number} id @param {Point} before @param {Point} at */
  #pinch(id, before, at) {
    const [other] = [...this.#down].filter(([pointer]) => pointer !== id).map(([, point]) => point);
    const { camera } = this.#picture;
    const [from, to] = [camera.toWorld(middle(before, other)), camera.toWorld(middle(at, other))];
    camera.move(from[0] - to[0], from[1] - to[1]);
    camera.zoom(spread(at, other) / spread(before, other), middle(at, other));
    this.#redraw();
  }

  /** With Ctrl the wheel zooms; alone it scrolls the page. @param {WheelEvent} event */
  #turn(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    const turn = Math.min(Math.max(pixels, -200), 200);
    this.#picture.camera.zoom(Math.exp(-turn / 300), this.#place(event));
    this.#redraw();
  }

  /** @param {Point} at @param {string} kind */
  #showCursor(at, kind) {
    this.#canvas.classList.toggle("held", this.holds);
    this.#canvas.classList.toggle("near", !this.holds && this.#pick(at, kind) !== undefined);
  }

  /** Where a pointer is on the canvas, in CSS px, whatever the page does to its size. @param {{ clientX: number, clientY: number }} event @returns {Point} */
  #place({ clientX, clientY }) {
    const { clientWidth, clientHeight } = this.#canvas;
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    return [((clientX - left) * clientWidth) / width, ((clientY - top) * clientHeight) / height];
  }
}

/** @param {Point} a @param {Point} b @returns {Point} */
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** @param {Point} a @param {Point} b */
const spread = (a, b) => Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
