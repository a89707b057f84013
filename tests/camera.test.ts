// Cameras of the plane and of space.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../www/canvas/camera.ts";
import { OrbitCamera } from "../www/canvas/orbit.ts";

/** Rounding error of a few hundred px. */
const ROUNDING = 1e-9;

const same = (actual: number[], expected: number[]) =>
  assert.ok(
    actual.every((value, i) => Math.abs(value - expected[i]) < ROUNDING),
    `${actual} is not ${expected}`,
  );

for (const [size, name] of [
  [[360, 96], "a strip"],
  [[300, 900], "a column"],
] as const) {
  test(`a line of text fits above the whole frame, in ${name}`, () => {
    const camera = new Camera({ left: -2, right: 2, bottom: -1, top: 3 });
    camera.resize(size[0], size[1]);
    camera.above = 26;
    const [left, top] = camera.project([-2, 3, 0]);
    const [right, bottom] = camera.project([2, -1, 0]);
    const x = size[0] / 2;
    const y = (26 + size[1]) / 2;
    const half = Math.min(size[0], size[1] - 26) / 2;
    same([left, top, right, bottom], [x - half, y - half, x + half, y + half]);

    camera.above = 0;
    same(camera.project([0, 1, 0]), [size[0] / 2, size[1] / 2]);
  });
}

test("in space it fits above the visible ball, from every side", () => {
  const camera = new OrbitCamera(1, 0.5, 0.3);
  camera.aim([3, 4, 5], 2);
  camera.resize(400, 226);
  camera.above = 26;
  for (const turn of [0, 90, 200]) {
    camera.turn(turn, turn / 3);
    same(camera.project([3, 4, 5]), [200, 126]);
    assert.equal(camera.scale, 50);
  }
});

test("a view that the user chose does not move", () => {
  const camera = new Camera({ left: -1, right: 1, bottom: -1, top: 1 });
  camera.resize(200, 200);
  camera.zoom(2);
  const before = camera.project([0.5, 0.5, 0]);
  camera.above = 26;
  same(camera.project([0.5, 0.5, 0]), before);
});
