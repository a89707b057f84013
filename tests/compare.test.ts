// Runs that are compared: each is the same as alone, and all share clock, hand, past and settings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation, methods, scenes } from "../dist/lib/springlab.js";
import { Laboratory } from "./laboratory.ts";

/** Opens a scene with runs that are compared. */
async function open(scene: string, words: string, values: Record<string, number | string> = {}) {
  const lab = await Laboratory.open(scene, values);
  lab.page.compare(words);
  return lab.draw();
}

/** State as text, without the past. */
const bits = ({ positions, velocities, time }: Awaited<ReturnType<typeof createSimulation>>) =>
  JSON.stringify([time, [...positions], [...velocities]]);

const compared = ({ run }: Laboratory) => run.motion.compared.map(({ engine }) => engine);

test("each method gives the bits that it gives alone, added early or late", async () => {
  const all = await methods();
  for (const scene of ["damper", "oscillator", "follower"]) {
    const parameters = (await scenes()).find(({ id }) => id === scene)?.parameters ?? [];
    const method = parameters.find(({ key }) => key === "method");
    const offered = method && "options" in method ? method.options.map(({ value }) => value) : [];
    const lab = await Laboratory.open(scene, scene === "follower" ? { repeat: "off" } : {});
    for (const { value } of all.filter(({ value }) => offered.includes(value))) {
      const alone = await createSimulation(scene, { method: value });
      alone.step(101);
      lab.step(37).step(64).page.compare(value);
      assert.equal(bits(compared(lab)[0].simulation), bits(alone), `${scene} ${value}, late`);
      lab.run.restart();
      lab.step(37).step(64);
      assert.equal(bits(compared(lab)[0].simulation), bits(alone), `${scene} ${value}`);
      alone.free();
      lab.page.compare("");
      lab.run.restart();
    }
    lab.close();
  }
});

test("a run that is added late has the changes and the hand of the past, and its plot", async () => {
  const early = await open("damper", "implicit-euler");
  const late = await Laboratory.open("damper");
  for (const lab of [early, late]) {
    lab.step(50).set("stiffness", 35).step(50);
    lab.press("ArrowRight").press("ArrowUp");
    lab.step(50).set("method", "runge-kutta-4").step(10);
  }
  late.page.compare("implicit-euler");
  late.draw();
  const [one, other] = [early, late].map((lab) => compared(lab)[0].simulation);
  assert.equal(bits(one), bits(other));
  assert.equal(one.get("method"), "implicit-euler");
  const [energies, again] = [early, late].map(({ run }) => {
    const table = run.motion.recorder.table();
    return Array.from(table.find(({ name }) => name === "total, Implicit Euler [J]")?.values ?? []);
  });
  assert.ok(energies.length > 150);
  assert.deepEqual(again, energies);
  early.run.stepBack(80);
  late.run.stepBack(80);
  assert.equal(bits(one), bits(other));
  early.close();
  late.close();
});

test("all go back, on, to a time and to the start together", async () => {
  const lab = await open("oscillator", "explicit-euler implicit-euler");
  const states = () => lab.page.runs.map(({ time }) => time);
  const present = () => [lab.simulation, ...compared(lab).map(({ simulation }) => simulation)].map(bits);
  lab.step(100);
  const there = present();
  lab.run.stepBack(40);
  assert.equal(new Set(states()).size, 1);
  lab.page.compare("explicit-euler implicit-euler runge-kutta-2");
  assert.equal(new Set(states()).size, 1);
  lab.step(40);
  assert.deepEqual(present().slice(0, 3), there);
  lab.run.reverse();
  lab.step(20);
  assert.equal(new Set(states()).size, 1);
  const back = lab.run.keep();
  lab.step(20);
  back();
  assert.equal(new Set(states()).size, 1);
  lab.run.restart();
  assert.deepEqual(states(), [0, 0, 0, 0]);
  lab.step(100);
  assert.deepEqual(present().slice(0, 3), there);
  lab.close();
});

test("one that explodes stops alone and says so", async () => {
  const lab = await open("damper", "explicit-euler implicit-euler", { timeStepSize: 0.3 });
  for (let i = 0; i < 200 && compared(lab)[0].stopped === undefined; i++) lab.run.advance(50);
  lab.draw();
  assert.match(lab.alert, /Explicit Euler: /);
  const [, explicit, implicit] = lab.page.runs;
  lab.run.advance(100);
  assert.equal(lab.page.runs[1].time, explicit.time);
  assert.ok(lab.page.runs[2].time > implicit.time);
  lab.run.restart();
  assert.equal(compared(lab)[0].stopped, undefined);
  lab.close();
});

/** A damper whose own run has exploded while another one goes on. */
async function exploded(words: string) {
  const lab = await open("damper", words, { timeStepSize: 0.3, method: "explicit-euler" });
  lab.run.play();
  for (let i = 0; i < 400 && lab.run.motion.first.stopped === undefined; i++) lab.run.advance(1);
  return lab.draw();
}

test("where the laboratory's own run explodes, it says so, and the others go on", async () => {
  const lab = await exploded("symplectic-euler implicit-euler");
  const { run } = lab;
  const { elapsed } = run.motion;
  assert.match(lab.alert, /Explicit Euler/);
  assert.deepEqual([run.playing, run.over, lab.page.runs[0].time < elapsed + 0.3], [true, false, true]);
  assert.equal(lab.button("Pause").textContent, "Pause");
  const [, ...others] = lab.page.runs.map(({ time }) => time);
  for (const time of others) assert.ok(Math.abs(time - elapsed) < 1e-9);
  const { time } = lab.page.runs[0];
  for (let i = 0; i < 100; i++) run.advance(1);
  run.pause();
  lab.draw();
  const alone = await createSimulation("damper", { timeStepSize: 0.3, method: "implicit-euler" });
  alone.step(Math.round(run.motion.elapsed / 0.3));
  assert.equal(bits(compared(lab)[1].simulation), bits(alone));
  assert.deepEqual([lab.page.runs[0].time, Math.abs(run.motion.time - alone.time) < 1e-9], [time, true]);
  assert.ok(lab.readout("Current time").startsWith(alone.time.toFixed(1)));
  assert.match(lab.alert, /Explicit Euler/);
  assert.equal(lab.cells("Largest error")[1].textContent, "stopped");
  assert.equal(lab.curve("total"), Number.NaN);
  alone.free();
  lab.close();
});

test("past, replay, restart and parameters of a run that has stopped work while others go on", async () => {
  const lab = await exploded("implicit-euler");
  const { run } = lab;
  const { head, good } = run.explosion;
  const there = bits(compared(lab)[0].simulation);
  for (let i = 0; i < 50; i++) run.advance(1);
  run.goTo(good);
  assert.deepEqual([lab.draw().alert, run.motion.first.stopped, run.explosion.active], ["", undefined, false]);
  assert.ok(Math.abs(lab.simulation.time - good) < 1e-9);
  run.goTo(head + 6);
  assert.match(lab.draw().alert, /Explicit Euler/);
  assert.ok(Math.abs(compared(lab)[0].simulation.time - head - 6) < 1e-9);
  run.replay();
  assert.ok(run.motion.first.stopped === undefined && run.playing);
  for (let i = 0; i < 400 && !run.explosion.active; i++) run.advance(1);
  assert.equal(bits(compared(lab)[0].simulation), there);
  assert.deepEqual([lab.page.clock.timeRate, run.playing], [1, true]);
  run.restart();
  assert.deepEqual([run.playing, lab.draw().alert], [true, ""]);
  assert.deepEqual(
    lab.page.runs.map(({ time }) => time),
    [0, 0],
  );
  for (let i = 0; i < 400 && !run.explosion.active; i++) run.advance(1);
  lab.set("damping", 0.1);
  assert.deepEqual([run.motion.elapsed, run.motion.first.stopped], [0, undefined]);
  lab.close();
});

test("once all runs have stopped, the clock stops, and only a restart is left", async () => {
  const lab = await exploded("explicit-euler,damping=0.1");
  const { run } = lab;
  for (let i = 0; i < 400 && run.playing; i++) run.advance(5);
  lab.draw();
  assert.deepEqual([run.playing, run.over], [false, true]);
  run.toggle();
  assert.deepEqual([run.playing, run.motion.elapsed, lab.draw().alert], [true, 0, ""]);
  lab.close();
  const left = await exploded("implicit-euler");
  left.page.compare("");
  left.run.advance(1);
  assert.deepEqual([left.run.playing, left.run.over], [false, true]);
  left.close();
});

test("two time steps of one method keep the same time", async () => {
  const lab = await open("oscillator", "time-step-size=0.05 timeStepSize=0.0125", { timeStepSize: 0.02 });
  const alone = await createSimulation("oscillator", { timeStepSize: 0.0125 });
  lab.step(33).step(67).step(1).step(24);
  alone.step(200);
  const [live, long, short] = lab.page.runs;
  assert.deepEqual([live.time, long.time, short.time], [2.5, 2.5, 2.5]);
  assert.deepEqual([long.name, short.name], ["Δt = 0.05 s", "Δt = 0.0125 s"]);
  assert.equal(bits(compared(lab)[1].simulation), bits(alone));
  lab.run.stepBack(7);
  assert.ok(Math.abs(lab.page.runs[1].time - 2.36) <= 0.05);
  lab.set("timeStepSize", 0.01);
  assert.equal(compared(lab)[0].simulation.get("timeStepSize"), 0.05);
  alone.free();
  lab.close();
});

test("words that name no method or parameter are refused, and nothing changes", async () => {
  const lab = await open("damper", "implicit-euler");
  for (const [words, sentence] of [
    ["rk5", /ompare must have words of explicit-euler, .*"rk5" was given/],
    ["colour=3", /ompare must have parameters of the scene; "colour" was given/],
    ["time-rate=2", /parameters of the scene/],
    ["damping=much", /Damping .* must be a number/],
    ["explicit-euler verlet damping=1 damping=2", /at most 3 runs; 4 were given/],
  ]) {
    lab.page.compare(String(words));
    assert.match(lab.draw().alert, sentence as RegExp);
    assert.deepEqual(
      lab.page.runs.map(({ kind }) => kind),
      ["live", "compared"],
    );
  }
  lab.page.compare("");
  assert.deepEqual(
    lab.draw().page.runs.map(({ name, method }) => [name, method]),
    [["Symplectic Euler", "symplectic-euler"]],
  );
  lab.close();
});

test("every scene compares another time step and goes back, on and to the start", async () => {
  for (const { id } of await scenes()) {
    const lab = await Laboratory.open(id);
    const step = Number(lab.run.get("timeStepSize"));
    lab.step(5).page.compare(`time-step-size=${step / 2}`);
    lab.draw().step(5);
    const [live, other] = lab.page.runs;
    assert.ok(Math.abs(live.time - other.time) < step / 4, `${id}: ${live.time} s and ${other.time} s`);
    lab.run.stepBack(3);
    lab.draw().step(3);
    lab.run.restart();
    lab.draw();
    assert.deepEqual(
      lab.page.runs.map(({ time }) => time),
      [0, 0],
      id,
    );
    assert.equal(lab.alert, "", id);
    lab.close();
  }
});

test("a press on Compare and one on Three Eulers compare three, whatever the method", async () => {
  for (const [method, live] of [
    ["symplectic-euler", "Symplectic Euler"],
    ["implicit-euler", "Implicit Euler"],
    ["runge-kutta-4", "Symplectic Euler"],
  ]) {
    const lab = await Laboratory.open("damper", { method });
    lab.button("Compare").click();
    assert.equal(lab.one(".comparison").hidden, false);
    lab.button("Three Eulers").click();
    const names = lab.draw().page.runs.map(({ name }) => name);
    assert.equal(names[0], live);
    assert.deepEqual(names.toSorted(), ["Explicit Euler", "Implicit Euler", "Symplectic Euler"]);
    assert.equal(lab.element.querySelectorAll(".comparison tbody tr").length, 3);
    lab.step(200).draw();
    const [error] = lab.cells("Largest error");
    assert.match(String(error.textContent), /^[\d.]+ m$/);
    lab.button(`Remove ${names[1]}`).click();
    assert.deepEqual(
      lab.draw().page.runs.map(({ name }) => name),
      [names[0], names[2]],
    );
    lab.close();
  }
});

test("a value of any parameter is added by its field, up to four runs", async () => {
  const lab = await Laboratory.open("oscillator");
  lab.button("Compare").click();
  for (const [key, value] of [
    ["timeStepSize", "0,02"],
    ["stiffness", "20"],
    ["method", "verlet"],
  ]) {
    lab.enter("compare-what", key).enter("compare-value", value).button("Add").click();
  }
  assert.deepEqual(
    lab
      .draw()
      .page.runs.map(({ name }) => name)
      .slice(1),
    ["Δt = 0.02 s", "k = 20 N/m", "Verlet"],
  );
  assert.equal(lab.button("Add").disabled, true);
  lab.set("stiffness", 7);
  assert.deepEqual(
    lab.page.runs.map(({ parameters }) => parameters.stiffness),
    [7, 7, 20, 7],
  );
  lab.close();
});
