// The frontmost point of a grid in space at a place in the picture.

import type { Vector } from "../base/vectors.ts";
import { plus } from "../base/vectors.ts";
import type { Obstacle } from "../types.ts";
import type { OrbitCamera } from "./orbit.ts";
import { affine } from "./projection.ts";
import type { Point } from "./shapes.ts";

/** Depth in m to which a point inside an obstacle still counts as in front of it. */
const SKIN = 0.03;

/** A grid of points, as it was drawn. */
interface Grid {
  /** X y z in m, row by row. */
  positions: Float64Array;
  /** X and y in the picture, in px. */
  places: Float64Array;
  /** Points in a row. */
  columns: number;
  /** 1 for each torn cell. */
  holes?: Uint8Array;
}

/**
 * Index of the nearest corner of the frontmost triangle under `at`; if no triangle is there, of the
 * nearest point that no obstacle hides. Undefined if that is out of reach.
 * @param reach  in px
 */
export function frontmost(
  camera: OrbitCamera,
  { positions, places, columns, holes }: Grid,
  obstacles: Obstacle[],
  at: Point,
  reach: number,
) {
  const [[origin], [x], [y], [z]] = affine((metres) => [camera.depth(metres)]);
  const depth = (i: number) => origin + x * positions[3 * i] + y * positions[3 * i + 1] + z * positions[3 * i + 2];
  const distance = (i: number) => Math.hypot(places[2 * i] - at[0], places[2 * i + 1] - at[1]);
  const hidden = bodyDepthAt(camera, obstacles, at) - SKIN;
  let front = hidden;
  let corners: number[] = [];
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
  let nearest: number | undefined;
  let best = reach;
  const consider = (i: number) => {
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

/** True if a point is inside the bounding box of a cell. @param i  the cell's first corner */
function isAbout(places: Float64Array, i: number, columns: number, at: Point) {
  for (const axis of [0, 1]) {
    const a = places[2 * i + axis];
    const b = places[2 * i + 2 + axis];
    const c = places[2 * (i + columns) + axis];
    const d = places[2 * (i + columns) + 2 + axis];
    if (Math.min(a, b, c, d) > at[axis] || Math.max(a, b, c, d) < at[axis]) return false;
  }
  return true;
}

/** Barycentric coordinates of a point: all are positive inside the triangle. */
function partsOf(places: Float64Array, triangle: number[], [x, y]: Point) {
  const [[ax, ay], [bx, by], [cx, cy]] = triangle.map((i) => [places[2 * i] - x, places[2 * i + 1] - y]);
  const areas = [bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx];
  const whole = areas[0] + areas[1] + areas[2];
  return areas.map((area) => area / whole);
}

/** Depth of the frontmost obstacle at a place in the picture, in m; −∞ if there is none. */
function bodyDepthAt(camera: OrbitCamera, obstacles: Obstacle[], at: Point) {
  const start = camera.lift(at);
  const far = camera.depth(start);
  const direction = affine((metres) => [camera.depth(metres)])
    .slice(1)
    .map(([part]) => part);
  return obstacles.reduce((front, obstacle) => {
    if (obstacle.shape === "plane") return front;
    const from = plus(start, [...obstacle.centre] as Vector, -1);
    const leave =
      obstacle.shape === "sphere"
        ? leaveBall(from, direction, obstacle.radius)
        : leaveBox(from, direction, obstacle.half);
    return Math.max(front, far + leave);
  }, Number.NEGATIVE_INFINITY);
}

/**
 * Distance along a line to where it leaves a ball about the origin; −∞ if it misses the ball.
 * @param direction  unit vector
 */
function leaveBall(from: number[], direction: number[], radius: number) {
  const along = from.reduce((sum, x, i) => sum + x * direction[i], 0);
  const square = along ** 2 - from.reduce((sum, x) => sum + x * x, 0) + radius ** 2;
  return square < 0 ? Number.NEGATIVE_INFINITY : Math.sqrt(square) - along;
}

/**
 * Distance along a line to where it leaves a box about the origin; −∞ if it misses the box.
 * @param direction  unit vector
 */
function leaveBox(from: number[], direction: number[], half: Float64Array) {
  const enter = from.map((x, i) => (-Math.sign(direction[i] || 1) * half[i] - x) / (direction[i] || Number.MIN_VALUE));
  const leave = from.map((x, i) => (Math.sign(direction[i] || 1) * half[i] - x) / (direction[i] || Number.MIN_VALUE));
  return Math.max(...enter) <= Math.min(...leave) ? Math.min(...leave) : Number.NEGATIVE_INFINITY;
}
