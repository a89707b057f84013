// Steps that would freeze a page: workers take them, the page reports and stops them, and their
// result is the engine's.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import type { Answer } from "../www/worker/questions.ts";
import { frame } from "./dom.ts";
import { answers, Laboratory } from "./laboratory.ts";

const { StepsAhead } = await import("../www/worker/steps-ahead.ts");

const COMPUTING = "A step takes longer than a second: computing …";

const CLOTH = { shape: "cloth", width: 60, height: 60, sweeps: 400 };

/** Lets a step be sent to the worker, a while after the last change. */
const send = (lab: Laboratory) => lab.frames(40);

/** Lets the worker answer, and the laboratory take the step. */
async function come(lab: Laboratory) {
  await answers();
  lab.frames(2);
}

/** @param stages  of the method */
const stepsOf = (run: object, stages: number = 1) =>
  new StepsAhead({
    scene: "cloth",
    method: () => ({ stages }),
    runs: () => [run],
  } as any);

test("long steps are the engine's, one by one, with all that a script changes between them", async () => {
  const lab = await Laboratory.open("verlet", CLOTH);
  const engine = await createSimulation("verlet", CLOTH);
  const start = Array.from(engine.positions);
  const step = async (time: number) => {
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

/** Falling cloths whose steps take 50 ms each. @param all  values of each; one cloth if left out */
async function falling(...all: Record<string, number | string>[]) {
  const open = (values = {}) => createSimulation("drape", { ...DRAPE, ...values });
  const values = all.length > 0 ? all : [{}];
  const runs = await Promise.all(values.map(open));
  const engines = await Promise.all(values.map(open));
  /** Stopped ones. */
  const stopped: Set<(typeof runs)[number]> = new Set();
  const moving = () => runs.filter((run) => !stopped.has(run));
  const steps = new StepsAhead({ scene: "drape", method: () => undefined, runs: moving, notify: () => {} });
  const cost = (seconds: number) => {
    for (let i = 0; i < 2; i++) steps.cost = seconds;
  };
  cost(0.05);
  frame(1000); // since the last change
  /** Takes steps as a run does; returns their number. */
  const take = (due: number) => {
    const some = steps.ready(due);
    if (some === 0) return 0;
    steps.take(some, (some) => {
      for (const run of moving()) {
        try {
          steps.step(run, some);
        } catch (error) {
          if (runs.length === 1) throw error;
          stopped.add(run);
        }
      }
    });
    return some;
  };
  const work = async (spoil: Parameters<typeof answers>[1] = undefined) => {
    frame(1); // so that workers are asked
    await answers(0.05, spoil);
  };
  const close = () => {
    steps.destroy();
    for (const one of [...runs, ...engines]) one.free();
  };
  return { run: runs[0], engine: engines[0], runs, engines, steps, take, work, cost, close };
}

/** The sentence with which an action is refused; empty if it is not. */
function refusal(act: () => void) {
  try {
    act();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

test("a worker takes long steps one by one, with the engine's bits", async () => {
  const { run, engine, take, work, close } = await falling();
  for (let count = 0; count < 20; count++) {
    assert.equal(take(3), 0, "none is ready");
    await work();
    assert.equal(take(3), 1);
    engine.step(1);
    assert.deepEqual(run.history.state(), engine.history.state());
  }
  close();
});

test("a step ahead is dropped when the run has changed", async () => {
  const { run, engine, steps, take, work, close } = await falling();
  const set = () => {
    for (const one of [run, engine]) one.set("stiffness", 150);
  };
  const move = () => {
    for (const one of [run, engine]) one.positions[4] += 0.125;
    steps.cancel();
    frame(300); // since the last change
  };
  for (const [change, underWay] of [
    [set, false],
    [move, false],
    [move, true],
  ] as const) {
    take(1);
    if (underWay) frame(1);
    else await work();
    change();
    assert.equal(take(1), 0, "the step is of another motion");
    await work();
    if (underWay) {
      assert.equal(take(1), 0, "that step has come");
      await work();
    }
    assert.equal(take(1), 1);
    engine.step(1);
    assert.deepEqual(run.history.state(), engine.history.state());
  }
  close();
});

test("a refused step comes after those before it, with its sentence", async () => {
  const { run, engine, take, work, close } = await falling({ substeps: 1, stiffness: 1e5 });
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

test("steps that become short and long again go on with the engine's bits", async () => {
  const { run, engine, take, work, cost, close } = await falling();
  let taken = 0;
  for (const seconds of [0.05, 0.002, 0.05, 0.05, 0.002]) {
    cost(seconds);
    for (const due of [1, 2, 2]) {
      await work();
      taken += take(due);
    }
  }
  assert.ok(taken > 12, `${taken} steps`);
  engine.step(taken);
  assert.deepEqual(run.history.state(), engine.history.state());
  close();
});

test("a run that explodes leaves its steps to no other one", async () => {
  const { runs, engines, take, work, close } = await falling({}, { substeps: 1, stiffness: 1e5 }, { density: 0.3 });
  let taken = 0;
  for (let i = 0; i < 80; i++) {
    await work();
    taken += take(1);
  }
  assert.ok(taken > 20, `${taken} steps`);
  for (const i of [0, 2]) {
    engines[i].step(taken);
    assert.deepEqual(runs[i].history.state(), engines[i].history.state(), `run ${i}`);
  }
  assert.throws(() => engines[1].step(taken), "it has exploded by then");
  close();
});

/** Answers that have no step, or a step with wrong bytes. */
const SPOILED: Record<string, (answer: Answer) => Answer> = {
  "no memory": () => ({ none: "The simulation failed and can't go on: unreachable" }),
  nothing: () => ({}),
  "a step without a state": () => ({ step: { cost: 0, refusal: "" } as any }),
  "a state cut off": (answer) => withState(answer, (state) => state.slice(0, 7)),
  "zeros in place of a state": (answer) => withState(answer, (state) => new Uint8Array(state.length)),
};

function withState({ step }: Answer, change: (state: Uint8Array) => Uint8Array<ArrayBuffer>) {
  return { step: step && { ...step, state: change(step.state) } };
}

for (const [what, spoil] of Object.entries(SPOILED)) {
  test(`the page steps by itself, with the engine's bits, after an answer with ${what}`, async () => {
    const { run, engine, take, work, close } = await falling();
    take(1);
    await work(spoil);
    let taken = 0;
    for (const due of [1, 2, 9]) taken += take(due);
    assert.equal(taken, 12);
    engine.step(12);
    assert.deepEqual(run.history.state(), engine.history.state());
    close();
  });
}

test("a compared run whose copy fails leaves all runs at the same step", async () => {
  const { runs, engines, take, work, close } = await falling({}, { density: 0.3 });
  take(1);
  let count = 0;
  await work((answer) => (count++ % 2 ? SPOILED["zeros in place of a state"](answer) : answer));
  const taken = take(2) + take(2) + take(2);
  assert.equal(taken, 5);
  for (const [i, run] of runs.entries()) {
    engines[i].step(taken);
    assert.deepEqual(run.history.state(), engines[i].history.state());
  }
  close();
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
