// The groups of a simulation.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation, Simulation } from "../dist/lib/springlab.js";
import { GROUPS } from "../www/groups.ts";

/** Names at the top level. */
const TOP = [
  "analysis",
  "energy",
  "free",
  "get",
  "hand",
  "history",
  "positions",
  "restart",
  "restore",
  "set",
  "snapshot",
  "stabilityFactor",
  "step",
  "system",
  "time",
  "velocities",
];

test("at the top level are sixteen names, and every other one is in one group", () => {
  const names = Object.getOwnPropertyNames(Simulation.prototype).filter((name) => !/^(constructor|__.*)$/.test(name));
  assert.deepEqual(names.sort(), TOP);
  const grouped = Object.values(GROUPS).flat();
  assert.equal(new Set(grouped).size, grouped.length);
});

test("the types have the same names at the top level and in the groups", () => {
  const types = readFileSync(new URL("../dist/lib/springlab.d.ts", import.meta.url), "utf8");
  const declared = (owner: RegExp) => {
    const [, members] = types.match(owner) ?? [];
    return [...members.matchAll(/^ {4}(?:readonly )?(\w+)[?(:]/gm)].map(([, name]) => name).sort();
  };
  const top = declared(/^export class Simulation \{\n(.*?)^\}/ms);
  assert.deepEqual(top, TOP);
  for (const [group, names] of Object.entries(GROUPS)) {
    const type = group[0].toUpperCase() + group.slice(1);
    assert.deepEqual(declared(new RegExp(`^export interface ${type} \\{\\n(.*?)^\\}`, "ms")), [...names].sort());
  }
});

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
