// Order and work: measured orders, their references, and why lines end.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { methods, Simulation, scenes } from "../dist/lib/springlab.js";
import type { Line } from "../www/instruments/order/measurement.ts";
import { frame } from "./dom.ts";
import { Laboratory } from "./laboratory.ts";

const { line, opened, orderOf, reference, timeFor } = await import("../www/instruments/order/measurement.ts");

/** Runs a generator to its end. */
function finish<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The reference and the line of a scene with some parameters. */
async function measure(scene: string, own: Record<string, number | string>) {
  const { parameters = [] } = (await scenes()).find(({ id }) => id === scene) ?? {};
  const method = parameters.find(({ key }) => key === "method");
  const ids = method && "options" in method ? method.options.map(({ value }) => value) : [];
  const able = (await methods()).filter(({ value }) => ids.includes(value));
  const simulation = Simulation.open(scene);
  const subject = { scene, snapshot: simulation.snapshot(), own };
  const time = timeFor(simulation.analysis.rates().values);
  simulation.free();
  const found = finish(reference(subject, able, time));
  if (typeof found === "string") return { reason: found };
  return { found, line: finish(line(subject, found, time)) as Line, time };
}

/** Methods of a scene that solve its equations. */
async function solving(scene: string) {
  const { parameters = [] } = (await scenes()).find(({ id }) => id === scene) ?? {};
  const method = parameters.find(({ key }) => key === "method");
  const ids = method && "options" in method ? method.options.map(({ value }) => value) : [];
  const solver = (parameters.some(({ key }) => key === "solver") ? { solver: "newton" } : {}) as Record<string, string>;
  return (await methods())
    .filter(({ value, order }) => ids.includes(value) && order > 0 && Number.isFinite(order))
    .map(({ value, order }) => ({ order, own: { method: value, ...solver, ...(order === 5 && { tolerance: 0.1 }) } }));
}

for (const [scene, least] of [
  ["damper", 14],
  ["pair", 14],
] as const) {
  test(`every method has its order within 0.1: ${scene}`, async () => {
    const all = await solving(scene);
    assert.ok(all.length >= least, String(all.length));
    for (const { order, own } of all) {
      const { line = undefined } = await measure(scene, own);
      assert.ok(line);
      const measured = orderOf(line) ?? Number.NaN;
      assert.ok(Math.abs(measured - order) <= 0.1, `${own.method}: ${measured}, not ${order}`);
    }
  });
}

test("a slope is that of the shortest steps in a line, between rounding and large errors", () => {
  const steps = Array.from({ length: 20 }, (_, i) => 2 ** -i);
  const made = (error: (step: number) => number) => ({
    begin: "",
    end: "",
    floor: 1e-9,
    extent: 1,
    points: steps.map((step) => ({ step, error: error(step), evaluations: 1 / step, seconds: 1 })),
  });
  const order = (error: (step: number) => number) => orderOf(made(error)) ?? Number.NaN;
  assert.ok(Math.abs(order((h) => 0.3 * h ** 3) - 3) < 1e-12);
  // the next power of Δt is 1/128 of the first one in the last four steps
  assert.ok(Math.abs(order((h) => 0.01 * h + h ** 2) - 1) < 0.01);
  assert.ok(Math.abs(order((h) => Math.max(0.1 * h ** 4, 1e-10)) - 4) < 1e-9, "rounding does not count");
  assert.equal(orderOf(made(() => 1)), undefined);
});

test("the reference is exact where the motion is known, and its own error is a bound elsewhere", async () => {
  const { found: exact } = await measure("damper", { method: "runge-kutta-4" });
  assert.deepEqual([exact?.name, exact?.own], ["the exact motion", 0]);
  const { found, time = 0 } = await measure("pair", { method: "runge-kutta-4" });
  assert.match(String(found?.name), /Runge-Kutta 45/);
  // Gauss-Legendre would be independent; the implicit midpoint rule extrapolated twice is too
  const places = [1, 2, 4].map((times) => {
    const simulation = opened(
      { scene: "pair", snapshot: startOf("pair"), own: { method: "implicit-midpoint", solver: "newton" } },
      { timeStepSize: time / (2048 * times) },
    );
    simulation.step(2048 * times);
    const positions = simulation.positions.slice();
    simulation.free();
    return positions;
  });
  const once = places[1].map((x, i) => (4 * x - places[0][i]) / 3);
  const twice = places[2].map((x, i) => (4 * x - places[1][i]) / 3);
  const last = twice.map((x, i) => (16 * x - once[i]) / 15);
  const error = Math.max(...last.map((x, i) => Math.abs(x - (found?.positions.at(-1)?.[i] ?? Number.NaN))));
  assert.ok(error < 1e-10, String(error)); // the tolerance of the implicit solver is 1e-13 in each of 8192 steps
});

test("a line says why it ends", async () => {
  const { line: euler } = await measure("oscillator", { method: "explicit-euler" });
  assert.equal(euler?.begin, "their runs explode");
  assert.ok(euler && euler.points[0].step < 1.5);
  const { line: exact } = await measure("oscillator", { method: "exact" });
  assert.equal(exact?.end, "only rounding is left");
  assert.equal(exact && orderOf(exact), undefined);
  const { line: fine } = await measure("pair", { method: "runge-kutta-45", tolerance: 0.1 });
  assert.equal(fine?.end, "the reference is not more exact");
  const { reason } = await measure("chain", { method: "position-based" });
  assert.equal(reason, "Position-based dynamics solves no equation of motion");
});

test("evaluations are those of the method", async () => {
  for (const [method, stages] of [
    ["explicit-euler", 1],
    ["runge-kutta-2", 2],
    ["runge-kutta-4", 4],
  ] as const) {
    const { line, time = 0 } = await measure("damper", { method });
    for (const { step, evaluations } of line?.points ?? []) {
      assert.equal(evaluations, stages * Math.round(time / step), method);
    }
  }
});

test("the panel measures in slices, begins again after a change, and stops", async () => {
  let now = performance.now();
  mock.method(performance, "now", () => (now += 0.5)); // time passes while it works
  const lab = await Laboratory.open("damper", { method: "runge-kutta-4" });
  await lab.set("order", "step").loaded();
  const panel = lab.one('[aria-label="Order and work"]');
  const text = () => panel.textContent ?? "";
  const slices = (pattern: RegExp, count = 0) => {
    for (; count < 20_000 && !pattern.test(text()); count++) {
      frame();
      lab.draw();
    }
    assert.match(text(), pattern);
    return count;
  };
  assert.ok(slices(/Runge-Kutta 4order 4\.0\d, theory 4.*exact motion.*Measure again/) > 20);
  lab.page.compare("implicit-euler");
  lab.draw();
  assert.match(text(), /Stop/);
  slices(/theory 4Implicit Eulerorder (1\.0|0\.9)\d, theory 1.*Measure again/);
  lab.set("timeStepSize", 0.02); // does not matter
  assert.match(text(), /Measure again/);
  lab.set("damping", 1);
  const button = panel.querySelector("button") as HTMLButtonElement;
  assert.equal(button.textContent, "Stop");
  button.click();
  lab.draw();
  assert.match(text(), /….*Measure again/);
  lab.close();
  mock.restoreAll();
});

/** A laboratory whose panel has measured all lines. */
async function measured(scene: string, method: string) {
  const lab = await Laboratory.open(scene, { method, order: "step" });
  const panel = lab.one('[aria-label="Order and work"]');
  for (let count = 0; count < 20_000 && !panel.textContent?.includes("Measure again"); count++) {
    frame();
    lab.draw();
  }
  return { lab, note: panel.querySelector("p")?.textContent ?? "" };
}

test("the panel says that long steps are not drawn, and tells no limit of its own", async (t) => {
  for (const [method, name] of [
    ["explicit-euler", "Explicit Euler"], // grows at every step
    ["verlet", "Verlet"], // stable below 2/ω = 0.632 s
  ]) {
    const { lab, note } = await measured("oscillator", method);
    t.after(() => lab.close());
    assert.match(note, new RegExp(`${name}: steps above \\S+ s are not drawn, because their runs explode[.;]`));
    assert.doesNotMatch(note, /it explodes/);
  }
});

test("the computing time of a line is that of all its steps", async (t) => {
  let watch = 0;
  t.mock.method(performance, "now", () => watch);
  const { step } = Simulation.prototype;
  t.mock.method(Simulation.prototype, "step", function (this: Simulation, steps: number) {
    watch += steps; // a step takes 1 ms
    return step.call(this, steps);
  });
  const { line, time = 0 } = await measure("damper", { method: "explicit-euler" });
  const points = line?.points ?? [];
  assert.ok(points.length > 3);
  for (const { step, seconds } of points) {
    const steps = Math.round(time / step);
    assert.ok(Math.abs(seconds - steps / 1000) < 1e-9, `${seconds} s for ${steps} steps of 1 ms`);
  }
});

test("keys choose a point, whose numbers the panel tells", async () => {
  const lab = await Laboratory.open("damper", { method: "explicit-euler", order: "evaluations" });
  const panel = lab.one('[aria-label="Order and work"]');
  const canvas = panel.querySelector("canvas") as HTMLElement;
  const press = (key: string) => {
    canvas.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));
    lab.draw();
    return panel.querySelector("p")?.textContent ?? "";
  };
  lab.draw();
  const evaluations = (told: string) => Number(told.match(/(\d+) force evaluations/)?.[1]);
  const first = evaluations(press("ArrowRight"));
  const second = evaluations(press("ArrowRight"));
  assert.ok(second > first && first > 0, `${first}, ${second}`);
  assert.equal(evaluations(press("ArrowLeft")), first);
  assert.doesNotMatch(press("Escape"), /evaluations/);
  lab.close();
});

function startOf(scene: string) {
  const simulation = Simulation.open(scene);
  const snapshot = simulation.snapshot();
  simulation.free();
  return snapshot;
}
