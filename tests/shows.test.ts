// Shows of scenes, and the numbers that pictures compute.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lab } from "../www/lab/show.ts";
import { dashpotSize } from "../www/scenes/damper/damper-picture.ts";
import { eigenvectors } from "../www/scenes/flow/flow-picture.ts";
import { showOf } from "../www/scenes/scenes.ts";
import { Laboratory } from "./laboratory.ts";

test("a quantity in a plot of a show is also in legend, description and CSV", async () => {
  const damper = await import("../www/scenes/damper/damper-show.ts");
  const show = (lab: Lab) => {
    const { plots = [], ...others } = damper.show(lab);
    const value = () => 7 + lab.simulation.time;
    const added = { label: "elapsed", unit: "s", color: "--accent", width: 1, dash: [], value };
    return { ...others, plots: [...plots, { axis: "clock", unit: "s", quantities: [added] }] };
  };
  const lab = await Laboratory.open("damper", {}, { ...damper, show });
  lab.step(50).run.stepBack(0);
  assert.equal(lab.curve("elapsed"), 7.5);
  const [plot] = lab.draw().all('canvas[aria-label^="Plot of clock"]');
  assert.match(String(plot.ariaLabel), /elapsed rises from 7 s to 7.5 s/);
  const { createObjectURL } = URL;
  let csv = Promise.resolve("");
  URL.createObjectURL = (blob) => {
    csv = (blob as Blob).text();
    return "data:,";
  };
  lab.button("CSV: Save the recorded data").click();
  URL.createObjectURL = createObjectURL;
  const [head, ...rows] = (await csv).split("\n").filter((line) => line && !line.startsWith("#"));
  const column = head.split(",").indexOf("elapsed [s]");
  assert.deepEqual(
    [rows[0], rows[50]].map((row) => Number(row.split(",")[column])),
    [7, 7.5],
  );
  lab.close();
});

test("a scene without a show is named in the error", async () => {
  const scene = { id: "new", title: "New", model: "follower" as const, parameters: [] };
  await assert.rejects(showOf(scene), { message: 'There is no picture of the scene "new".' });
});

test("eigenvectors satisfy A x = λ x", () => {
  // (λ, direction) by hand: a shear has one eigenvector, a reflection two, a rotation none
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
      // one or two roundings of numbers up to 5
      assert.ok(Math.hypot(a * x + b * y - value * x, c * x + d * y - value * y) < 1e-14, String(matrix));
      assert.ok(Math.abs(Math.hypot(x, y) - 1) < 1e-15);
    }
    const [one, other] = found.map(({ value }) => value);
    assert.ok(Math.abs(one + other - (a + d)) < 1e-14 && Math.abs(one * other - (a * d - b * c)) < 1e-14);
  }
});

test("a dashpot grows with the damping, and is absent without", () => {
  assert.equal(dashpotSize(0), 0);
  let before = 0;
  for (let damping = 1e-6; damping <= 1000; damping *= 1.1) {
    const size = dashpotSize(damping);
    assert.ok(size > before && size < 2, `${size} coils at ${damping} N·s/m`);
    before = size;
  }
});
