// Steps of workers: those that would freeze a page, which reports and stops them, and those that
// would slow down its frames. The result is the engine's.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { frame } from "./dom.js";
import { answers, Laboratory } from "./laboratory.js";

const { StepsAhead } = await import("../www/worker/steps-ahead.js");

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
  new StepsAhead(
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

const DRAPE = { width: 12, height: 12 };

/**
 * A falling cloth whose steps take 2 ms each, at 200 steps a second: two fifths of the time.
 * @param {Record<string, number | string>} [values]
 */
async function heavy(values = {}) {
  const [run, engine] = [
    await createSimulation("drape", { ...DRAPE, ...values }),
    await createSimulation("drape", { ...DRAPE, ...values }),
  ];
  let rate = 200;
  const steps = new StepsAhead({
    ...{ scene: "drape", method: () => undefined, runs: () => [run], rate: () => rate, notify: () => {} },
  });
  steps.cost = 0.002;
  steps.cost = 0.002;
  frame(1000); // since the last change
  /** Takes steps as a run does; returns their number. @param {number} due */
  const take = (due) => {
    const some = steps.ready(due);
    if (some > 0) steps.take(some, (some) => run.step(some));
    return some;
  };
  const work = async () => {
    frame(1); // so that workers are asked
    await answers(0.002);
  };
  const close = () => {
    steps.destroy();
    run.free();
    engine.free();
  };
  const pause = () => {
    rate = 0;
  };
  return { run, engine, steps, take, work, pause, close };
}

test("steps that take much of the time are a worker's, who keeps ahead by 50 ms, and are the engine's", async () => {
  const { run, engine, take, work, close } = await heavy();
  assert.equal(take(3), 0, "none is ready");
  await work();
  for (const [due, taken] of [
    [3, 3],
    [4, 4],
    [9, 3],
  ]) {
    assert.equal(take(due), taken, `of ${due}`);
    engine.step(taken);
    assert.deepEqual(run.positions, engine.positions);
  }
  for (let frames = 0; frames < 60; frames++) {
    await work();
    assert.equal(take(3), 3);
  }
  engine.step(180);
  assert.deepEqual(run.history.state(), engine.history.state());
  close();
});

test("steps ahead are dropped when anything changes the run, even a script without a word", async () => {
  const { run, engine, steps, take, work, close } = await heavy();
  take(3);
  await work();
  assert.equal(take(3), 3);
  engine.step(3);
  for (const one of [run, engine]) one.positions[4] += 0.125;
  assert.equal(take(3), 0, "what is ready is of another motion");
  await work();
  assert.equal(take(3), 3);
  engine.step(3);
  assert.deepEqual(run.positions, engine.positions);
  for (const one of [run, engine]) one.set("stiffness", 150);
  steps.reset();
  steps.cost = 0.002;
  assert.equal(take(3), 3, "on the page, as more changes may follow");
  engine.step(3);
  assert.deepEqual(run.positions, engine.positions);
  close();
});

test("while paused the page takes steps, from where the run is", async () => {
  const { run, engine, take, work, pause, close } = await heavy();
  take(3);
  await work();
  assert.equal(take(2), 2);
  pause();
  assert.equal(take(1), 1);
  engine.step(3);
  assert.deepEqual(run.history.state(), engine.history.state());
  close();
});

test("a refused step comes after those before it, with its sentence", async () => {
  const { run, engine, take, work, close } = await heavy({ substeps: 1, stiffness: 1e5 });
  /** @param {() => void} act */
  const refusal = (act) => {
    try {
      act();
      return "";
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  };
  let told = "";
  for (let i = 0; i < 1000 && !told; i++) {
    await work();
    told = refusal(() => take(1));
  }
  let expected = "";
  while (!expected) expected = refusal(() => engine.step(1));
  assert.equal(told, expected);
  assert.ok(told.length > 20 && run.time > 0, told);
  assert.deepEqual(run.history.state(), engine.history.state());
  close();
});
