// The laboratory of the rotation field: growth of the radius, and methods that run side by side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Laboratory } from "./laboratory.ts";

const open = (values?: Record<string, number | string>) => Laboratory.open("rotation", values);

/** A distance as the legend shows it. @param radius  in m */
const metres = (radius: number) => `${Number(radius.toPrecision(3))} m`;

test("the growth of the radius is that of every method", async () => {
  const lab = await open();
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
    assert.deepEqual([lab.readout("Radius per step"), lab.readout("per round")], [step, round], method);
  }
  lab.set("method", "runge-kutta-4").set("timeStepSize", 2.9);
  assert.equal(lab.readout("Step limit"), "2.9 of 2.83 s, unstable");
  lab.close();
});

test("all chosen methods run from the same point at the same step, and again from where it is put", async () => {
  const h = 0.5;
  const on = ["explicitEuler", "symplecticEuler", "symplecticEulerAdjoint", "rungeKutta2", "implicitMidpoint"];
  const lab = await open({ timeStepSize: h, ...Object.fromEntries(on.map((key) => [key, "on"])) });
  for (const [x0, y0] of [
    [1, 0],
    [-0.3, 1.2],
  ]) {
    lab.simulation.hand.setPosition(0, x0, y0, 0);
    lab.draw().step(3).step(4);
    // (x, y) ← (x − h y, y + h x), where one of the two uses the new value of the other
    let first = [x0, y0];
    let second = [x0, y0];
    for (let step = 0; step < 7; step++) {
      const x = first[0] - h * first[1];
      first = [x, first[1] + h * x];
      const y = second[1] + h * second[0];
      second = [second[0] - h * y, y];
    }
    const start = Math.hypot(x0, y0);
    assert.ok(lab.description.startsWith(`The exact circle has a radius of ${metres(start)}. From the centre: `));
    const shown = Object.fromEntries(lab.legend);
    for (const [name, squared] of [
      ["Explicit Euler", 1 + h ** 2],
      ["Runge-Kutta 2", 1 + h ** 4 / 4],
      ["Runge-Kutta 4", 1 - h ** 6 / 72 + h ** 8 / 576],
      ["Implicit Euler", 1 / (1 + h ** 2)],
      ["Implicit midpoint", 1],
      ["exact", 1],
    ] as const) {
      assert.equal(shown[name], metres(start * squared ** (7 / 2)), name);
    }
    const symplectic = [shown["Symplectic Euler"], shown["… positions first"]].sort();
    assert.deepEqual(symplectic, [first, second].map(([x, y]) => metres(Math.hypot(x, y))).sort());
  }
  lab.close();
});

test("a method that diverges stops alone, and a restart brings it back", async () => {
  const lab = await open({ timeStepSize: 3, method: "implicit-midpoint", explicitEuler: "on" });
  lab.step(60);
  assert.deepEqual(
    lab.legend.map(([label]) => label),
    ["Implicit Euler", "Implicit midpoint", "exact"],
  );
  assert.equal(lab.alert, "");
  assert.ok(Math.abs(Math.hypot(...lab.simulation.positions) - 1) < 1e-12);
  assert.match(lab.description, /Explicit Euler ran away, Runge-Kutta 4 ran away/);
  lab.run.restart();
  lab.step(1);
  assert.equal(Object.fromEntries(lab.legend)["Explicit Euler"], "3.16 m");
  lab.close();
});

test("after the chosen method diverged every other one can be chosen, and begins anew", async () => {
  const lab = await open({ timeStepSize: 1 });
  for (const method of ["symplectic-euler", "implicit-euler", "runge-kutta-4"]) {
    lab.step(100);
    assert.match(lab.alert, /Explicit Euler's limit, 0 s for the scene as it started/);
    lab.set("method", method);
    assert.equal(lab.alert, "");
    assert.equal(lab.simulation.time, 0);
    assert.equal(Object.fromEntries(lab.step(1).legend).exact, "1 m");
    lab.set("method", "explicit-euler");
  }
  lab.close();
});

test("the tolerance is that of the chosen method, also if the method that has one runs beside it", async () => {
  const lab = await open({ method: "explicit-euler", rungeKutta45: "on" });
  assert.equal(lab.text("#tolerance-note"), "only Runge-Kutta 45 has one");
  lab.set("method", "runge-kutta-45");
  assert.equal(lab.text("#tolerance-note"), "");
  lab.close();
});
