// The examples that run in Node.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { methods } from "../dist/lib/springlab.js";

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
  const [half, omega, t] = [0.2, Math.sqrt(16 - 0.04), 10];
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
