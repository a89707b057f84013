// Steps that would freeze a page: a worker takes them on a copy, the page reports and stops them,
// and the result is the engine's.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { answers, Laboratory } from "./laboratory.js";

const { BackgroundSteps } = await import("../www/worker/background-steps.js");

const COMPUTING = "A step takes longer than a second: computing …";

const CLOTH = { shape: "cloth", width: 60, height: 60, sweeps: 400 };

/** Lets a step be sent to the worker, a while after the last change. @param {Laboratory} lab */
const send = (lab) => lab.frames(40);

/** Lets the worker answer, and the laboratory take the step. @param {Laboratory} lab */
async function come(lab) {
  await answers();
  lab.frames(2);
}

/**
 * Background steps of a run.
 * @param {object} run
 * @param {number} stages  of the method
 */
const background = (run, stages = 1) =>
  new BackgroundSteps(
    /** @type {any} */ ({
      ...{ scene: "cloth", method: () => ({ stages }), come: () => {} },
      runs: () => [run],
    }),
  );

test("long steps are the engine's, one by one, with all that a script changes between them", async () => {
  const lab = await Laboratory.open("verlet", CLOTH);
  const engine = await createSimulation("verlet", CLOTH);
  const start = Array.from(engine.positions);
  const step = async (/** @type {number} */ time) => {
    lab.button("Step").click();
    send(lab);
    assert.ok(lab.simulation.time < time, "the step is under way");
    await come(lab);
    assert.equal(lab.simulation.time, time);
    engine.step(1);
    assert.deepEqual(lab.simulation.positions, engine.positions);
  };
  for (const time of [0.01, 0.02]) await step(time);
  lab.run.seek(0);
  assert.deepEqual([...lab.simulation.positions], start);
  lab.run.seek(0.02);
  assert.deepEqual(lab.simulation.positions, engine.positions);
  for (const simulation of [lab.simulation, engine]) {
    simulation.hand.setVelocity(1800, 1, 2, 0);
    simulation.positions[3 * 1830] += 0.01;
  }
  await step(0.03);
  for (const simulation of [lab.simulation, engine]) simulation.hand.cut(3000);
  await step(0.04);
  lab.close();
  engine.free();
});

test("a step that takes a second is announced, and one that is stopped never comes", async () => {
  const lab = await Laboratory.open("verlet", CLOTH);
  lab.run.play();
  send(lab);
  assert.equal(lab.alert, "");
  lab.frames(1, 1000);
  assert.equal(lab.alert, COMPUTING);
  lab.button("Stop").click();
  assert.equal(lab.alert, "");
  assert.equal(lab.run.playing, false);
  await come(lab);
  assert.equal(lab.simulation.time, 0);
  lab.close();
});

test("a change while a long step is under way makes another step of it", async () => {
  const lab = await Laboratory.open("verlet", CLOTH);
  lab.button("Step").click();
  send(lab).frames(1, 1000);
  assert.equal(lab.alert, COMPUTING);
  lab.set("sweeps", 40);
  send(lab);
  await come(lab);
  assert.equal(lab.simulation.time, 0.01);
  const engine = await createSimulation("verlet", { ...CLOTH, sweeps: 40 });
  engine.step(1);
  assert.deepEqual(lab.simulation.positions, engine.positions);
  assert.equal(lab.alert, "");
  lab.close();
  engine.free();
});

test("a step whose cost is unknown goes to a worker if it visits more than 300,000 masses", () => {
  const explicit = {
    positions: { length: 3 * 62_500 },
    analysis: { substeps: 20, idle: () => "unused" },
    get: () => 0,
  };
  // estimate: a tenth of a visit per mass, substep and stage
  assert.equal(background(explicit, 2).long, false, "250,000 visits");
  assert.equal(background(explicit, 4).long, true, "500,000 visits");
});

test("a step that may take minutes is recognised before it begins", () => {
  const newton = { analysis: { substeps: 1, solver: {}, idle: () => undefined }, get: () => "newton" };
  // 1000 visits per mass of 0.4 µs
  assert.equal(background({ ...newton, positions: { length: 3 * 200 * 200 } }).mayTakeMinutes, false);
  assert.equal(background({ ...newton, positions: { length: 3 * 400 * 400 } }).mayTakeMinutes, true);
});
