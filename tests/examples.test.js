// The examples that run in Node.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { createSimulation, methods } from "../dist/lib/springlab.js";

/** Lines that an example prints. @param {string} name */
function run(name) {
  const path = new URL(`../examples/${name}`, import.meta.url);
  return execFileSync(process.execPath, [path.pathname], { encoding: "utf8" }).trim().split("\n");
}

test("examples/methods.js: the error shrinks with the time step by the order of each method", async () => {
  const [head, ...lines] = run("methods.js");
  assert.equal(head, "method,time step,distance,exact");
  const rows = lines.map((line) => line.split(","));

  // u = u₀ e^(−γt/2) (cos ωt + γ/2ω sin ωt) with u₀ = 2 m, γ = μ/m = 0.4/s,
  // ω² = k/m − γ²/4 = 15.96/s² and a rest length of 4 m
  const half = 0.2;
  const omega = Math.sqrt(16 - 0.04);
  const t = 10;
  const u = 2 * Math.exp(-half * t) * (Math.cos(omega * t) + (half / omega) * Math.sin(omega * t));
  for (const [, , , exact] of rows) assert.ok(Math.abs(Number(exact) - (4 + u)) < 1e-12, `${exact}, ${4 + u}`);

  const orders = new Map((await methods()).map(({ value, order }) => [value, order]));
  assert.equal(rows.length, 15);
  for (let i = 0; i < rows.length; i += 3) {
    const [method] = rows[i];
    const [, coarse, fine] = rows.slice(i, i + 3).map(([, , distance]) => Math.abs(Number(distance) - (4 + u)));
    // explicit Euler's factor per step has the modulus √(1 + h²ω² − hγ): its next term is a sixth
    // of the first
    const order = Math.log2(coarse / fine);
    assert.ok(Math.abs(order - Number(orders.get(method))) < 0.2, `${method}: ${order}`);
  }
});

test("examples/one-spring.js: the formulas and the engine give the same numbers", () => {
  const [, ...lines] = run("one-spring.js");
  const rows = lines.map((line) => line.trim().split(/\s+/));
  assert.deepEqual(
    rows.map(([name]) => name),
    ["explicit-euler", "symplectic-euler", "runge-kutta-2", "implicit-euler", "exact"],
  );
  for (const [name, u, uEngine, energy, energyEngine, difference] of rows) {
    // the engine stores positions of up to 6 m, where a rounding is at most 4.4e-16 m: 300 steps
    assert.ok(Math.abs(Number(difference)) <= 1.3e-13, `${name}: ${difference}`);
    // printed with nine digits, of which the last may be rounded the other way
    assert.ok(Math.abs(Number(u) - Number(uEngine)) <= 1.001e-9, `${name}: ${u}, ${uEngine}`);
    assert.ok(Math.abs(Number(energy) - Number(energyEngine)) <= 1.001e-9, `${name}: ${energy}, ${energyEngine}`);
  }
  // E = ½ m v² + ½ k u² of the exact motion with γ = 1/s and ω_d² = 9.75/s² after 3 s
  const decay = 2 * Math.exp(-1.5);
  const omegaD = Math.sqrt(9.75);
  const cos = Math.cos(3 * omegaD);
  const sin = Math.sin(3 * omegaD) / omegaD;
  const u = decay * (cos + 0.5 * sin);
  const v = -10 * decay * sin;
  const energies = rows.map(([, , , energy]) => Number(energy));
  assert.ok(Math.abs(energies[4] - (0.25 * v * v + 2.5 * u * u)) < 1e-9);
  // without damping explicit Euler multiplies the energy by 1 + h²ω² = 1.001 per step and implicit
  // Euler divides it by that: ln(E/E_exact) = ±0.3. Damping with γ = 0.3 ω hardly changes this.
  const expected = [0.3, 0, 0, -0.3];
  for (const [i, growth] of expected.entries())
    assert.ok(Math.abs(Math.log(energies[i] / energies[4]) - growth) < 0.01, `${rows[i]}`);
});

test("examples/in-a-worker.js: the worker tells the places of a damped mass", async () => {
  const damper = await createSimulation("damper", { damping: 0.5 });
  const expected = [1, 2, 3].map(() => {
    damper.step(100);
    return `${damper.time} s ${damper.positions[3]} m`;
  });
  damper.free();
  assert.deepEqual(run("in-a-worker.js"), expected);
});
