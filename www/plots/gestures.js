// Mouse, fingers and keys on a plot over time: cursors and zoom.
import { capture, keyName, placeOn } from "../base/dom.js";

/** @import { Cursor } from "./cursor.js" */
/** @import { PlotCursor } from "./plot-cursor.js" */
/** @import { Span } from "./span.js" */

/** Horizontal movement of a finger that moves the cursor, in CSS px; a shorter one may scroll. */
const DRAG = 5;

/** Longest time between two presses of a double one in ms, and their distance in CSS px. */
const [DOUBLE, NEAR] = [400, 20];

/** Factor of a key that zooms, and part of the span by which a key moves it. */
const [ZOOM, MOVE] = [1.5, 0.1];

/** Samples, of the thousand in a usual span, that Page up and Page down pass. */
const PAGE = 50;

/** Keys that move the cursor, and by how many samples. @type {Record<string, number>} */
const MOVES = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -PAGE,
  PageUp: PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** @typedef {{ cursor: Cursor, span: Span, redraw: () => void }} Shared */

export class Gestures {
  #canvas;
  #shared;
  #plot;
  /**
   * Horizontal positions of pressed pointers, now and at the press, in CSS px, by id.
   * @type {Map<number, { x: number, from: number }>}
   */
  #down = new Map();
  /** Time of the last press in ms, and its horizontal position in CSS px. */
  #last = { time: Number.NEGATIVE_INFINITY, x: 0 };

  /** @param {HTMLCanvasElement} canvas @param {Shared} shared @param {PlotCursor} plot */
  constructor(canvas, shared, plot) {
    this.#canvas = canvas;
    this.#shared = shared;
    this.#plot = plot;
    canvas.style.touchAction = "pan-y"; // a finger moves the cursor or scrolls the page
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#lift(event));
    canvas.addEventListener("pointercancel", ({ pointerId }) => this.#down.delete(pointerId));
    canvas.addEventListener("pointerleave", () => this.#leave());
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("touchstart", (event) => event.touches.length > 1 && event.preventDefault(), {
      passive: false,
    });
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {() => void} action */
  #do(action) {
    action();
    this.#shared.redraw();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    const [x] = placeOn(this.#canvas, event);
    this.#down.set(event.pointerId, { x, from: x });
    capture(this.#canvas, event.pointerId);
    const { time, x: before } = this.#last;
    if (event.timeStamp - time < DOUBLE && Math.abs(x - before) < NEAR) this.#do(() => this.#shared.span.reset());
    this.#last = { time: event.timeStamp, x };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const [x] = placeOn(this.#canvas, event);
    const pressed = this.#down.get(event.pointerId);
    if (!pressed) {
      if (event.pointerType === "mouse") this.#do(() => this.#shared.cursor.hover(this.#plot.sampleAt(x)));
      return;
    }
    if (this.#down.size === 2) this.#pinch(event.pointerId, pressed.x, x);
    else if (Math.abs(x - pressed.from) > DRAG) this.#put(x, event.shiftKey);
    pressed.x = x;
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    const pressed = this.#down.get(event.pointerId);
    if (pressed && !Number.isNaN(pressed.from)) this.#put(placeOn(this.#canvas, event)[0], event.shiftKey);
    this.#down.delete(event.pointerId);
  }

  #leave() {
    this.#do(() => this.#shared.cursor.hover());
  }

  /** Puts a cursor at a position. @param {number} x  in CSS px @param {boolean} second */
  #put(x, second) {
    const { cursor } = this.#shared;
    const time = this.#plot.sampleAt(x);
    if (time === undefined) return;
    this.#do(() => {
      if (second) cursor.origin = time;
      else cursor.pin(time, this.#plot);
    });
  }

  /**
   * Zooms by two fingers; the time under the one that rests stays there.
   * @param {number} id @param {number} before @param {number} now  positions in CSS px
   */
  #pinch(id, before, now) {
    const other = [...this.#down].find(([pointer]) => pointer !== id)?.[1].x ?? 0;
    for (const pressed of this.#down.values()) pressed.from = Number.NaN; // it puts no cursor
    const [from, to] = [before, now].map((x) => Math.max(Math.abs(x - other), 1));
    this.#do(() => this.#shared.span.zoom(from / to, this.#plot.timeAt(other)));
  }

  /**
   * Zooms by Ctrl and wheel, and moves sideways; the wheel alone scrolls the page.
   * @param {WheelEvent} event
   */
  #wheel(event) {
    const { span } = this.#shared;
    const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !(sideways && span.isChosen)) return;
    event.preventDefault();
    const scrolled = Math.min(Math.max(line * (event.deltaY || event.deltaX), -200), 200);
    const part = (line * (event.deltaX || event.deltaY)) / this.#canvas.clientWidth;
    this.#do(() => {
      if (event.ctrlKey) span.zoom(Math.exp(scrolled / 300), this.#plot.timeAt(placeOn(this.#canvas, event)[0]));
      else span.move(part);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = this.#action(keyName(event), event.shiftKey);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    this.#do(act);
  }

  /**
   * The action of a key.
   * @param {string} key @param {boolean} shift @returns {(() => void) | undefined}
   */
  #action(key, shift) {
    const { cursor, span } = this.#shared;
    const middle = () => cursor.time ?? this.#plot.timeAt(this.#canvas.clientWidth / 2);
    if (shift && (key === "ArrowLeft" || key === "ArrowRight")) return () => span.move(MOVE * MOVES[key]);
    if (key in MOVES) return () => this.#plot.step(MOVES[key]);
    if (key === "+" || key === "=") return () => span.zoom(1 / ZOOM, middle());
    if (key === "-") return () => span.zoom(ZOOM, middle());
    if (key === "0") return () => span.reset();
    if (cursor.time === undefined && cursor.origin === undefined) return undefined;
    if (key === "d") return () => cursor.mark();
    if (key === "Enter") return () => this.#plot.go();
    return key === "Escape" ? () => cursor.clear() : undefined;
  }
}
