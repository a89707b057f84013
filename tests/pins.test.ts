// Runs that are pinned: they keep curves, outline, parameters and state, whatever happens later.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import type { Run } from "../www/lab/model/run.ts";
import { Laboratory } from "./laboratory.ts";

const finished = ({ run }: Laboratory): Run[] => run.motion.finished;

function pin(lab: Laboratory) {
  lab.button("Pin this run").click();
  return lab.draw();
}

const runs = (lab: Laboratory) => lab.page.runs.map(({ kind, name }) => `${kind} ${name}`);

/** Samples of a finished run's curve. */
function curve(run: Run, label: string) {
  const [, quantity] = [...run.curves].find(([own]) => own.label === label) ?? [];
  const { times = [], values = [] } = quantity?.record ?? {};
  return Array.from(times, (time, i) => [time, values[i]]);
}

const bits = ({ simulation: { positions, velocities, time } }: Laboratory) =>
  JSON.stringify([time, ...positions, ...velocities]);

test("a pinned run keeps its curves from the start, whatever the laboratory does next", async () => {
  const lab = (await Laboratory.open("oscillator")).set("stiffness", 8);
  const seen = new Map();
  for (let step = 0; step < 300; step++) {
    lab.run.step(1);
    seen.set(lab.simulation.time, lab.simulation.positions[3]);
  }
  const end = lab.simulation.time;
  pin(lab);
  const [run] = finished(lab);
  const kept = curve(run, "Numerical");
  assert.deepEqual([kept[0][0], kept.at(-1)?.[0]], [0, end]);
  for (const [time, x] of kept.slice(1)) assert.equal(seen.get(time), x);
  assert.ok(kept.length > 100, `${kept.length} samples`);
  lab.set("stiffness", 3).run.restart();
  lab.step(50).run.stepBack(20);
  lab.set("method", "implicit-euler").set("timeStepSize", 0.02).step(20);
  lab.run.keep()();
  lab.run.reset();
  lab.step(400);
  assert.deepEqual(curve(run, "Numerical"), kept);
  const [live, pinned] = lab.page.runs;
  assert.deepEqual([live.kind, live.parameters.stiffness], ["live", 5]);
  assert.deepEqual(
    [pinned.kind, pinned.name, pinned.time, pinned.method, pinned.parameters.stiffness],
    ["pinned", "k = 8 N/m", end, live.method, 8],
  );
  lab.close();
});

test("its outline is where its masses were at the same elapsed time, and rests at the end", async () => {
  const lab = (await Laboratory.open("damper")).set("damping", 0.5);
  const places = new Map();
  for (let step = 0; step < 200; step++) {
    places.set(lab.simulation.time, [...lab.simulation.positions]);
    lab.run.step(1);
  }
  const last = [...lab.simulation.positions];
  pin(lab).set("damping", 3).run.restart();
  const ghost = () => Array.from(lab.run.motion.ghosts(true)[0].simulation.positions);
  let most = 0;
  for (; lab.simulation.time < 1.5; lab.run.step(1)) {
    const there = places.get(lab.simulation.time);
    most = Math.max(most, ...ghost().map((x, i) => Math.abs(x - there[i])));
  }
  assert.ok(most < 1e-3, `off by ${most} m`);
  assert.notDeepEqual(ghost(), last);
  lab.step(1000);
  assert.deepEqual(ghost(), last);
  lab.close();
});

test("the outline of many masses is the one at pinning, at any time", async () => {
  const lab = await Laboratory.open("cloth", { width: 100, height: 100 });
  for (let i = 0; i < 40; i++) {
    lab.run.act(() => {}); // a change is followed by a checkpoint
    lab.run.step(1);
  }
  const there = [...lab.simulation.positions];
  pin(lab).run.restart();
  lab.step(1);
  assert.deepEqual(Array.from(lab.run.motion.ghosts(true)[0].simulation.positions), there);
  lab.close();
});

test("made live again it has its parameters and its state, and goes on with the same bits", async () => {
  for (const scene of ["damper", "follower", "cloth", "drape", "decay", "rotation", "linear", "mesh", "verlet"]) {
    const lab = await Laboratory.open(scene);
    const step = Number(lab.run.get("timeStepSize"));
    pin(lab.set("timeStepSize", step / 2).step(7));
    lab.step(5);
    const there = bits(lab);
    lab.set("timeStepSize", step).step(4).run.restart();
    lab.step(3);
    const [{ name }] = finished(lab);
    lab.button(`Make live: ${name}`).click();
    assert.equal(lab.draw().run.get("timeStepSize"), step / 2, scene);
    assert.equal(bits(lab.step(5)), there, scene);
    assert.deepEqual(runs(lab).slice(1), [`pinned ${name}`]);
    assert.equal(lab.alert, "", scene);
    lab.close();
  }
});

test("a run on another mesh stays when files are opened, and brings its mesh back", async () => {
  const lab = await Laboratory.open("mesh");
  const count = lab.simulation.positions.length;
  const first = lab.step(20).simulation.positions.slice();
  pin(lab);
  await lab.page.open(Promise.resolve([{ name: "two.obj", text: "v 0 0 0\nv 1 0 0\nl 1 2\n" }]));
  assert.equal(lab.draw().simulation.positions.length, 6);
  assert.equal(lab.run.motion.ghosts(true)[0].simulation.positions.length, count);
  const [{ name }] = finished(lab.step(2));
  lab.button(`Make live: ${name}`).click();
  assert.deepEqual(lab.draw().simulation.positions, first);
  assert.equal(lab.alert, "");
  lab.close();
});

test("every scene pins, goes on, restarts and goes back", async () => {
  for (const { id } of await scenes()) {
    const lab = await Laboratory.open(id);
    pin(lab.step(5)).step(5);
    lab.run.stepBack(3);
    lab.draw().run.restart();
    lab.step(2).run.reset();
    assert.deepEqual(
      lab.draw().page.runs.map(({ kind }) => kind),
      ["live", "pinned"],
      id,
    );
    assert.equal(lab.alert, "", id);
    lab.close();
  }
});

test("names tell what differs from the defaults, or the method with a number, and differ", async () => {
  const lab = await Laboratory.open("damper");
  pin(lab);
  pin(lab);
  pin(lab.set("damping", 2).set("method", "implicit-euler"));
  pin(lab);
  const names = finished(lab).map(({ name }) => name);
  assert.deepEqual(names.slice(0, 2), ["Symplectic Euler (1)", "Symplectic Euler (2)"]);
  assert.match(names[2], /^(Implicit Euler, μ = 2 N·s\/m|μ = 2 N·s\/m, Implicit Euler)$/);
  assert.equal(names[3], `${names[2]} (2)`);
  lab.close();
});

test("in a locked laboratory it keeps only the parameters that may be read", async () => {
  const lab = await Laboratory.open("damper", { damping: 1.23456 });
  lab.page.arrange({ locked: true, controls: ["stiffness", "method"] });
  pin(lab.set("stiffness", 8));
  const { name, parameters } = lab.page.runs[1];
  assert.deepEqual([name, Object.keys(parameters).sort()], ["k = 8 N/m", ["method", "stiffness"]]);
  lab.close();
});

test("a chip renames, hides, shows and removes, and keeps the focus where it stays", async () => {
  const lab = await Laboratory.open("damper");
  pin(lab.step(20)).page.compare("implicit-euler");
  const [run] = finished(lab.draw());
  const labels = () => lab.legend.map(([label]) => label);
  const field = lab.one(".chips input") as HTMLInputElement;
  Object.assign(field, { value: "little damping" }).dispatchEvent(new Event("change"));
  assert.equal(run.name, "little damping");
  assert.ok(labels().includes("little damping"));
  Object.assign(field, { value: "  " }).dispatchEvent(new Event("change"));
  assert.deepEqual([field.value, run.name], ["little damping", "little damping"]);
  const toggle = lab.button("Show little damping");
  toggle.focus();
  toggle.click();
  lab.draw();
  assert.deepEqual(
    [toggle.getAttribute("aria-pressed"), labels().includes("little damping"), lab.run.motion.ghosts(true).length],
    ["false", false, 1],
  );
  toggle.click();
  assert.ok(lab.draw() && labels().includes("little damping"));
  assert.equal(document.activeElement, toggle);
  lab.button("Remove little damping").click();
  assert.deepEqual(runs(lab.draw()), ["live Symplectic Euler", "compared Implicit Euler"]);
  assert.ok(!labels().includes("little damping"));
  lab.close();
});

test("one more than six finished runs is refused in a sentence, until one is removed", async () => {
  const lab = await Laboratory.open("damper");
  for (let i = 0; i < 7; i++) pin(lab);
  assert.equal(lab.alert, "At most 6 runs can be pinned or imported: remove one first.");
  assert.equal(finished(lab).length, 6);
  lab.button("Remove Symplectic Euler (3)").click();
  assert.equal(lab.alert, "");
  pin(lab);
  assert.deepEqual([finished(lab).length, finished(lab)[5].name], [6, "Symplectic Euler (3)"]);
  lab.close();
});

test("the table has a pinned run's largest error and the energy that its method had made", async () => {
  const lab = (await Laboratory.open("damper")).set("method", "explicit-euler").set("damping", 0);
  pin(lab.step(500));
  const [error, made, drift] = lab.cells("Largest error").map(({ textContent }) => textContent);
  lab.step(500).run.restart();
  const cells = lab.draw().cells("Largest error");
  assert.deepEqual(
    cells.slice(5).map(({ textContent }) => textContent),
    [error, made, drift, "–", "–"],
  );
  assert.match(String(error), /^0\.\d+ m$/);
  assert.match(String(made), /^\d+\.\d+ J$/);
  assert.match(String(drift), /^\d+(\.\d+)? J\/s$/);
  lab.close();
});

test("a run pinned after a step back keeps what came later, unless a change has made it another", async () => {
  const lab = await Laboratory.open("damper");
  lab.step(100).run.stepBack(60);
  pin(lab.draw());
  const [whole] = finished(lab);
  assert.equal(curve(whole, "total").at(-1)?.[0], 100 * Number(lab.run.get("timeStepSize")));
  pin(lab.set("damping", 2));
  assert.equal(curve(finished(lab)[1], "total").at(-1)?.[0], lab.simulation.time);
  assert.equal(lab.page.runs[1].time, lab.simulation.time);
  lab.close();
});

test("a run that has exploded is pinned, and another one goes on", async () => {
  const lab = (await Laboratory.open("damper")).set("method", "explicit-euler").set("timeStepSize", 2);
  for (let i = 0; i < 200 && !lab.run.explosion.active; i++) lab.run.advance(50);
  assert.ok(lab.run.explosion.active);
  pin(lab.draw()).set("timeStepSize", 0.01).step(100);
  assert.equal(lab.alert, "");
  assert.deepEqual(runs(lab)[1].split(" ")[0], "pinned");
  lab.close();
});

test("decay and rotation compare another time step, and pin", async () => {
  for (const scene of ["decay", "rotation"]) {
    const lab = await Laboratory.open(scene);
    lab.button("Compare").click();
    const offered = [...lab.one("#compare-what").children].map((node) => node.getAttribute("value"));
    assert.equal(offered.includes("method"), scene === "decay");
    lab.enter("compare-what", "timeStepSize").enter("compare-value", "0.25").button("Add").click();
    pin(lab.step(12));
    assert.deepEqual(
      lab.page.runs.map(({ kind }) => kind),
      ["live", "compared", "pinned"],
    );
    if (scene === "rotation") assert.ok(lab.legend.some(([label]) => label === "Δt = 0.25 s"));
    lab.close();
  }
});

test("a curve of a script is copied and checked, replaces its namesake only, and can be removed", async () => {
  const lab = await Laboratory.open("damper");
  lab.step(10);
  const own = pin(lab).page.runs[1].name;
  const times = [0, 1, 2];
  const values = [1, 2, 1];
  lab.page.layCurve("mine", "kinetic", { times, values } as any);
  values[1] = 99;
  lab.draw();
  assert.equal(curve(finished(lab)[1], "kinetic")[1][1], 2, "a copy");
  const before = runs(lab);
  for (const [name, given, reason] of [
    ["mine", undefined, /must have from 2/],
    ["mine", { times: [0], values: [1] }, /must have from 2/],
    ["mine", { times: [0, 1], values: [1] }, /as many values/],
    ["mine", { times: [1, 0], values: [1, 1] }, /times\[1\]/],
    ["mine", { times: [0, Number.NaN], values: [1, 1] }, /times\[1\]/],
    ["mine", { times: [0, 1], values: [1, Number.POSITIVE_INFINITY] }, /values\[1\]/],
    ["mine", { times: { length: 1e12 }, values: { length: 1e12 } }, /must have from 2/],
    ["", { times, values }, /1 to 80 characters/],
    ["x".repeat(1e5), { times, values }, /1 to 80 characters/],
  ] as [any, any, RegExp][]) {
    assert.throws(() => lab.page.layCurve(name, "kinetic", given), reason);
    assert.deepEqual(runs(lab.draw()), before, String(reason));
  }
  assert.throws(() => lab.page.layCurve("mine", "nothing", { times, values } as any), /no quantity/);
  lab.page.layCurve(own, "kinetic", { times, values } as any);
  assert.deepEqual(runs(lab), [...before, `imported ${own}`], "the pinned run of that name stays");
  assert.equal(lab.page.removeCurve(own), true);
  assert.equal(lab.page.removeCurve(own), false);
  assert.equal(lab.page.removeCurve("mine"), true);
  assert.deepEqual(runs(lab.draw()), before.slice(0, 2));
  lab.close();
});

test("a run that is removed leaves nothing that observes, listens or is in the document", async () => {
  const { ResizeObserver } = globalThis;
  let observed = 0;
  class Counting {
    #own = 0;
    observe() {
      this.#own += 1;
      observed += 1;
    }
    disconnect() {
      observed -= this.#own;
      this.#own = 0;
    }
  }
  Object.assign(globalThis, { ResizeObserver: Counting });
  const lab = await Laboratory.open("damper");
  const counts = () => [observed, lab.all("*").length];
  const round = () => {
    pin(lab.step(3));
    lab.page.remove(finished(lab)[0]);
    lab.page.compare("verlet");
    lab.frames(2).page.compare("");
    return lab.draw();
  };
  round();
  const before = counts();
  for (let i = 0; i < 5; i++) round();
  assert.deepEqual(counts(), before);
  lab.close();
  Object.assign(globalThis, { ResizeObserver });
});
