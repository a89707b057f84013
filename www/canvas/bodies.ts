// Obstacles, seen in space.

import type { Vector } from "../base/vectors.ts";
import { plus } from "../base/vectors.ts";
import type { Obstacle } from "../types.ts";
import type { View } from "./canvas.ts";
import { roundDown } from "./shapes.ts";

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

/** Draws obstacles, as the lowest layer of a picture. */
export function drawBodies(
  context: CanvasRenderingContext2D,
  camera: View & { scale: number },
  obstacles: Obstacle[],
  color: (property: string) => string,
) {
  context.fillStyle = color("--line");
  context.strokeStyle = color("--edge");
  context.lineWidth = 1;
  for (const obstacle of obstacles) {
    if (obstacle.shape === "sphere") ball(context, camera, vectorOf(obstacle.centre), obstacle.radius);
    else if (obstacle.shape === "box") block(context, camera, vectorOf(obstacle.centre), vectorOf(obstacle.half));
    else ground(context, camera, vectorOf(obstacle.point), vectorOf(obstacle.normal));
  }
}

const vectorOf = ([x, y, z]: Float64Array): Vector => [x, y, z];

function ball(context: CanvasRenderingContext2D, camera: View & { scale: number }, centre: Vector, radius: number) {
  context.beginPath();
  context.arc(...camera.project(centre), radius * camera.scale, 0, 2 * Math.PI);
  fillTranslucent(context);
  context.stroke();
}

function fillTranslucent(context: CanvasRenderingContext2D) {
  context.globalAlpha = OPACITY;
  context.fill();
  context.globalAlpha = 1;
}

/** Draws the six faces of a box. */
function block(context: CanvasRenderingContext2D, camera: View, centre: Vector, half: Vector) {
  const corner = (signs: number[]) => camera.project(plus(centre, signs.map((sign, i) => sign * half[i]) as Vector));
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

/** Draws a grid on the plane, about the plane's reference point. @param n  unit normal */
function ground(context: CanvasRenderingContext2D, camera: View & { scale: number }, point: Vector, n: Vector) {
  const spacing = roundDown(90 / camera.scale);
  const u = across(n);
  const w = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]] as Vector;
  const at = (i: number, j: number) => camera.project(plus(plus(point, u, i * spacing), w, j * spacing));
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

/** A unit vector at right angles to a vector. */
function across([x, y, z]: Vector): Vector {
  const [a, b, c] = Math.abs(x) < 0.9 ? [0, z, -y] : [-z, 0, x];
  const length = Math.hypot(a, b, c);
  return [a / length, b / length, c / length];
}
