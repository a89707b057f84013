// A slider whose track can be a gauge: plain where a value is stable, striped beyond.
import { capture, element } from "../base/dom.js";
import { fraction, PAGE, stepped, valueAt } from "./scale.js";

/** @import { NumberParameter } from "../types.js" */

/** Positions that a screen reader's own gestures can choose. */
const POSITIONS = 1000;

/** How far a finger goes along the track before it drags, and how far from the thumb it still takes hold of it, in px. */
const [SLOP, REACH] = [8, 16];

/** The time within which a press after a tap makes it a double tap, in ms. */
const DOUBLE_TAP = 400;

/** Diameter of the thumb in px: its centre stays so far from the ends that it is all within. */
const THUMB = 18;

/** Steps that a key goes: from the left end or the right end where it is infinite. @type {Record<string, number>} */
const KEYS = {
  ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

export class Slider {
  element;
  #input;
  #rail = element("span", { className: "rail" });
  /** The mark of the default. */
  #defaultMark = element("b");
  #parameter;
  #get;
  #set;
  /** A finger or mouse on the track: where it came down, the value before, and from the thumb's place how far it holds it; undefined until it drags.
   * @type {{ id: number, x: number, y: number, before: number, hold?: number } | undefined} */
  #drag;
  /** Where and when the last tap ended: two in a row are for the default. */
  #lastTap = { x: 0, time: Number.NEGATIVE_INFINITY };

  /**
   * @param {NumberParameter} parameter
   * @param {object} value
   * @param {() => number} value.get
   * @param {(value: number) => boolean} value.set
   * @param {Record<string, string>} names  attributes that name and describe it
   */
  constructor(parameter, { get, set }, names) {
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

  /** Shows the value as it is. @param {string} text  as it is read out */
  refresh(text) {
    this.#defaultMark.style.left = along(fraction(this.#parameter, this.#parameter.default));
    const part = fraction(this.#parameter, this.#get());
    const shown = Math.min(Math.max(part, 0), 1);
    this.#input.value = String(Math.round(POSITIONS * shown));
    this.#input.setAttribute("aria-valuetext", text);
    // rounding is not beyond
    this.element.classList.toggle("below", part < -1e-9);
    this.element.classList.toggle("above", part > 1 + 1e-9);
  }

  /** Draws the track as a gauge, plain between two values, or as none. @param {[number, number] | undefined} stable */
  gauge(stable) {
    this.element.classList.toggle("gauged", stable !== undefined);
    if (!stable) return;
    const [low, high] = stable.map((value) => fraction(this.#parameter, value));
    // without any on the track it is striped all over
    const some = low <= 1 && high >= 0;
    this.#rail.style.setProperty("--low", !some || low <= 0 ? "0%" : along(low));
    this.#rail.style.setProperty("--high", !some ? "0%" : high >= 1 ? "100%" : along(high));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const steps = KEYS[event.key];
    if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const { from, to } = this.#parameter;
    const end = steps < 0 ? from : to;
    this.#set(Number.isFinite(steps) ? stepped(this.#parameter, this.#get(), steps) : end);
  }

  /** A screen reader has moved the thumb: at least one step. */
  #jump() {
    const before = this.#get();
    const part = Number(this.#input.value) / POSITIONS;
    const value = valueAt(this.#parameter, part);
    const direction = Math.sign(part - fraction(this.#parameter, before));
    this.#set(value === before ? stepped(this.#parameter, before, direction) : value);
  }

  /** Where a pointer is on the way from the left end to the right one. @param {PointerEvent} event */
  #part({ clientX }) {
    const { left, width } = this.element.getBoundingClientRect();
    return (clientX - left - THUMB / 2) / (width - THUMB);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#drag) return;
    if (this.#isDoubleTap(event)) {
      event.preventDefault();
      this.#set(this.#parameter.default);
      return;
    }
    this.#drag = { id: event.pointerId, x: event.clientX, y: event.clientY, before: this.#get() };
    // a finger may be about to scroll
    if (event.pointerType === "touch") return;
    event.preventDefault();
    this.#input.focus({ preventScroll: true });
    this.#grip(event);
  }

  /** Whether a press follows a tap at the same place: browsers don't agree on that where pointers are captured. @param {PointerEvent} event */
  #isDoubleTap({ clientX: x, timeStamp: time }) {
    const twice = time - this.#lastTap.time < DOUBLE_TAP && Math.abs(x - this.#lastTap.x) < SLOP;
    this.#lastTap.time = Number.NEGATIVE_INFINITY;
    return twice;
  }

  /** Begins to drag: where it is, or from where the thumb is if that is near. @param {PointerEvent} event */
  #grip(event) {
    if (!this.#drag) return;
    capture(this.element, event.pointerId);
    const { width } = this.element.getBoundingClientRect();
    const shown = Math.min(Math.max(fraction(this.#parameter, this.#get()), 0), 1);
    const away = this.#part(event) - shown;
    this.#drag.hold = Math.abs(away) * (width - THUMB) <= REACH ? away : 0;
    if (this.#drag.hold === 0) this.#go(event);
  }

  /** @param {PointerEvent} event */
  #go(event) {
    const value = valueAt(this.#parameter, this.#part(event) - (this.#drag?.hold ?? 0));
    if (value !== this.#get()) this.#set(value);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    if (drag.hold !== undefined) return this.#go(event);
    const [along, across] = [Math.abs(event.clientX - drag.x), Math.abs(event.clientY - drag.y)];
    if (across > SLOP && 2 * across > along) this.#drag = undefined;
    else if (along > SLOP) this.#grip(event);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#drag || event.pointerId !== this.#drag.id) return;
    const { clientX: x, timeStamp: time } = event;
    if (Math.abs(x - this.#drag.x) < SLOP) this.#lastTap = { x, time };
    // a finger's tap
    if (this.#drag.hold === undefined) this.#go(event);
    this.#drag = undefined;
  }

  /** The browser scrolls instead. */
  #cancel() {
    if (this.#drag?.hold !== undefined) this.#set(this.#drag.before);
    this.#drag = undefined;
  }
}

/** Where a part of the way is on the track, in CSS. @param {number} part  from 0 to 1 */
export function along(part) {
  return `calc(${THUMB / 2}px + ${part} * (100% - ${THUMB}px))`;
}
