// The laboratory of the damper: readouts, curves and the description of its picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Laboratory } from "./laboratory.ts";

const open = (values?: Record<string, number | string>) => Laboratory.open("damper", values);

test("readouts and curves are the engine's", async () => {
  const lab = await open({ damping: 0.5 });
  assert.equal(lab.readout("Step limit"), "0.01 of 0.54 s");
  assert.equal(lab.readout("Damping ratio ζ"), "0.158 under-damped");
  lab.step(130);
  assert.equal(lab.readout("Current time"), "1.30 s");
  const { kinetic, elastic, dissipated, total, hand, numerical } = lab.simulation.energy;
  const [x] = [...(lab.simulation.analysis.exact?.positions ?? [])].slice(3);
  const exact = 2.5 * (x - 4) ** 2;
  const shown = [kinetic, elastic, dissipated, total, hand, numerical, exact].map((energy) => `${energy.toFixed(2)} J`);
  assert.deepEqual(
    lab.legend.map(([, text]) => text),
    shown.map((text) => text.replace("-0.00", "0.00").replace("-", "−")),
  );
  lab.set("method", "implicit-euler");
  assert.match(lab.readout("Step limit"), /^none on linear springs, 0\.01 s in use; may gain energy /);
  lab.set("method", "explicit-euler").set("damping", 0).set("timeStepSize", 2);
  assert.equal(lab.readout("Step limit"), "2 of 0 s, grows at every step");
  lab.close();
});

test("a button damps critically, whatever spring and mass", async () => {
  const lab = await open({ stiffness: 37, mass: 1.3 });
  lab.button("Critical damping").click();
  assert.equal(lab.run.get("damping"), 13.87); // 2 √(37 N/m · 1.3 kg)
  assert.equal(lab.draw().readout("Damping ratio ζ"), "1 critical");
  lab.close();
});

test("a value beyond the slider is marked at its end", async () => {
  const lab = await open();
  for (const [value, end] of [
    [1000, "above"],
    [0, "below"],
    [5, ""],
  ] as const) {
    lab.enter("stiffness", value);
    const { classList } = lab.one("[aria-labelledby=stiffness-label]").parentElement as HTMLElement;
    assert.deepEqual([classList.contains("above"), classList.contains("below")], [end === "above", end === "below"]);
  }
  lab.close();
});

test("a refused number is explained, the value before is kept, and the field stays marked until it is right", async () => {
  const lab = await open();
  const marked = () => lab.one("#mass").getAttribute("aria-invalid");
  const range = "Mass m must be a number from 1e-9 to 100 kg";
  for (const [text, given] of [
    ["0", "0"],
    ["", "nothing"],
    ["1e400", '"1e400"'],
  ]) {
    lab.enter("mass", "0.6");
    assert.deepEqual([lab.alert, marked()], ["", null]);
    lab.enter("mass", text);
    assert.deepEqual([lab.alert, marked()], [`${range}; ${given} was given.`, "true"]);
    assert.equal(lab.run.get("mass"), 0.6);
    lab.enter("stiffness", "8");
    assert.deepEqual([lab.alert, marked()], [`${range}; ${given} was given.`, "true"]);
  }
  lab.button("Restart").click();
  assert.deepEqual([lab.draw().alert, marked(), Reflect.get(lab.one("#mass"), "value")], ["", null, "0.6"]);
  lab.close();
});

test("arrow keys move the mass, with Shift by a metre", async () => {
  const lab = await open();
  lab.press("ArrowUp").press("ArrowLeft", { shiftKey: true });
  assert.deepEqual([...lab.simulation.positions.slice(3)], [5, 0.1, 0]);
  lab.press("x").press("Enter");
  assert.deepEqual([...lab.simulation.positions.slice(3)], [5, 0.1, 0]);
  lab.close();
});

test("Reset all sets parameters and options to their defaults, and restarts", async () => {
  const lab = await open({ restLength: 3 });
  lab.set("stiffness", 8).set("method", "runge-kutta-4").set("timeRate", 2).set("restLength", 5).step(10);
  lab.button("Reset all: Every parameter at its default").click();
  const values = ["stiffness", "method", "timeRate", "restLength"].map((key) => lab.run.get(key));
  assert.deepEqual(values, [5, "symplectic-euler", 1, 3], "the page's own value is a default");
  assert.equal(lab.simulation.time, 0);
  lab.close();
});

test("the picture's description says where the mass is, how long the spring is and how the mass moves", async () => {
  const lab = await open();
  for (const [x, y, text] of [
    [5, 0.1, "5 m to the right of and 0.1 m above the anchor; the spring is stretched by 1 m. It is at rest."],
    [-2, 0, "2 m to the left of the anchor; the spring is compressed by 2 m. It is at rest."],
    [0, -4, "4 m below the anchor; the spring is at its rest length. It is at rest."],
  ] as [number, number, string][]) {
    lab.simulation.hand.setPosition(1, x, y, 0);
    assert.equal(lab.draw().description, `The mass is ${text}`);
  }
  lab.simulation.hand.setVelocity(1, 3, -4, 0);
  assert.match(lab.draw().description, /It moves .+ at 5 m\/s\.$/);
  lab.close();
});
