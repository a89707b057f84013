// The numbers in the text of the damper page.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation, methods } from "../../dist/lib/springlab.js";
import { compose, load } from "../../tools/method-rows.js";
import { lesson } from "./lesson.ts";

const { source, value, complete } = lesson("www/damper.html");

/** ω of the default damper in rad/s. */
const OMEGA = Math.sqrt(10);

/** Smallest, largest and last total energy within ten seconds in J. */
async function energies(method: string) {
  const simulation = await createSimulation("damper", { method });
  const totals = Array.from({ length: 1000 }, () => {
    simulation.step(1);
    return simulation.energy.total;
  });
  return { least: Math.min(...totals), most: Math.max(...totals), last: totals[999] };
}

test("symplectic Euler keeps the energy best of three Eulers", async () => {
  const [explicit, symplectic, implicit] = await Promise.all(
    ["explicit-euler", "symplectic-euler", "implicit-euler"].map(energies),
  );
  value("explicit-euler", explicit.last.toFixed(1));
  value("implicit-euler", implicit.last.toFixed(2));
  value("least", symplectic.least.toFixed(2));
  value("most", symplectic.most.toFixed(2));
  assert.ok(implicit.last < symplectic.least && symplectic.most < explicit.last);
});

test("linearised steps gain energy on a spring that turns within them, and some keep it", async () => {
  /** Numerical gain in J: the most within a minute, and the last. */
  const gains = async (method: string) => {
    const simulation = await createSimulation("damper", { method, stiffness: 500, timeStepSize: 0.5 });
    simulation.hand.setPosition(1, 4, 0, 0);
    simulation.hand.setVelocity(1, 0, 6, 0);
    const { kinetic } = simulation.energy;
    const course = Array.from({ length: 120 }, () => {
      simulation.step(1);
      return simulation.energy.numerical;
    });
    return { kinetic, most: Math.max(...course), last: course[119] };
  };
  const midpoint = await gains("implicit-midpoint");
  assert.ok(midpoint.last > 90 && midpoint.last < 0.1 * midpoint.most, `${midpoint.most} J, then ${midpoint.last} J`);
  value("kinetic", midpoint.kinetic);
  value("midpoint-gains", (10 ** Math.floor(Math.log10(midpoint.most))).toLocaleString("en"));
  const alpha = await gains("generalised-alpha");
  assert.ok(alpha.most > 1000 && alpha.last > 90, `${alpha.most} J, then ${alpha.last} J`);
  // BDF2 and implicit Euler gain for a while: here from a place near the anchor
  for (const method of ["bdf2", "implicit-euler"]) {
    const simulation = await createSimulation("damper", { method, stiffness: 1.35, timeStepSize: 0.3 });
    simulation.hand.setPosition(1, 0.44, 1.57, 0);
    simulation.hand.setVelocity(1, -4.07, -8, 0);
    let most = 0;
    for (let i = 0; i < 300; i++) {
      simulation.step(1);
      most = Math.max(most, simulation.energy.numerical);
    }
    assert.ok(simulation.energy.numerical < -20, `${method}: ${simulation.energy.numerical} J`);
    if (method === "bdf2") assert.ok(most > 10, `${most} J`);
  }
});

test("a rope of 20 masses keeps energy that BDF2 has made", async () => {
  const rope = await createSimulation("chain", {
    method: "bdf2",
    particles: 20,
    stiffness: 100_000,
    damping: 0,
    timeStepSize: 0.05,
  });
  let most = 0;
  for (let step = 0; step < 1200; step++) {
    rope.step(1);
    most = Math.max(most, rope.energy.numerical);
  }
  const [peak, last] = [most, rope.energy.numerical].map((joules) => joules / 1e6);
  value("bdf2-gains", peak.toFixed(0));
  value("bdf2-keeps", last.toFixed(2));
});

test("after three seconds a strong damper leaves the mass farther from its goal than critical damping", async () => {
  const left = async (damping: number) => {
    const simulation = await createSimulation("damper", { damping });
    simulation.step(300);
    return simulation.positions[3] - 4;
  };
  const strong = await left(10);
  const critical = await left(3.162);
  value("strong-left", strong.toFixed(2));
  value("critical-left", (1000 * critical).toFixed(0));
  assert.ok(strong > critical);
});

test("more damping explodes at steps of 0.1 s", async () => {
  const calm = await createSimulation("damper", { timeStepSize: 0.1, damping: 9 });
  calm.step(600);
  assert.ok(Math.abs(calm.positions[3] - 4) < 1e-6);
  const wild = await createSimulation("damper", { timeStepSize: 0.1, damping: 10 });
  assert.throws(() => wild.step(600), /The run stopped/);
  value("explosion", wild.time.toFixed(0));
});

test("each method of the table keeps a disturbance below its limit and lets it grow above", async () => {
  const rows = compose(source, await load()).matchAll(
    /<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g,
  );
  const known = new Map((await methods()).map((method) => [method.label, method]));
  let count = 0;
  for (const [, label, order, law, start] of rows) {
    const method = known.get(label);
    assert.equal(order, String(method?.order), label);
    assert.ok(method);
    const limit = start === "none" ? Number.POSITIVE_INFINITY : Number(start.replace(" s", ""));
    const c = /^\\\((\\sqrt )?(\d+)\/\\omega\\\)$/.exec(law);
    if (c) assert.equal(((c[1] ? Math.sqrt(Number(c[2])) : Number(c[2])) / OMEGA).toFixed(3), start.slice(0, 5), label);
    else assert.ok(law === "none" ? limit === Number.POSITIVE_INFINITY : limit === 0 && law.startsWith("0:"), label);
    const growth = async (timeStepSize: number) => {
      const simulation = await createSimulation("damper", { method: method.value, timeStepSize });
      // so close to rest the spring is linear
      simulation.hand.setPosition(1, 4 + 1e-9, 0, 0);
      simulation.step(80);
      return Math.hypot(simulation.positions[3] - 4, simulation.velocities[3] / OMEGA) / 1e-9;
    };
    // 1 % below and above the limit; at most 2 s, and 0.3 s where every step grows. Below it a
    // disturbance may swing by 1/√(1 − 0.99²) of its size; above it grows by 7 % per step at least
    if (limit > 0) assert.ok((await growth(Math.min(0.99 * limit, 2))) < 10, `${label} below ${start}`);
    if (limit < 2) assert.ok((await growth(limit > 0 ? 1.01 * limit : 0.3)) > 100, `${label} above ${start}`);
    count++;
  }
  assert.ok(count > 12, String(count));
});

test("critical damping, and the energy that the mass needs to get to the anchor and has", async () => {
  const simulation = await createSimulation("damper");
  const [stiffness, mass, restLength] = ["stiffness", "mass", "restLength"].map((key) => Number(simulation.get(key)));
  const critical = 2 * Math.sqrt(stiffness * mass);
  value("critical-damping", critical.toFixed(2));
  value("energy-to-the-anchor", 0.5 * stiffness * restLength ** 2);
  value("energy", simulation.energy.total);
  simulation.set("damping", critical);
  assert.ok(Math.abs(Number(simulation.analysis.dampingRatio) - 1) < 1e-15);
});

test("a step of symplectic Euler multiplies areas by 1 − Δt γ", async () => {
  const h = 0.2;
  const damping = 0.7;
  const mass = 0.5;
  /** (x, v) after a step. */
  const after = async (x: number, v: number) => {
    const simulation = await createSimulation("damper", { method: "symplectic-euler", timeStepSize: h, damping, mass });
    simulation.hand.setPosition(1, x, 0, 0);
    simulation.hand.setVelocity(1, v, 0, 0);
    simulation.step(1);
    return [simulation.positions[3], simulation.velocities[3]];
  };
  const [origin, one, other] = await Promise.all([after(5, 0), after(6, 0), after(5, 1)]);
  const [[a, c], [b, d]] = [one, other].map((point) => point.map((value, i) => value - origin[i]));
  assert.ok(Math.abs(a * d - b * c - (1 - (h * damping) / mass)) < 1e-12, String(a * d - b * c));
});

complete();
