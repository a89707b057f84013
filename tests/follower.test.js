// The laboratory of Bob and Alice: what is plotted and said, and when the step begins anew.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { open } from "./laboratory.js";

/** @typedef {Awaited<ReturnType<typeof open>>} Laboratory */

/** Bob, Alice and the exact Alice in m, and the error in mm. @param {Laboratory} lab */
const plotted = (lab) => lab.show.values?.() ?? [];

test("the response to a step and the exact one are the engine's", async (t) => {
  const lab = await open(t, "follower");
  const engines = [await createSimulation("follower"), await createSimulation("follower", { method: "exact" })];
  let most = 0;
  for (let step = 0; step <= 400; step++) {
    const [bob, alice, exact, error] = plotted(lab);
    assert.deepEqual([bob, alice], [1, engines[0].positions[3]]);
    // a Bob who is led and one on rails are rounded differently
    assert.ok(Math.abs(exact - engines[1].positions[3]) < 1e-12, `${exact}`);
    assert.ok(Math.abs(error - 1000 * (alice - exact)) < 1e-9);
    most = Math.max(most, error);
    lab.step(1);
    for (const engine of engines) engine.step(1);
  }
  assert.equal(most.toFixed(1), "11.9");
  for (const engine of engines) engine.free();
});

test("the exact Alice has the same Bob on rails, in hand, and whatever is changed on the way", async (t) => {
  const lab = await open(t, "follower", { method: "exact", path: "circle", drive: "velocities" });
  const path = /** @type {number[]} */ ([]);
  const run = (/** @type {number} */ steps) => {
    for (let step = 0; step < steps; step++) {
      lab.step(1);
      const [bob, , , error] = plotted(lab);
      path.push(bob);
      assert.ok(Math.abs(error) < 1e-9, `${error} mm`); // rounding
    }
  };
  run(300);
  lab.set("damping", 5);
  run(200);
  lab.set("stiffness", 300);
  lab.set("mass", 2);
  lab.set("timeStepSize", 0.005);
  run(200);
  lab.set("drive", "positions");
  run(100);
  const { key } = lab.show.pictures[0];
  key?.call(lab.show.pictures[0], /** @type {KeyboardEvent} */ ({ key: "ArrowRight" }));
  assert.equal(lab.lab.get("path"), "rest", "an arrow key takes him off his rails");
  for (let move = 0; move < 20; move++) {
    lab.simulation.hold(0, 0.7 - 0.05 * move, 0.03 * move, 0, 0.016);
    run(3);
  }
  lab.simulation.release(0, 0, 0);
  run(50);
  assert.ok(Math.max(...path) - Math.min(...path) > 0.7);
});

test("a maximum speed holds Alice back, and not the exact one", async (t) => {
  const lab = await open(t, "follower", { maximumSpeed: 2 });
  lab.step(100);
  const [, alice, exact] = plotted(lab);
  assert.ok(alice < 0.5 && exact > 0.9, `${alice} m, ${exact} m`);
});

test("the step begins anew when it has been seen, if the option is on and nothing is in hand", async (t) => {
  const lab = await open(t, "follower");
  for (let step = 0; step < 500; step++) lab.step(1);
  assert.equal(lab.simulation.time, 1);
  lab.step(1);
  const [bob, alice, exact] = plotted(lab);
  assert.deepEqual([lab.simulation.time, bob, alice, exact], [0, 1, 0, 0]);
  const run = () => {
    lab.restart();
    for (let step = 0; step < 501; step++) lab.step(1);
    return lab.simulation.time;
  };
  lab.lab.free = () => false;
  assert.equal(run(), 1.002, "in hand, or on the way to a time");
  lab.lab.free = () => true;
  lab.set("repeat", "off");
  assert.equal(run(), 1.002);
});

test("the equations have the engine's constants", async (t) => {
  const lab = await open(t, "follower", { mass: 2, damping: 7.3, timeStepSize: 0.03 });
  const text = () => {
    const [panel] = lab.show.notes ?? [];
    panel.draw();
    return String(panel.element.textContent);
  };
  for (const stiffness of [200, 50]) {
    lab.set("stiffness", stiffness);
    const [c0, c1, c2, c3, c4, c5, c6, c7] = Array.from(lab.simulation.constants, (constant, i) => {
      const size = String(Number(Math.abs(constant).toPrecision(6)));
      return i % 4 === 0 ? `${constant < 0 ? "−" : ""}${size}` : `${constant < 0 ? "−" : "+"} ${size}`;
    });
    const position = `p1 =c₀${c0}  p0c₁${c1}  q0c₂${c2} s v0c₃${c3} s u0`;
    const velocity = `v1 =c₄${c4} /s p0c₅${c5} /s q0c₆${c6}  v0c₇${c7}  u0`;
    assert.ok(text().startsWith(position + velocity), `${text()}\n${position}${velocity}`);
  }
  const { constants } = lab.simulation;
  assert.ok(Math.abs(constants[0] + constants[1] - 1) < 1e-15);
});

test("the readouts say how damped she is, what a step does, and which step is too long", async (t) => {
  const lab = await open(t, "follower");
  const said = () => ["Damping ratio ζ", "Growth per step", "Step limit"].map((label) => lab.reads(label));
  const { modulus = 0 } = lab.simulation.amplification ?? {};
  assert.deepEqual(said(), ["0.714 under-damped", `× ${Number(modulus.toFixed(5))}`, "0.002 of 0.0571 s"]);
  const [critical] = lab.show.extras ?? [];
  critical.click();
  assert.equal(lab.lab.get("damping"), 48.99); // 2 √(300 N/m · 2 kg)
  assert.equal(said()[0], "1 critical");
  lab.set("damping", 0);
  assert.deepEqual(said().slice(1), ["× 1.0006", "0.002 of 0 s, grows at every step"]);
  lab.set("stiffness", 0);
  assert.equal(said()[1], "–");
});

test("the description counts those who follow, and says who is where", async (t) => {
  const lab = await open(t, "follower", { path: "rest", followers: 4 });
  const [picture] = lab.show.pictures;
  lab.simulation.hold(0, -1, 0.1, 0);
  lab.step(2000);
  assert.equal(
    picture.describe(undefined),
    "Bob is at x −1 m, y 0.1 m. Alice is 0 m from him, moves at 0 m/s, and is 0 m from where she should be. 3 more follow her.",
  );
  assert.match(picture.describe(0), /in hand\./);
});
