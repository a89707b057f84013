// The numbers in the text of the stability page, derived or measured.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation, type Method, methods, stability } from "../../dist/lib/springlab.js";
import { lesson } from "./lesson.ts";

const { source, value, complete } = lesson("www/stability.html");

const METHODS = ["explicit-euler", "runge-kutta-2", "runge-kutta-4", "implicit-euler", "implicit-midpoint"];

/** End of a run from the scene's start. */
async function end(scene: string, parameters: Record<string, number | string>, steps: number) {
  const simulation = await createSimulation(scene, parameters);
  simulation.step(steps);
  const [x, y] = simulation.positions;
  return { x, y, radius: Math.hypot(x, y) };
}

async function stepLimit(scene: string, parameters: Record<string, number | string>) {
  return (await createSimulation(scene, parameters)).analysis.stepLimit;
}

test("a pair keeps its momentum while explicit Euler multiplies its energy", async () => {
  const pair = await createSimulation("pair", { method: "explicit-euler", timeStepSize: 0.05 });
  pair.hand.setVelocity(0, 1, 0, 0);
  const before = pair.energy.total;
  pair.step(100);
  // a rounding a step
  assert.ok(Math.abs(pair.system.momentum[0] - 1) < 1e-14, `${pair.system.momentum[0]} kg·m/s`);
  value("pair-energy", (pair.energy.total / before).toFixed(0));
  value("pair-momentum", pair.system.momentum[0].toFixed(0));
});

test("in the field that varies in time a tracer moves outwards, and with a constant wind in circles", async () => {
  const field = { a11: 0, a12: -1, a21: 1, a22: 0, b1: 0.3 };
  for (const [key, part] of Object.entries(field)) assert.ok(source.includes(`${key}="${part}"`), key);
  const { x, y, radius } = await end("linear", field, 60 / 0.05);
  // x₁ + i x₂ = e^(it) + ½ b₁ (t e^(it) + sin t)
  const t = 60;
  const half = 0.15;
  const exact = [Math.cos(t) * (1 + half * t) + half * Math.sin(t), Math.sin(t) * (1 + half * t)];
  // Runge-Kutta 4's phase error is Δt⁴ t/120 = 3e-6 per unit of the radius
  assert.ok(Math.hypot(x - exact[0], y - exact[1]) < 1e-4, `${x}, ${y}`);
  value("radius-after-a-minute", radius.toFixed(1));
  value("outward-speed", ((radius - 1) / t).toFixed(2));
  const constant = await end("linear", { ...field, fieldFrequency: 0, timeStepSize: Math.PI / 50 }, 100);
  assert.ok(Math.hypot(constant.x - 1, constant.y) < 1e-4, "a round leads back to the start");
});

test("a step on the test equation multiplies by R(−kΔt)", async () => {
  for (const method of [...METHODS, "exact"]) {
    for (const part of [0.5, 1.5, 2.5]) {
      const rate = 4;
      const { x } = await end("decay", { method, rate, timeStepSize: part / rate }, 1);
      const [factor] = (await stability(method, -part, 0)) ?? [];
      assert.ok(Math.abs(x - factor) < 1e-15, `${method}: ${x}, R = ${factor}`);
      value(`${method}-at-${part}`, Number(x.toFixed(3)));
    }
  }
});

test("orders, factors and radii are those of the methods' records", async () => {
  const records = await methods();
  for (const method of METHODS) {
    const { order, formula } = records.find(({ value }) => value === method) as Method;
    assert.ok(formula, method);
    value(`${method}-order`, order);
    value(`${method}-factor`, formula.step);
    value(`${method}-radius`, formula.amplification.replaceAll("y", "\\Delta t"));
  }
});

test("on the test equation explicit Euler falls monotonically, then oscillates, then diverges", async () => {
  const euler = (part: number, steps: number) => end("decay", { rate: 2, timeStepSize: part / 2 }, steps);
  assert.equal((await euler(1, 1)).x, 0);
  assert.deepEqual([(await euler(2, 1)).x, (await euler(2, 2)).x], [-1, 1]);
  value("explicit-euler-after-10-steps", (await euler(2.5, 10)).x.toFixed(0));
});

test("on the test equation explicit Euler and Runge-Kutta 2 are stable up to 2/k, implicit methods with any step", async () => {
  const rate = 8;
  const limit = async (method: string) => rate * (await stepLimit("decay", { method, rate }));
  for (const method of ["explicit-euler", "runge-kutta-2"]) assert.equal(await limit(method), 2);
  for (const method of ["implicit-euler", "implicit-midpoint"]) assert.equal(await limit(method), Infinity);
  value("runge-kutta-4-limit", (await limit("runge-kutta-4")).toFixed(3));
});

test("the Runge-Kutta polynomials are never negative on the test equation", async () => {
  for (const method of ["runge-kutta-2", "runge-kutta-4"]) {
    for (let z = 0; z < 10; z += 0.01) assert.ok(((await stability(method, -z, 0)) as Float64Array)[0] > 0);
  }
});

test("a stiff part decays soon, and limits the step all the time", async () => {
  value("fast-part-left", (100 * Math.exp(-100 * 0.05)).toFixed(1));
  const limit = await stepLimit("decay", { method: "runge-kutta-4", rate: 100 });
  // rounded down: the next tenth of a millisecond is beyond the limit
  value("runge-kutta-4-stiff-limit", (Math.floor(10_000 * limit) / 10).toFixed(1));
  const euler = await stepLimit("decay", { method: "explicit-euler", rate: 100 });
  value("explicit-euler-limit", (1000 * euler).toFixed(0));
});

/** Radius per step on the rotation field. */
const radius = async (method: string, h: number) => Math.hypot(...((await stability(method, 0, h)) ?? [Number.NaN]));

test("the radius grows by the formulas of the table, and per round by its figures", async () => {
  for (const method of METHODS) {
    for (const h of [0.1, 1, 2.5]) {
      const { radius: after } = await end("rotation", { method, timeStepSize: h }, 1);
      const expected = await radius(method, h);
      assert.ok(Math.abs(after - expected) < 1e-14, `${method}, ${h} s: ${after}, ${expected}`);
    }
    const change = 100 * ((await radius(method, 0.1)) ** ((2 * Math.PI) / 0.1) - 1);
    // a difference by rounding is no change
    value(`${method}-in-a-round`, Math.abs(change) < 1e-10 ? 0 : `${change > 0 ? "+" : ""}${plain(change)} %`);
  }
});

/** Two digits. */
function plain(value: number) {
  return value.toFixed(Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value)))));
}

test("the powers for small steps are the leading ones", async () => {
  const h = 0.05;
  for (const [change, term] of [
    [(await radius("runge-kutta-2", h)) - 1, h ** 4 / 8],
    [1 - (await radius("runge-kutta-4", h)), h ** 6 / 144],
  ]) {
    // the next power is smaller by about h²
    assert.ok(Math.abs(change / term - 1) < h ** 2, `${change}, ${term}`);
  }
});

test("a tenth of the step leaves about a tenth of explicit Euler's growth in one round", () => {
  const round = (h: number) => (1 + h ** 2) ** (Math.PI / h);
  value("growth-in-a-round", round(0.1).toFixed(3));
  value("growth-in-a-round-of-short-steps", round(0.01).toFixed(3));
  const ratio = (round(0.01) - 1) / (round(0.1) - 1);
  assert.ok(ratio > 0.08 && ratio < 0.12, String(ratio));
});

test("on the rotation field Runge-Kutta 4 is stable up to √8 s, symplectic Euler to 2 s, Runge-Kutta 2 never", async () => {
  const limit = (method: string) => stepLimit("rotation", { method });
  assert.equal(await limit("explicit-euler"), 0);
  assert.equal(await limit("runge-kutta-2"), 0);
  assert.ok(Math.abs((await limit("runge-kutta-4")) - Math.sqrt(8)) < 1e-12); // found by bisection
  value("rotation-limit", Math.sqrt(8).toFixed(2));
  assert.equal(await limit("symplectic-euler"), 2);
});

/** Symplectic Euler keeps x₁² + Δt x₁x₂ + x₂². */
test("symplectic Euler stays on an ellipse", async () => {
  const h = 0.7;
  const simulation = await createSimulation("rotation", { method: "symplectic-euler", timeStepSize: h });
  const values = Array.from({ length: 100 }, () => {
    simulation.step(1);
    const [x, y] = simulation.positions;
    return x ** 2 + h * x * y + y ** 2;
  });
  const spread = Math.max(...values) - Math.min(...values);
  assert.ok(spread < 1e-13, `the ellipse's value changed by ${spread}`); // a rounding a step
});

test("a round that ends within 1 % of the start takes fewer steps and evaluations with a higher order", async () => {
  const needed = async (method: string) => {
    for (let n = 1; ; n++) {
      // distance of R(2πi/n)ⁿ from 1
      const [x, y] = (await stability(method, 0, (2 * Math.PI) / n)) ?? [];
      const radius = Math.hypot(x, y) ** n;
      const angle = n * Math.atan2(y, x);
      if (Math.hypot(radius * Math.cos(angle) - 1, radius * Math.sin(angle)) > 0.01) continue;
      const run = await end("rotation", { method, timeStepSize: (2 * Math.PI) / n }, n);
      assert.ok(Math.hypot(run.x - 1, run.y) <= 0.01, `${method} needs more than ${n}`);
      return n;
    }
  };
  value("explicit-euler-steps", await needed("explicit-euler"));
  value("implicit-euler-steps", await needed("implicit-euler"));
  const second = await needed("runge-kutta-2");
  value("runge-kutta-2-steps", second);
  value("runge-kutta-2-evaluations", 2 * second);
  const fourth = await needed("runge-kutta-4");
  value("runge-kutta-4-evaluations", 4 * fourth);
  assert.equal(fourth, 10);
});

test("Runge-Kutta 4 loses radius below its limit, and gains beyond", async () => {
  const factor = async (timeStepSize: number) =>
    100 * ((await end("rotation", { method: "runge-kutta-4", timeStepSize }, 1)).radius - 1);
  value("percent-lost", -(await factor(1.5)).toFixed(0));
  value("percent-gained", (await factor(2.9)).toFixed(0));
});

test("in steps of 10 s implicit midpoint goes on swinging, and implicit Euler comes to rest", async () => {
  for (const method of ["implicit-midpoint", "implicit-euler"]) {
    value(`${method}-at-10`, (await end("decay", { method, timeStepSize: 10 }, 1)).x.toFixed(2));
  }
});

/** One step of v += Δt f/m, then x += Δt v. */
test("the loop that the lecture calls explicit Euler is symplectic Euler", async () => {
  const stiffness = 2;
  const mass = 0.5;
  const h = 0.3;
  const v = (h * -stiffness * 1) / mass;
  const loop = [1 + h * v, v];
  for (const [method, same] of [
    ["symplectic-euler", true],
    ["explicit-euler", false],
  ] as const) {
    const parameters = { stiffness, mass, initialLength: 1, timeStepSize: h, method };
    const simulation = await createSimulation("oscillator", parameters);
    simulation.step(1);
    const miss = Math.hypot(simulation.positions[3] - loop[0], simulation.velocities[3] - loop[1]);
    assert.equal(miss < 1e-14, same, `${method} is ${miss} away`); // a few roundings
  }
});

test("the adaptive method goes round, and keeps to the limit of its formula", async () => {
  const round = await createSimulation("rotation", { method: "runge-kutta-45", timeStepSize: 2 * Math.PI });
  round.step(1);
  value("adaptive-steps", Number(round.analysis.acceptedSteps?.length));
  const miss = Math.hypot(round.positions[0] - 1, round.positions[1]);
  value("adaptive-miss", (1e7 * miss).toFixed(0));
  const field = { a11: -100, a12: 0, a21: 0, a22: -1, method: "runge-kutta-45", timeStepSize: 10 };
  const stiff = await createSimulation("linear", field);
  stiff.hand.setPosition(0, 1, 1, 0);
  stiff.step(1);
  const steps = [...(stiff.analysis.acceptedSteps ?? [])].slice(100, 300); // the fast part has decayed, and no step is cut at the end
  const at = async (z: number) => (await stability("runge-kutta-45", z, 0))?.[0] ?? Number.NaN;
  let limit = 3;
  while ((await at(-limit)) < 1) limit += 1e-4;
  value("adaptive-limit", limit.toFixed(3));
  const part = (100 * steps.reduce((sum, step) => sum + step)) / steps.length / limit;
  value("percent-of-the-limit", (100 * part).toFixed(0));
});

test("implicit Euler damps growing solutions with steps beyond twice their time constant", async () => {
  const factor = async (z: number) => Number((await stability("implicit-euler", z, 0))?.[0]);
  assert.ok((await factor(0.99)) > 1 && (await factor(1.01)) < -1 && (await factor(1.99)) < -1);
  const late = await factor(2.01);
  assert.ok(late < 0 && late > -1);
  value("growth-at-3", Math.exp(3).toFixed(1));
  assert.equal(await factor(3), -0.5);
  const growing = { a11: 1, a12: 0, a21: 0, a22: 0.5, method: "implicit-euler" };
  assert.equal(await stepLimit("linear", growing), 0);
  await assert.rejects(
    createSimulation("linear", { ...growing, timeStepSize: 1 }).then((simulation) => simulation.step(1)),
  );
});

test("Heun has the stability function of Runge-Kutta 2, and leapfrog has a limit alone", async () => {
  assert.deepEqual(await stability("heun", -0.7, 1.1), await stability("runge-kutta-2", -0.7, 1.1));
  for (const method of ["symplectic-euler", "leapfrog"]) {
    assert.equal(await stability(method, 0, 1), undefined);
    assert.ok(Math.abs((await stepLimit("rotation", { method })) - 2) < 1e-12);
  }
});

test("explicit Euler multiplies areas by 1 + Δt², and symplectic Euler keeps them", async () => {
  for (const [method, factor] of [
    ["explicit-euler", 1.25],
    ["symplectic-euler", 1],
    ["leapfrog", 1],
  ] as const) {
    const simulation = await createSimulation("rotation", { method, timeStepSize: 0.5 });
    const [one, other] = [
      [1, 0],
      [0, 1],
    ].map(([x, y]) => {
      simulation.hand.setPosition(0, x, y, 0);
      simulation.step(1);
      return [...simulation.positions];
    });
    const area = one[0] * other[1] - one[1] * other[0];
    assert.ok(Math.abs(area - factor) < 1e-14, `${method}: ${area}`);
  }
});

complete();
