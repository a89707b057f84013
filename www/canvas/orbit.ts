// Orthographic camera that looks at space from any side.

import type { Vector } from "../base/vectors.ts";
import { plus } from "../base/vectors.ts";
import { Camera } from "./camera.ts";
import type { Point } from "./shapes.ts";

/** Margin for arrows at an included point, in m, in addition to the camera's own margin. */
const ARROWS = 0.24;

/** Angle by which a drag of one pixel turns the view, in rad. */
const TURN = 0.01;

/** Rotates space and then projects it by the camera of the plane. */
export class OrbitCamera extends Camera {
  /** Point about which space turns, in m. */
  centre: Vector = [0, 0, 0];
  /** Rotation about the y axis, in rad. At yaw and pitch 0, x points right and y up. */
  #yaw;
  /** Rotation about the picture's horizontal axis after that, in rad; positive: from above. */
  #pitch;
  /** Rotation about the y axis at first, in rad; undefined after the view was changed by hand. */
  #first: number | undefined;

  /**
   * @param radius  of the ball about the origin that must be visible, in m
   * @param yaw  in rad
   * @param pitch  in rad
   */
  constructor(radius: number, yaw: number, pitch: number) {
    super({ left: -radius, right: radius, bottom: -radius, top: radius });
    this.#yaw = this.#first = yaw;
    this.#pitch = pitch;
  }

  get pitch() {
    return this.#pitch;
  }

  /** Turns by an angle from the first view, unless the view was changed. */
  drift(angle: number) {
    if (!this.whole) this.rest();
    if (this.#first !== undefined) this.#yaw = this.#first + angle;
  }

  /** Stays at the present view: the picture turns by hand only. */
  rest() {
    this.#first = undefined;
  }

  /** Shows another ball. @param radius  in m */
  aim(centre: Vector, radius: number) {
    this.centre = centre;
    this.reframe({ left: -radius, right: radius, bottom: -radius, top: radius });
  }

  /**
   * Enlarges the frame so that a point is visible from every side; limited like `Camera.include`.
   * @param point  in m
   */
  include(point: Vector) {
    const radius = Math.hypot(...plus(point, this.centre, -1)) + ARROWS;
    super.include([radius, radius, 0]);
    super.include([-radius, -radius, 0]);
  }

  /** Turns the view: the near side moves by these px. */
  turn(dx: number, dy: number) {
    this.rest();
    this.#yaw -= TURN * dx;
    this.#pitch = Math.min(Math.max(this.#pitch + TURN * dy, -Math.PI / 2), Math.PI / 2);
  }

  /** A vector as seen: right, up, to the viewer. */
  seen([x, y, z]: Vector): Vector {
    const [sinYaw, cosYaw, sinPitch, cosPitch] = this.#angles();
    const near = x * sinYaw + z * cosYaw;
    return [x * cosYaw - z * sinYaw, y * cosPitch - near * sinPitch, y * sinPitch + near * cosPitch];
  }

  /** Distance of a point in front of the centre, in m. */
  depth(metres: Vector) {
    return this.seen(plus(metres, this.centre, -1))[2];
  }

  /** Inverse of `seen`. */
  #inSpace([right, up, towards]: Vector): Vector {
    const [sinYaw, cosYaw, sinPitch, cosPitch] = this.#angles();
    const near = towards * cosPitch - up * sinPitch;
    return [right * cosYaw + near * sinYaw, up * cosPitch + towards * sinPitch, near * cosYaw - right * sinYaw];
  }

  #angles() {
    return [Math.sin(this.#yaw), Math.cos(this.#yaw), Math.sin(this.#pitch), Math.cos(this.#pitch)];
  }

  /** Position of a point in the picture, in px. */
  project(metres: Vector): Point {
    return super.project(this.seen(plus(metres, this.centre, -1)));
  }

  /**
   * Point under a pixel, in m, at the same depth as another point.
   * @param like  that other point, in m; the origin by default
   */
  lift(pixels: Point, like: Vector = [0, 0, 0]): Vector {
    return plus(this.#inSpace(super.lift(pixels, this.seen(plus(like, this.centre, -1)))), this.centre);
  }
}
