// Mouse, pen and fingers on a picture: drag and throw a particle, move and zoom the view.
import { capture, placeOn } from "../base/dom.ts";
import type { Vector } from "../base/vectors.ts";
import { plus, vector } from "../base/vectors.ts";
import type { Picture, PictureHost } from "./canvas.ts";
import type { Point } from "./shapes.ts";

/** Distance from a particle's middle that counts as on it, in px: mouse, soft tip of a finger. */
const REACH = { mouse: 18, touch: 30 };

/** Time between two frames, in s. */
const FRAME = 1 / 60;

/** Time before a release over which the velocity of a throw is averaged, in ms. */
const THROW = 80;

/** Largest movement of a press that is a click, in px. */
const CLICK = 5;

/** Time in ms after which a press on a particle is no click but a hold. */
const HOLD = 400;

const REST: Vector = [0, 0, 0];

interface Drag {
  particle: number;
  /** Its id. */
  pointer: number;
  /** The particle's position before the drag, in m. */
  start: Vector;
  /** Offset from the pointer to the particle's middle, in m. */
  offset: Vector;
  /** Recent positions, with their times in ms. */
  trace: { at: Vector; time: number }[];
}

export class Pointer {
  #canvas;
  #picture;
  #simulation;
  #timeRate;
  #act;
  #redraw;
  /** Positions of the pointers that are down on the canvas, by id. */
  #down: Map<number, Point> = new Map();
  /** Start of a press that may become a click. */
  #click: { at: Point; time: number } | undefined;
  #drag: Drag | undefined;
  /** Id of the pointer that moves the picture. */
  #panning: number | undefined;

  constructor(canvas: HTMLCanvasElement, picture: Picture, { timeRate, act, redraw }: PictureHost) {
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

  /** The particle that is dragged. */
  get held() {
    return this.#drag?.particle;
  }

  /** Forgets the present drag, after a restart of the simulation. */
  letGo() {
    this.#drag = undefined;
  }

  /** Nearest particle in reach. @param kind  of the pointer */
  #pick(at: Point, kind: string) {
    const { positions } = this.#simulation;
    const { camera } = this.#picture;
    let reach = kind === "mouse" ? REACH.mouse : REACH.touch;
    if (this.#picture.pick) return this.#picture.pick(at, reach);
    let nearest: number | undefined;
    for (const particle of this.#picture.movable()) {
      const [x, y] = camera.project(vector(positions, particle));
      const distance = Math.hypot(x - at[0], y - at[1]);
      if (distance <= reach) {
        nearest = particle;
        reach = distance;
      }
    }
    return nearest;
  }

  /** Prevents scrolling by touches on a particle or with two fingers. */
  #preventScroll(event: TouchEvent) {
    // the press has come as a pointer's before
    if (event.touches.length > 1 || this.#drag) event.preventDefault();
  }

  #press(event: PointerEvent) {
    const shifted = event.shiftKey && event.pointerType === "mouse";
    if (event.button !== 0 && event.button !== 1) return;
    const at = placeOn(this.#canvas, event);
    this.#down.set(event.pointerId, at);
    capture(this.#canvas, event.pointerId); // to receive a release outside the canvas too
    if (event.button === 1 || shifted) {
      this.#panning = event.pointerId;
      event.preventDefault(); // the middle button would scroll
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

  /** Puts the particle back: the first of two fingers was not meant to drag it. */
  #cancelDrag() {
    if (!this.#drag) return;
    const { particle, start } = this.#drag;
    this.#drag = undefined;
    this.#act(() => {
      this.#simulation.hand.hold(particle, ...start);
      this.#simulation.hand.release(...REST);
    });
  }

  #move(event: PointerEvent) {
    const at = placeOn(this.#canvas, event);
    const before = this.#down.get(event.pointerId);
    if (this.#click && spread(at, this.#click.at) > CLICK) this.#click = undefined;
    if (this.#drag?.pointer === event.pointerId) this.#carry(this.#drag, at, event.timeStamp);
    else if (before && this.#down.size === 2) this.#pinch(event.pointerId, before, at);
    else if (before) this.#dragBackground(event, before, at);
    if (before) this.#down.set(event.pointerId, at);
    this.#showCursor(at, event.pointerType);
  }

  /** @param velocity  of a throw, in m/s */
  #lift(event: PointerEvent, velocity: Vector) {
    const at = placeOn(this.#canvas, event);
    this.#down.delete(event.pointerId);
    if (this.#panning === event.pointerId) this.#panning = undefined;
    const click = this.#click;
    this.#click = undefined;
    const dragged = this.#drag?.pointer === event.pointerId;
    if (dragged) {
      this.#drag = undefined;
      // a velocity that the engine refuses becomes a release from rest
      if (!this.#act(() => this.#simulation.hand.release(...velocity)))
        this.#act(() => this.#simulation.hand.release(...REST));
      this.#showCursor(at, event.pointerType);
    }
    const short = click && (!dragged || event.timeStamp - click.time < HOLD);
    if (short && event.type === "pointerup") this.#picture.click?.(at, event.pointerType);
  }

  /**
   * Moves the held particle to the pointer within the next frame, at once while paused.
   * @param time  in ms
   */
  #carry(drag: Drag, pointer: Point, time: number) {
    const middle = vector(this.#simulation.positions, drag.particle);
    const at = plus(this.#picture.camera.lift(pointer, plus(middle, drag.offset, -1)), drag.offset);
    drag.trace = [...drag.trace.filter((past) => time - past.time < THROW), { at, time }];
    this.#act(() => this.#simulation.hand.hold(drag.particle, ...at, this.#timeRate() * FRAME));
  }

  /**
   * Mean velocity over the drag's last 80 ms, in m per simulated s; zero after a rest of that
   * length, and while paused.
   * @param now  in ms
   */
  #throwVelocity(now: number): Vector {
    const recent = this.#drag?.trace.filter(({ time }) => now - time < THROW) ?? [];
    const first = recent.at(0);
    const last = recent.at(-1);
    const seconds = first ? ((now - first.time) / 1000) * this.#timeRate() : 0;
    if (!first || !last || seconds === 0) return REST;
    return plus(REST, plus(last.at, first.at, -1), 1 / seconds);
  }

  /** Zooms by two fingers, which keep the points under them; turns or moves the view as well. */
  #pinch(id: number, before: Point, at: Point) {
    const [other] = [...this.#down].filter(([pointer]) => pointer !== id).map(([, point]) => point);
    const { camera } = this.#picture;
    const from = middle(before, other);
    const to = middle(at, other);
    if (camera.turn) camera.turn(to[0] - from[0], to[1] - from[1]);
    else camera.pan(to[0] - from[0], to[1] - from[1]);
    camera.zoom(spread(at, other) / spread(before, other), to);
    this.#redraw();
  }

  /**
   * Handles a drag over the background: a swipe of the picture, or turning or moving the view by
   * mouse.
   */
  #dragBackground({ pointerId, pointerType }: PointerEvent, before: Point, at: Point) {
    const { camera } = this.#picture;
    const dx = at[0] - before[0];
    const dy = at[1] - before[1];
    if (this.#panning === pointerId) camera.pan(dx, dy);
    else if (this.#picture.swipe) this.#picture.swipe(before, at);
    else if (pointerType !== "mouse") return;
    else if (camera.turn) camera.turn(dx, dy);
    else camera.pan(dx, dy);
    this.#redraw();
  }

  /** Zooms by Ctrl and wheel; the wheel alone scrolls the page. */
  #wheel(event: WheelEvent) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    const scrolled = Math.min(Math.max(pixels, -200), 200);
    this.#picture.camera.zoom(Math.exp(-scrolled / 300), placeOn(this.#canvas, event));
    this.#redraw();
  }

  /** Sets the cursor's class. @param kind  of the pointer */
  #showCursor(at: Point, kind: string) {
    const { held } = this;
    this.#canvas.classList.toggle("held", held !== undefined);
    this.#canvas.classList.toggle("near", held === undefined && this.#pick(at, kind) !== undefined);
  }
}

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Distance of two points, at least 1 px. */
const spread = (a: Point, b: Point) => Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
