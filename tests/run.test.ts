// A run in Node, without a page: time, past, settings, explosions, and several runners.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation, methods, scenes } from "../dist/lib/springlab.js";
import { toggle } from "../www/lab/model/options.ts";
import { Runner, takeSteps } from "../www/lab/model/runner.ts";
import { Session } from "../www/lab/model/session.ts";
import { Settings } from "../www/lab/model/settings.ts";
import { LONG_STEP } from "../www/lab/model/subject.ts";
import type { Show } from "../www/lab/show.ts";
import { offered } from "../www/lab/show.ts";

/** A run with its simulation, its clock, and all that it tells. */
class Heard {
  clock = { playing: false, timeRate: 1, redraw: () => {} };
  /** Names of events, with keys and verbs. */
  events: string[] = [];
  simulation;
  run;

  constructor(
    simulation: Awaited<ReturnType<typeof createSimulation>>,
    parts: Omit<ConstructorParameters<typeof Session>[0], "simulation">,
  ) {
    this.simulation = simulation;
    this.run = new Session({
      simulation,
      clock: this.clock,
      ...parts,
      listener: {
        changed: (key) => this.events.push(key),
        announced: (verb) => this.events.push(verb),
        begun: () => this.events.push("begun"),
        seeked: () => this.events.push("seeked"),
        exploded: () => this.events.push("exploded"),
      },
    });
  }

  get sentences() {
    return this.run.messages.sentences;
  }

  /** All sentences. */
  get told() {
    return [...this.sentences.values()].join(" ");
  }

  /** Takes steps like a clock, as long as it runs. */
  play(most: number = 10_000) {
    for (let steps = 0; this.clock.playing && steps < most; steps += 7) this.run.advance(7);
    return this;
  }

  /** The state as text. */
  get bits() {
    return this.simulation.snapshot().toString();
  }

  close() {
    this.run.motion.destroy();
    this.simulation.free();
  }
}

async function open(
  scene: string,
  values: Record<string, number | string> = {},
  {
    show = () => ({}),
    ...parts
  }: {
    show?: (simulation: Awaited<ReturnType<typeof createSimulation>>) => Partial<Show>;
    module?: { stride?: number; reversible?: boolean };
    stepper?: any;
    ask?: any;
  } = {},
) {
  const simulation = await createSimulation(scene, values);
  const parameters = (await scenes()).find(({ id }) => id === scene)?.parameters ?? [];
  const settings = new Settings(simulation, parameters, [toggle("grid", "Grid", "")]);
  const able = offered(await methods(), parameters);
  return new Heard(simulation, { settings, methods: able, show: show(simulation), ...parts });
}

/** Damper with a step beyond its limit, run until it explodes. */
async function exploded(values: object = {}) {
  const heard = await open("damper", { timeStepSize: 0.7, ...values });
  heard.run.play();
  return heard.play();
}

test("it needs no browser", () => {
  for (const name of ["document", "window", "HTMLElement", "requestAnimationFrame"]) {
    assert.equal(name in globalThis, false, name);
  }
});

test("steps are the engine's, whatever their number at a time", async () => {
  const heard = await open("damper");
  const engine = await createSimulation("damper");
  for (const steps of [1, 64, 7, 500]) {
    heard.run.advance(steps);
    engine.step(steps);
    assert.equal(heard.bits, engine.snapshot().toString());
  }
  engine.free();
  heard.close();
});

test("a press takes a step, one back takes it back, and the next one repeats it to the bit", async () => {
  const heard = await open("damper");
  heard.run.step();
  heard.run.step();
  assert.equal(heard.simulation.time, 0.02);
  const there = heard.bits;
  heard.run.stepBack();
  assert.equal(heard.simulation.time, 0.01);
  heard.run.step();
  assert.equal(heard.bits, there);
  assert.deepEqual(
    heard.events.filter((event) => / /.test(event)),
    ["On to", "On to", "Back at", "On to"],
  );
  heard.close();
});

test("a press takes as many steps as make the least time that a show asks for", async () => {
  const heard = await open("damper", { timeStepSize: 0.003 }, { module: { stride: 0.02 } });
  assert.equal(heard.run.stride, 7);
  heard.run.step();
  assert.equal(heard.simulation.time, 0.021);
  heard.run.step(1);
  assert.equal(heard.simulation.time, 0.024);
  heard.close();
});

test("it runs to a time, to the step, and pauses there; to a past time after a restart", async () => {
  const heard = await open("damper");
  assert.ok(heard.run.runTo("0,3"));
  assert.ok(heard.clock.playing && heard.run.hasEnd);
  heard.play();
  assert.equal(heard.clock.playing, false);
  assert.ok(Math.abs(heard.simulation.time - 0.3) < 1e-12);
  assert.ok(heard.events.includes("Reached"));
  assert.ok(heard.run.runTo(0.1));
  assert.equal(heard.simulation.time, 0);
  heard.play();
  assert.ok(Math.abs(heard.simulation.time - 0.1) < 1e-12);
  assert.equal(heard.run.runTo("soon"), false);
  assert.equal(heard.told, 'The time to run to must be a number from 0 to 10000 s; "soon" was given.');
  assert.ok(heard.run.runTo(0.2));
  assert.equal(heard.told, "", "an allowed time settles it");
  heard.run.pause();
  heard.run.play();
  heard.play(100);
  assert.ok(heard.simulation.time > 0.9, "a pause forgets the end");
  heard.close();
});

test("any kept time comes back to the bit, with the parameters of then", async () => {
  const heard = await open("damper");
  const { run } = heard;
  const seen: Map<number, string> = new Map();
  for (let step = 1; step <= 200; step++) {
    run.advance(1);
    if (step === 80) run.set("damping", 1);
    if (step % 40 === 10) seen.set(heard.simulation.time, heard.bits);
  }
  for (const [time, bits] of [...seen].reverse()) {
    run.seek(time);
    assert.equal(heard.bits, bits, `at ${time} s`);
    assert.equal(run.get("damping"), time > 0.8 ? 1 : 0);
  }
  run.seek(99);
  assert.ok(Math.abs(heard.simulation.time - 2) < 1e-9, "the head is the latest");
  assert.ok(heard.events.includes("damping"), "changed parameters are told");
  heard.close();
});

test("a change at an earlier time begins another future", async () => {
  const heard = await open("damper");
  const { run } = heard;
  run.advance(400);
  run.seek(2);
  assert.deepEqual(run.motion.span, [0, 4]);
  run.set("damping", 1);
  run.advance(100);
  assert.ok(Math.abs(run.motion.history.span[1] - 3) < 1e-9);
  run.seek(9);
  assert.ok(Math.abs(heard.simulation.time - 3) < 1e-9);
  run.seek(1);
  assert.equal(run.get("damping"), 0);
  heard.close();
});

test("a run that goes on from a time at which a hand held the mass releases it", async () => {
  const heard = await open("damper");
  const { run, simulation } = heard;
  run.advance(20);
  assert.ok(run.act(() => simulation.hand.hold(1, 7, 0, 0, 0)));
  for (let step = 0; step < 20; step++) run.advance(1);
  run.act(() => simulation.hand.release(0, 0, 0));
  run.advance(20);
  run.seek(0.35);
  assert.equal(simulation.positions[3], 7);
  run.advance(10);
  assert.notEqual(simulation.positions[3], 7);
  heard.close();
});

test("changes are marked at their times, and a change soon after replaces that of the same parameter", async () => {
  const heard = await open("damper");
  const { run } = heard;
  run.set("mass", 2);
  run.advance(100);
  run.set("stiffness", 8);
  run.advance(1);
  run.set("stiffness", 9);
  run.set("method", "runge-kutta-4");
  run.set("grid", "on");
  const marks = run.motion.recorder.marks(0).map(({ time, label }) => [Number(time.toFixed(9)), label]);
  assert.deepEqual(marks, [
    [1.01, "Stiffness k 9 N/m"],
    [1.01, "Runge-Kutta 4"],
  ]);
  run.restart();
  assert.deepEqual(run.motion.recorder.marks(0), []);
  heard.close();
});

test("the user's moves are noted, and those that follow soon count as one", async () => {
  const heard = await open("damper");
  const { motion } = heard.run;
  for (const steps of [50, 1, 1, 400]) {
    heard.run.advance(steps);
    motion.noteMove();
  }
  assert.deepEqual(
    motion.moves.map((time) => Number(time.toFixed(9))),
    [0.52, 4.52],
  );
  heard.run.restart();
  assert.deepEqual(motion.moves, []);
  heard.close();
});

test("a refused value changes nothing and is named until an allowed one comes", async () => {
  const heard = await open("damper");
  const before = heard.bits;
  assert.equal(heard.run.set("stiffness", "frog"), false);
  assert.match(heard.told, /^Stiffness k must be a number from .+; "frog" was given\.$/);
  assert.equal(heard.run.set("nonsense", 1), false);
  assert.equal(heard.sentences.size, 2);
  assert.equal(heard.bits, before);
  assert.ok(heard.run.set("stiffness", "8,0 N/m"));
  assert.equal(heard.run.get("stiffness"), 8);
  assert.deepEqual([...heard.sentences.keys()], ["nonsense"]);
  heard.close();
});

test("reset gives each parameter and option its default and returns to t = 0", async () => {
  const heard = await open("damper");
  const { run } = heard;
  for (const [key, value] of Object.entries({ stiffness: 8, grid: "on", timeRate: 2 })) assert.ok(run.set(key, value));
  assert.equal(heard.clock.timeRate, 2);
  run.advance(10);
  run.reset();
  assert.deepEqual(
    run.settings.all.filter(({ key, default: usual }) => run.get(key) !== usual),
    [],
  );
  assert.equal(heard.simulation.time, 0);
  assert.equal(heard.clock.timeRate, 1);
  heard.close();
});

test("time runs backwards and on again on one growing axis", async () => {
  const heard = await open("oscillator", {}, { module: { reversible: true } });
  const { run, simulation } = heard;
  run.advance(100);
  const { time } = simulation;
  run.reverse();
  run.advance(40);
  assert.ok(simulation.history.backwards && simulation.time < time);
  assert.ok(run.motion.elapsed > time);
  const [, head] = run.motion.span;
  run.seek(time);
  assert.ok(Math.abs(simulation.time - time) < 1e-9);
  run.goTo(head);
  run.reverse();
  run.advance(1);
  assert.ok(run.motion.elapsed > head && !simulation.history.backwards);
  heard.close();
  const damper = await open("damper");
  damper.run.reverse();
  assert.equal(damper.simulation.history.backwards, false, "only if the show supports it");
  damper.close();
});

test("a kept state comes back with parameters, options and playback", async () => {
  const heard = await open("damper", { damping: 1 });
  const { run } = heard;
  run.advance(50);
  run.set("grid", "on");
  run.play();
  const bits = heard.bits;
  const back = run.keep();
  run.reset();
  run.set("stiffness", 50);
  run.pause();
  back();
  assert.equal(heard.bits, bits);
  assert.deepEqual([run.get("grid"), run.get("damping"), heard.clock.playing], ["on", 1, true]);
  assert.deepEqual(run.motion.span, [0.5, 0.5], "its past is not kept");
  heard.close();
});

test("an explosion stops the clock, and says its cause and remedies that keep the motion bounded", async () => {
  const heard = await exploded();
  const { run } = heard;
  const { active, wasPlaying, error, good, head, remedies } = run.explosion;
  assert.deepEqual([active, wasPlaying, heard.clock.playing], [true, true, false]);
  assert.match(String(error), /^Error: The run stopped at t = /);
  assert.ok(good < head && Math.abs(run.motion.elapsed - head) < 1e-9);
  assert.deepEqual(
    remedies.map(({ text }) => text),
    ["Take Δt = 0.3 s", "Take 2 substeps"],
  );
  for (const { key, value } of remedies) {
    const other = await exploded();
    assert.ok(other.run.set(key, value));
    assert.deepEqual([other.run.explosion.active, other.clock.playing, other.simulation.time], [false, true, 0]);
    other.play(700);
    assert.equal(other.told, "");
    assert.ok(other.simulation.time > 100 && Math.abs(other.simulation.positions[3]) < 20, key);
    other.close();
  }
  heard.close();
});

test("without a step limit that helps, implicit Euler is the remedy; substeps only if they help", async () => {
  const stiff = await exploded({ damping: 0.5, method: "explicit-euler" });
  assert.match(stiff.run.explosion.remedies.map(({ text }) => text).join(), /^Take Δt = [\d.]+ s$/);
  stiff.close();
  const heard = await exploded({ method: "explicit-euler" });
  assert.deepEqual(
    heard.run.explosion.remedies.map(({ text }) => text),
    ["Take Implicit Euler"],
  );
  heard.close();
});

test("a replay begins where the scene was at most 1.5 times as wide as at first, slowly, and ends as before", async () => {
  const heard = await exploded();
  const { run, simulation } = heard;
  const stopped = simulation.time;
  const { bits } = heard;
  run.replay();
  assert.ok(simulation.time < stopped && heard.clock.playing);
  assert.ok(Math.max(...simulation.positions.map(Math.abs)) <= 1.5 * 6);
  assert.ok(Math.abs(heard.clock.timeRate - Math.min(1, (stopped - simulation.time) / 4)) < 1e-12);
  heard.play();
  assert.equal(simulation.time, stopped);
  assert.equal(heard.bits, bits);
  assert.ok(run.explosion.active);
  heard.close();
});

test("a show chooses the start of a replay", async () => {
  const begun: number[] = [];
  const show = (simulation: { time: number }) => ({
    replay: () => ({ from: 1.4, begin: () => begun.push(Number(simulation.time.toFixed(9))) }),
  });
  const heard = await open("damper", { timeStepSize: 0.7 }, { show });
  heard.run.play();
  heard.play();
  heard.run.replay();
  assert.deepEqual(begun, [1.4]);
  heard.close();
});

test("after an explosion any parameter restarts, an option does not, and Resume and Restart run on", async () => {
  const heard = await exploded();
  const { run } = heard;
  run.set("grid", "on");
  assert.ok(run.explosion.active);
  run.set("stiffness", 1);
  assert.deepEqual([run.explosion.active, heard.simulation.time, heard.clock.playing], [false, 0, true]);
  run.set("stiffness", 10);
  for (const command of ["toggle", "restart"] as const) {
    heard.play();
    assert.ok(run.explosion.active);
    run[command]();
    assert.deepEqual([run.explosion.active, heard.simulation.time, heard.clock.playing], [false, 0, true]);
    assert.equal(heard.told, "");
  }
  heard.close();
});

test("an explosion in single steps stays paused after a restart", async () => {
  const heard = await open("damper", { timeStepSize: 0.7 });
  for (let n = 0; n < 500 && !heard.run.explosion.active; n++) heard.run.step();
  assert.ok(heard.run.explosion.active);
  heard.run.restart();
  assert.equal(heard.clock.playing, false);
  heard.close();
});

test("an answer about an earlier explosion is dropped", async () => {
  const waiting: ((answer: object) => void)[] = [];
  const ask = (_: unknown, __: unknown, receive: any) => waiting.push(receive);
  const heard = await open("damper", { timeStepSize: 0.7 }, { ask });
  const { run } = heard;
  for (let times = 0; times < 2; times++) {
    run.restart();
    run.play();
    heard.play();
  }
  const [late, right] = waiting;
  late({ limit: 0.01, reason: "of the first" });
  assert.deepEqual([run.explosion.cause, run.explosion.remedies], ["", []]);
  right({ limit: 0.64, reason: "of the second" });
  assert.equal(run.explosion.cause, "of the second");
  assert.equal(run.explosion.remedies[0].text, "Take Δt = 0.3 s");
  heard.close();
});

test("a seek away from an explosion forgets it", async () => {
  const heard = await exploded();
  heard.run.stepBack();
  assert.equal(heard.run.explosion.active, false);
  heard.run.play();
  heard.play();
  assert.ok(heard.run.explosion.active);
  heard.close();
});

/** A damper and two others beside it: one of another method, one that explodes. */
async function three(show: Partial<Show> = {}) {
  const others: Runner[] = [];
  for (const method of ["runge-kutta-4", "explicit-euler"]) {
    const simulation = await createSimulation("damper", { timeStepSize: 0.5, method });
    const traits = { name: method, subject: method, shares: (key: string) => key !== "method" };
    others.push(new Runner(simulation, traits));
  }
  const heard = await open(
    "damper",
    { timeStepSize: 0.5, method: "implicit-euler" },
    {
      show: (simulation) => {
        const runners = [new Runner(simulation), ...others];
        return { runners: () => runners, ...show };
      },
    },
  );
  return { heard, others };
}

test("all runners take the same steps and parameters, and go to the same time to the bit", async () => {
  const { heard, others } = await three();
  const { run } = heard;
  const [other] = others;
  const engine = await createSimulation("damper", { timeStepSize: 0.5, method: "runge-kutta-4" });
  const bits = () => other.simulation.snapshot().toString();
  run.advance(3);
  run.set("damping", 0.2);
  engine.step(3);
  engine.set("damping", 0.2);
  engine.step(1);
  run.advance(1);
  assert.equal(bits(), engine.snapshot().toString());
  const then = bits();
  run.advance(2);
  run.goTo(2);
  assert.equal(bits(), then);
  run.goTo(1);
  assert.equal(other.simulation.get("damping"), 0);
  run.set("method", "symplectic-euler");
  assert.equal(other.simulation.get("method"), "runge-kutta-4", "its method is its own");
  run.restart();
  assert.deepEqual(
    run.motion.runners.map(({ simulation }) => simulation.time),
    [0, 0, 0],
  );
  engine.free();
  heard.close();
});

test("a runner that explodes stops alone, says so, and comes back with its past and a restart", async () => {
  const { heard, others } = await three();
  const { run } = heard;
  const [good, bad] = others;
  run.play();
  heard.play(500);
  assert.ok(bad.stopped && !good.stopped && !run.explosion.active);
  assert.match(heard.told, /^Explicit-euler: The run stopped at t = /);
  assert.ok(good.simulation.time > bad.simulation.time);
  assert.equal(good.simulation.time, heard.simulation.time);
  const { time } = bad.simulation;
  run.goTo(Math.max(0, run.motion.span[0]));
  run.advance(1);
  assert.equal(bad.stopped === undefined, run.motion.elapsed < time);
  run.restart();
  assert.equal(bad.stopped, undefined);
  assert.equal(heard.told, "");
  heard.close();
});

test("a parameter has no effect only if it has none on any runner that shares it", async () => {
  const values = { obstacle: "none", links: "fixed" };
  const other = await createSimulation("verlet", { links: "springs" });
  let shared = true;
  const heard = await open("verlet", values, {
    show: (simulation) => {
      const runners = [new Runner(simulation), new Runner(other, { shares: () => shared })];
      return { runners: () => runners };
    },
  });
  const why = heard.simulation.analysis.idle("stiffness");
  assert.ok(why, "fixed links have no stiffness");
  assert.equal(heard.run.idle("stiffness"), undefined, "springs have");
  shared = false;
  assert.equal(heard.run.idle("stiffness"), why);
  assert.equal(heard.run.idle("grid"), undefined, "an option always has its effect");
  heard.close();
});

test("runners take turns where one takes few steps at once, and the show hears of each turn", async () => {
  const order: string[] = [];
  class Noted extends Runner {
    get stride() {
      return 2;
    }

    step(steps: number) {
      order.push(`${this.name} ${steps}`);
    }
  }
  const heard = await open("damper");
  const runners = ["one", "other"].map((name) => new Noted(heard.simulation, { name }));
  takeSteps(runners, 3, { stepped: (steps) => order.push(`both ${steps}`) });
  assert.deepEqual(order, ["one 2", "other 2", "both 2", "one 1", "other 1", "both 1"]);
  heard.close();
});

test("a motion that is over begins again with all runners", async () => {
  let time = () => 0;
  const again: (boolean | undefined)[] = [];
  const show = {
    over: () => time() >= 2,
    restarted: (itself: boolean | undefined) => {
      again.push(itself);
    },
  };
  const { heard, others } = await three(show);
  time = () => heard.simulation.time;
  for (let step = 0; step < 4; step++) heard.run.advance(1);
  assert.equal(heard.simulation.time, 2);
  heard.run.advance(1);
  assert.deepEqual([heard.simulation.time, others[0].simulation.time, again], [0, 0, [true]]);
  heard.run.advance(1);
  assert.equal(others[0].simulation.time, 0.5);
  heard.close();
});

test("a show hears of the last step of a frame before it is taken", async () => {
  const times: number[] = [];
  const heard = await open("damper", {}, { show: (simulation) => ({ steps: () => times.push(simulation.time) }) });
  for (const steps of [1, 7, 3]) heard.run.advance(steps);
  assert.deepEqual(times, [0, 0.07, 0.1]);
  assert.equal(heard.simulation.time, 0.11);
  heard.close();
});

test("new steps come from the stepper when they are ready; a pause and a change cancel them", async () => {
  const calls: string[] = [];
  const stepper = {
    long: true,
    late: false,
    done: 0,
    ready(steps: number) {
      calls.push(`${steps} due`);
      return Math.min(steps, this.done);
    },
    cancel: () => calls.push("cancel"),
    reset: () => calls.push("reset"),
    take: (steps: number, advance: (steps: number) => void) => advance(steps),
    step(simulation: import("../www/types.ts").Simulation, steps: number) {
      calls.push("step");
      simulation.step(steps);
    },
  };
  const heard = await open("damper", {}, { stepper });
  const { run } = heard;
  calls.length = 0;
  run.step(2);
  assert.ok(heard.clock.playing, "it runs to the end of the step");
  assert.equal(run.advance(7), 0);
  assert.deepEqual([heard.simulation.time, calls.at(-1)], [0, "2 due"]);
  stepper.done = 1;
  heard.run.messages.report(LONG_STEP, "It takes long");
  assert.equal(run.advance(7), 1);
  assert.equal(heard.simulation.time, 0.01, "one step, however many are due");
  assert.equal(heard.told, "");
  run.advance(7);
  assert.deepEqual([heard.simulation.time, heard.clock.playing], [0.02, false]);
  assert.equal(calls.at(-1), "cancel");
  assert.equal(calls.filter((call) => call === "step").length, 2);
  run.seek(0.01);
  assert.equal(heard.simulation.time, 0.01);
  assert.equal(calls.filter((call) => call === "step").length, 2, "the page repeats steps of the past");
  run.set("mass", 2);
  assert.equal(calls.at(-1), "reset");
  heard.close();
});
