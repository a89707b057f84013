// Refinement of a coarse grid of masses, so that a cloth looks smooth.
import { clothOf } from "./holes.ts";

/** Catmull–Rom weights of four points, between the middle two. @param t  from 0 to 1 */
const weights = (t: number) => [
  (t * (t * (2 - t) - 1)) / 2,
  (t * t * (3 * t - 5) + 2) / 2,
  (t * (t * (4 - 3 * t) + 1)) / 2,
  (t * t * (t - 1)) / 2,
];

export class Refiner {
  #rows = new Float32Array();
  /** x y z of all points of the finer grid, row by row. */
  points = new Float32Array();

  /**
   * Fills `points` with a grid that has `fine` cells along each edge of a coarse cell.
   * @param positions  x y z, row by row
   * @param holes  1 for each torn cell: no curve is continued across one
   */
  refine(positions: Float64Array, columns: number, rows: number, fine: number, holes?: Uint8Array) {
    const [wide, high] = [columns, rows].map((count) => (count - 1) * fine + 1);
    if (this.points.length !== 3 * wide * high) {
      this.#rows = new Float32Array(fine > 1 ? 3 * wide * rows : 0);
      this.points = new Float32Array(3 * wide * high);
    }
    if (fine === 1) {
      this.points.set(positions);
      return;
    }
    const steps = Array.from({ length: fine }, (_, i) => weights(i / fine));
    const cloth = holes ? clothOf(holes, columns, rows) : () => true;
    for (let row = 0; row < rows; row++) {
      const joins = (i: number) => cloth(row, i + 0.5);
      between(positions, 3 * columns * row, 3, columns, this.#rows, 3 * wide * row, steps, joins);
    }
    for (let column = 0; column < wide; column++) {
      const joins = (i: number) => cloth(i + 0.5, column / fine);
      between(this.#rows, 3 * column, 3 * wide, rows, this.points, 3 * column, steps, joins);
    }
  }
}

/**
 * Interpolates along one line of points.
 * @param first  index of the first point
 * @param stride  from one point to the next
 * @param count  of points
 * @param begin  index in `to`
 * @param steps  weights of each new point between two given ones
 * @param joins  true if there is cloth between point i and the next
 */
function between(
  from: Float64Array | Float32Array,
  first: number,
  stride: number,
  count: number,
  to: Float32Array,
  begin: number,
  steps: number[][],
  joins: (i: number) => boolean,
) {
  for (let axis = 0; axis < 3; axis++) {
    let index = begin + axis;
    for (let i = 0; i < count - 1; i++) {
      const at = first + axis + i * stride;
      const here = from[at];
      const next = from[at + stride];
      // beyond an end or a hole the line continues straight
      const before = i > 0 && joins(i - 1) ? from[at - stride] : 2 * here - next;
      const after = i + 2 < count && joins(i + 1) ? from[at + 2 * stride] : 2 * next - here;
      for (const [a, b, c, d] of steps) {
        to[index] = a * before + b * here + c * next + d * after;
        index += stride;
      }
    }
    to[index] = from[first + axis + (count - 1) * stride];
  }
}
