// Pictures between two steps of a falling cloth.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { frame } from "./dom.ts";

const { Clock } = await import("../www/lab/model/clock.ts");
const { Between } = await import("../www/scenes/drape/between.ts");

const MESH = { width: 4, height: 4, obstacle: "none" };

test("positions go in a straight line from those before the last step to those after it", async () => {
  const run = await createSimulation("drape", MESH);
  const between = new Between(run, () => 0.005);
  run.step(20);
  const before = [...run.positions];
  between.note();
  run.step(1);
  for (const phase of [0, 0.25, 1]) {
    const expected = before.map((x, i) => x + phase * (run.positions[i] - x));
    // rounding of heights of 1.4 m
    assert.ok(
      between.at(phase).every((x, i) => Math.abs(x - expected[i]) < 1e-15),
      `${phase}`,
    );
  }
  run.free();
});

test("after anything but one step the present positions are shown", async () => {
  const run = await createSimulation("drape", MESH);
  const between = new Between(run, () => 0.005);
  assert.deepEqual(between.at(0.5), run.positions, "at first");
  const back = run.history.moment();
  const changes = [
    () => {},
    () => run.history.goTo(back),
    () => run.restart(),
    () => run.step(2),
    () => run.set("width", 5),
  ];
  for (const change of changes) {
    run.step(1);
    between.note();
    change();
    assert.deepEqual(between.at(0.5), run.positions);
  }
  run.free();
});

test("frames that do not fit the steps show an even fall, and a paused one the present state", async () => {
  const step = 0.05;
  const g = 9.81;
  const run = await createSimulation("drape", { ...MESH, airResistance: 0, timeStepSize: step, substeps: 1 });
  const between = new Between(run, () => step);
  const clock = new Clock({
    stepSize: () => step,
    advance: (steps) => {
      run.step(steps - 1);
      between.note();
      run.step(1);
      return steps;
    },
    draw: () => {},
  });
  clock.playing = true;
  frame(0);
  // symplectic Euler falls by g/2 (t² + t Δt), which a line between two steps misses by g Δt²/8
  const fallen = (time: number) => (g / 2) * (time ** 2 + time * step);
  let passed = 0;
  for (let i = 0; i < 22; i++) {
    frame(19);
    passed += 0.019;
    if (run.time < 1.5 * step) continue;
    const shown = 1.4 - between.at(clock.phase)[1];
    assert.ok(Math.abs(shown - fallen(passed - step)) < 1.01 * (g / 8) * step ** 2, `${passed} s: ${shown} m`);
  }
  clock.playing = false;
  assert.deepEqual(between.at(clock.phase), run.positions);
  run.free();
});
