// The laboratory of x' = −k x: gauge, factors, data, and the new start when all has decayed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, settled } from "./laboratory.js";

test("the gauge compares the step with 1/k and says what becomes of x", async (t) => {
  const lab = await open(t, "decay", { rate: 4 });
  // 1 − z; 1 − z + z²/2; … + z³/6 …; 1/(1 + z); (1 − z/2)/(1 + z/2), and e^−z
  for (const [method, part, verdict] of /** @type {const} */ ([
    ["explicit-euler", 0.5, "falls evenly"],
    ["explicit-euler", 1, "0 after one step"],
    ["explicit-euler", 1.5, "oscillates"],
    ["explicit-euler", 2, "changes sides for ever"],
    ["explicit-euler", 2.5, "oscillates and diverges"],
    ["runge-kutta-2", 1.9, "falls evenly"],
    ["runge-kutta-2", 2, "stands still"],
    ["runge-kutta-2", 2.1, "diverges"],
    ["runge-kutta-4", 2.78, "falls evenly"],
    ["runge-kutta-4", 2.79, "diverges"],
    ["implicit-euler", 16, "falls evenly"],
    ["implicit-midpoint", 1.9, "falls evenly"],
    ["implicit-midpoint", 16, "oscillates"],
    ["exact", 16, "falls evenly"],
  ])) {
    lab.set("method", method);
    lab.set("timeStepSize", part / 4);
    await settled();
    assert.equal(lab.reads("Time step"), `${part}/k: ${verdict}`, method);
    assert.equal(lab.exceeds("Time step"), verdict.endsWith("diverges"), method);
  }
});

test("the factors that are shown are those of a step and of the exact solution", async (t) => {
  const lab = await open(t, "decay", { rate: 2 });
  const plot = /** @type {import("../www/scenes/decay/factor-plot.js").FactorPlot} */ (lab.show.panels?.[0]);
  for (const method of ["explicit-euler", "runge-kutta-2", "runge-kutta-4", "implicit-euler", "implicit-midpoint"]) {
    for (const timeStepSize of [0.2, 1.3]) {
      lab.set("method", method);
      lab.set("timeStepSize", timeStepSize);
      await settled();
      const [before] = lab.simulation.positions;
      lab.step(1);
      const factor = lab.simulation.positions[0] / before;
      assert.ok(Math.abs(plot.factor / factor - 1) < 1e-14, `${method}: ${plot.factor}, ${factor}`);
      const digits = (/** @type {number} */ value) => String(Number(value.toPrecision(3))).replace("-", "−");
      const text = plot.element.textContent;
      assert.equal(text, `this step${digits(factor)}exact${digits(Math.exp(-2 * timeStepSize))}`, method);
    }
  }
});

test("the data are x and the exact x, which begins anew where x is put", async (t) => {
  const lab = await open(t, "decay", { timeStepSize: 0.5, rate: 3 });
  const values = () => lab.show.values?.() ?? [];
  for (let n = 0; n < 4; n++) {
    const [x, exact] = values();
    assert.ok(Math.abs(x - (-0.5) ** n) < 1e-15 && Math.abs(exact - Math.exp(-1.5 * n)) < 1e-15, `${x}, ${exact}`);
    lab.step(1);
  }
  const [picture] = lab.show.pictures;
  const [x] = values();
  for (const [key, shiftKey] of /** @type {const} */ ([
    ["ArrowUp", false],
    ["ArrowUp", false],
    ["ArrowDown", true],
  ])) {
    picture.key?.(/** @type {KeyboardEvent} */ ({ key, shiftKey }));
  }
  const [moved] = values();
  assert.ok(Math.abs(moved - (x - 0.8)) < 1e-15);
  lab.step(1);
  const [after, exact] = values();
  assert.ok(Math.abs(after - -0.5 * moved) < 1e-15 && Math.abs(exact - moved * Math.exp(-1.5)) < 1e-15);
  assert.match(picture.describe(undefined), /^x is 0\.369 m\. The exact solution has −0\.165 m\.$/);
  assert.match(picture.describe(0), /It is held\.$/);
});

test("it begins again when all has decayed, if it plays to no set end and the option is on", async (t) => {
  const lab = await open(t, "decay", { timeStepSize: 0.5 });
  const [picture] = lab.show.pictures;
  const run = (/** @type {number} */ steps) => {
    lab.restart();
    for (let step = 0; step < steps; step++) lab.step(1);
    return lab.simulation.time;
  };
  assert.equal(run(40), 20, "step by step");
  lab.lab.timeRate = () => 1;
  // 7 time constants are seen, and the 15th step is the start
  assert.equal(run(15), 0);
  assert.match(picture.describe(undefined), /^All had decayed: it begins again\. x is 1 m\./);
  lab.lab.free = () => false;
  assert.equal(run(40), 20, "to a set end");
  lab.lab.free = () => true;
  lab.set("repeat", "off");
  assert.equal(run(40), 20);
  lab.set("repeat", "on");
  lab.set("timeStepSize", 2.1);
  assert.equal(Math.round(run(40)), 84, "beyond 2/k it grows");
});
