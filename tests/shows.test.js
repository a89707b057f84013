// Shows of scenes, and the numbers that pictures compute.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dashpotSize } from "../www/scenes/damper/picture.js";
import { eigenvectors } from "../www/scenes/flow/picture.js";
import { showOf } from "../www/scenes/scenes.js";

test("a scene without a picture is named in the error", async () => {
  const scene = { id: "new", title: "New", model: /** @type {const} */ ("follower"), parameters: [] };
  await assert.rejects(showOf(scene), { message: 'There is no picture of the scene "new".' });
});

test("eigenvectors and eigenvalues satisfy A v = λ v", () => {
  // by hand: a shear has one eigenvector, a reflection two, a rotation none
  const [{ value, direction }, ...others] = eigenvectors([1, 1, 0, 1]);
  assert.deepEqual([value, direction.map(Math.abs), others], [1, [1, 0], []]);
  assert.deepEqual(eigenvectors([0, -1, 1, 0]), []);
  assert.deepEqual(eigenvectors([2, 0, 0, 2]), []);
  for (const matrix of [
    [0, 1, 1, 0],
    [1, 0.5, 0.5, -1],
    [-3, 0, 0, 2],
    [2, 0, 0, -3],
    [0, 1, -2, -4],
    [5, 0, 3, 1],
  ]) {
    const [a, b, c, d] = matrix;
    const found = eigenvectors(matrix);
    assert.equal(found.length, 2);
    for (const { value, direction } of found) {
      const [x, y] = direction;
      // a rounding or two of numbers up to 5
      assert.ok(Math.hypot(a * x + b * y - value * x, c * x + d * y - value * y) < 1e-14, String(matrix));
      assert.ok(Math.abs(Math.hypot(x, y) - 1) < 1e-15);
    }
    const [one, other] = found.map(({ value }) => value);
    assert.ok(Math.abs(one + other - (a + d)) < 1e-14 && Math.abs(one * other - (a * d - b * c)) < 1e-14);
  }
});

test("a dashpot is drawn larger the more it damps, and not at all without damping", () => {
  assert.equal(dashpotSize(0), 0);
  let before = 0;
  for (let damping = 1e-6; damping <= 1000; damping *= 1.1) {
    const size = dashpotSize(damping);
    assert.ok(size > before && size < 2, `${size} coils at ${damping} N·s/m`);
    before = size;
  }
});
