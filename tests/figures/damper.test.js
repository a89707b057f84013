// The figures that the text of the damper page states.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";

const text = readFileSync(new URL("../../www/damper.html", import.meta.url), "utf8").replace(/<[^>]+>|\s+/g, " ");
const page = text.replace(/ +/g, " ");

/** Smallest and largest total energy within ten seconds, and the last, in J. @param {string} method */
async function energies(method) {
  const simulation = await createSimulation("damper", { method });
  const totals = Array.from({ length: 1000 }, () => {
    simulation.step(1);
    return simulation.energy.total;
  });
  return { least: Math.min(...totals), most: Math.max(...totals), last: totals[999] };
}

test("energies after ten seconds", async () => {
  const [explicit, symplectic, implicit] = await Promise.all(
    ["explicit-euler", "symplectic-euler", "implicit-euler"].map(energies),
  );
  assert.ok(page.includes(`grown to ${explicit.last.toFixed(1)} J after ten seconds`), String(explicit.last));
  assert.ok(page.includes(`${implicit.last.toFixed(2)} J are left`), String(implicit.last));
  const range = `between ${symplectic.least.toFixed(2)} J and ${symplectic.most.toFixed(2)} J`;
  assert.ok(page.includes(range), range);
});

test("what strong and critical damping leave after three seconds", async () => {
  const left = async (/** @type {number} */ damping) => {
    const simulation = await createSimulation("damper", { damping });
    simulation.step(300);
    return simulation.positions[3] - 4;
  };
  assert.ok(page.includes(`still ${(await left(10)).toFixed(2)} m from its goal`));
  assert.ok(page.includes(`after three seconds ${(1000 * (await left(3.162))).toFixed(0)} mm are left`));
});

test("more damping explodes at steps of 0.1 s", async () => {
  const calm = await createSimulation("damper", { timeStepSize: 0.1, damping: 9 });
  calm.step(600);
  assert.ok(Math.abs(calm.positions[3] - 4) < 1e-6);
  const wild = await createSimulation("damper", { timeStepSize: 0.1, damping: 10 });
  assert.throws(() => wild.step(600), /The run stopped/);
  assert.ok(page.includes("explodes after some 35 seconds") && Math.abs(wild.time - 35) < 1, String(wild.time));
});
