// Mouse, pen and fingers on a picture: dragging and throwing a particle, zooming.
import { capture } from "../base/dom.js";
import { plus, vector } from "../base/vectors.js";

/** @import { Picture, PictureHost } from "./canvas.js" */
/** @import { Point } from "./shapes.js" */
/** @import { Vector } from "../base/vectors.js" */

/** How near the middle of a particle counts as on it, in px: a mouse, and the soft end of a finger. */
const REACH = { mouse: 18, touch: 30 };

/** Time between two pictures, in s. */
const FRAME = 1 / 60;

/** The part of the past, in ms, from which the velocity of a throw is taken. */
const THROW = 80;

/** A press that moved no farther than this, in px, is a click. */
const CLICK = 5;

/** A longer one on a particle, in ms, held it. */
const HOLD = 400;

/** @type {Vector} */
const REST = [0, 0, 0];

/**
 * @typedef {object} Drag
 * @property {number} particle
 * @property {number} pointer  its id
 * @property {Vector} start  where the particle was, in m
 * @property {Vector} offset  from the pointer to the middle of the particle, in m
 * @property {{ at: Vector, time: number }[]} trace  where the particle was lately, and when in ms
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
  /** Where and when a press that may become a click began. @type {{ at: Point, time: number } | undefined} */
  #click;
  /** @type {Drag | undefined} */
  #drag;
  /** The pointer that moves the picture. @type {number | undefined} */
  #panning;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Picture} picture
   * @param {PictureHost} host
   */
  constructor(canvas, picture, { timeRate, act, redraw }) {
    this.#canvas = canvas;
    this.#picture = picture;
    this.#simulation = picture.simulation;
    this.#timeRate = timeRate;
    this.#act = act;
    this.#redraw = redraw;
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#lift(event, this.#throwVelocity(event.timeStamp)));
    canvas.addEventListener("pointercancel", (event) => this.#lift(event, REST));
    canvas.addEventListener("lostpointercapture", (event) => this.#lift(event, REST));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("touchstart", (event) => this.#preventScroll(event), { passive: false });
  }

  /** The particle in hand. */
  get held() {
    return this.#drag?.particle;
  }

  /** Forgets a drag under way: the simulation has begun anew. */
  letGo() {
    this.#drag = undefined;
  }

  /** The nearest particle in reach. @param {Point} at @param {string} kind  of the pointer */
  #pick(at, kind) {
    const { positions } = this.#simulation;
    const { camera } = this.#picture;
    let reach = kind === "mouse" ? REACH.mouse : REACH.touch;
    if (this.#picture.pick) return this.#picture.pick(at, reach);
    /** @type {number | undefined} */
    let nearest;
    for (const particle of this.#picture.movable()) {
      const [x, y] = camera.project(vector(positions, particle));
      const distance = Math.hypot(x - at[0], y - at[1]);
      if (distance <= reach) [nearest, reach] = [particle, distance];
    }
    return nearest;
  }

  /** A finger on a particle drags it and two fingers zoom; anything else is the page's. @param {TouchEvent} event */
  #preventScroll(event) {
    const [first] = event.touches;
    if (event.touches.length > 1 || this.#pick(this.#place(first), "touch") !== undefined) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const shifted = event.shiftKey && event.pointerType === "mouse";
    if (event.button !== 0 && event.button !== 1) return;
    const at = this.#place(event);
    this.#down.set(event.pointerId, at);
    capture(this.#canvas, event.pointerId); // or its release elsewhere would go unseen
    if (event.button === 1 || shifted) {
      this.#panning = event.pointerId;
      event.preventDefault(); // of the middle button, which scrolls
      return;
    }
    if (this.#down.size > 1) this.#cancelDrag();
    const near = this.#pick(at, event.pointerType);
    const particle = near ?? this.#picture.takes?.(event.pointerType);
    const free = particle === undefined || this.#picture.dense;
    this.#click = free && this.#down.size === 1 ? { at, time: event.timeStamp } : undefined;
    if (particle === undefined || this.#down.size > 1) return;
    const middle = vector(this.#simulation.positions, particle);
    const offset = near === undefined ? REST : plus(middle, this.#picture.camera.lift(at, middle), -1);
    this.#drag = { particle, pointer: event.pointerId, start: middle, offset, trace: [] };
    this.#carry(this.#drag, at, event.timeStamp);
    this.#showCursor(at, event.pointerType);
  }

  /** The first of two fingers did not mean the particle. */
  #cancelDrag() {
    if (!this.#drag) return;
    const { particle, start } = this.#drag;
    this.#drag = undefined;
    this.#act(() => {
      this.#simulation.hold(particle, ...start);
      this.#simulation.release(...REST);
    });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = this.#place(event);
    const before = this.#down.get(event.pointerId);
    if (this.#click && spread(at, this.#click.at) > CLICK) this.#click = undefined;
    if (this.#drag?.pointer === event.pointerId) this.#carry(this.#drag, at, event.timeStamp);
    else if (before && this.#down.size === 2) this.#pinch(event.pointerId, before, at);
    else if (before) this.#dragBackground(event, before, at);
    if (before) this.#down.set(event.pointerId, at);
    this.#showCursor(at, event.pointerType);
  }

  /** @param {PointerEvent} event @param {Vector} velocity  of a throw, in m/s */
  #lift(event, velocity) {
    const at = this.#place(event);
    this.#down.delete(event.pointerId);
    if (this.#panning === event.pointerId) this.#panning = undefined;
    const click = this.#click;
    this.#click = undefined;
    const dragged = this.#drag?.pointer === event.pointerId;
    if (dragged) {
      this.#drag = undefined;
      // a throw that is too fast to be allowed starts from rest
      if (!this.#act(() => this.#simulation.release(...velocity))) this.#act(() => this.#simulation.release(...REST));
      this.#showCursor(at, event.pointerType);
    }
    const short = click && (!dragged || event.timeStamp - click.time < HOLD);
    if (short && event.type === "pointerup") this.#picture.click?.(at, event.pointerType);
  }

  /** Leads the particle to where the pointer is, within the next frame; at once while time stands still. @param {Drag} drag @param {Point} pointer @param {number} time  in ms */
  #carry(drag, pointer, time) {
    const middle = vector(this.#simulation.positions, drag.particle);
    const at = plus(this.#picture.camera.lift(pointer, plus(middle, drag.offset, -1)), drag.offset);
    drag.trace = [...drag.trace.filter((past) => time - past.time < THROW), { at, time }];
    this.#act(() => this.#simulation.hold(drag.particle, ...at, this.#timeRate() * FRAME));
  }

  /** Of the last moments of the drag, in m per simulated s: zero after a rest, and while time stands still. @param {number} now  in ms @returns {Vector} */
  #throwVelocity(now) {
    const recent = this.#drag?.trace.filter(({ time }) => now - time < THROW) ?? [];
    const [first, last] = [recent.at(0), recent.at(-1)];
    const seconds = first ? ((now - first.time) / 1000) * this.#timeRate() : 0;
    if (!first || !last || seconds === 0) return REST;
    return plus(REST, plus(last.at, first.at, -1), 1 / seconds);
  }

  /** Two fingers: what lies under them stays under them; a picture that can be turned turns. @param {number} id @param {Point} before @param {Point} at */
  #pinch(id, before, at) {
    const [other] = [...this.#down].filter(([pointer]) => pointer !== id).map(([, point]) => point);
    const { camera } = this.#picture;
    const [from, to] = [middle(before, other), middle(at, other)];
    if (camera.turn) camera.turn(to[0] - from[0], to[1] - from[1]);
    else camera.pan(to[0] - from[0], to[1] - from[1]);
    camera.zoom(spread(at, other) / spread(before, other), to);
    this.#redraw();
  }

  /** Over the ground: moves or turns the picture with a mouse, unless the picture knows better. @param {PointerEvent} event @param {Point} before @param {Point} at */
  #dragBackground({ pointerId, pointerType }, before, at) {
    const { camera } = this.#picture;
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    if (this.#panning === pointerId) camera.pan(dx, dy);
    else if (this.#picture.swipe) this.#picture.swipe(before, at);
    else if (pointerType !== "mouse") return;
    else if (camera.turn) camera.turn(dx, dy);
    else camera.pan(dx, dy);
    this.#redraw();
  }

  /** With Ctrl the wheel zooms; alone it scrolls the page. @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    const scrolled = Math.min(Math.max(pixels, -200), 200);
    this.#picture.camera.zoom(Math.exp(-scrolled / 300), this.#place(event));
    this.#redraw();
  }

  /** @param {Point} at @param {string} kind */
  #showCursor(at, kind) {
    const { held } = this;
    this.#canvas.classList.toggle("held", held !== undefined);
    this.#canvas.classList.toggle("near", held === undefined && this.#pick(at, kind) !== undefined);
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
