// Mouse, fingers and keys on a plot: cursors and zoom.
import { capture, keyName, placeOn } from "../base/dom.ts";
import type { Point } from "./curve.ts";
import type { PlotCursor } from "./plot-cursor.ts";

/** Horizontal movement of a finger that moves the cursor, in CSS px; a shorter one may scroll. */
const DRAG = 5;

/** Longest time in ms between the two presses of a double one. */
const DOUBLE_PRESS_MS = 400;

/** Largest distance in CSS px between the two presses of a double one. */
const DOUBLE_PRESS_DISTANCE = 20;

/** Factor of a key that zooms. */
const ZOOM = 1.5;

/** Part of the span by which a key moves it. */
const MOVE = 0.1;

/** Samples, of the thousand in a usual span, that Page up and Page down pass. */
const PAGE = 50;

/** Keys that move the cursor, and by how many samples. */
const MOVES = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["PageDown", -PAGE],
  ["PageUp", PAGE],
  ["Home", Number.NEGATIVE_INFINITY],
  ["End", Number.POSITIVE_INFINITY],
]);

export class Gestures {
  #canvas;
  #plot;
  /** Positions of pressed pointers, now and the horizontal one at the press, in CSS px, by id. */
  #down: Map<number, { at: Point; from: number }> = new Map();
  /** Time of the last press in ms, and its horizontal position in CSS px. */
  #last = { time: Number.NEGATIVE_INFINITY, x: 0 };

  constructor(canvas: HTMLCanvasElement, plot: PlotCursor) {
    this.#canvas = canvas;
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

  #do(action: () => void) {
    action();
    this.#plot.domain.redraw();
  }

  #press(event: PointerEvent) {
    if (event.button !== 0) return;
    const at = placeOn(this.#canvas, event);
    const [x] = at;
    this.#down.set(event.pointerId, { at, from: x });
    capture(this.#canvas, event.pointerId);
    const { time, x: before } = this.#last;
    if (event.timeStamp - time < DOUBLE_PRESS_MS && Math.abs(x - before) < DOUBLE_PRESS_DISTANCE)
      this.#do(() => this.#plot.domain.span.reset());
    this.#last = { time: event.timeStamp, x };
  }

  #move(event: PointerEvent) {
    const at = placeOn(this.#canvas, event);
    const pressed = this.#down.get(event.pointerId);
    if (!pressed) {
      if (event.pointerType === "mouse") this.#do(() => this.#plot.domain.cursor.hover(this.#plot.sampleAt(at)));
      return;
    }
    if (this.#down.size === 2) this.#pinch(event.pointerId, pressed.at[0], at[0]);
    else if (Math.abs(at[0] - pressed.from) > DRAG) this.#put(at, event.shiftKey);
    pressed.at = at;
  }

  #lift(event: PointerEvent) {
    const pressed = this.#down.get(event.pointerId);
    if (pressed && !Number.isNaN(pressed.from)) this.#put(placeOn(this.#canvas, event), event.shiftKey);
    this.#down.delete(event.pointerId);
  }

  #leave() {
    this.#do(() => this.#plot.domain.cursor.hover());
  }

  /** Puts a cursor at a position. @param at  in CSS px */
  #put(at: Point, second: boolean) {
    const { cursor } = this.#plot.domain;
    const place = this.#plot.sampleAt(at);
    if (place === undefined) return;
    this.#do(() => {
      if (second) cursor.origin = place;
      else cursor.pin(place, this.#plot);
    });
  }

  /**
   * Zooms by two fingers; the place under the one that rests stays there.
   * @param now  positions in CSS px
   */
  #pinch(id: number, before: number, now: number) {
    const other = [...this.#down].find(([pointer]) => pointer !== id)?.[1].at ?? [0, 0];
    for (const pressed of this.#down.values()) pressed.from = Number.NaN; // it puts no cursor
    const [from, to] = [before, now].map((x) => Math.max(Math.abs(x - other[0]), 1));
    this.#do(() => this.#plot.domain.span.zoom(from / to, this.#plot.placeAt(other)));
  }

  /** Zooms by Ctrl and wheel, and moves sideways; the wheel alone scrolls the page. */
  #wheel(event: WheelEvent) {
    const { span } = this.#plot.domain;
    const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !(sideways && span.isChosen)) return;
    event.preventDefault();
    const scrolled = Math.min(Math.max(line * (event.deltaY || event.deltaX), -200), 200);
    const part = (line * (event.deltaX || event.deltaY)) / this.#canvas.clientWidth;
    this.#do(() => {
      if (event.ctrlKey) span.zoom(Math.exp(scrolled / 300), this.#plot.placeAt(placeOn(this.#canvas, event)));
      else span.move(part);
    });
  }

  #key(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = this.#action(keyName(event), event.shiftKey);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    this.#do(act);
  }

  #action(key: string, shift: boolean): (() => void) | undefined {
    const { cursor, span } = this.#plot.domain;
    const middle = () => cursor.place ?? (span.shown.low + span.shown.high) / 2;
    const samples = MOVES.get(key);
    if (samples && shift && Math.abs(samples) === 1) return () => span.move(MOVE * samples);
    if (samples) return () => this.#plot.step(samples);
    if (key === "+" || key === "=") return () => span.zoom(1 / ZOOM, middle());
    if (key === "-") return () => span.zoom(ZOOM, middle());
    if (key === "0") return () => span.reset();
    if (cursor.place === undefined && cursor.origin === undefined) return undefined;
    if (key === "d") return () => cursor.mark();
    if (key === "Enter") return () => this.#plot.go();
    return key === "Escape" ? () => cursor.clear() : undefined;
  }
}
