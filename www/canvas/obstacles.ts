// Obstacles, seen from the front.
import type { Obstacle } from "../types.ts";
import type { Camera } from "./camera.ts";

/** Half width and half height of the ground as drawn, in m: more than any picture shows. */
const GROUND_EXTENT = 1e4;

/** @param shift  distance in m by which the scene is drawn farther right */
export function drawObstacles(
  context: CanvasRenderingContext2D,
  camera: Camera,
  obstacles: Obstacle[],
  color: (property: string) => string,
  shift: number = 0,
) {
  context.fillStyle = color("--line");
  context.strokeStyle = color("--edge");
  context.lineWidth = 1.5;
  for (const obstacle of obstacles) {
    context.beginPath();
    if (obstacle.shape === "sphere") {
      const [x, y] = obstacle.centre;
      context.arc(...camera.project([x + shift, y, 0]), obstacle.radius * camera.scale, 0, 2 * Math.PI);
    } else {
      const ground = obstacle.shape === "plane";
      const [x, y] = ground ? [0, obstacle.point[1] - GROUND_EXTENT] : obstacle.centre;
      const [halfWidth, halfHeight] = ground ? [GROUND_EXTENT, GROUND_EXTENT] : obstacle.half;
      const [left, top] = camera.project([x + shift - halfWidth, y + halfHeight, 0]);
      context.rect(left, top, 2 * halfWidth * camera.scale, 2 * halfHeight * camera.scale);
    }
    context.fill();
    context.stroke();
  }
}
