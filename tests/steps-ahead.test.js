// Steps of workers: those that would freeze a page, which reports and stops them, and those that
// would slow down its frames. The result is the engine's.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { frame } from "./dom.js";
import { answers, Laboratory, silence } from "./laboratory.js";

/** @import { Answer } from "../www/worker/questions.js" */

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
 * @param {object} run
 * @param {number} stages  of the method
 */
const stepsOf = (run, stages = 1) =>
  new StepsAhead(
    /** @type {any} */ ({
      scene: "cloth",
      method: () => ({ stages }),
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
  assert.equal(stepsOf(explicit, 2).long, false, "250,000 visits");
  assert.equal(stepsOf(explicit, 4).long, true, "500,000 visits");
});

test("a step that may take minutes is recognised before it begins", () => {
  const newton = { analysis: { substeps: 1, solver: {}, idle: () => undefined }, get: () => "newton" };
  // 1000 visits per mass of 0.4 µs
  assert.equal(stepsOf({ ...newton, positions: { length: 3 * 200 * 200 } }).mayTakeMinutes, false);
  assert.equal(stepsOf({ ...newton, positions: { length: 3 * 400 * 400 } }).mayTakeMinutes, true);
});

const DRAPE = { width: 12, height: 12 };

/**
 * Falling cloths whose steps take 2 ms each, at 200 steps a second: two fifths of the time.
 * @param {Record<string, number | string>[]} all  values of each; one cloth if left out
 */
async function heavy(...all) {
  const open = (values = {}) => createSimulation("drape", { ...DRAPE, ...values });
  const values = all.length > 0 ? all : [{}];
  const runs = await Promise.all(values.map(open));
  const engines = await Promise.all(values.map(open));
  let rate = 200;
  /** @type {Set<typeof runs[number]>} */
  const stopped = new Set();
  const moving = () => runs.filter((run) => !stopped.has(run));
  const steps = new StepsAhead({
    scene: "drape",
    method: () => undefined,
    runs: moving,
    rate: () => rate,
    notify: () => {},
  });
  steps.cost = 0.002;
  steps.cost = 0.002;
  frame(1000); // since the last change
  /** Takes steps as a run does; returns their number. @param {number} due */
  const take = (due) => {
    const some = steps.ready(due);
    if (some === 0) return 0;
    steps.take(some, (some) => {
      for (const run of moving()) {
        try {
          run.step(some);
        } catch (error) {
          if (runs.length === 1) throw error;
          stopped.add(run);
        }
      }
    });
    return some;
  };
  const work = async (cost = 0.002, /** @type {Parameters<typeof answers>[1]} */ spoil = undefined) => {
    frame(1); // so that workers are asked
    await answers(cost, spoil);
  };
  const close = () => {
    steps.destroy();
    for (const one of [...runs, ...engines]) one.free();
  };
  const pause = () => {
    rate = 0;
  };
  return { run: runs[0], engine: engines[0], runs, engines, steps, take, work, pause, close };
}

/** The sentence with which an action is refused; empty if it is not. @param {() => void} act */
function refusal(act) {
  try {
    act();
    return "";
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

test("a worker takes steps that take much of the time, 50 ms ahead, with the engine's bits", async () => {
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

test("while paused the page takes the steps itself", async () => {
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

test("steps that become long and short again go on with the engine's bits", async () => {
  const { run, engine, take, work, close } = await heavy();
  let taken = 0;
  for (const cost of [0.002, 0.05, 0.05, 0.05, 0.002, 0.002, 0.05, 0.002, 0.002, 0.002]) {
    frame(300); // since the last change
    for (const due of [1, 2, 2]) {
      await work(cost);
      taken += take(due);
    }
  }
  assert.ok(taken > 15, `${taken} steps`);
  engine.step(taken);
  assert.deepEqual(run.history.state(), engine.history.state());
  close();
});

test("a run that explodes leaves its steps to no other one", async () => {
  const { runs, engines, take, work, close } = await heavy({}, { substeps: 1, stiffness: 1e5 }, { density: 0.3 });
  let taken = 0;
  for (let i = 0; i < 40; i++) {
    await work();
    taken += take(1);
  }
  assert.ok(taken > 20, `${taken} steps`);
  for (const i of [0, 2]) {
    engines[i].step(taken);
    assert.deepEqual(runs[i].history.state(), engines[i].history.state(), `run ${i}`);
  }
  close();
});

/**
 * Answers that have no steps, or steps with wrong bytes.
 * @type {Record<string, (answer: Answer) => Answer>}
 */
const SPOILED = {
  "no memory": () => ({ none: "The simulation failed and can't go on: unreachable" }),
  nothing: () => ({}),
  "no step": () => ({ steps: [] }),
  "a step without a state": () => ({ steps: [{ cost: 0, refusal: "" }] }),
  "states cut off": ({ steps = [] }) => ({ steps: steps.map((step) => ({ ...step, state: step.state?.slice(0, 7) })) }),
  "zeros in place of states": ({ steps = [] }) => ({
    steps: steps.map((step) => ({ ...step, state: new Uint8Array(step.state?.length ?? 0) })),
  }),
};

for (const [what, spoil] of Object.entries(SPOILED)) {
  test(`the page steps by itself, with the engine's bits, after an answer with ${what}`, async () => {
    const { run, engine, take, work, close } = await heavy();
    take(1);
    await work(0.002, spoil);
    for (const due of [1, 2, 9]) assert.equal(take(due), due);
    engine.step(12);
    assert.deepEqual(run.history.state(), engine.history.state());
    close();
  });
}

test("a compared run whose copy fails leaves all runs at the same step", async () => {
  const { runs, engines, take, work, close } = await heavy({}, { density: 0.3 });
  take(1);
  let count = 0;
  await work(0.002, (answer) => (count++ % 2 ? SPOILED["zeros in place of states"](answer) : answer));
  for (const due of [2, 2, 2]) assert.equal(take(due), due);
  for (const [i, run] of runs.entries()) {
    engines[i].step(6);
    assert.deepEqual(run.history.state(), engines[i].history.state());
  }
  close();
});

test("the page steps by itself after a second without an answer about light steps", async () => {
  for (const answered of [0, 3]) {
    const { run, engine, take, work, close } = await heavy();
    let taken = 0;
    for (let i = 0; i < answered; i++) {
      await work();
      taken += take(3);
    }
    taken += take(3);
    frame(1); // asks
    silence();
    for (let i = 0; i < 70; i++) {
      frame();
      taken += take(1);
    }
    assert.ok(taken >= 9, `${taken} steps in 70 frames`);
    assert.equal(take(3), 3);
    engine.step(taken + 3);
    assert.deepEqual(run.history.state(), engine.history.state());
    close();
  }
});

test("a worker that says nothing for 20 s is given up, and the page takes the long step", async () => {
  const { Worker } = globalThis;
  class Silent extends EventTarget {
    postMessage() {}
    terminate() {}
  }
  Object.assign(globalThis, { Worker: Silent });
  const lab = await Laboratory.open("verlet", CLOTH);
  lab.button("Step").click();
  send(lab);
  await answers();
  lab.frames(1, 19_000);
  assert.equal(lab.simulation.time, 0);
  lab.frames(3, 1000);
  assert.equal(lab.simulation.time, 0.01);
  assert.equal(lab.alert, "");
  lab.close();
  Object.assign(globalThis, { Worker });
});
