// Arrows to particles that have left a picture.
import assert from "node:assert/strict";
import test from "node:test";
import { straysOf } from "../www/canvas/strays.js";
import { cross } from "../www/scenes/verlet/picture.js";

/** @import { Point } from "../www/canvas/shapes.js" */

const [WIDTH, HEIGHT] = [400, 300];

/** @param {Point[]} places */
const strays = (...places) => straysOf(places, [WIDTH, HEIGHT]);

test("particles in the picture, and those without a finite place, have no arrow", () => {
  assert.deepEqual(strays([0, 0], [400, 300], [200, 150], [Number.NaN, 10], [Number.POSITIVE_INFINITY, 10]), []);
});

test("an arrow at the edge points from the middle to a particle outside, and states its distance", () => {
  for (let i = 0; i < 100; i++) {
    const [angle, far] = [0.7 * i, 300 + 40 * i];
    const place = /** @type {Point} */ ([WIDTH / 2 + far * Math.cos(angle), HEIGHT / 2 + far * Math.sin(angle)]);
    const [{ tip, way, beyond }] = strays(place);
    const edges = [tip[0] - 8, tip[1] - 50, WIDTH - 8 - tip[0], HEIGHT - 56 - tip[1]];
    assert.ok(Math.abs(Math.min(...edges)) < 1e-9, `${edges} px from buttons and edges`);
    assert.ok(Math.abs((place[0] - tip[0]) * way[1] - (place[1] - tip[1]) * way[0]) < 1e-8, "in its direction");
    assert.ok((place[0] - tip[0]) * way[0] + (place[1] - tip[1]) * way[1] > 0, "towards it");
    const [x, y] = [Math.min(Math.max(place[0], 0), WIDTH), Math.min(Math.max(place[1], 0), HEIGHT)];
    assert.ok(Math.abs(beyond - Math.hypot(place[0] - x, place[1] - y)) < 1e-9);
  }
});

test("arrows do not overlap, and many particles have one arrow once all have left", () => {
  assert.equal(strays([500, 150], [520, 151], [200, -40]).length, 2);
  const many = Array.from({ length: 20 }, (_, i) => /** @type {Point} */ ([450 + 10 * i, 150]));
  assert.deepEqual(
    strays(...many).map(({ beyond }) => beyond),
    [50],
  );
  assert.deepEqual(strays(...many, [200, 150]), []);
});

test("a stroke crosses segments between its ends only", () => {
  assert.ok(cross([0, 0], [10, 0], [5, -1], [5, 1]));
  assert.ok(cross([0, 0], [10, 10], [0, 10], [10, 0]));
  assert.ok(!cross([0, 0], [10, 0], [11, -1], [11, 1]), "beyond its end");
  assert.ok(!cross([0, 0], [10, 0], [5, 1], [5, 2]), "next to it");
  assert.ok(!cross([0, 0], [10, 0], [2, 0], [8, 0]), "along it");
  assert.ok(!cross([5, 5], [5, 5], [0, 0], [10, 10]), "a stroke of no length");
});
