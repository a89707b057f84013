// Projection of all particles at once, without an object for each point.

/** @import { Vector } from "../base/vectors.js" */
/** @import { Camera } from "./camera.js" */

/** @type {Vector[]} */
const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * Coefficients of an affine map: the image of the origin, then its change per metre along x, y and
 * z.
 * @template {number[]} T
 * @param {(metres: Vector) => T} map
 */
export function affine(map) {
  const origin = map([0, 0, 0]);
  return [origin, ...AXES.map((axis) => /** @type {T} */ (map(axis).map((part, i) => part - origin[i])))];
}

/**
 * @param {Camera} camera @param {Float64Array} positions  in m
 * @param {Float64Array} places  receives x and y of each, in px
 */
export function projectAll(camera, positions, places) {
  const [[x, y], [xx, yx], [xy, yy], [xz, yz]] = affine((at) => camera.project(at));
  for (let i = 0, j = 0; i < positions.length; i += 3, j += 2) {
    const a = positions[i];
    const b = positions[i + 1];
    const c = positions[i + 2];
    places[j] = x + xx * a + xy * b + xz * c;
    places[j + 1] = y + yx * a + yy * b + yz * c;
  }
}
