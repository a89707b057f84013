// Looks at space from any side, and from so far away that parallel lines stay parallel: from metres to CSS pixels, y down.
/** @import { Point } from "./shapes.js" */
/** @import { Vector } from "./vectors.js" */

/** How far in and out one can zoom from the whole picture. */
const ZOOM = 40;

/** Room around what must be in the picture, in m. */
const MARGIN = 0.4;

/** Turning by a pixel, in rad. */
const TURN = 0.01;

export class OrbitCamera {
  /** Size of the picture in px. */
  width = 1;
  height = 1;
  /** Pixels per metre. */
  scale = 1;
  /** What is in the picture by default, and as far as it has grown since: a ball about the origin of so many m. */
  #initial;
  #radius;
  /** From the middle of the picture to the origin, in m. */
  #shift = [0, 0];
  /** Nobody has zoomed: the ball fills the picture, whatever its size. */
  #whole = true;
  /** To the right about the y axis, and then upwards, in rad. At 0, 0 one sees x and y as they stand on paper. */
  #yaw;
  #pitch;

  /** @param {number} radius  of what must be in the picture, in m @param {number} yaw @param {number} pitch */
  constructor(radius, yaw, pitch) {
    this.#initial = this.#radius = radius;
    this.#yaw = yaw;
    this.#pitch = pitch;
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    if (this.#whole) this.#show();
  }

  /** Shows the whole, from the same side. */
  fit() {
    this.#whole = true;
    this.restart();
  }

  /** Back to the picture of the start, unless somebody chose another. */
  restart() {
    this.#radius = this.#initial;
    if (this.#whole) this.#show();
  }

  /** Makes the ball as large as it takes to have a point in it, within reason. @param {Vector} point  in m */
  include(point) {
    const radius = Math.hypot(...point) + MARGIN;
    if (!this.#whole || radius < this.#radius || radius > ZOOM * this.#initial) return;
    this.#radius = radius;
    this.#show();
  }

  #show() {
    this.#shift = [0, 0];
    this.scale = this.#wholeScale();
  }

  #wholeScale() {
    return Math.min(this.width, this.height) / (2 * this.#radius);
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
    this.#whole = false;
    const [x, y] = this.project(before);
    this.pan(at[0] - x, at[1] - y);
  }

  /** Moves the picture by so many px. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.#shift = [this.#shift[0] + dx / this.scale, this.#shift[1] - dy / this.scale];
  }

  /** Turns what is in the picture, the near side by so many px. @param {number} dx @param {number} dy */
  turn(dx, dy) {
    this.#yaw -= TURN * dx;
    this.#pitch = Math.min(Math.max(this.#pitch + TURN * dy, -Math.PI / 2), Math.PI / 2);
  }

  /** The same vector as the picture has it: to the right, up and towards the eye. @param {Vector} vector @returns {Vector} */
  seen([x, y, z]) {
    const [sinYaw, cosYaw, sinPitch, cosPitch] = this.#angles();
    const near = x * sinYaw + z * cosYaw;
    return [x * cosYaw - z * sinYaw, y * cosPitch - near * sinPitch, y * sinPitch + near * cosPitch];
  }

  #angles() {
    return [Math.sin(this.#yaw), Math.cos(this.#yaw), Math.sin(this.#pitch), Math.cos(this.#pitch)];
  }

  /** Where a point is in the picture, in px. @param {Vector} metres @returns {Point} */
  project(metres) {
    const [right, up] = this.seen(metres);
    const [x, y] = this.#shift;
    return [this.width / 2 + (right + x) * this.scale, this.height / 2 - (up + y) * this.scale];
  }

  /** The point under a pixel, as deep in the picture as another. @param {Point} pixels @param {Vector} [like] @returns {Vector} */
  lift([x, y], like = [0, 0, 0]) {
    const [sinYaw, cosYaw, sinPitch, cosPitch] = this.#angles();
    const right = (x - this.width / 2) / this.scale - this.#shift[0];
    const up = (this.height / 2 - y) / this.scale - this.#shift[1];
    const [, , towards] = this.seen(like);
    const near = towards * cosPitch - up * sinPitch;
    return [right * cosYaw + near * sinYaw, up * cosPitch + towards * sinPitch, near * cosYaw - right * sinYaw];
  }
}
