// The numbers in the text of the lesson on three Eulers, measured with the engine or derived.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";

const html = readFileSync(new URL("../../www/eulers.html", import.meta.url), "utf8");
const text = html
  .replace(/\\\((.*?)\\\)/g, (_, tex) => tex.replace(/\\[,;]|\\text|[{}]/g, ""))
  .replace(/<[^>]+>/g, "")
  .replace(/\s+/g, " ");

const states = (sentence: string) => assert.ok(text.includes(sentence), `the page does not state “${sentence}”`);

/** Energies in J after each step. */
async function energies(method: string, h: number, steps: number) {
  const simulation = await createSimulation("oscillator", { method, timeStepSize: h });
  const all = [simulation.energy.total];
  for (let n = 0; n < steps; n++) {
    simulation.step(1);
    all.push(simulation.energy.total);
  }
  const limit = simulation.analysis.stepLimit;
  simulation.free();
  return { all, limit };
}

const close = (actual: number, expected: number, digits = 3) =>
  assert.equal(actual.toPrecision(digits), expected.toPrecision(digits));

test("explicit Euler multiplies the energy by 1.025 a step, and implicit Euler divides by it", async () => {
  states("the factor is 1.025");
  for (const [method, factor] of [
    ["explicit-euler", 1.025],
    ["implicit-euler", 1 / 1.025],
  ] as const) {
    const { all } = await energies(method, 0.05, 200);
    for (let n = 1; n < all.length; n++) assert.ok(Math.abs(all[n] / all[n - 1] / factor - 1) < 1e-12, method);
    if (method !== "explicit-euler") continue;
    states("after one second the energy is 1.64 times as large, after ten seconds 140 times");
    close(all[20] / all[0], 1.64);
    close(all[200] / all[0], 140);
  }
});

test("symplectic Euler keeps E − ½ Δt k x v, and its energy swings between 0.93 and 1.09", async () => {
  states("between 0.93 and 1.09 of its first value, twice in a period");
  const simulation = await createSimulation("oscillator", { method: "symplectic-euler", timeStepSize: 0.05 });
  const first = simulation.energy.total;
  const k = Number(simulation.get("stiffness"));
  let least = first;
  let most = first;
  let turns = 0;
  let before = first;
  for (let n = 0; n < 1200; n++) {
    simulation.step(1);
    const { total } = simulation.energy;
    const kept = total - 0.5 * 0.05 * k * simulation.positions[3] * simulation.velocities[3];
    assert.ok(Math.abs(kept / first - 1) < 1e-12, String(kept));
    if (total > first !== before > first) turns += 1;
    least = Math.min(least, total);
    most = Math.max(most, total);
    before = total;
  }
  simulation.free();
  close(least / first, 0.93, 2);
  close(most / first, 1.09);
  // 60 s are 30.2 periods, each with two swings that pass the first value twice
  assert.ok(Math.abs(turns / 4 - 60 / ((2 * Math.PI) / Math.sqrt(10))) < 1, String(turns));
});

test("a tenth of the step still gains 5 % a second and 20 times in a minute", async () => {
  states("explicit Euler gains 5 % of energy in a second");
  states("still 20 times the energy after a minute");
  const { all, limit } = await energies("explicit-euler", 0.005, 12_000);
  close(all[200] / all[0], 1.05);
  close(all[12_000] / all[0], 20, 2);
  assert.equal(limit, 0);
});

test("symplectic Euler holds at 0.6 s and explodes at 0.64 s; implicit Euler keeps 0.29 at 0.5 s", async () => {
  states("here 0.632 s");
  const { limit, all: below } = await energies("symplectic-euler", 0.6, 1000);
  close(limit, 0.632);
  // h²ω²/4 = 0.9: the energy stays below E/(1 − √0.9)
  assert.ok(Math.max(...below) < below[0] / (1 - Math.sqrt(0.9)));
  await assert.rejects(energies("symplectic-euler", 0.64, 1000), /limit/);
  states("a step leaves 0.29 of the energy");
  const { all } = await energies("implicit-euler", 0.5, 1);
  close(all[1] / all[0], 0.29, 2);
});
