// What a cloth in space is drawn and pointed at by.
import assert from "node:assert/strict";
import test from "node:test";
import { frontmost } from "../www/canvas/frontmost.js";
import { OrbitCamera } from "../www/canvas/orbit.js";
import { placed } from "../www/canvas/places.js";
import { Finer } from "../www/canvas/refine.js";

/** @import { Vector } from "../www/base/vectors.js" */

/** A net of so many points a row and rows, each from its place in the net. @param {number} columns @param {number} rows @param {(column: number, row: number) => Vector} at */
const net = (columns, rows, at) =>
  Float64Array.from(Array.from({ length: rows * columns }, (_, i) => at(i % columns, Math.floor(i / columns))).flat());

/** A camera that looks at a metre about the origin, 400 px wide. @param {number} yaw @param {number} pitch */
function look(yaw, pitch) {
  const camera = new OrbitCamera(1, yaw, pitch);
  camera.resize(400, 400);
  return camera;
}

/** @param {OrbitCamera} camera @param {Float64Array} positions */
function places(camera, positions) {
  const all = new Float64Array((2 * positions.length) / 3);
  placed(camera, positions, all);
  return all;
}

test("all particles at once are where the camera puts each", () => {
  for (const [yaw, pitch] of [
    [0, 0],
    [0.5, 0.35],
    [-2, -1.2],
  ]) {
    const camera = look(yaw, pitch);
    camera.aim([0.3, -0.2, 0.1], 1.7);
    camera.pan(13, -7);
    const positions = net(7, 5, (i, j) => [0.1 * i * j, i - 2 * j, 0.3 * i + j * j]);
    const all = places(camera, positions);
    for (let i = 0; i < 35; i++) {
      const [x, y] = camera.project([positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]);
      assert.ok(
        Math.hypot(all[2 * i] - x, all[2 * i + 1] - y) < 1e-9,
        `${all[2 * i]}, ${all[2 * i + 1]} for ${x}, ${y}`,
      );
    }
  }
});

test("a finer net goes through all points, keeps planes flat, and meets a parabola where it knows both sides", () => {
  const fine = 3;
  const finer = new Finer();
  const at = (/** @type {number} */ i, /** @type {number} */ j) =>
    /** @type {Vector} */ ([i + 0.5 * j, 2 * j, i * i - 3 * i * j]);
  finer.refine(net(5, 4, at), 5, 4, fine);
  const [wide, high] = [4 * fine + 1, 3 * fine + 1];
  assert.equal(finer.points.length, 3 * wide * high);
  for (let j = 0; j < high; j++) {
    for (let i = 0; i < wide; i++) {
      const point = finer.points.subarray(3 * (j * wide + i));
      const meant = at(i / fine, j / fine);
      const known = i % fine === 0 || (i > fine && i < wide - 1 - fine);
      for (const axis of known ? [0, 1, 2] : [0, 1]) {
        assert.ok(Math.abs(point[axis] - meant[axis]) < 1e-5, `${point[axis]} for ${meant[axis]} at ${i}, ${j}`);
      }
    }
  }
});

test("a net as it is is handed on as it is", () => {
  const finer = new Finer();
  const positions = net(4, 3, (i, j) => [i, 0.5 * j, i * j]);
  finer.refine(positions, 4, 3, 1);
  assert.deepEqual([...finer.points], [...positions]);
});

/** A sheet of 11 × 11 points, 0.1 m apart, that stands before the eye. @param {number} depth  towards it, in m */
const sheet = (depth) => net(11, 11, (i, j) => [0.1 * i - 0.5, 0.5 - 0.1 * j, depth]);

/** @param {Float64Array} positions @param {number} columns @param {import("../www/types.js").Obstacle[]} obstacles @param {[number, number]} at @param {number} [reach] */
function pick(positions, columns, obstacles, at, reach = 18) {
  const camera = look(0, 0);
  return frontmost(camera, { positions, columns, places: places(camera, positions) }, obstacles, at, reach);
}

test("of the mesh in front the nearest corner is taken, whatever lies behind it", () => {
  // 20 rows: the upper ten in front, folded back over the lower ten, half a mesh aside
  const folded = net(11, 20, (i, j) =>
    j < 10 ? [0.1 * i - 0.5, 0.5 - 0.1 * j, 0.2] : [0.1 * i - 0.45, -0.4 + 0.1 * (j - 10), -0.2],
  );
  for (const [x, y] of [
    [203, 176],
    [211, 196],
    [229, 150],
  ]) {
    const taken = pick(folded, 11, [], [x, y]) ?? -1;
    const [column, row] = [Math.round((x / 200 - 0.5) * 10), Math.round((1.5 - y / 200) * -10 + 10)];
    assert.equal(taken, 11 * row + column, `at ${x}, ${y}`);
  }
});

test("beside all meshes the nearest point is taken, within reach only", () => {
  assert.equal(pick(sheet(0), 11, [], [310, 100]), 10);
  assert.equal(pick(sheet(0), 11, [], [310, 95]), 10);
  assert.equal(pick(sheet(0), 11, [], [319, 100]), undefined);
  assert.equal(pick(sheet(0), 11, [], [209, 209], 10), undefined, "nor in the middle of a large mesh");
});

const centre = new Float64Array(3);

for (const [name, body] of /** @type {[string, import("../www/types.js").Obstacle][]} */ ([
  ["ball", { shape: "sphere", centre, radius: 0.3 }],
  ["box", { shape: "box", centre, half: Float64Array.of(0.3, 0.3, 0.3) }],
])) {
  test(`what a ${name} hides can't be taken`, () => {
    assert.equal(pick(sheet(-0.4), 11, [body], [200, 200]), undefined);
    assert.equal(pick(sheet(0.4), 11, [body], [200, 200]), 60);
    assert.equal(pick(sheet(0.29), 11, [body], [200, 200]), 60, "nor what lies a little in it let go");
    assert.equal(pick(sheet(-0.4), 11, [body], [280, 280]), 108, "beside it there is nothing before it");
  });
}
