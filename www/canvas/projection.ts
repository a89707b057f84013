// Projection of all particles at once, without an object for each point.
import type { Vector } from "../base/vectors.ts";
import type { Camera } from "./camera.ts";

const AXES: Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * Coefficients of an affine map: the image of the origin, then its change per metre along x, y and
 * z.
 */
export function affine<T extends number[]>(map: (metres: Vector) => T) {
  const origin = map([0, 0, 0]);
  return [origin, ...AXES.map((axis) => map(axis).map((part, i) => part - origin[i]) as T)];
}

/**
 * @param positions  in m
 * @param places  receives x and y of each, in px
 */
export function projectAll(camera: Camera, positions: Float64Array, places: Float64Array) {
  const [[x, y], [xx, yx], [xy, yy], [xz, yz]] = affine((at) => camera.project(at));
  for (let i = 0, j = 0; i < positions.length; i += 3, j += 2) {
    const a = positions[i];
    const b = positions[i + 1];
    const c = positions[i + 2];
    places[j] = x + xx * a + xy * b + xz * c;
    places[j + 1] = y + yx * a + yy * b + yz * c;
  }
}
