// The laboratory of Bob and Alice: what is plotted and said, and when the step begins anew.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { Laboratory } from "./laboratory.ts";

const open = (values?: Record<string, number | string>) => Laboratory.open("follower", values);

/** The error in mm, of which four decimals are shown. */
const error = (lab: Laboratory) => lab.draw().curve("Alice − exact");

/** Takes single steps, as the page does. */
function run(lab: Laboratory, steps: number) {
  for (let step = 0; step < steps; step++) lab.run.step(1);
  return lab.draw();
}

test("the response to a step and the exact one are the engine's", async () => {
  const lab = await open();
  const engines = [await createSimulation("follower"), await createSimulation("follower", { method: "exact" })];
  for (let step = 0; step < 400; step += 5) {
    run(lab, 5);
    for (const engine of engines) engine.step(5);
    const [alice, exact] = engines.map(({ positions }) => positions[3]);
    assert.equal(lab.simulation.positions[3], alice);
    assert.equal(lab.curve("Bob"), 1);
    assert.ok(Math.abs(lab.curve("exact Alice") - exact) < 5e-3 * exact);
    assert.ok(Math.abs(error(lab) - 1000 * (alice - exact)) < 0.06, `${error(lab)}, ${1000 * (alice - exact)}`);
  }
  for (const engine of engines) engine.free();
  lab.close();
});

test("the exact Alice has the same Bob on rails, in hand, and whatever is changed on the way", async () => {
  const lab = await open({ method: "exact", path: "circle", drive: "velocities" });
  const follows = (steps: number) => {
    for (let step = 0; step < steps; step += 10) assert.equal(error(run(lab, 10)), 0, `at ${lab.simulation.time} s`);
  };
  follows(300);
  lab.set("damping", 5);
  follows(200);
  lab.set("stiffness", 300).set("mass", 2).set("timeStepSize", 0.005);
  follows(200);
  lab.set("drive", "positions");
  follows(100);
  lab.press("ArrowRight");
  assert.equal(lab.run.get("path"), "rest", "an arrow key takes him off his rails");
  follows(100);
  for (let move = 0; move < 20; move++) {
    lab.simulation.hand.hold(0, 0.7 - 0.05 * move, 0.03 * move, 0, 0.016);
    run(lab, 3);
    assert.equal(error(lab), 0, "in hand");
  }
  lab.simulation.hand.release(0, 0, 0);
  follows(50);
  lab.close();
});

test("a maximum speed holds Alice back, and not the exact one", async () => {
  const lab = run(await open({ maximumSpeed: 2 }), 100);
  assert.ok(lab.curve("Alice") < 0.5 && lab.curve("exact Alice") > 0.9);
  lab.close();
});

test("the step begins anew when it has been seen, unless it runs to a time or the option is off", async () => {
  const lab = run(await open(), 500);
  assert.equal(lab.simulation.time, 1);
  run(lab, 1);
  assert.deepEqual([lab.simulation.time, lab.curve("Bob"), lab.curve("Alice"), lab.curve("exact Alice")], [0, 1, 0, 0]);
  lab.run.runTo(1.5);
  lab.frames(200);
  assert.ok(Math.abs(lab.simulation.time - 1.5) < 1e-9);
  lab.set("repeat", "off");
  lab.run.restart();
  assert.equal(run(lab, 501).simulation.time, 1.002);
  lab.close();
});

test("the equations have the engine's constants", async () => {
  const lab = await open({ mass: 2, damping: 7.3, timeStepSize: 0.03 });
  const equations = lab.one("[aria-label='A step in numbers']");
  for (const stiffness of [200, 50]) {
    lab.set("stiffness", stiffness);
    const [c0, c1, c2, c3, c4, c5, c6, c7] = Array.from(lab.simulation.analysis.constants, (constant, i) => {
      const size = String(Number(Math.abs(constant).toPrecision(6)));
      return i % 4 === 0 ? `${constant < 0 ? "−" : ""}${size}` : `${constant < 0 ? "−" : "+"} ${size}`;
    });
    const position = `p1 =c₀${c0}  p0c₁${c1}  q0c₂${c2} s v0c₃${c3} s u0`;
    const velocity = `v1 =c₄${c4} /s p0c₅${c5} /s q0c₆${c6}  v0c₇${c7}  u0`;
    assert.ok(equations.textContent?.startsWith(position + velocity), `${equations.textContent}`);
  }
  const note = equations.lastElementChild as HTMLElement;
  assert.equal(note.hidden, true);
  lab.set("method", "exact");
  assert.equal(note.hidden, false);
  assert.equal(note.textContent, "Not at work: the exact method does without them.");
  lab.close();
});

test("the readouts say how damped she is, what a step does, and which step is too long", async () => {
  const lab = await open();
  const said = () => ["Damping ratio ζ", "Growth per step", "Step limit"].map((label) => lab.draw().readout(label));
  const { modulus = 0 } = lab.simulation.analysis.amplification ?? {};
  assert.deepEqual(said(), ["0.714 under-damped", `× ${Number(modulus.toFixed(5))}`, "0.002 of 0.0571 s"]);
  lab.button("Critical damping").click();
  assert.equal(lab.run.get("damping"), 48.99); // 2 √(600 N/m · 1 kg)
  assert.equal(said()[0], "1 critical");
  lab.set("damping", 0);
  assert.deepEqual(said().slice(1), ["× 1.0006", "0.002 of 0 s, grows at every step"]);
  lab.set("stiffness", 0);
  assert.equal(said()[1], "–");
  lab.close();
});

test("arrow keys take Bob off his rails and lead him", async () => {
  const lab = run(await open({ path: "eight" }), 100);
  lab.press("ArrowUp");
  assert.equal(lab.run.get("path"), "rest");
  lab.press("ArrowLeft", { shiftKey: true });
  assert.deepEqual([...lab.simulation.positions.slice(0, 2)], [-1, 0.1]);
  const [, , , x, y] = run(lab, 500).simulation.positions;
  assert.ok(Math.hypot(x + 1, y - 0.1) < 1e-6, `${x}, ${y}`);
  lab.close();
});

test("the description counts those who follow, and says who is where", async () => {
  const lab = await open({ path: "rest", followers: 4 });
  lab.simulation.hand.hold(0, -1, 0.1, 0);
  run(lab, 2000);
  assert.equal(
    lab.description,
    "Bob is at x −1 m, y 0.1 m. Alice is 0 m from him, moves at 0 m/s, and is 0 m from where she should be. 3 more follow her.",
  );
  lab.close();
});
