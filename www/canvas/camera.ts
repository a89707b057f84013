// Camera of the plane: converts metres, y up, to CSS pixels, y down.

import type { Vector } from "../base/vectors.ts";
import type { Point } from "./shapes.ts";

/** Largest zoom factor in and out, relative to the scale at which the whole frame is visible. */
const ZOOM = 40;

/** Margin around an included point, as a part of the initial frame's width. */
const MARGIN = 0.08;

/** Frame in m. */
export type Frame = { left: number; right: number; bottom: number; top: number };

export class Camera {
  /** Size of the picture in px. */
  width = 1;
  height = 1;
  /** Pixels per metre. */
  scale = 1;
  /** Frame at the start. */
  #initial;
  /** The same, enlarged by `include`. */
  #frame;
  /** Point in the middle of the picture, in m. */
  #centre = [0, 0];
  /** Height left free above the frame, in px. */
  #above = 0;
  /** True until the user zooms or moves the view: the frame fills the picture at any size. */
  #whole = true;

  /** @param frame  rectangle that must be visible */
  constructor(frame: Frame) {
    this.#initial = this.#frame = frame;
  }

  /** Replaces the frame, as for another scene, and shows all of it. */
  reframe(frame: Frame) {
    this.#initial = frame;
    this.fit();
  }

  resize(width: number, height: number) {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    if (this.#whole) this.#show();
  }

  /** Shows the whole frame, also after later changes of size. */
  fit() {
    this.#whole = true;
    this.restart();
  }

  /** Height in px left free above the whole frame, for a line of text. */
  set above(pixels: number) {
    if (pixels === this.#above) return;
    this.#above = pixels;
    if (this.#whole) this.#show();
  }

  /** Returns to the initial frame, unless the user has chosen another view. */
  restart() {
    this.#frame = this.#initial;
    if (this.#whole) this.#show();
  }

  /**
   * Enlarges the frame to contain a point, unless the user has chosen a view or the point is more
   * than 20 frame widths from the origin.
   * @param point  in m
   */
  include([x, y]: Vector) {
    const { left, right, bottom, top } = this.#frame;
    const extent = this.#initial.right - this.#initial.left;
    const reach = (ZOOM * extent) / 2;
    const margin = MARGIN * extent;
    if (!this.#whole || Math.max(Math.abs(x), Math.abs(y)) > reach) return;
    this.#frame = {
      left: Math.min(left, x - margin),
      right: Math.max(right, x + margin),
      bottom: Math.min(bottom, y - margin),
      top: Math.max(top, y + margin),
    };
    this.#show();
  }

  #show() {
    const { left, right, bottom, top } = this.#frame;
    this.scale = this.#wholeScale();
    this.#centre = [(left + right) / 2, (bottom + top) / 2 + this.#above / 2 / this.scale];
  }

  #wholeScale() {
    const { left, right, bottom, top } = this.#frame;
    return Math.min(this.width / (right - left), Math.max(this.height - this.#above, 1) / (top - bottom));
  }

  /**
   * Zooms about a point of the picture, which keeps its place.
   * @param at  in px; the middle by default
   */
  zoom(factor: number, at: Point = [this.width / 2, this.height / 2]) {
    const before = this.lift(at);
    const whole = this.#wholeScale();
    this.scale = Math.min(Math.max(this.scale * factor, whole / ZOOM), whole * ZOOM);
    const [x, y] = this.project(before);
    this.pan(at[0] - x, at[1] - y);
  }

  /** True until the user zooms or moves the view. */
  get whole() {
    return this.#whole;
  }

  /**
   * Moves the picture.
   * @param dx  in px
   * @param dy  in px
   */
  pan(dx: number, dy: number) {
    this.#whole = false;
    this.#centre = [this.#centre[0] - dx / this.scale, this.#centre[1] + dy / this.scale];
  }

  /** Position of a point in the picture, in px. */
  project([x, y]: Vector): Point {
    return [this.width / 2 + (x - this.#centre[0]) * this.scale, this.height / 2 - (y - this.#centre[1]) * this.scale];
  }

  /**
   * Point under a pixel, in m, at the same depth as another point.
   * @param like  that other point, in m; the origin by default
   */
  lift([x, y]: Point, [, , z]: Vector = [0, 0, 0]): Vector {
    return [
      this.#centre[0] + (x - this.width / 2) / this.scale,
      this.#centre[1] - (y - this.height / 2) / this.scale,
      z,
    ];
  }
}
