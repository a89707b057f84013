// The panel of conserved quantities: its curves, its drop and its table, over real runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Laboratory } from "./laboratory.ts";

/** A laboratory with the panel. */
const open = (scene: string, values?: Record<string, number | string>) =>
  Laboratory.open(scene, { conserved: "on", ...values });

/** Cells: predicted and measured damping, frequency and area. */
const cells = (lab: Laboratory) => lab.all(".conserved td").map(({ textContent }) => String(textContent));

/** Number at the start of a text. */
const number = (text: string) => Number.parseFloat(text.replace("−", "-"));

const close = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual}, not ${expected}`);

test("the modified energy is level where the energy swings", async () => {
  const lab = await open("oscillator", { method: "symplectic-euler", timeStepSize: 0.1 });
  lab.step(500);
  const table = () => lab.run.motion.recorder.table();
  const range = (name: string) => {
    const values = table().find((column) => column.name === `change of ${name} [J]`)?.values ?? [];
    return Math.max(...values) - Math.min(...values);
  };
  // E₀/(1 ± hω/2) with E₀ = 10 J and hω = 0.316
  assert.ok(range("energy") > 3, String(range("energy")));
  assert.ok(range("modified energy") < 1e-12, String(range("modified energy")));
  assert.match(lab.text(".conserved .legend"), /modified energy/);
  lab.set("conserved", "off").step(1);
  assert.ok(lab.one(".conserved").classList.contains("off"));
  lab.close();
});

test("nothing is recorded while the panel is hidden", async () => {
  const lab = await Laboratory.open("oscillator");
  lab.step(10);
  const { recorder } = lab.run.motion;
  assert.deepEqual(
    recorder.table().filter(({ name }) => /change of/.test(name)),
    [],
  );
  lab.close();
});

test("a drop keeps its area with symplectic Euler, and loses Δt γ of it in each step with a damper", async () => {
  const lab = await open("damper", { method: "symplectic-euler", timeStepSize: 0.1 });
  for (let i = 0; i < 50; i++) lab.step(4); // about ten turns
  assert.equal(cells(lab)[5], "1.00000");
  lab.set("damping", 0.25).step(1); // γ = 0.5 1/s
  lab.step(20);
  close(number(cells(lab)[5]), 0.95 ** 20, 1e-5);
  assert.equal(cells(lab)[4], cells(lab)[5]);
  lab.close();
});

test("after a seek, a jump or a change a new drop begins", async () => {
  const lab = await open("rotation", { method: "explicit-euler", timeStepSize: 0.1 });
  lab.step(1).step(10);
  close(number(cells(lab)[5]), 1.01 ** 10, 1e-4);
  lab.run.goTo(0.5);
  lab.draw();
  assert.equal(cells(lab)[5], "–");
  lab.step(1).step(5);
  close(number(cells(lab)[5]), 1.01 ** 5, 1e-4);
  lab.step(200); // more than a frame can follow
  assert.equal(cells(lab)[5], "–");
  assert.match(lab.text(".conserved .note p"), /takes more than 100 steps at once/);
  lab.set("timeStepSize", 0.2).step(1);
  lab.step(3);
  close(number(cells(lab)[5]), 1.04 ** 3, 1e-4);
  lab.close();
});

test("the table compares prediction and measurement, also under a drive", async () => {
  // ½ ln(1 + hγ + h²ω²)/h − γ/2 with γ = 0.4 1/s and ω = 4 rad/s
  const damping = Math.log(1.0056) / 0.02 - 0.2;
  const lab = await open("resonance", { method: "implicit-euler", timeStepSize: 0.01 });
  lab.step(10);
  const [predicted, measured, shift, measuredShift] = cells(lab).map(number);
  close(predicted, damping, 5e-5); // three digits
  assert.deepEqual([measured, measuredShift], [predicted, shift]);
  lab.set("method", "velocity-verlet").set("damping", 0);
  assert.match(cells(lab)[0], /^0 1\/s/);
  assert.match(cells(lab)[1], /^0 1\/s/);
  lab.close();
});

test("where there is nothing to say, a sentence says why", async () => {
  for (const [scene, values, sentence] of [
    ["cloth", { width: 4, height: 4 }, /damping takes energy\. A drop .* this motion is none\.$/],
    ["damper", { method: "runge-kutta-4" }, /^There is no modified energy: the method is not symplectic\.$/],
    ["decay", {}, /its motion has no energy\. A drop .* this motion is none\.$/],
    ["follower", {}, /its motion has no energy\. A drop /],
    ["oscillator", { method: "runge-kutta-45" }, /chooses its own steps/],
  ] as const) {
    const lab = await open(scene, values);
    assert.match(lab.text(".conserved .note p"), sentence, scene);
    lab.close();
  }
});

test("descriptions tell both plots in words", async () => {
  const lab = await open("oscillator", { method: "symplectic-euler", timeStepSize: 0.1 });
  lab.step(1).step(40);
  lab.one(".conserved").dispatchEvent(new Event("focusin", { bubbles: true }));
  const [energies, drop] = lab.all(".conserved canvas").map(({ ariaLabel }) => String(ariaLabel));
  assert.match(energies, /^Plot of the change of energy over time, .*modified energy stays at .*energy swings/);
  assert.match(drop, /^Drop of phase space: 50 states in the plane of x \[m\] and v\/ω \[m\].* 1 times /);
  lab.close();
});

test("a drop of a mass that has left its line ends, and begins again when it is back", async () => {
  const lab = await open("damper");
  lab.simulation.hand.setVelocity(1, 0, 1, 0);
  lab.draw();
  assert.match(lab.text(".conserved .note p"), /A drop of phase space is carried along/);
  lab.simulation.restart();
  lab.draw();
  assert.doesNotMatch(lab.text(".conserved .note p"), /A drop/);
  lab.close();
});
