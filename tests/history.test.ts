// The past of a run: checkpoints, seeking and forgetting.
import assert from "node:assert/strict";
import test from "node:test";
import type { Simulation } from "../dist/lib/springlab.js";
import { createSimulation, scenes } from "../dist/lib/springlab.js";
import { History } from "../www/lab/model/history.ts";

/** Frames per second. */
const FRAMES = 60;

/** Simulation with its history, from the start. */
async function run(scene: string, parameters?: Record<string, number | string>) {
  const simulation = await createSimulation(scene, parameters);
  const history = new History({
    runners: () => [simulation.history],
    elapsed: () => simulation.time,
    stepSize: () => Number(simulation.get("timeStepSize")),
    step: (steps) => simulation.step(steps),
  });
  history.restart();
  return { simulation, history };
}

/** Runs it as a page does. */
function play({ simulation, history }: { simulation: Simulation; history: History }, seconds: number) {
  const steps = Math.max(1, Math.round(1 / FRAMES / Number(simulation.get("timeStepSize"))));
  for (const until = simulation.time + seconds - 1e-9; simulation.time < until; ) {
    history.beginSteps();
    simulation.step(steps);
    history.endSteps();
  }
}

/** State as text. */
const bits = (simulation: Simulation) => simulation.snapshot().toString();

test("any step of the past comes back to the bit, with drags and changed parameters", async () => {
  const damper = await run("damper");
  const { simulation, history } = damper;
  const seen: Map<number, string> = new Map();
  const step = (steps: number) => {
    for (; steps > 0; steps--) {
      history.beginSteps();
      simulation.step(1);
      history.endSteps();
      seen.set(simulation.time, bits(simulation));
    }
  };
  step(40);
  simulation.hand.hold(1, 7, 1, 0, 0.1);
  history.touch();
  step(15);
  simulation.hand.release(1, 0, 0);
  history.touch();
  step(5);
  simulation.set("timeStepSize", 0.003);
  history.touch();
  step(50);
  // at the times of these changes the state after the change comes back
  const times = [...seen.keys()].filter((time) => ![0.4, 0.55, 0.6].some((change) => Math.abs(time - change) < 1e-9));
  for (const time of [...times, ...times.toReversed()]) {
    history.seek(time);
    assert.equal(simulation.time, time);
    assert.equal(bits(simulation), seen.get(time), `at ${time} s`);
  }
});

test("a change at an earlier time starts another future, and the old one is gone", async () => {
  const { simulation, history } = await run("damper");
  play({ simulation, history }, 2);
  history.seek(1);
  assert.deepEqual(
    history.span.map((time) => Math.round(100 * time)),
    [0, 200],
  );
  simulation.set("damping", 3);
  history.touch();
  assert.equal(history.span[1], simulation.time);
  play({ simulation, history }, 1);
  const later = bits(simulation);
  history.seek(0.5);
  assert.equal(simulation.get("damping"), 0);
  history.seek(Number.POSITIVE_INFINITY);
  assert.equal(simulation.get("damping"), 3);
  assert.equal(bits(simulation), later);
});

for (const { id: scene } of await scenes()) {
  const least = scene === "cloth" ? 10 : 30;
  test(`${scene}: at least the last ${least} s are kept, in 64 MB`, async () => {
    const simulation = await createSimulation(scene);
    // checkpoints are real, and time passes without steps
    let time = 0;
    const history = new History({
      runners: () => [simulation.history],
      elapsed: () => time,
      stepSize: () => 1 / FRAMES,
      step: (steps) => {
        time += steps / FRAMES;
      },
    });
    history.restart();
    while (time < least + 5) {
      history.beginSteps();
      time += 1 / FRAMES;
      history.endSteps();
    }
    const [first, head] = history.span;
    assert.ok(head - first >= least, `${first} s to ${head} s`);
    assert.ok(history.bytes <= 64e6, `${history.bytes} bytes`);
    history.destroy();
    assert.equal(history.bytes, 0);
    simulation.free();
  });
}

test("its memory does not grow over ten minutes", async () => {
  const { simulation, history } = await run("oscillator");
  play({ simulation, history }, 120);
  const before = history.bytes;
  play({ simulation, history }, 480);
  assert.ok(Math.abs(history.bytes - before) < 0.01 * before, `${before} and then ${history.bytes} bytes`);
});

test("the last step at which a condition held is found, whichever checkpoints are kept", async () => {
  for (const rhythm of [[1], [2], [1, 7, 30]]) {
    const { simulation, history } = await run("oscillator", { timeStepSize: 0.01 });
    const seen: string[] = [bits(simulation)];
    const { step } = simulation;
    for (let i = 0; simulation.time < 3; i++) {
      history.beginSteps();
      for (let steps = rhythm[i % rhythm.length]; steps > 0; steps--) {
        step.call(simulation, 1);
        seen.push(bits(simulation));
      }
      history.endSteps();
    }
    const [, head] = history.span;
    for (const last of [0, 1, 61, 122, 123, seen.length - 1]) {
      assert.ok(Math.abs(history.seekLast(() => simulation.time < 0.01 * (last + 0.5)) - 0.01 * last) < 1e-9);
      assert.equal(bits(simulation), seen[last]);
      assert.equal(history.span[1], head, "what came later stays");
    }
  }
});

test("long steps begin with a checkpoint each, and none is taken again", async () => {
  const { simulation, history } = await run("oscillator", { timeStepSize: 0.001 });
  const seen = [bits(simulation)];
  for (let i = 0; i < 9; i++) {
    history.beginSteps(true);
    simulation.step(1);
    history.endSteps();
    seen.push(bits(simulation));
  }
  simulation.step = () => assert.fail("a step");
  for (const i of [9, 4, 5, 0, 8]) {
    history.seek(0.001 * i);
    assert.equal(bits(simulation), seen[i]);
  }
});

test("changes during steps, as of a second run, do not end the future", async () => {
  const simulation = await createSimulation("oscillator");
  const history: History = new History({
    runners: () => [simulation.history],
    elapsed: () => simulation.time,
    stepSize: () => Number(simulation.get("timeStepSize")),
    step: (steps) => {
      simulation.step(steps);
      history.touch();
    },
  });
  history.restart();
  play({ simulation, history }, 2);
  history.seek(1.001);
  assert.ok(history.span[1] >= 2, "the future is still there");
});

test("where there is no memory for a moment older ones give way, and without any the run goes on", () => {
  let elapsed = 0;
  let taken = 0;
  let most = 100;
  const runner = {
    moment: () => {
      if (taken >= most) throw new Error("There is no memory.");
      taken += 1;
      return { at: elapsed, bytes: 1, free: () => (taken -= 1) };
    },
    goTo: ({ at }: { at: number }) => {
      elapsed = at;
    },
  };
  const history = new History({
    runners: () => [runner],
    elapsed: () => elapsed,
    stepSize: () => 0.1,
    step: (steps) => {
      elapsed += 0.1 * steps;
    },
  });
  const play = (steps: number) => {
    for (; steps > 0; steps--) {
      history.beginSteps();
      elapsed += 0.1;
      history.endSteps();
    }
  };
  history.restart();
  play(500);
  assert.ok(taken > 40 && taken <= 100, `${taken} moments`);
  const [first, head] = history.span;
  assert.ok(Math.abs(head - 50) < 1e-9 && first > 35 && first < 46, `${first} to ${head}`);
  history.seek(48.2);
  assert.ok(Math.abs(elapsed - 48.2) < 1e-9);
  most = 0;
  history.seek(50);
  play(30);
  assert.ok(Math.abs(elapsed - 53) < 1e-9);
  assert.equal(taken, 0);
  assert.equal(history.seek(52), false);
  assert.equal(
    history.seekLast(() => true),
    elapsed,
  );
  most = 100;
  play(30);
  assert.ok(taken > 20);
});

test("a runner that is added and removed leaves the memory of the past as it was", async () => {
  const damper = await run("damper");
  const { history } = damper;
  play(damper, 3);
  const before = history.bytes;
  const own = history.states.length;
  assert.ok(own > 1 && before > 0, `${own} entries, ${before} bytes`);
  let freed = 0;
  const other = { moment: () => ({ bytes: 1000, free: () => (freed += 1) }) } as any;
  history.include(other, () => {});
  assert.equal(history.bytes, before + 1000 * own);
  history.exclude(other);
  assert.deepEqual([history.bytes, freed], [before, own]);
  damper.simulation.free();
  history.destroy();
});

test("the last good time before a run that stops in its first step is its start", async () => {
  const { simulation, history } = await run("resonance", { mass: 1e-9 });
  history.beginSteps();
  assert.throws(() => simulation.step(1), /^Error: The run stopped at t = 0.01 s/);
  history.stop();
  assert.equal(
    history.seekLast(() => Math.abs(simulation.positions[3]) < 10),
    0,
  );
  history.destroy();
  simulation.free();
});
