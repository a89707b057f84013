// The oscillator's laboratory: numerical against exact motion, in its legends and readouts.
import assert from "node:assert/strict";
import test from "node:test";
import { OscillatorPicture } from "../www/scenes/oscillator/oscillator-picture.ts";
import { context } from "./dom.ts";
import { Laboratory } from "./laboratory.ts";

const OMEGA = Math.sqrt(10); // of the default parameters, in rad/s

const open = (values?: Record<string, number | string>) => Laboratory.open("oscillator", values);

/** Three digits are shown. */
const assertShows = (shown: number, actual: number) =>
  assert.ok(Math.abs(shown / actual - 1) < 5e-3, `${shown} for ${actual}`);

test("the legends show the numerical and the analytic position and their difference", async () => {
  const lab = await open({ timeStepSize: 0.05 });
  lab.step(33);
  const x = lab.simulation.positions[3];
  const exact = 2 * Math.cos(1.65 * OMEGA);
  assertShows(lab.curve("Numerical"), x);
  assertShows(lab.curve("Analytic"), exact);
  assertShows(lab.curve("Numerical − analytic"), x - exact);
  lab.close();
});

test("an error that is rounding reads 0", async () => {
  const lab = await open({ method: "exact", timeStepSize: 0.013 });
  lab.step(400);
  const { positions } = lab.simulation;
  const { exact } = lab.simulation.analysis;
  assert.notEqual(positions[3], exact?.positions[3], "there is a rounding error to be hidden");
  assert.equal(lab.curve("Numerical − analytic"), 0);
  assert.equal(lab.readout("Largest error"), "0 m");
  lab.close();
});

test("the legend counts the steps that an adaptive method takes, and has no such entry otherwise", async () => {
  const lab = await open({ method: "runge-kutta-45", timeStepSize: 0.5 });
  lab.step(3);
  const own = () => lab.legend.find(([label]) => label === "its own steps")?.[1];
  assert.equal(own(), "8 in Δt, 2 rejected");
  lab.set("method", "runge-kutta-4");
  assert.equal(own(), undefined);
  lab.close();
});

test("readouts state frequency, period, steps per period, and amplification and phase error of each method", async () => {
  const lab = await open();
  assert.equal(lab.readout("ω"), "3.16 rad/s");
  assert.equal(lab.readout("Period"), "1.987 s");
  assert.equal(lab.readout("Steps per period"), "397");
  // with y = ω h = 0.0158: 1 ± y²/2, 1 + y⁴/8, 1 − y⁶/144, and y³ over 3, 24, 6, 12, y⁵ over 120
  for (const [method, amplification, phase] of [
    ["explicit-euler", "1 + 0.000125", "1.32 µrad behind"],
    ["symplectic-euler", "1", "165 nrad ahead"],
    ["symplectic-euler-adjoint", "1", "165 nrad ahead"],
    ["runge-kutta-2", "1 + 7.81e−9", "659 nrad ahead"],
    ["runge-kutta-4", /^1 − 1\.(0\d|1)e−13$/, "8.23 prad behind"],
    ["verlet", "1", "165 nrad ahead"],
    ["velocity-verlet", "1", "165 nrad ahead"],
    ["implicit-euler", "1 − 0.000125", "1.32 µrad behind"],
    ["implicit-midpoint", "1", "329 nrad behind"],
    ["exact", "1", "0"],
  ] as [string, string | RegExp, string][]) {
    lab.set("method", method);
    const shown = lab.readout("Amplification |R(iωΔt)|");
    if (typeof amplification === "string") assert.equal(shown, amplification, method);
    else assert.match(shown, amplification, method);
    assert.equal(lab.readout("Phase error per step"), phase, method);
  }
  lab.close();
});

test("readouts without a value show a dash", async () => {
  const lab = await open({ timeStepSize: 1.1 });
  assert.equal(lab.readout("Phase error per step"), "–", "the step is longer than half a period");
  lab.set("stiffness", 0);
  assert.equal(lab.readout("ω"), "0 rad/s");
  for (const label of ["Period", "Steps per period", "Amplification |R(iωΔt)|", "Phase error per step"])
    assert.equal(lab.readout(label), "–", label);
  lab.close();
});

test("a change of method restarts the exact motion from the present state", async () => {
  const lab = await open({ method: "explicit-euler", timeStepSize: 0.05 });
  lab.step(50);
  assert.ok(Number.parseFloat(lab.readout("Largest error")) > 0.1);
  const x = lab.simulation.positions[3];
  const v = lab.simulation.velocities[3];
  lab.set("method", "verlet");
  assert.equal(lab.readout("Largest error"), "0 m");
  const { exact } = lab.simulation.analysis;
  assert.deepEqual([exact?.since, exact?.positions[3], exact?.velocities[3]], [2.5, x, v]);
  lab.step(8);
  assertShows(lab.curve("Analytic"), x * Math.cos(0.4 * OMEGA) + (v / OMEGA) * Math.sin(0.4 * OMEGA));
  lab.set("timeStepSize", 0.02);
  assert.ok(Math.abs(Number(lab.simulation.analysis.exact?.since) - 2.9) < 1e-12);
  lab.close();
});

test("while the mass is held there is no exact motion; it starts anew where the mass is released", async () => {
  const lab = await open();
  lab.step(10);
  lab.simulation.hand.hold(1, 1.5, 0, 0);
  lab.draw();
  assert.equal(lab.simulation.analysis.exact, undefined);
  assert.ok(Number.isNaN(lab.curve("Analytic")));
  lab.simulation.hand.release(0, 0, 0);
  const released = (lab.simulation as import("../dist/lib/springlab.js").Simulation).analysis.exact;
  assert.deepEqual([released?.since, released?.positions[3]], [0.05, 1.5]);
  lab.close();
});

test("Largest error is the largest distance from the exact motion so far", async () => {
  const lab = await open({ method: "runge-kutta-2", timeStepSize: 0.05 });
  const error = () => Math.abs(lab.simulation.positions[3] - Number(lab.simulation.analysis.exact?.positions[3]));
  let largest = 0;
  for (let n = 0; n < 100; n++) {
    lab.step(1);
    largest = Math.max(largest, error());
  }
  assert.ok(error() < largest, "the last error is a smaller one");
  assertShows(Number.parseFloat(lab.readout("Largest error")), largest);
  lab.close();
});

test("the picture keeps the mass in its place for any initial length, and zooms around a point off the line", async () => {
  const lab = await open();
  const { simulation } = lab;
  const picture = new OscillatorPicture(simulation, () => "");
  const { camera } = picture;
  camera.resize(640, 300);
  const mass = () => camera.project([simulation.positions[3], 0, 0]);
  const draw = () => picture.draw(context(), undefined);
  draw();
  const [x, y] = mass();
  for (const length of [0.1, 4]) {
    simulation.set("initialLength", length);
    draw();
    assert.equal(simulation.positions[3], length);
    assert.ok(Math.abs(mass()[0] - x) < 1e-9, `${mass()}`);
  }
  const lifted = camera.lift([x - 60, y - 80], [2, 0, 0]);
  assert.equal(lifted[1], 0, "a drag stays on the line");
  camera.zoom(1.5, [x, y + 60]);
  const zoomed = mass();
  assert.ok(Math.abs(zoomed[0] - x) < 1e-9 && Math.abs(y + 60 - zoomed[1] - 1.5 * 60) < 1e-9, `${zoomed}`);
  lab.close();
});

test("Backwards returns Verlet to the start while the plots go on", async () => {
  const lab = await open({ method: "verlet", timeStepSize: 0.05 });
  lab.step(30);
  lab.button("Backwards").click();
  lab.step(30);
  assert.equal(lab.button("Forwards").textContent, "Forwards");
  assert.equal(lab.simulation.time, 0);
  assert.ok(Math.abs(lab.curve("Numerical") - 2) < 0.01); // the legend rounds
  // the exact motion set out from the state that Verlet had reached
  assert.ok(Math.abs(lab.curve("Analytic") - 2) < 0.05);
  lab.button("Restart").click();
  lab.draw();
  assert.equal(lab.button("Backwards").textContent, "Backwards");
  lab.close();
});

test("arrow keys move the mass along its line, and the description says where it is", async () => {
  const lab = await open();
  lab.press("ArrowUp").press("ArrowLeft").press("ArrowLeft", { shiftKey: true });
  const [, , , x, y] = lab.simulation.positions;
  assert.ok(Math.abs(x - 0.9) < 1e-12 && y === 0, `${x}, ${y}`);
  const where = "0.9 m to the right of the anchor";
  assert.equal(lab.description, `The mass is ${where} and is at rest. The analytic solution is ${where}.`);
  lab.step(5);
  assert.match(
    lab.description,
    /^The mass is [\d.]+ m to the right of the anchor and moves left at [\d.]+ m\/s\. The analytic/,
  );
  lab.close();
});

test("an option with an unknown value is refused by its label and keeps its default", async () => {
  const lab = await open({ arrow: "maybe" });
  assert.equal(lab.alert, 'Turning arrow must be one of off, on; "maybe" was given.');
  assert.equal(lab.run.get("arrow"), "off");
  lab.close();
});
