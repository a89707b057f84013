// The laboratory of the rotation field: growth of the radius, and methods that run side by side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./laboratory.js";

/** @typedef {Awaited<ReturnType<typeof open>>} Laboratory */

/** Distances of the visible curves from the centre, in m, by label. @param {Laboratory} lab */
function radii({ show: { quantities = [], values = () => [] } }) {
  const now = values();
  const shown = quantities.map(({ label }, i) => /** @type {const} */ ([label, now[i]]));
  return Object.fromEntries(shown.filter(([, radius]) => !Number.isNaN(radius)));
}

test("the growth of the radius is that of every method", async (t) => {
  const lab = await open(t, "rotation");
  // with h = 0.1 s: √(1 + h²), √(1 + h⁴/4), √(1 − h⁶/72 + …), 1/√(1 + h²), to the power of 2π/h
  for (const [method, step, round] of [
    ["explicit-euler", "+0.499 %", "+36.7 %"],
    ["symplectic-euler", "unchanged", "unchanged"],
    ["runge-kutta-2", "+0.00125 %", "+0.0786 %"],
    ["runge-kutta-4", "−6.94e−7 %", "−0.0000436 %"],
    ["implicit-euler", "−0.496 %", "−26.8 %"],
    ["implicit-midpoint", "unchanged", "unchanged"],
    ["exact", "unchanged", "unchanged"],
  ]) {
    lab.set("method", method);
    assert.deepEqual([lab.reads("Radius per step"), lab.reads("per round")], [step, round], method);
  }
  lab.set("method", "runge-kutta-4");
  lab.set("timeStepSize", 2.9);
  assert.equal(lab.reads("Step limit"), "2.9 of 2.83 s, unstable");
});

test("all chosen methods run from the same point at the same step, and again from where it is put", async (t) => {
  const h = 0.5;
  const on = ["explicitEuler", "symplecticEuler", "symplecticEulerAdjoint", "rungeKutta2", "implicitMidpoint"];
  const lab = await open(t, "rotation", { timeStepSize: h, ...Object.fromEntries(on.map((key) => [key, "on"])) });
  const near = (/** @type {string} */ label, /** @type {number} */ expected) =>
    assert.ok(Math.abs(radii(lab)[label] - expected) < 1e-14 * expected, `${label}: ${radii(lab)[label]}, ${expected}`);
  for (const [x0, y0] of [
    [1, 0],
    [-0.3, 1.2],
  ]) {
    lab.simulation.setPosition(0, x0, y0, 0);
    lab.step(3);
    lab.step(4);
    // (x, y) ← (x − h y, y + h x), where the first or the second takes the other's new value
    let [first, second] = [
      [x0, y0],
      [x0, y0],
    ];
    for (let step = 0; step < 7; step++) {
      const x = first[0] - h * first[1];
      first = [x, first[1] + h * x];
      const y = second[1] + h * second[0];
      second = [second[0] - h * y, y];
    }
    const start = Math.hypot(x0, y0);
    const growth = (/** @type {number} */ squared) => start * squared ** (7 / 2);
    near("Explicit Euler", growth(1 + h ** 2));
    near("Runge-Kutta 2", growth(1 + h ** 4 / 4));
    near("Runge-Kutta 4", growth(1 - h ** 6 / 72 + h ** 8 / 576));
    near("Implicit Euler", growth(1 / (1 + h ** 2)));
    near("Implicit midpoint", start);
    near("exact", start);
    const symplectic = [radii(lab)["Symplectic Euler"], radii(lab)["… positions first"]].sort();
    const expected = [first, second].map(([x, y]) => Math.hypot(x, y)).sort();
    for (const i of [0, 1]) assert.ok(Math.abs(symplectic[i] - expected[i]) < 1e-14);
  }
});

test("a method that runs away stops alone, and a restart brings it back", async (t) => {
  const lab = await open(t, "rotation", { timeStepSize: 3, method: "implicit-midpoint", explicitEuler: "on" });
  lab.step(60);
  assert.deepEqual(Object.keys(radii(lab)), ["Implicit Euler", "Implicit midpoint", "exact"]);
  assert.ok(Math.abs(radii(lab)["Implicit midpoint"] - 1) < 1e-12);
  assert.match(lab.show.pictures[0].describe(undefined), /Explicit Euler ran away, Runge-Kutta 4 ran away/);
  lab.restart();
  lab.step(1);
  assert.ok(Math.abs(radii(lab)["Explicit Euler"] - Math.sqrt(10)) < 1e-14);
});

test("after the chosen method ran away every other one can be chosen, and begins anew", async (t) => {
  const lab = await open(t, "rotation", { timeStepSize: 1 });
  for (const method of ["symplectic-euler", "implicit-euler", "runge-kutta-4"]) {
    lab.set("method", "explicit-euler");
    lab.restart();
    assert.throws(() => lab.step(100), /Explicit Euler's limit, which is 0 s here/);
    lab.set("method", method);
    lab.restart();
    lab.step(1);
    assert.ok(radii(lab)["Explicit Euler"] === undefined && radii(lab).exact > 0.999, method);
  }
});

test("the weighted stages lead where the next step goes", async (t) => {
  const lab = await open(t, "rotation", { timeStepSize: 0.6 });
  for (const method of ["explicit-euler", "runge-kutta-2", "heun", "runge-kutta-4"]) {
    lab.set("method", method);
    const stages = lab.simulation.stages(0) ?? [];
    const weights = [...(lab.lab.method()?.weights ?? [])];
    const end = [0, 1].map(
      (axis) => stages[axis] + weights.reduce((sum, weight, i) => sum + 0.6 * weight * stages[4 * i + 2 + axis], 0),
    );
    lab.step(1);
    const [x, y] = lab.simulation.positions;
    assert.ok(weights.length > 0 && Math.hypot(x - end[0], y - end[1]) < 1e-14, `${method}: ${end}, ${[x, y]}`);
  }
});
