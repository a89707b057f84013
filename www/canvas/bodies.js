// Obstacles, seen in space.
import { plus } from "../base/vectors.js";
import { roundDown } from "./shapes.js";

/** @import { Vector } from "../base/vectors.js" */
/** @import { Obstacle } from "../types.js" */
/** @import { View } from "./canvas.js" */

/** Cells of the ground's grid from its middle to each side. */
const CELLS = 6;

/** Corners of a square, in cyclic order. */
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

/** Opacity of a body. Bodies are not sorted by depth: one in front may be drawn first. */
const OPACITY = 0.6;

/**
 * Draws obstacles, as the lowest layer of a picture.
 * @param {CanvasRenderingContext2D} context
 * @param {View & { scale: number }} camera
 * @param {Obstacle[]} obstacles
 * @param {(property: string) => string} color
 */
export function drawBodies(context, camera, obstacles, color) {
  context.fillStyle = color("--line");
  context.strokeStyle = color("--edge");
  context.lineWidth = 1;
  for (const obstacle of obstacles) {
    if (obstacle.shape === "sphere") ball(context, camera, vectorOf(obstacle.centre), obstacle.radius);
    else if (obstacle.shape === "box") block(context, camera, vectorOf(obstacle.centre), vectorOf(obstacle.half));
    else ground(context, camera, vectorOf(obstacle.point), vectorOf(obstacle.normal));
  }
}

/** @param {Float64Array} numbers @returns {Vector} */
const vectorOf = ([x, y, z]) => [x, y, z];

/**
 * @param {CanvasRenderingContext2D} context @param {View & { scale: number }} camera
 * @param {Vector} centre @param {number} radius
 */
function ball(context, camera, centre, radius) {
  context.beginPath();
  context.arc(...camera.project(centre), radius * camera.scale, 0, 2 * Math.PI);
  fillTranslucent(context);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context */
function fillTranslucent(context) {
  context.globalAlpha = OPACITY;
  context.fill();
  context.globalAlpha = 1;
}

/**
 * Draws the six faces of a box.
 * @param {CanvasRenderingContext2D} context @param {View} camera @param {Vector} centre
 * @param {Vector} half
 */
function block(context, camera, centre, half) {
  const corner = (/** @type {number[]} */ signs) =>
    camera.project(plus(centre, /** @type {Vector} */ (signs.map((sign, i) => sign * half[i]))));
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      context.beginPath();
      for (const [u, v] of CORNERS) {
        const signs = [u, v];
        signs.splice(axis, 0, side);
        context.lineTo(...corner(signs));
      }
      context.closePath();
      context.globalAlpha = OPACITY / 3; // at most two faces overlap
      context.fill();
      context.globalAlpha = 1;
      context.stroke();
    }
  }
}

/**
 * Draws a grid on the plane, about the plane's reference point.
 * @param {CanvasRenderingContext2D} context @param {View & { scale: number }} camera
 * @param {Vector} point @param {Vector} n  unit normal
 */
function ground(context, camera, point, n) {
  const spacing = roundDown(90 / camera.scale);
  const u = across(n);
  const w = /** @type {Vector} */ ([n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]]);
  const at = (/** @type {number} */ i, /** @type {number} */ j) =>
    camera.project(plus(plus(point, u, i * spacing), w, j * spacing));
  context.beginPath();
  for (const [i, j] of CORNERS) context.lineTo(...at(i * CELLS, j * CELLS));
  context.closePath();
  fillTranslucent(context);
  context.beginPath();
  for (let i = -CELLS; i <= CELLS; i++) {
    context.moveTo(...at(i, -CELLS));
    context.lineTo(...at(i, CELLS));
    context.moveTo(...at(-CELLS, i));
    context.lineTo(...at(CELLS, i));
  }
  context.globalAlpha = OPACITY;
  context.stroke();
  context.globalAlpha = 1;
}

/** A unit vector at right angles to a vector. @param {Vector} n @returns {Vector} */
function across([x, y, z]) {
  const [a, b, c] = Math.abs(x) < 0.9 ? [0, z, -y] : [-z, 0, x];
  const length = Math.hypot(a, b, c);
  return [a / length, b / length, c / length];
}
