// Where the picture looks: from metres, y up, to CSS pixels, y down.

/** How far in and out one can zoom from the whole picture. */
const ZOOM = 40;

/** Room around what must be in the picture, as a part of the first frame's width. */
const MARGIN = 0.08;

/** @import { Point } from "./shapes.js" */
/** @import { Vector } from "../base/vectors.js" */

/** @typedef {{ left: number, right: number, bottom: number, top: number }} Frame  a rectangle in m */

export class Camera {
  /** Size of the picture in px. */
  width = 1;
  height = 1;
  /** Pixels per metre. */
  scale = 1;
  /** What is in the picture by default, and as far as it has grown since. */
  #initial;
  #frame;
  #centre = [0, 0];
  #above = 0;
  /** Nobody has zoomed or moved it: the frame fills the picture, whatever its size. */
  #whole = true;

  /** @param {Frame} frame  what must be in the picture */
  constructor(frame) {
    this.#initial = this.#frame = frame;
  }

  /** Another scene: another frame, whole in the picture. @param {Frame} frame */
  reframe(frame) {
    this.#initial = frame;
    this.fit();
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    if (this.#whole) this.#show();
  }

  /** Shows the whole frame, from now on whatever happens. */
  fit() {
    this.#whole = true;
    this.restart();
  }

  /** Room above the whole frame, in px, for a line of text. @param {number} pixels */
  set above(pixels) {
    if (pixels === this.#above) return;
    this.#above = pixels;
    if (this.#whole) this.#show();
  }

  /** Back to the frame of the start, unless somebody chose another view. */
  restart() {
    this.#frame = this.#initial;
    if (this.#whole) this.#show();
  }

  /** Makes the frame as large as it takes to have a point in it, within reason. @param {Vector} point  in m */
  include([x, y]) {
    const { left, right, bottom, top } = this.#frame;
    const extent = this.#initial.right - this.#initial.left;
    const [reach, margin] = [(ZOOM * extent) / 2, MARGIN * extent];
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
   * Enlarges by a factor around a point of the picture, which stays where it is.
   * @param {number} factor
   * @param {Point} [at]  in px; the middle if not given
   */
  zoom(factor, at = [this.width / 2, this.height / 2]) {
    const before = this.lift(at);
    const whole = this.#wholeScale();
    this.scale = Math.min(Math.max(this.scale * factor, whole / ZOOM), whole * ZOOM);
    const [x, y] = this.project(before);
    this.pan(at[0] - x, at[1] - y);
  }

  /** Whether nobody has zoomed or moved it. */
  get whole() {
    return this.#whole;
  }

  /** Moves the picture by so many px. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.#whole = false;
    this.#centre = [this.#centre[0] - dx / this.scale, this.#centre[1] + dy / this.scale];
  }

  /** Where a point is in the picture, in px. @param {Vector} metres @returns {Point} */
  project([x, y]) {
    return [this.width / 2 + (x - this.#centre[0]) * this.scale, this.height / 2 - (y - this.#centre[1]) * this.scale];
  }

  /** The point under a pixel, as deep in the picture as another. @param {Point} pixels @param {Vector} [like] @returns {Vector} */
  lift([x, y], [, , z] = [0, 0, 0]) {
    return [
      this.#centre[0] + (x - this.width / 2) / this.scale,
      this.#centre[1] - (y - this.height / 2) / this.scale,
      z,
    ];
  }
}
