// The laboratory of two nodes and a spring: its tables, its verdict on K, and its coordinates.
import assert from "node:assert/strict";
import test from "node:test";
import { PairPicture } from "../www/scenes/pair/pair-picture.ts";
import { context } from "./dom.ts";
import { Laboratory } from "./laboratory.ts";

const open = (values?: Record<string, number | string>) => Laboratory.open("pair", values);

const START = [0.75, 1, 0, -0.75, -1, 0];

const cells = (lab: Laboratory, name: string) => lab.cells(name).map(({ textContent }) => String(textContent));

const number = (text: string) => Number.parseFloat(text.replace("−", "-"));

function assertNear(shown: number[], actual: ArrayLike<number>, tolerance: number = 0.051) {
  assert.equal(shown.length, actual.length);
  for (const [i, value] of Array.from(actual).entries())
    assert.ok(Math.abs(shown[i] - value) < tolerance, `${shown[i]} for ${value}`);
}

/** Compares every number on the page with the engine's, to three digits of numbers up to 100. */
function compare(lab: Laboratory) {
  const { pair } = lab.simulation.analysis;
  const { positions } = lab.simulation;
  const numbers = (name: string) => cells(lab, name).filter(Boolean).map(number);
  assertNear([number(lab.readout("Energy V"))], [pair.energy]);
  const d = [0, 1, 2].map((axis) => positions[axis] - positions[3 + axis]);
  const sized = [d, pair.force12, pair.force21].flatMap((vector) => [...vector, Math.hypot(...vector)]);
  assertNear(numbers("Nodes and forces"), [...positions, ...sized]);
  const directions = pair.eigenvectors.flatMap((vector, i) => [...vector, pair.eigenvalues[i]]);
  assertNear(numbers("Eigenvectors of K"), directions);
  assertNear(numbers("K [N/m]"), pair.stiffness);
  assertNear(numbers("K by differences"), pair.differences);
  assertNear(numbers("Jacobian"), pair.jacobian);
}

/** Sentences about K. */
const verdict = (lab: Laboratory) => lab.text(".verdict");

test("it stands still at first, and all tables show the example of the text", async () => {
  const lab = await open();
  assert.equal(lab.page.still, true);
  assert.deepEqual([...lab.simulation.positions], START);
  compare(lab);
  assert.deepEqual(cells(lab, "K [N/m]").slice(1), ["6.16", "2.88", "0", "2.88", "7.84", "0", "0", "0", "4.00"]);
  assert.match(verdict(lab), /^K is positive definite\. The spring is stretched/);
  const { stiffness, differences } = lab.simulation.analysis.pair;
  const deviation = Math.max(...stiffness.map((entry, i) => Math.abs(entry - differences[i])));
  assertNear([1e12 * number(lab.readout("Largest deviation"))], [1e12 * deviation], 1);
  lab.close();
});

test("all tables follow a run, which leaves the coordinates; Restart puts the nodes back to them", async () => {
  const lab = await open({ p1z: 1 });
  lab.run.play();
  lab.frames(15).draw();
  assert.ok(lab.simulation.time > 0.1);
  assert.notDeepEqual([...lab.simulation.positions.subarray(0, 3)], [0.75, 1, 1]);
  compare(lab);
  assert.equal(lab.run.get("p1z"), 1);
  lab.button("Restart").click();
  assert.deepEqual([...lab.simulation.positions], [0.75, 1, 1, -0.75, -1, 0]);
  assert.deepEqual([...lab.simulation.velocities], [0, 0, 0, 0, 0, 0]);
  lab.close();
});

test("a coordinate that is set puts the node there, and one out of range is refused", async () => {
  const lab = await open();
  lab.set("p2z", 2.345);
  assert.deepEqual([...lab.simulation.positions], [0.75, 1, 0, -0.75, -1, 2.345]);
  compare(lab);
  lab.set("p2z", 99);
  assert.equal(lab.alert, "Node 2, z must be a number from -10 to 10 m; 99 was given.");
  assert.deepEqual([...lab.simulation.positions], [0.75, 1, 0, -0.75, -1, 2.345]);
  lab.close();
});

test("keys choose a node and move it along every axis, and the coordinates and the description follow", async () => {
  const lab = await open();
  lab.press("ArrowRight").press("ArrowUp", { shiftKey: true }).press("PageUp");
  assertNear([...lab.simulation.positions], [0.85, 2, 0.1, -0.75, -1, 0], 1e-9);
  lab.press("2").press("ArrowLeft").press("PageDown", { shiftKey: true });
  assertNear([...lab.simulation.positions], [0.85, 2, 0.1, -0.85, -1, -1], 1e-9);
  assert.deepEqual(
    ["p1x", "p1y", "p1z", "p2x", "p2y", "p2z"].map((key) => lab.run.get(key)),
    [0.85, 2, 0.1, -0.85, -1, -1],
  );
  compare(lab);
  assert.match(lab.description, /^Node 1 is at \(0\.85, 2, 0\.1\) m, node 2 at \(−0\.85, −1, −1\) m/);
  lab.close();
});

test("the verdict says whether K is definite, and why", async () => {
  const lab = await open();
  lab.set("restLength", 2.5);
  assert.match(verdict(lab), /^K is positive semidefinite\. The spring has its rest length of 2\.5 m/);
  lab.set("restLength", 5);
  assert.ok(verdict(lab).includes("K is indefinite. The spring is compressed, ‖d‖ = 2.5 m < L = 5 m."));
  assert.ok(verdict(lab).includes("k (1 − L/‖d‖) = −10 N/m"));
  const singular = Math.sqrt(0.5 / 10).toPrecision(3);
  assert.ok(verdict(lab).includes(`an implicit step is singular at Δt = ${singular} s`));
  compare(lab);
  for (const { textContent, classList } of lab.cells("Jacobian"))
    assert.equal(classList.contains("negative"), textContent?.startsWith("−"), String(textContent));
  lab.set("stiffness", 0);
  assert.match(verdict(lab), /^K is zero\. The spring has no stiffness\./);
  lab.close();
  const meeting = await open({ p1x: 0, p1y: 0, p2x: 0, p2y: 0 });
  assert.match(verdict(meeting), /^K is zero\. The nodes meet/);
  meeting.close();
});

test("an energy and forces that are rounding read 0", async () => {
  // 0.4 − 0.1 is not quite 0.3
  const lab = await open({ p1x: 0.4, p1y: 0, p2x: 0.1, p2y: 0, restLength: 0.3 });
  assert.ok(lab.simulation.analysis.pair.energy > 0);
  assert.equal(lab.readout("Energy V"), "0 J");
  // the last two rows are the forces on both nodes
  assert.deepEqual(cells(lab, "Nodes and forces").slice(-8), Array(8).fill("0"));
  lab.close();
});

test("the picture has arrows of forces and of eigen-directions only where their options are on", async () => {
  const lab = await open();
  const texts = (...on: string[]) => {
    const get = (key: string) => (on.includes(key) ? "on" : "off");
    const picture = new PairPicture({ simulation: lab.simulation, color: () => "", get } as any);
    picture.camera.resize(800, 600);
    const written: string[] = [];
    const fillText = (text: string) => written.push(text);
    picture.draw(Object.assign(context(), { fillText }), undefined);
    return written.join(" ");
  };
  assert.match(texts("forces"), /F/);
  assert.doesNotMatch(texts("directions"), /F/);
  assert.notEqual(texts("directions"), texts());
  lab.close();
});
