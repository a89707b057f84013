// The groups of a simulation, and the names that they replace.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation, Simulation } from "../dist/lib/springlab.js";
import { GROUPS } from "../www/groups.js";

const GROUPED = Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => ({ group, name })));

/** Names at the top level that are not deprecated. */
const TOP = [
  ...["analysis", "energy", "free", "get", "hand", "history", "positions", "restart", "restore", "set"],
  ...["snapshot", "stabilityFactor", "step", "system", "time", "velocities"],
];

const MESH = "v 0 0 0\nv 1 0 0\nl 1 2\n";

/**
 * Arguments of methods; the others take none.
 * @type {Record<string, (simulation: Simulation) => unknown[]>}
 */
const ARGUMENTS = {
  convergence: () => [0.1, 2],
  growthMap: () => ["oscillators", 0, 0, 0.5, 0.5, 3, 2],
  rehearse: () => [2],
  stableRange: () => ["stiffness"],
  idle: () => ["stiffness"],
  field: () => [0, 0, 1, 1, 2, 2],
  insideStep: () => [0],
  response: () => [2],
  measure: () => [
    [0, 0.1, 0.2, 0.3],
    [0, 1, 0, 2],
  ],
  hold: () => [1, 3, 0, 0, 0.1],
  release: () => [1, 2, 0],
  setPosition: () => [1, 3, 1, 0],
  setVelocity: () => [1, 3, 1, 0],
  cut: () => [0],
  goTo: (simulation) => [simulation.history.moment()],
  setState: (simulation) => [simulation.history.state()],
  setSpring: () => [0, { stiffness: 7 }],
  loadMesh: () => [MESH],
  draw: () => [9, 9, [1, 1, 5, 0, 0, -5, 0, 0], [1e9, 1, 0, 0, 0, 255], [], []],
};

/** A result for comparison, without the engine's address of an object. @param {any} result */
const plain = (result) => (result?.__wbg_ptr ? result.constructor.name : result);

/**
 * Result or refusal of a call, and the state after it.
 * @param {Simulation} simulation @param {() => unknown} call
 */
function outcome(simulation, call) {
  let result;
  try {
    result = plain(call());
  } catch (error) {
    result = String(error);
  }
  return { result, state: simulation.snapshot() };
}

test("at the top level are sixteen names, and every other one is deprecated and in one group", () => {
  const names = Object.getOwnPropertyNames(Simulation.prototype);
  const deprecated = GROUPED.map(({ name }) => name);
  assert.equal(new Set(deprecated).size, deprecated.length);
  const top = names.filter((name) => !deprecated.includes(name) && !/^(constructor|__.*)$/.test(name));
  assert.deepEqual(top.sort(), TOP);
});

test("editors strike through the deprecated names, and show their replacement", () => {
  const types = readFileSync(new URL("../dist/lib/springlab.d.ts", import.meta.url), "utf8");
  const [, members] = types.match(/^export class Simulation \{\n(.*?)^\}/ms) ?? [];
  const struck = [
    ...members.matchAll(/@deprecated Use `(\w+)\.(\w+)`\. \*\/\n {4}(?:readonly )?(\w+): (\w+)\["(\w+)"\];/g),
  ];
  for (const [, group, name, ...declared] of struck)
    assert.deepEqual(declared, [name, group[0].toUpperCase() + group.slice(1), name]);
  const listed = struck.map(([, group, name]) => ({ group, name }));
  const order = (/** @type {{ name: string }} */ one, /** @type {{ name: string }} */ other) =>
    one.name < other.name ? -1 : 1;
  assert.deepEqual(listed.sort(order), GROUPED.toSorted(order));
});

for (const scene of ["damper", "resonance", "rotation", "follower", "cloth", "verlet", "mesh"]) {
  test(`${scene}: every deprecated name and its replacement return the same, and do the same`, async () => {
    /** @type {Record<string, number>} */
    const parameters = ["cloth", "verlet"].includes(scene) ? { width: 4, height: 3 } : {};
    for (const { group, name } of GROUPED) {
      const [old, replaced] = /** @type {any[]} */ (
        await Promise.all([createSimulation(scene, parameters), createSimulation(scene, parameters)])
      );
      for (const simulation of [old, replaced]) {
        simulation.step(3);
        if (name === "release") simulation.hand.hold(simulation.positions.length / 3 - 1, 3, 0, 0);
      }
      const [given, same] = [old, replaced].map((simulation) => ARGUMENTS[name]?.(simulation) ?? []);
      const isMethod = typeof Object.getOwnPropertyDescriptor(Simulation.prototype, name)?.value === "function";
      const before = outcome(old, () => (isMethod ? old[name](...given) : old[name]));
      const now = outcome(replaced, () => (isMethod ? replaced[group][name](...same) : replaced[group][name]));
      assert.deepEqual(now, before, `${group}.${name}`);
      old.free();
      replaced.free();
    }
  });
}

test("a group is one object per simulation, and refuses calls once that is freed", async () => {
  const [simulation, other] = await Promise.all([createSimulation("damper"), createSimulation("damper")]);
  const { analysis, hand } = simulation;
  assert.equal(simulation.analysis, analysis);
  other.set("stiffness", 20);
  assert.notEqual(other.analysis.stepLimit, analysis.stepLimit);
  simulation.free();
  assert.throws(() => analysis.stepLimit, { message: "The simulation was freed and has no stepLimit any more." });
  assert.throws(() => hand.release(0, 0, 0), { message: "The simulation was freed and has no release any more." });
  assert.throws(() => simulation.system, { message: "The simulation was freed and has no system any more." });
  other.free();
});

test("a member without its group is refused in a sentence", async () => {
  const simulation = await createSimulation("damper");
  const { modes } = simulation.analysis;
  assert.throws(modes, { message: "modes must be called on a simulation, not on object." });
  simulation.free();
});
