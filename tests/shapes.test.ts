// Shapes of pictures.
import assert from "node:assert/strict";
import test from "node:test";
import type { Point } from "../www/canvas/shapes.ts";
import { addVector } from "../www/canvas/shapes.ts";

/** A context that records the parts of its path: their points, and whether they are closed. */
function remembering() {
  const parts: { points: Point[]; closed: boolean }[] = [];
  const context = {
    moveTo: (x: number, y: number) => parts.push({ points: [[x, y]], closed: false }),
    lineTo: (x: number, y: number) => parts[parts.length - 1].points.push([x, y]),
    closePath: () => {
      parts[parts.length - 1].closed = true;
    },
  };
  return { parts, context: context as unknown as CanvasRenderingContext2D };
}

test("the tip of a vector's head is the vector's end, for all lengths and directions", () => {
  for (let i = 0; i < 200; i++) {
    const angle = 0.7 * i;
    const length = 0.5 * 1.03 ** i;
    const [from, by] = [
      [i, -2 * i],
      [length * Math.cos(angle), length * Math.sin(angle)],
    ] as Point[];
    const { parts, context } = remembering();
    addVector(context, from, by, 9);
    const [shaft, head] = parts;
    assert.equal(parts.length, 2);
    assert.deepEqual([shaft.points[0], shaft.closed, head.closed, head.points.length], [from, false, true, 3]);
    const [tip, left, right] = head.points;
    const neck = shaft.points[1];
    // rounding of lengths up to 200 px
    const near = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-10;
    assert.ok(near(tip, [from[0] + by[0], from[1] + by[1]]));
    assert.ok(
      near(neck, [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2]),
      "the shaft ends in the middle of the head's base",
    );
    const size = Math.hypot(tip[0] - neck[0], tip[1] - neck[1]);
    assert.ok(Math.abs(size - Math.min(9, length)) < 1e-10, `${size} of ${length}`);
    const across = (left[0] - right[0]) * by[0] + (left[1] - right[1]) * by[1];
    assert.ok(Math.abs(across) < 1e-9 * length, "the base is at right angles");
  }
});

test("a vector without length has no head", () => {
  for (const by of [
    [0, 0],
    [Number.NaN, 1],
  ] as Point[]) {
    const { parts, context } = remembering();
    addVector(context, [1, 2], by, 9);
    assert.equal(parts.length, 0);
  }
});
