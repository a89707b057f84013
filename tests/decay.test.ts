// The laboratory of x' = −k x: gauge, factors, data, and the restart when x has decayed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Laboratory } from "./laboratory.ts";

const open = (values?: Record<string, number | string>) => Laboratory.open("decay", values);

/** Waits for the promises of the factors, and shows these. */
async function factors(lab: Laboratory) {
  await new Promise((resolve) => setImmediate(resolve));
  lab.draw();
}

/** Three digits are shown. */
const assertShows = (shown: number, actual: number) =>
  assert.ok(Math.abs(shown / actual - 1) < 5e-3, `${shown} for ${actual}`);

test("the gauge compares the step with 1/k and says what becomes of x", async () => {
  const lab = await open({ rate: 4 });
  // 1 − z; 1 − z + z²/2; … + z³/6 …; 1/(1 + z); (1 − z/2)/(1 + z/2), and e^−z
  for (const [method, part, verdict] of [
    ["explicit-euler", 0.5, "falls monotonically"],
    ["explicit-euler", 1, "0 after one step"],
    ["explicit-euler", 1.5, "oscillates"],
    ["explicit-euler", 2, "changes sides for ever"],
    ["explicit-euler", 2.5, "oscillates and diverges"],
    ["runge-kutta-2", 1.9, "falls monotonically"],
    ["runge-kutta-2", 2, "stands still"],
    ["runge-kutta-2", 2.1, "diverges"],
    ["runge-kutta-4", 2.78, "falls monotonically"],
    ["runge-kutta-4", 2.79, "diverges"],
    ["implicit-euler", 16, "falls monotonically"],
    ["implicit-midpoint", 1.9, "falls monotonically"],
    ["implicit-midpoint", 16, "oscillates"],
    ["exact", 16, "falls monotonically"],
  ] as const) {
    lab.set("method", method).set("timeStepSize", part / 4);
    await factors(lab);
    assert.equal(lab.readout("Time step"), `${part}/k: ${verdict}`, method);
    assert.equal(lab.exceeds("Time step"), verdict.endsWith("diverges"), method);
  }
  lab.close();
});

test("the factors that are shown are those of a step and of the exact solution", async () => {
  const lab = await open({ rate: 2 });
  for (const method of ["explicit-euler", "runge-kutta-2", "runge-kutta-4", "implicit-euler", "implicit-midpoint"]) {
    for (const timeStepSize of [0.2, 1.3]) {
      lab.set("method", method).set("timeStepSize", timeStepSize);
      await factors(lab);
      const [before] = lab.simulation.positions;
      lab.step(1);
      assertShows(lab.curve("this step"), lab.simulation.positions[0] / before);
      assertShows(lab.curve("exact"), Math.exp(-2 * timeStepSize));
    }
  }
  lab.close();
});

test("x and the exact x are shown, which begins anew where keys put x", async () => {
  const lab = await open({ timeStepSize: 0.5, rate: 3 });
  const x = () => lab.simulation.positions[0];
  const exact = () => lab.simulation.analysis.exact?.positions[0] ?? Number.NaN;
  for (let n = 0; n < 4; n++) {
    assert.ok(Math.abs(x() - (-0.5) ** n) < 1e-15 && Math.abs(exact() - Math.exp(-1.5 * n)) < 1e-15, `step ${n}`);
    lab.step(1);
  }
  const before = x();
  lab.press("ArrowUp").press("ArrowUp").press("ArrowDown", { shiftKey: true });
  const moved = x();
  assert.ok(Math.abs(moved - (before - 0.8)) < 1e-15);
  lab.step(1);
  assert.ok(Math.abs(x() - -0.5 * moved) < 1e-15 && Math.abs(exact() - moved * Math.exp(-1.5)) < 1e-15);
  assert.equal(lab.description, "x is 0.369 m. The exact solution has −0.165 m.");
  lab.close();
});

test("it begins again when all has decayed, if it plays to no set end and the option is on", async () => {
  const lab = await open({ timeStepSize: 0.5 });
  for (let step = 0; step < 40; step++) lab.step(1);
  assert.equal(lab.simulation.time, 20, "step by step");
  lab.run.runTo(30);
  lab.frames(1000);
  assert.equal(lab.simulation.time, 30, "to a set end");
  /** The latest time of a run that plays for 20 s. */
  const latest = () => {
    lab.run.restart();
    lab.run.play();
    let most = 0;
    for (let frame = 0; frame < 1200; frame++) most = Math.max(most, lab.frames(1).simulation.time);
    return most;
  };
  assert.equal(latest(), 7);
  lab.run.restart();
  lab.run.play();
  for (let frame = 0; frame < 600 && lab.simulation.time < 7; frame++) lab.frames(1);
  for (let frame = 0; frame < 600 && lab.simulation.time >= 7; frame++) lab.frames(1);
  lab.run.toggle();
  assert.match(lab.draw().description, /^All had decayed: it begins again\. x is /);
  lab.set("repeat", "off");
  assert.ok(latest() > 19);
  lab.set("repeat", "on").set("timeStepSize", 2.1);
  assert.ok(latest() > 16, "beyond 2/k it grows");
  lab.close();
});
