// The numbers in the text of the lesson on three Eulers, measured with the engine.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";
import { lesson } from "./lesson.ts";

const { value, complete } = lesson("www/eulers.html");

/** Energies in J after each step. */
async function energies(method: string, h: number, steps: number) {
  const simulation = await createSimulation("oscillator", { method, timeStepSize: h });
  const all = [simulation.energy.total];
  for (let n = 0; n < steps; n++) {
    simulation.step(1);
    all.push(simulation.energy.total);
  }
  return { all, limit: simulation.analysis.stepLimit };
}

test("explicit Euler multiplies the energy by 1 + Δt² ω² a step, and implicit Euler divides by it", async () => {
  const factor = 1 + 0.05 ** 2 * 10;
  for (const [method, expected] of [
    ["explicit-euler", factor],
    ["implicit-euler", 1 / factor],
  ] as const) {
    const { all } = await energies(method, 0.05, 200);
    for (let n = 1; n < all.length; n++) assert.ok(Math.abs(all[n] / all[n - 1] / expected - 1) < 1e-12, method);
    if (method !== "explicit-euler") continue;
    value("factor", (all[1] / all[0]).toFixed(3));
    value("after-1-s", (all[20] / all[0]).toFixed(2));
    value("after-10-s", (all[200] / all[0]).toPrecision(3));
  }
});

test("symplectic Euler keeps E − ½ Δt k x v, and its energy swings twice in a period", async () => {
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
  value("least", (least / first).toFixed(2));
  value("most", (most / first).toFixed(2));
  // 60 s are 30.2 periods, each with two swings that pass the first value twice
  assert.ok(Math.abs(turns / 4 - 60 / ((2 * Math.PI) / Math.sqrt(10))) < 1, String(turns));
});

test("with a tenth of the step explicit Euler is still unstable", async () => {
  const { all, limit } = await energies("explicit-euler", 0.005, 12_000);
  value("percent-in-1-s", (100 * (all[200] / all[0] - 1)).toFixed(0));
  value("after-a-minute", (all[12_000] / all[0]).toFixed(0));
  assert.equal(limit, 0);
});

test("symplectic Euler is bounded at 0.6 s and explodes at 0.64 s; implicit Euler damps at 0.5 s", async () => {
  const { limit, all: below } = await energies("symplectic-euler", 0.6, 1000);
  value("limit", limit.toFixed(3));
  // h²ω²/4 = 0.9: the energy stays below E/(1 − √0.9)
  assert.ok(Math.max(...below) < below[0] / (1 - Math.sqrt(0.9)));
  await assert.rejects(energies("symplectic-euler", 0.64, 1000), /limit/);
  const { all } = await energies("implicit-euler", 0.5, 1);
  value("left", (all[1] / all[0]).toFixed(2));
});

complete();
