// Looks at space from any side, and from so far away that parallel lines stay parallel.

import { plus } from "../base/vectors.js";
import { Camera } from "./camera.js";

/** @import { Point } from "./shapes.js" */
/** @import { Vector } from "../base/vectors.js" */

/** Room for the arrows at a point, in m, beside what the plane's camera leaves around it. */
const ARROWS = 0.24;

/** Turning by a pixel, in rad. */
const TURN = 0.01;

/** The plane's camera, after space was turned. */
export class OrbitCamera extends Camera {
  /** What it turns about, in m. @type {Vector} */
  centre = [0, 0, 0];
  /** To the right about the y axis, and then upwards, in rad. At 0, 0 one sees x and y as they stand on paper. */
  #yaw;
  #pitch;

  /** @param {number} radius  of the ball about the origin that must be in the picture, in m @param {number} yaw @param {number} pitch */
  constructor(radius, yaw, pitch) {
    super({ left: -radius, right: radius, bottom: -radius, top: radius });
    this.#yaw = yaw;
    this.#pitch = pitch;
  }

  /** Another scene: the ball about another point, whole in the picture. @param {Vector} centre @param {number} radius  in m */
  aim(centre, radius) {
    this.centre = centre;
    this.reframe({ left: -radius, right: radius, bottom: -radius, top: radius });
  }

  /** Makes the picture as large as it takes to have a point in it from every side, within reason. @param {Vector} point  in m */
  include(point) {
    const radius = Math.hypot(...plus(point, this.centre, -1)) + ARROWS;
    super.include([radius, radius, 0]);
    super.include([-radius, -radius, 0]);
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

  /** How far a point is in front of what space turns about, in m. @param {Vector} metres */
  depth(metres) {
    return this.seen(plus(metres, this.centre, -1))[2];
  }

  /** What is seen as such a vector. @param {Vector} seen @returns {Vector} */
  #inSpace([right, up, towards]) {
    const [sinYaw, cosYaw, sinPitch, cosPitch] = this.#angles();
    const near = towards * cosPitch - up * sinPitch;
    return [right * cosYaw + near * sinYaw, up * cosPitch + towards * sinPitch, near * cosYaw - right * sinYaw];
  }

  #angles() {
    return [Math.sin(this.#yaw), Math.cos(this.#yaw), Math.sin(this.#pitch), Math.cos(this.#pitch)];
  }

  /** Where a point is in the picture, in px. @param {Vector} metres @returns {Point} */
  project(metres) {
    return super.project(this.seen(plus(metres, this.centre, -1)));
  }

  /** The point under a pixel, as deep in the picture as another. @param {Point} pixels @param {Vector} [like] @returns {Vector} */
  lift(pixels, like = [0, 0, 0]) {
    return plus(this.#inSpace(super.lift(pixels, this.seen(plus(like, this.centre, -1)))), this.centre);
  }
}
