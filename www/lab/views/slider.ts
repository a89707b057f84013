// A slider whose track can be a gauge: plain where values are stable, striped elsewhere.
import { capture, element, placeOn } from "../../base/dom.ts";
import type { NumberParameter } from "../../types.ts";
import { fraction, PAGE, stepped, valueAt } from "../model/scale.ts";

/** Positions of the native slider, which screen readers move with their own gestures. */
const POSITIONS = 1000;

/** Distance in px after which a touch drags. */
const SLOP = 8;

/** Distance from the thumb in px that still grips it. */
const REACH = 16;

/** Longest time between the taps of a double tap, in ms. */
const DOUBLE_TAP = 400;

/** Diameter of the thumb in px. Its centre stays half of that away from the ends. */
const THUMB = 18;

/** Steps of each key; infinite for a jump to an end. */
const KEYS = new Map([
  ["ArrowRight", 1],
  ["ArrowUp", 1],
  ["ArrowLeft", -1],
  ["ArrowDown", -1],
  ["PageUp", PAGE],
  ["PageDown", -PAGE],
  ["Home", Number.NEGATIVE_INFINITY],
  ["End", Number.POSITIVE_INFINITY],
]);

export class Slider {
  element;
  #input;
  #rail = element("span", { className: "rail" });
  #defaultMark = element("b");
  #parameter;
  #get;
  #set;
  /**
   * The pressed pointer: its start in px, the value before, and its offset from the thumb as a part
   * of the track, undefined until it drags.
   */
  #drag: { id: number; x: number; y: number; before: number; hold?: number } | undefined;
  /** Place in px and time in ms of the last tap; a double tap sets the default. */
  #lastTap = { x: 0, time: Number.NEGATIVE_INFINITY };

  /** @param names  attributes with its accessible name and description */
  constructor(
    parameter: NumberParameter,
    { get, set }: { get: () => number; set: (value: number) => boolean },
    names: Record<string, string>,
  ) {
    this.#parameter = parameter;
    this.#get = get;
    this.#set = set;
    this.#input = element("input", { type: "range", min: "0", max: String(POSITIONS), step: "1", ...names });
    this.#rail.append(this.#defaultMark);
    this.element = element("div", { className: "slider" }, this.#rail, this.#input);
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    this.#input.addEventListener("input", () => this.#jump());
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    this.element.addEventListener("pointermove", (event) => this.#move(event));
    this.element.addEventListener("pointerup", (event) => this.#up(event));
    this.element.addEventListener("pointercancel", () => this.#cancel());
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /** Shows the present value. @param text  for screen readers */
  refresh(text: string) {
    this.#defaultMark.style.left = along(fraction(this.#parameter, this.#parameter.default));
    const part = fraction(this.#parameter, this.#get());
    const shown = Math.min(Math.max(part, 0), 1);
    this.#input.value = String(Math.round(POSITIONS * shown));
    this.#input.setAttribute("aria-valuetext", text);
    // tolerance for rounding
    this.element.classList.toggle("below", part < -1e-9);
    this.element.classList.toggle("above", part > 1 + 1e-9);
  }

  /** Shows the stable range, if any, on the track. */
  gauge(stable: [number, number] | undefined) {
    this.element.classList.toggle("gauged", stable !== undefined);
    if (!stable) return;
    const [low, high] = stable.map((value) => fraction(this.#parameter, value));
    // if no stable value is on the track, all of it is striped
    const some = low <= 1 && high >= 0;
    this.#rail.style.setProperty("--low", !some || low <= 0 ? "0%" : along(low));
    this.#rail.style.setProperty("--high", !some ? "0%" : high >= 1 ? "100%" : along(high));
  }

  #press(event: KeyboardEvent) {
    const steps = KEYS.get(event.key);
    if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const { from, to } = this.#parameter;
    const end = steps < 0 ? from : to;
    this.#set(Number.isFinite(steps) ? stepped(this.#parameter, this.#get(), steps) : end);
  }

  /** Follows a screen reader that has moved the native thumb, by at least one step. */
  #jump() {
    const before = this.#get();
    const part = Number(this.#input.value) / POSITIONS;
    const value = valueAt(this.#parameter, part);
    const direction = Math.sign(part - fraction(this.#parameter, before));
    this.#set(value === before ? stepped(this.#parameter, before, direction) : value);
  }

  /** Position of a pointer on the track, from 0 to 1. */
  #part(event: PointerEvent) {
    const [x] = placeOn(this.element, event);
    return (x - THUMB / 2) / this.#room;
  }

  /** Length in px over which the thumb's centre moves. */
  get #room() {
    return this.element.clientWidth - THUMB;
  }

  #down(event: PointerEvent) {
    if (event.button !== 0 || this.#drag) return;
    if (this.#isDoubleTap(event)) {
      event.preventDefault();
      this.#set(this.#parameter.default);
      return;
    }
    const [x, y] = placeOn(this.element, event);
    this.#drag = { id: event.pointerId, x, y, before: this.#get() };
    // a touch may be the start of scrolling
    if (event.pointerType === "touch") return;
    event.preventDefault();
    this.#input.focus({ preventScroll: true });
    this.#grip(event);
  }

  /** True for a press just after a tap: with captured pointers, browsers disagree on `dblclick`. */
  #isDoubleTap(event: PointerEvent) {
    const { timeStamp: time } = event;
    const [x] = placeOn(this.element, event);
    const twice = time - this.#lastTap.time < DOUBLE_TAP && Math.abs(x - this.#lastTap.x) < SLOP;
    this.#lastTap.time = Number.NEGATIVE_INFINITY;
    return twice;
  }

  /** Begins a drag, with the thumb if that is near, otherwise from the pointer's place. */
  #grip(event: PointerEvent) {
    if (!this.#drag) return;
    capture(this.element, event.pointerId);
    const shown = Math.min(Math.max(fraction(this.#parameter, this.#get()), 0), 1);
    const away = this.#part(event) - shown;
    this.#drag.hold = Math.abs(away) * this.#room <= REACH ? away : 0;
    if (this.#drag.hold === 0) this.#go(event);
  }

  /** Sets the value under the pointer. */
  #go(event: PointerEvent) {
    const value = valueAt(this.#parameter, this.#part(event) - (this.#drag?.hold ?? 0));
    if (value !== this.#get()) this.#set(value);
  }

  #move(event: PointerEvent) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    if (drag.hold !== undefined) return this.#go(event);
    const [x, y] = placeOn(this.element, event);
    const along = Math.abs(x - drag.x);
    const across = Math.abs(y - drag.y);
    if (across > SLOP && 2 * across > along) this.#drag = undefined;
    else if (along > SLOP) this.#grip(event);
  }

  #up(event: PointerEvent) {
    if (!this.#drag || event.pointerId !== this.#drag.id) return;
    const { timeStamp: time } = event;
    const [x] = placeOn(this.element, event);
    if (Math.abs(x - this.#drag.x) < SLOP) this.#lastTap = { x, time };
    // a tap with a finger, which has not set a value yet
    if (this.#drag.hold === undefined) this.#go(event);
    this.#drag = undefined;
  }

  /** Takes back the drag: the browser scrolls instead. */
  #cancel() {
    if (this.#drag?.hold !== undefined) this.#set(this.#drag.before);
    this.#drag = undefined;
  }
}

/** CSS position on the track. @param part  of the track, from 0 to 1 */
export function along(part: number) {
  return `calc(${THUMB / 2}px + ${part} * (100% - ${THUMB}px))`;
}
