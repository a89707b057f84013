// The numbers in the text of the stability page, derived or measured.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation, stability } from "../../dist/lib/springlab.js";

const page = readFileSync(new URL("../../www/stability.html", import.meta.url), "utf8").replace(/\s+/g, " ");

function stated(claim: string) {
  assert.ok(page.includes(claim), `the page does not state "${claim}"`);
}

/** With a true minus sign, as the page writes numbers. */
function printed(value: number | string) {
  return String(value).replace("-", "−");
}

const METHODS = {
  "Explicit Euler": "explicit-euler",
  "Runge-Kutta 2": "runge-kutta-2",
  "Runge-Kutta 4": "runge-kutta-4",
  "Implicit Euler": "implicit-euler",
  "Implicit midpoint": "implicit-midpoint",
};

/** End of a run from the scene's start. */
async function end(scene: string, parameters: Record<string, number | string>, steps: number) {
  const simulation = await createSimulation(scene, parameters);
  simulation.step(steps);
  const [x, y] = simulation.positions;
  simulation.free();
  return { x, y, radius: Math.hypot(x, y) };
}

async function stepLimit(scene: string, parameters: Record<string, number | string>) {
  const simulation = await createSimulation(scene, parameters);
  const { stepLimit: limit } = simulation.analysis;
  simulation.free();
  return limit;
}

test("a pair keeps its momentum while explicit Euler multiplies its energy by 58", async () => {
  const pair = await createSimulation("pair", { method: "explicit-euler", timeStepSize: 0.05 });
  pair.hand.setVelocity(0, 1, 0, 0);
  const before = pair.energy.total;
  pair.step(100);
  // a rounding a step
  assert.ok(Math.abs(pair.system.momentum[0] - 1) < 1e-14, `${pair.system.momentum[0]} kg·m/s`);
  const growth = (pair.energy.total / before).toFixed(0);
  stated(`one of them thrown at 1 m/s, 100 steps of 0.05 s with explicit Euler multiply the energy by ${growth}`);
  stated("momentum is still 1 kg·m/s");
});

test("in the field that varies in time a tracer goes from 1 to 10.0 within 60 s", async () => {
  const field = { a11: 0, a12: -1, a21: 1, a22: 0, b1: 0.3 };
  for (const [key, value] of Object.entries(field)) assert.ok(page.includes(`${key}="${value}"`), key);
  const { x, y, radius } = await end("linear", field, 60 / 0.05);
  // x₁ + i x₂ = e^(it) + ½ b₁ (t e^(it) + sin t)
  const t = 60;
  const half = 0.15;
  const exact = [Math.cos(t) * (1 + half * t) + half * Math.sin(t), Math.sin(t) * (1 + half * t)];
  // Runge-Kutta 4's phase error is Δt⁴ t/120 = 3e-6 per unit of the radius
  assert.ok(Math.hypot(x - exact[0], y - exact[1]) < 1e-4, `${x}, ${y}`);
  stated(`after 60 s it is at ${radius.toFixed(1)}`);
  stated(`grows by about ${half} in every second`);
  stated("the wind is constant and only shifts the centre of the circles");
  const constant = await end("linear", { ...field, fieldFrequency: 0, timeStepSize: Math.PI / 50 }, 100);
  assert.ok(Math.hypot(constant.x - 1, constant.y) < 1e-4, "a round leads back to the start");
});

test("the factors in the table of the test equation are those of a step", async () => {
  for (const [label, method] of Object.entries({ ...METHODS, Exact: "exact" })) {
    const factors = [];
    for (const part of [0.5, 1.5, 2.5]) {
      const rate = 4;
      const { x } = await end("decay", { method, rate, timeStepSize: part / rate }, 1);
      const [factor] = (await stability(method, -part, 0)) ?? [];
      assert.ok(Math.abs(x - factor) < 1e-15, `${label}: ${x}, R = ${factor}`);
      factors.push(`<td>${printed(Number(x.toFixed(3)))}</td>`);
    }
    stated(`<tr><th scope="row">${label}</th>${factors.join("")}`);
  }
});

test("the formulas of the stability functions are those of the methods", async () => {
  const formulas = {
    "explicit-euler": (z: number) => 1 + z,
    "runge-kutta-2": (z: number) => 1 + z + z ** 2 / 2,
    "runge-kutta-4": (z: number) => 1 + z + z ** 2 / 2 + z ** 3 / 6 + z ** 4 / 24,
    "implicit-euler": (z: number) => 1 / (1 - z),
    "implicit-midpoint": (z: number) => (1 + z / 2) / (1 - z / 2),
  };
  for (const [method, formula] of Object.entries(formulas)) {
    for (const z of [-3, -1, -0.1, 0.5]) {
      const [r] = (await stability(method, z, 0)) ?? [];
      assert.ok(Math.abs(r - formula(z)) < 1e-15 * (1 + z ** 4), `${method} at ${z}: ${r}, ${formula(z)}`);
    }
  }
});

test("on the test equation explicit Euler falls monotonically, then oscillates, then diverges", async () => {
  const euler = (part: number, steps: number) => end("decay", { rate: 2, timeStepSize: part / 2 }, steps);
  assert.equal((await euler(1, 1)).x, 0);
  assert.deepEqual([(await euler(2, 1)).x, (await euler(2, 2)).x], [-1, 1]);
  stated(`after ten steps \\(x\\) is ${(await euler(2.5, 10)).x.toFixed(0)} times as large`);
});

test("the limits on the test equation are 2/k, 2/k, 2.785/k and none", async () => {
  const rate = 8;
  for (const [label, method] of Object.entries(METHODS)) {
    const part = rate * (await stepLimit("decay", { method, rate }));
    const claim = Number.isFinite(part) ? `\\(${Number(part.toFixed(3))}/k\\)` : "any step";
    assert.match(
      page,
      new RegExp(`<th scope="row">${label}</th>(<td>[^<]*</td>){3}<td>${claim.replace(/[\\()]/g, "\\$&")}</td>`),
    );
  }
});

test("the Runge-Kutta polynomials are never negative on the test equation", async () => {
  for (const method of ["runge-kutta-2", "runge-kutta-4"]) {
    for (let z = 0; z < 10; z += 0.01) assert.ok(((await stability(method, -z, 0)) as Float64Array)[0] > 0);
  }
  stated("polynomials that are never negative");
});

test("a stiff part decays soon, and limits the step all the time", async () => {
  stated(`only ${(100 * Math.exp(-100 * 0.05)).toFixed(1)} % of the fast part is left`);
  const limit = await stepLimit("decay", { method: "runge-kutta-4", rate: 100 });
  // rounded down: the next tenth of a millisecond is beyond the limit
  stated(`${(Math.floor(10_000 * limit) / 10).toFixed(1)} ms for as long as the slow part lasts`);
  const euler = await stepLimit("decay", { method: "explicit-euler", rate: 100 });
  stated(`explicit Euler must take steps of at most ${(1000 * euler).toFixed(0)} ms`);
});

/** Radius per step on the rotation field, by the page's formulas. */
const RADIUS = {
  "explicit-euler": (h: number) => Math.sqrt(1 + h ** 2),
  "runge-kutta-2": (h: number) => Math.sqrt(1 + h ** 4 / 4),
  "runge-kutta-4": (h: number) => Math.sqrt(1 - h ** 6 / 72 + h ** 8 / 576),
  "implicit-euler": (h: number) => 1 / Math.sqrt(1 + h ** 2),
  "implicit-midpoint": () => 1,
};

test("the radius grows by the formulas of the table, and per round by its figures", async () => {
  for (const [label, method] of Object.entries(METHODS)) {
    const radius = RADIUS[method as keyof typeof RADIUS];
    for (const h of [0.1, 1, 2.5]) {
      const { radius: after } = await end("rotation", { method, timeStepSize: h }, 1);
      assert.ok(Math.abs(after - radius(h)) < 1e-14, `${label}, ${h} s: ${after}, ${radius(h)}`);
    }
    const change = 100 * (radius(0.1) ** ((2 * Math.PI) / 0.1) - 1);
    // a difference by rounding is no change
    const claim = Math.abs(change) < 1e-10 ? "0" : `${change > 0 ? "+" : ""}${printed(plain(change))} %`;
    assert.ok(
      new RegExp(`<th scope="row">${label}</th>(<td>[^<]*</td>)<td>${claim.replace("+", "\\+")}</td>`).test(page),
      `${label}: ${claim}`,
    );
  }
});

/** Two digits. */
function plain(value: number) {
  return value.toFixed(Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value)))));
}

test("the powers for small steps are the leading ones", () => {
  const h = 0.05;
  for (const [change, term] of [
    [RADIUS["runge-kutta-2"](h) - 1, h ** 4 / 8],
    [1 - RADIUS["runge-kutta-4"](h), h ** 6 / 144],
  ]) {
    // the next power is smaller by about h²
    assert.ok(Math.abs(change / term - 1) < h ** 2, `${change}, ${term}`);
  }
  stated("spirals outwards, by about \\(\\Delta t^4/8\\) a step");
  stated("spirals inwards, by about \\(\\Delta t^6/144\\)");
});

test("explicit Euler's growth in one round shrinks with the step", () => {
  const round = (h: number) => ((1 + h ** 2) ** (Math.PI / h)).toFixed(3);
  stated(`to ${round(0.1)} times at \\(\\Delta t = 0.1\\) s and to ${round(0.01)} times at 0.01 s`);
});

test("on the rotation field Runge-Kutta 4 is stable up to √8 s, symplectic Euler to 2 s, Runge-Kutta 2 never", async () => {
  const limit = (method: string) => stepLimit("rotation", { method });
  assert.equal(await limit("explicit-euler"), 0);
  assert.equal(await limit("runge-kutta-2"), 0);
  assert.ok(Math.abs((await limit("runge-kutta-4")) - Math.sqrt(8)) < 1e-12); // found by bisection
  stated(`\\(\\Delta t = \\sqrt 8 = ${Math.sqrt(8).toFixed(2)}\\) s`);
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
  simulation.free();
  const spread = Math.max(...values) - Math.min(...values);
  assert.ok(spread < 1e-13, `the ellipse's value changed by ${spread}`); // a rounding a step
  stated("run round an ellipse up to 2 s");
});

test("a round that ends within 1 % of the start takes 1984, 65, 10 and 1965 steps", async () => {
  const needed = { "explicit-euler": 1984, "runge-kutta-2": 65, "runge-kutta-4": 10, "implicit-euler": 1965 };
  for (const [method, steps] of Object.entries(needed)) {
    /** Distance of R(2πi/n)ⁿ from 1. */
    const miss = async (n: number) => {
      const [x, y] = (await stability(method, 0, (2 * Math.PI) / n)) ?? [];
      const radius = Math.hypot(x, y) ** n;
      const angle = n * Math.atan2(y, x);
      return Math.hypot(radius * Math.cos(angle) - 1, radius * Math.sin(angle));
    };
    for (let n = 1; n < steps; n++) assert.ok((await miss(n)) > 0.01, `${method} needs only ${n}`);
    const { x, y } = await end("rotation", { method, timeStepSize: (2 * Math.PI) / steps }, steps);
    assert.ok(Math.hypot(x - 1, y) <= 0.01, `${method} needs more than ${steps}`);
  }
  stated("explicit Euler needs 1984 steps, Runge-Kutta 2 needs 65 and Runge-Kutta 4 ten.");
  stated(`1984, ${2 * 65} and ${4 * 10} <dfn id="term-evaluation">evaluations</dfn>`);
  stated("needs 1965 steps for that round");
});

test("the experiments have the stated results", async () => {
  const { x } = await end("decay", { timeStepSize: 2.5, method: "runge-kutta-2" }, 1);
  stated(`the factor is ${x}`);
  const factor = async (timeStepSize: number) =>
    100 * ((await end("rotation", { method: "runge-kutta-4", timeStepSize }, 1)).radius - 1);
  stated(`Runge-Kutta 4 loses ${(-(await factor(1.5))).toFixed(0)} % of the radius in each step of 1.5 s`);
  stated(`it gains ${(await factor(2.9)).toFixed(0)} % instead`);
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
    simulation.free();
    assert.equal(miss < 1e-14, same, `${method} is ${miss} away`); // a few roundings
  }
});

test("the adaptive method goes round, and keeps to the limit of its formula", async () => {
  const round = await createSimulation("rotation", { method: "runge-kutta-45", timeStepSize: 2 * Math.PI });
  round.step(1);
  stated(`with ${round.analysis.acceptedSteps?.length} steps of its own`);
  const miss = Math.hypot(round.positions[0] - 1, round.positions[1]);
  stated(`misses the start by ${(1e7 * miss).toFixed(0)}·10⁻⁷ of the radius`);
  round.free();
  const field = { a11: -100, a12: 0, a21: 0, a22: -1, method: "runge-kutta-45", timeStepSize: 10 };
  const stiff = await createSimulation("linear", field);
  stiff.hand.setPosition(0, 1, 1, 0);
  stiff.step(1);
  const steps = [...(stiff.analysis.acceptedSteps ?? [])].slice(100, 300); // the fast part has decayed, and no step is cut at the end
  stiff.free();
  const at = async (z: number) => (await stability("runge-kutta-45", z, 0))?.[0] ?? Number.NaN;
  assert.ok((await at(-3.306)) < 1 && (await at(-3.307)) > 1, "the limit of the formula");
  stated("the limit of its formula");
  const part = (100 * steps.reduce((sum, step) => sum + step)) / steps.length / 3.307;
  stated(`its steps come to ${(100 * part).toFixed(0)} % of 3.307/<i>k</i>`);
});

test("implicit Euler damps growing solutions with steps beyond twice their time constant", async () => {
  stated("Up to \\(\\lambda\\, \\Delta t = 1\\) it grows with the right sign");
  stated("Between 1 and 2 it grows and changes sides in every step. Beyond 2 the steps die out");
  const factor = async (z: number) => Number((await stability("implicit-euler", z, 0))?.[0]);
  assert.ok((await factor(0.99)) > 1 && (await factor(1.01)) < -1 && (await factor(1.99)) < -1);
  const late = await factor(2.01);
  assert.ok(late < 0 && late > -1);
  stated(
    `At 3 the true motion grows to ${Math.exp(3).toFixed(1)} times its size, and the method halves it and turns its sign`,
  );
  assert.equal(await factor(3), -0.5);
  stated("at 1 there is no step");
  stated("In a field that grows no step of any method is stable");
  const growing = { a11: 1, a12: 0, a21: 0, a22: 0.5, method: "implicit-euler" };
  assert.equal(await stepLimit("linear", growing), 0);
  await assert.rejects(
    createSimulation("linear", { ...growing, timeStepSize: 1 }).then((simulation) => simulation.step(1)),
  );
});

test("Heun has the stability function of Runge-Kutta 2, and leapfrog has a limit alone", async () => {
  stated("has the \\(R(z)\\) of Runge-Kutta 2");
  assert.deepEqual(await stability("heun", -0.7, 1.1), await stability("runge-kutta-2", -0.7, 1.1));
  stated("run round an ellipse up to 2 s");
  for (const method of ["symplectic-euler", "leapfrog"]) {
    assert.equal(await stability(method, 0, 1), undefined);
    assert.ok(Math.abs((await stepLimit("rotation", { method })) - 2) < 1e-12);
  }
});

test("explicit Euler multiplies areas by 1 + Δt², and symplectic Euler keeps them", async () => {
  stated("multiplies the area by \\(1 + \\Delta t^2\\) in each step");
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
    simulation.free();
  }
});
