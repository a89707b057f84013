// Arrows to particles outside a picture, and links that a stroke cuts.
import assert from "node:assert/strict";
import test from "node:test";
import { offScreenArrows } from "../www/canvas/off-screen-arrows.ts";
import type { Point } from "../www/canvas/shapes.ts";
import { cross } from "../www/scenes/verlet/verlet-picture.ts";

const WIDTH = 400;
const HEIGHT = 300;

const arrows = (...places: Point[]) => offScreenArrows(places, [WIDTH, HEIGHT]);

test("places in the picture or without finite coordinates have no arrow", () => {
  assert.deepEqual(arrows([0, 0], [400, 300], [200, 150], [Number.NaN, 10], [Number.POSITIVE_INFINITY, 10]), []);
});

test("an arrow at the edge points from the middle to the place, and states its distance from the edge", () => {
  for (let i = 0; i < 100; i++) {
    const angle = 0.7 * i;
    const far = 300 + 40 * i;
    const place = [WIDTH / 2 + far * Math.cos(angle), HEIGHT / 2 + far * Math.sin(angle)] as Point;
    const [{ tip, direction, beyond }] = arrows(place);
    const edges = [tip[0] - 8, tip[1] - 50, WIDTH - 8 - tip[0], HEIGHT - 56 - tip[1]];
    assert.ok(Math.abs(Math.min(...edges)) < 1e-9, `${edges} px from buttons and edges`);
    assert.ok(
      Math.abs((place[0] - tip[0]) * direction[1] - (place[1] - tip[1]) * direction[0]) < 1e-8,
      "it points along the line to the place",
    );
    assert.ok(
      (place[0] - tip[0]) * direction[0] + (place[1] - tip[1]) * direction[1] > 0,
      "it points to the place, not away",
    );
    const x = Math.min(Math.max(place[0], 0), WIDTH);
    const y = Math.min(Math.max(place[1], 0), HEIGHT);
    assert.ok(Math.abs(beyond - Math.hypot(place[0] - x, place[1] - y)) < 1e-9);
  }
});

test("arrows don't overlap; many particles share one when all are outside", () => {
  assert.equal(arrows([500, 150], [520, 151], [200, -40]).length, 2);
  const many = Array.from({ length: 20 }, (_, i) => [450 + 10 * i, 150] as Point);
  assert.deepEqual(
    arrows(...many).map(({ beyond }) => beyond),
    [50],
  );
  assert.deepEqual(arrows(...many, [200, 150]), []);
});

test("a stroke crosses segments between its ends, and no others", () => {
  assert.ok(cross([0, 0], [10, 0], [5, -1], [5, 1]));
  assert.ok(cross([0, 0], [10, 10], [0, 10], [10, 0]));
  assert.ok(!cross([0, 0], [10, 0], [11, -1], [11, 1]), "beyond its end");
  assert.ok(!cross([0, 0], [10, 0], [5, 1], [5, 2]), "next to it");
  assert.ok(!cross([0, 0], [10, 0], [2, 0], [8, 0]), "along it");
  assert.ok(!cross([5, 5], [5, 5], [0, 0], [10, 10]), "a stroke without length");
});
