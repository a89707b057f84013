// The laboratory of a rope of links: its readouts, cuts by number, and springs in comparison.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { answers, Laboratory } from "./laboratory.ts";

const { Runner } = await import("../www/lab/model/runner.ts");
const { shareHand } = await import("../www/lab/model/shared-hand.ts");
const { VerletPicture } = await import("../www/scenes/verlet/verlet-picture.ts");

/** Default length of a link in m. */
const LENGTH = 0.2;

/** Default number of links. */
const LINKS = 19;

const open = (values?: Record<string, number | string>) => Laboratory.open("verlet", values);

/** Three digits are shown. */
const assertShows = (shown: number, actual: number) =>
  assert.ok(Math.abs(shown / actual - 1) < 5e-3, `${shown} for ${actual}`);

/** Enters the number of a link and presses Cut. */
function cut(lab: Laboratory, link: string) {
  Object.assign(lab.one("input#link"), { value: link }).dispatchEvent(new Event("input"));
  lab.button("Cut").click();
  lab.draw();
}

test("plots and readouts state stretch, residual and number of links", async () => {
  const lab = await open({ sweeps: 2 });
  lab.step(40);
  const { positions: x } = lab.simulation;
  const lengths = Array.from({ length: LINKS }, (_, i) =>
    Math.hypot(x[3 * i + 3] - x[3 * i], x[3 * i + 4] - x[3 * i + 1]),
  );
  const stretch = lengths.reduce((sum, length) => sum + length) / (LINKS * LENGTH) - 1;
  const residual = Math.max(...lengths.map((length) => Math.abs(length - LENGTH)));
  assertShows(lab.curve("stretch"), 100 * stretch);
  assertShows(lab.curve("residual"), 1000 * residual);
  assert.equal(lab.readout("Links"), String(LINKS));
  await answers();
  lab.draw();
  assert.equal(lab.readout("Step limit"), "no springs");
  lab.close();
});

test("with RATTLE the gauge has the limit of the links that hold", async () => {
  const lab = await open({ method: "rattle" });
  for (let i = 0; i <= LINKS; i++) lab.simulation.hand.setPosition(i, 0, -LENGTH * i, 0);
  await answers();
  lab.set("sweeps", 30).draw(); // a change asks anew
  await answers();
  lab.draw();
  assert.equal(lab.readout("Step limit"), "0.01 of 0.036 s");
  lab.close();
});

test("springs in comparison run the same scene, follow the same hand and lose the same links", async () => {
  const lab = await open({ beside: "springs", obstacle: "sphere" });
  lab.press("ArrowLeft").press("ArrowDown");
  cut(lab, "6");
  const { positions } = lab.simulation;
  const { links } = lab.simulation.system;
  const [x, y] = positions.subarray(3 * LINKS);
  assert.ok(x < 3.75 && y < 0);
  assert.equal(links.length / 2, LINKS - 1);
  lab.step(30);
  const springs = await createSimulation("verlet", { links: "springs", obstacle: "sphere" });
  springs.hand.setPosition(LINKS, x, y, 0);
  springs.hand.cut(6);
  springs.step(30);
  assertShows(lab.curve("beside"), 100 * springs.system.stretch);
  springs.free();
  await answers();
  assert.match(lab.draw().readout("Step limit"), /^0\.01 of 0\.01\d+ s$/);
  assert.match(lab.description, /, beside it one with springs\. /);
  lab.close();
});

test("springs in comparison that are too stiff stop alone, with the reason", async () => {
  const lab = await open({ beside: "springs", stiffness: 100_000 });
  lab.step(60);
  assert.match(lab.alert, /^Beside it: The run stopped at t = [\d.]+ s: the time step of 0\.01 s is 10\.1 times/);
  assert.ok(Number.isNaN(lab.curve("beside")), "what has stopped has no stretch");
  const { time } = lab.simulation;
  lab.step(30);
  assert.ok(lab.simulation.time > time + 0.2);
  await answers();
  assert.match(lab.draw().readout("Step limit"), /unstable/);
  lab.set("stiffness", 250);
  lab.button("Restart").click();
  lab.step(30);
  assert.equal(lab.alert, "");
  assert.ok(lab.curve("beside") > 0);
  await answers();
  lab.close();
});

test("rods have no modes, and springs in comparison have, until a link is cut", async () => {
  const lab = await open();
  const told = () => lab.draw().text("[aria-label=Modes]");
  assert.match(told(), /Modes are of springs, and here are none\./);
  assert.equal(lab.button("Compute modes").disabled, true);
  lab.set("beside", "springs").button("Compute modes").click();
  lab.frames(3);
  assert.match(told(), /38 modes in the picture's plane; 19 across it/);
  assert.equal(lab.button("Play").disabled, false);
  cut(lab, "3");
  assert.equal(lab.button("Play").disabled, true);
  lab.close();
});

test("a link that there is not, and no number, are refused with the range of links", async () => {
  const lab = await open();
  cut(lab, "99");
  assert.equal(lab.alert, "Link must be a whole number from 0 to 18; 99 was given.");
  cut(lab, "");
  assert.equal(lab.alert, "Link must be a whole number from 0 to 18; nothing was given.");
  assert.equal(lab.simulation.system.links.length / 2, LINKS);
  cut(lab, "18");
  assert.equal(lab.alert, "");
  lab.close();
});

test("a cloth on a box runs on after its last link is cut, and a further cut is refused", async () => {
  const lab = await open({
    shape: "cloth",
    width: 3,
    height: 2,
    obstacle: "box",
    links: "maximum",
    beside: "fixed",
  });
  for (let left = 7; left > 0; left--) {
    assert.equal(lab.simulation.system.links.length / 2, left);
    cut(lab, "0");
  }
  cut(lab, "0");
  assert.equal(lab.alert, 'The scene "verlet" has no links.');
  lab.step(40);
  assert.ok(lab.simulation.time > 0.3);
  lab.close();
});

test("a hand on a particle of either rope holds the same one of both, and lets go of both", async () => {
  const ropes = [await createSimulation("verlet"), await createSimulation("verlet", { links: "springs" })];
  shareHand(ropes[0], (change) => change(new Runner(ropes[1], { inHand: true })));
  const idle = { playing: undefined } as any;
  const { simulation: hand } = new VerletPicture(
    () => ropes,
    (name) => name,
    () => {},
    idle,
  );
  const count = ropes[0].positions.length / 3;
  assert.equal(hand.positions.length, 6 * count);
  const shift = hand.positions[3 * count];
  assert.ok(shift > 0, "the second one is drawn beside the first");
  const at = () => ropes.map(({ positions }) => [...positions.subarray(3 * (count - 1), 3 * count - 1)]);
  hand.hold(2 * count - 1, shift + 3, -1, 0);
  assert.deepEqual(at(), [
    [3, -1],
    [3, -1],
  ]);
  hand.hold(count - 1, 2, -0.5, 0);
  hand.release(0, 0, 0);
  assert.deepEqual(at(), [
    [2, -0.5],
    [2, -0.5],
  ]);
  for (const rope of ropes) {
    rope.step(1);
    assert.notEqual(rope.positions[3 * count - 2], -0.5, "it is free");
    rope.free();
  }
});
