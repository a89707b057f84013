// The frontmost point of a grid in space at a place in the picture.
import { plus } from "../base/vectors.js";
import { affine } from "./projection.js";

/** @import { Obstacle } from "../types.js" */
/** @import { Vector } from "../base/vectors.js" */
/** @import { OrbitCamera } from "./orbit.js" */
/** @import { Point } from "./shapes.js" */

/** Depth in m to which a point inside an obstacle still counts as in front of it. */
const SKIN = 0.03;

/**
 * A grid of points, as it was drawn.
 * @typedef {object} Grid
 * @property {Float64Array} positions  x y z in m, row by row
 * @property {Float64Array} places  x and y in the picture, in px
 * @property {number} columns  points in a row
 * @property {Uint8Array} [holes]  1 for each torn cell
 */

/**
 * Index of the nearest corner of the frontmost triangle under `at`; if no triangle is there, of the
 * nearest point that no obstacle hides. Undefined if that is out of reach.
 * @param {OrbitCamera} camera @param {Grid} grid @param {Obstacle[]} obstacles
 * @param {Point} at @param {number} reach  in px
 */
export function frontmost(camera, { positions, places, columns, holes }, obstacles, at, reach) {
  const [[origin], [x], [y], [z]] = affine((metres) => [camera.depth(metres)]);
  const depth = (/** @type {number} */ i) =>
    origin + x * positions[3 * i] + y * positions[3 * i + 1] + z * positions[3 * i + 2];
  const distance = (/** @type {number} */ i) => Math.hypot(places[2 * i] - at[0], places[2 * i + 1] - at[1]);
  const hidden = bodyDepthAt(camera, obstacles, at) - SKIN;
  let front = hidden;
  /** @type {number[]} */
  let corners = [];
  for (let i = 0; i < places.length / 2 - columns; i++) {
    if ((i + 1) % columns === 0 || !isAbout(places, i, columns, at)) continue;
    if (holes?.[i - Math.floor(i / columns)]) continue;
    for (const triangle of [
      [i, i + 1, i + columns],
      [i + columns + 1, i + 1, i + columns],
    ]) {
      const parts = partsOf(places, triangle, at);
      const deep = parts.reduce((sum, part, k) => sum + part * depth(triangle[k]), 0);
      if (parts.every((part) => part >= 0) && deep > front) {
        front = deep;
        corners = triangle;
      }
    }
  }
  /** @type {number | undefined} */
  let nearest;
  let best = reach;
  const consider = (/** @type {number} */ i) => {
    const away = distance(i);
    if (away <= best && depth(i) > hidden) {
      nearest = i;
      best = away;
    }
  };
  if (corners.length > 0) corners.forEach(consider);
  else for (let i = 0; i < places.length / 2; i++) consider(i);
  return nearest;
}

/**
 * True if a point is inside the bounding box of a cell.
 * @param {Float64Array} places @param {number} i  the cell's first corner
 * @param {number} columns @param {Point} at
 */
function isAbout(places, i, columns, at) {
  for (const axis of [0, 1]) {
    const a = places[2 * i + axis];
    const b = places[2 * i + 2 + axis];
    const c = places[2 * (i + columns) + axis];
    const d = places[2 * (i + columns) + 2 + axis];
    if (Math.min(a, b, c, d) > at[axis] || Math.max(a, b, c, d) < at[axis]) return false;
  }
  return true;
}

/**
 * Barycentric coordinates of a point: all are positive inside the triangle.
 * @param {Float64Array} places @param {number[]} triangle @param {Point} at
 */
function partsOf(places, triangle, [x, y]) {
  const [[ax, ay], [bx, by], [cx, cy]] = triangle.map((i) => [places[2 * i] - x, places[2 * i + 1] - y]);
  const areas = [bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx];
  const whole = areas[0] + areas[1] + areas[2];
  return areas.map((area) => area / whole);
}

/**
 * Depth of the frontmost obstacle at a place in the picture, in m; −∞ if there is none.
 * @param {OrbitCamera} camera @param {Obstacle[]} obstacles @param {Point} at
 */
function bodyDepthAt(camera, obstacles, at) {
  const start = camera.lift(at);
  const far = camera.depth(start);
  const direction = affine((metres) => [camera.depth(metres)])
    .slice(1)
    .map(([part]) => part);
  return obstacles.reduce((front, obstacle) => {
    if (obstacle.shape === "plane") return front;
    const from = plus(start, /** @type {Vector} */ ([...obstacle.centre]), -1);
    const leave =
      obstacle.shape === "sphere"
        ? leaveBall(from, direction, obstacle.radius)
        : leaveBox(from, direction, obstacle.half);
    return Math.max(front, far + leave);
  }, Number.NEGATIVE_INFINITY);
}

/**
 * Distance along a line to where it leaves a ball about the origin; −∞ if it misses the ball.
 * @param {number[]} from @param {number[]} direction  unit vector @param {number} radius
 */
function leaveBall(from, direction, radius) {
  const along = from.reduce((sum, x, i) => sum + x * direction[i], 0);
  const square = along ** 2 - from.reduce((sum, x) => sum + x * x, 0) + radius ** 2;
  return square < 0 ? Number.NEGATIVE_INFINITY : Math.sqrt(square) - along;
}

/**
 * Distance along a line to where it leaves a box about the origin; −∞ if it misses the box.
 * @param {number[]} from @param {number[]} direction  unit vector @param {Float64Array} half
 */
function leaveBox(from, direction, half) {
  const enter = from.map((x, i) => (-Math.sign(direction[i] || 1) * half[i] - x) / (direction[i] || Number.MIN_VALUE));
  const leave = from.map((x, i) => (Math.sign(direction[i] || 1) * half[i] - x) / (direction[i] || Number.MIN_VALUE));
  return Math.max(...enter) <= Math.min(...leave) ? Math.min(...leave) : Number.NEGATIVE_INFINITY;
}
