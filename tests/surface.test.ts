// Geometry of a cloth in space: projection, refinement, holes and picking.
import assert from "node:assert/strict";
import test from "node:test";
import type { Vector } from "../www/base/vectors.ts";
import { frontmost } from "../www/canvas/frontmost.ts";
import { clothOf, holesOf } from "../www/canvas/holes.ts";
import { OrbitCamera } from "../www/canvas/orbit.ts";
import { projectAll } from "../www/canvas/projection.ts";
import { Refiner } from "../www/canvas/refine.ts";

const grid = (columns: number, rows: number, at: (column: number, row: number) => Vector) =>
  Float64Array.from(Array.from({ length: rows * columns }, (_, i) => at(i % columns, Math.floor(i / columns))).flat());

/** A camera that shows 1 m around the origin on 400 px. */
function look(yaw: number, pitch: number) {
  const camera = new OrbitCamera(1, yaw, pitch);
  camera.resize(400, 400);
  return camera;
}

function places(camera: OrbitCamera, positions: Float64Array) {
  const all = new Float64Array((2 * positions.length) / 3);
  projectAll(camera, positions, all);
  return all;
}

test("projecting all particles at once agrees with projecting each", () => {
  for (const [yaw, pitch] of [
    [0, 0],
    [0.5, 0.35],
    [-2, -1.2],
  ]) {
    const camera = look(yaw, pitch);
    camera.aim([0.3, -0.2, 0.1], 1.7);
    camera.pan(13, -7);
    const positions = grid(7, 5, (i, j) => [0.1 * i * j, i - 2 * j, 0.3 * i + j * j]);
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

test("a refined grid contains all points, keeps planes flat, and is exact for parabolas inside", () => {
  const fine = 3;
  const refiner = new Refiner();
  const at = (i: number, j: number) => [i + 0.5 * j, 2 * j, i * i - 3 * i * j] as Vector;
  refiner.refine(grid(5, 4, at), 5, 4, fine);
  const wide = 4 * fine + 1;
  const high = 3 * fine + 1;
  assert.equal(refiner.points.length, 3 * wide * high);
  for (let j = 0; j < high; j++) {
    for (let i = 0; i < wide; i++) {
      const point = refiner.points.subarray(3 * (j * wide + i));
      const meant = at(i / fine, j / fine);
      const known = i % fine === 0 || (i > fine && i < wide - 1 - fine);
      for (const axis of known ? [0, 1, 2] : [0, 1]) {
        assert.ok(Math.abs(point[axis] - meant[axis]) < 1e-5, `${point[axis]} for ${meant[axis]} at ${i}, ${j}`);
      }
    }
  }
});

test("without refinement a grid stays the same", () => {
  const refiner = new Refiner();
  const positions = grid(4, 3, (i, j) => [i, 0.5 * j, i * j]);
  refiner.refine(positions, 4, 3, 1);
  assert.deepEqual([...refiner.points], [...positions]);
});

/**
 * A sheet of 11 × 11 points, 0.1 m apart, that faces the viewer.
 * @param depth  towards the viewer, in m
 */
const sheet = (depth: number) => grid(11, 11, (i, j) => [0.1 * i - 0.5, 0.5 - 0.1 * j, depth]);

/** Picks a point of a grid. */
function pick(
  positions: Float64Array,
  columns: number,
  obstacles: import("../www/types.ts").Obstacle[],
  at: [number, number],
  reach: number = 18,
) {
  const camera = look(0, 0);
  return frontmost(camera, { positions, columns, places: places(camera, positions) }, obstacles, at, reach);
}

test("picking takes the nearest corner of the frontmost cell", () => {
  // 20 rows: the upper ten in front, folded back over the lower ten and shifted by half a cell
  const folded = grid(11, 20, (i, j) =>
    j < 10 ? [0.1 * i - 0.5, 0.5 - 0.1 * j, 0.2] : [0.1 * i - 0.45, -0.4 + 0.1 * (j - 10), -0.2],
  );
  for (const [x, y] of [
    [203, 176],
    [211, 196],
    [229, 150],
  ]) {
    const taken = pick(folded, 11, [], [x, y]) ?? -1;
    const column = Math.round((x / 200 - 0.5) * 10);
    const row = Math.round((1.5 - y / 200) * -10 + 10);
    assert.equal(taken, 11 * row + column, `at ${x}, ${y}`);
  }
});

test("outside all cells picking takes the nearest point, within reach only", () => {
  assert.equal(pick(sheet(0), 11, [], [310, 100]), 10);
  assert.equal(pick(sheet(0), 11, [], [310, 95]), 10);
  assert.equal(pick(sheet(0), 11, [], [319, 100]), undefined);
  assert.equal(pick(sheet(0), 11, [], [209, 209], 10), undefined, "out of reach in the middle of a large cell");
});

const centre = new Float64Array(3);

for (const [name, body] of [
  ["ball", { shape: "sphere", centre, radius: 0.3 }],
  ["box", { shape: "box", centre, half: Float64Array.of(0.3, 0.3, 0.3) }],
] as [string, import("../www/types.ts").Obstacle][]) {
  test(`points hidden by a ${name} can't be picked`, () => {
    assert.equal(pick(sheet(-0.4), 11, [body], [200, 200]), undefined);
    assert.equal(pick(sheet(0.4), 11, [body], [200, 200]), 60);
    assert.equal(pick(sheet(0.29), 11, [body], [200, 200]), 60, "a point slightly inside the body counts as in front");
    assert.equal(pick(sheet(-0.4), 11, [body], [280, 280]), 108, "a point beside the body");
  });
}

/** Springs of all kinds on a grid of 5 × 4 masses, of which some have torn. */
const ENDS = Uint32Array.of(6, 7, 6, 11, 9, 10, 5, 7, 5, 11, 14, 9, 0, 1);

test("a cell is torn if a thread at its edge is; shear and bending springs don't matter", () => {
  assert.equal(holesOf(ENDS, new Uint32Array(), 5, 4), undefined);
  const holes = (...torn: number[]) =>
    [...(holesOf(ENDS, Uint32Array.from(torn), 5, 4) ?? [])].flatMap((hole, i) => (hole ? [i] : []));
  // 4 cells a row: those above and below thread 6–7, and those left and right of thread 6–11
  assert.deepEqual(holes(0), [1, 5]);
  assert.deepEqual(holes(1), [4, 5]);
  assert.deepEqual(holes(0, 1), [1, 4, 5]);
  assert.deepEqual(holes(2), [], "9 ends a row, and 10 begins the next");
  assert.deepEqual(holes(3, 4), [], "bending and shear springs");
  assert.deepEqual(holes(5), [7], "at the edge of the grid, with ends in any order");
  assert.deepEqual(holes(6), [0]);
});

test("cloth joins two places if a cell on one side is whole", () => {
  const holes = Uint8Array.of(0, 1, 1, 0, 0, 1); // 3 × 2 cells
  const cloth = clothOf(holes, 4, 3);
  assert.equal(cloth(0, 0.5), true);
  assert.equal(cloth(0, 1.5), false, "at the upper edge");
  assert.equal(cloth(1, 1.5), true, "a hole above, cloth below");
  assert.equal(cloth(1, 2.5), false, "between two holes");
  assert.equal(cloth(2, 2.5), false);
  assert.equal(cloth(0.5, 1), true);
  assert.equal(cloth(0.5, 2), false);
  assert.equal(cloth(1.5, 3), false);
  assert.equal(cloth(0.5, 0.5), true, "inside a cell");
  assert.equal(cloth(0.5, 1.5), false);
});

test("a refined grid continues straight at a tear, as at its edge", () => {
  const columns = 6;
  const rows = 5;
  const fine = 3;
  const curved = (i: number, j: number) => [i, j, i * i + 2 * j * j] as Vector;
  // the cells of the third column are torn, and all beyond them is far away
  const holes = Uint8Array.from({ length: 20 }, (_, mesh) => (mesh % 5 === 2 ? 1 : 0));
  const left = new Refiner();
  left.refine(grid(3, rows, curved), 3, rows, fine);
  for (const away of [100, -7]) {
    const torn = new Refiner();
    const gone = grid(columns, rows, (i, j) => (i < 3 ? curved(i, j) : [i + away, j - away, away]));
    torn.refine(gone, columns, rows, fine, holes);
    for (let j = 0; j < (rows - 1) * fine + 1; j++) {
      for (let i = 0; i < 2 * fine + 1; i++) {
        const [alone, beside] = [left.points, torn.points].map((points, n) => {
          const at = 3 * (j * ((n ? columns - 1 : 2) * fine + 1) + i);
          return [...points.subarray(at, at + 3)];
        });
        assert.deepEqual(beside, alone, `${i}, ${j}`);
      }
    }
  }
});

test("points behind a hole can be picked through it", () => {
  // the upper ten rows hang in front of the lower ten, torn off them
  const folded = grid(11, 20, (i, j) =>
    j < 10 ? [0.1 * i - 0.5, 0.5 - 0.1 * j, 0.2] : [0.1 * i - 0.5, 0.5 - 0.1 * (j - 10), -0.2],
  );
  const camera = look(0, 0);
  const seen = { positions: folded, columns: 11, places: places(camera, folded) };
  const at = [212, 192] as [number, number];
  const front = frontmost(camera, seen, [], at, 18) ?? -1;
  const row = Math.floor(front / 11);
  const column = front % 11;
  assert.ok(row < 10);
  const holes = new Uint8Array(10 * 19).fill(1, 0, 10 * 10);
  assert.equal(frontmost(camera, { ...seen, holes }, [], at, 18), 11 * (row + 10) + column);
});
