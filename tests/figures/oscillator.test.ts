// The numbers in the text of the oscillator page, measured with the engine or derived.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation, methods, scenes, stability } from "../../dist/lib/springlab.js";
import { compose, load } from "../../tools/method-rows.js";
import { lesson } from "./lesson.ts";

const { source, value, complete } = lesson("www/oscillator.html");
const html = compose(source, await load()).replaceAll("&amp;", "&");
const STEPS = 2000;
const H = 0.005;
const K = 5;
const M = 0.5;
const X0 = 2;
const OMEGA = Math.sqrt(K / M);

/** Cells of a table's rows, by the method's label at their head. */
function rows(id: string) {
  const [, table] = new RegExp(`id="${id}">(.*?)</table>`, "s").exec(html) as RegExpExecArray;
  const found = table.matchAll(/<th scope="row">(.*?)<\/th>((?:<td>.*?<\/td>)+)/g);
  return new Map([...found].map(([, label, cells]) => [label, cells.slice(4, -5).split("</td><td>")]));
}

/** Methods of the scene with a factor per step, as [value, label]. */
async function offered() {
  const scene = (await scenes()).find(({ id }) => id === "oscillator");
  const method = scene?.parameters.find(({ key }) => key === "method");
  assert.ok(method && "options" in method);
  const factors = method.options.filter(({ value }) => value !== "runge-kutta-45");
  return factors.map(({ value, label }) => [value, label] as const);
}

/** (x, v/ω) of the mass. */
const state = ({ positions, velocities }: import("../../dist/lib/springlab.js").Simulation): [number, number] => [
  positions[3],
  velocities[3] / OMEGA,
];

/** Largest distance in m from the exact motion from the present state. */
function largestError(simulation: import("../../dist/lib/springlab.js").Simulation, steps: number) {
  const h = Number(simulation.get("timeStepSize"));
  const [x, u] = state(simulation);
  let largest = 0;
  for (let n = 1; n <= steps; n++) {
    simulation.step(1);
    const exact = x * Math.cos(OMEGA * n * h) + u * Math.sin(OMEGA * n * h);
    largest = Math.max(largest, Math.abs(state(simulation)[0] - exact));
  }
  return largest;
}

async function measureError(method: string, h: number = H, duration: number = 10) {
  const simulation = await createSimulation("oscillator", { method, timeStepSize: h });
  return largestError(simulation, Math.round(duration / h));
}

/** Matrix by rows that maps (x, v/ω) in one step of ω h = y. */
async function update(method: string, y: number) {
  const simulation = await createSimulation("oscillator", { method, timeStepSize: y / OMEGA });
  const columns = [1, 0].map((x) => {
    simulation.restart();
    simulation.hand.setPosition(1, x, 0, 0);
    simulation.hand.setVelocity(1, OMEGA * (1 - x), 0, 0);
    simulation.step(1);
    return state(simulation);
  });
  return [0, 1].map((row) => columns.map((column) => column[row]));
}

/**
 * |R| and θ of a method: from R, from the matrix of a one-step method, or else from the recurrence
 * of the positions.
 */
async function polar(method: string, y: number) {
  const r = await stability(method, 0, y);
  if (r) return { modulus: Math.hypot(...r), angle: Math.atan2(r[1], r[0]) };
  const [[a, b], [c, d]] = await update(method, y);
  const positions = await longRun(method, y);
  // 1e-12: rounding of a hundred steps
  const again = (a * a + b * c) * X0;
  const isOneStep = Math.abs(positions[2] - again) < 1e-12 && Math.abs(positions[1] - a * X0) < 1e-12;
  const [trace, determinant] = isOneStep ? [a + d, a * d - b * c] : recurrence(positions.slice(-4));
  const modulus = Math.sqrt(determinant);
  return { modulus, angle: Math.acos(trace / 2 / modulus) };
}

/** |R| and θ by the engine. */
async function amplification(method: string, y: number) {
  const simulation = await createSimulation("oscillator", { method, timeStepSize: y / OMEGA });
  return simulation.analysis.amplification ?? assert.fail();
}

/** Positions of a run from X0 at rest. */
async function longRun(method: string, y: number) {
  const simulation = await createSimulation("oscillator", { method, timeStepSize: y / OMEGA });
  const positions = [X0];
  for (let n = 0; n < 100; n++) {
    simulation.step(1);
    positions.push(state(simulation)[0]);
  }
  return positions;
}

/** T and D of xₙ₊₁ = T xₙ − D xₙ₋₁, which holds when other roots have decayed. */
function recurrence([a, b, c, d]: number[]) {
  const divisor = b * b - a * c;
  return [(b * c - a * d) / divisor, (c * c - b * d) / divisor];
}

/** (1 − ρ∞)/(1 + ρ∞) for ρ∞ = 0.8. */
const SIGMA = 1 / 9;

const assertClose = (actual: number, expected: number, tolerance: number, what: string) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, ${expected}`);

test("the table shows the formulas of the methods' records", async () => {
  const table = rows("steps");
  const records = await methods();
  for (const [method, label] of await offered()) {
    if (method === "generalised-alpha") continue; // its row has words, and a test of its own
    const formula = records.find(({ value }) => value === method)?.formula;
    assert.ok(formula, label);
    const cells = [formula.step, formula.amplification, formula.phaseError].map((tex) => `\\(${tex}\\)`);
    assert.deepEqual(table.get(label), cells, label);
  }
});

test("generalised-α has the loss and the lag of its row, and |R| → ρ∞ for long steps", async () => {
  const [, modulus, phase] = rows("steps").get("Generalised-α") ?? [];
  assert.equal(modulus, "\\(1 - \\frac{\\sigma^3}{2} y^4 + \\dots\\)");
  assert.equal(phase, "\\(-\\left(\\frac{1}{12} + \\frac 3 8 \\sigma^2\\right) y^3\\)");
  const loss = (1 - (await polar("generalised-alpha", 0.05)).modulus) / 0.05 ** 4;
  // rounding of 1e-15 over y⁴, and the next term
  assertClose(loss / (SIGMA ** 3 / 2), 1, 0.01, "loss");
  const long = await createSimulation("oscillator", {
    method: "generalised-alpha",
    mass: 1e-9,
    stiffness: 1000,
    timeStepSize: 1,
  });
  // three equal roots are (hω)^(−2/3) = 1e-4 apart
  assertClose(Number(long.analysis.amplification?.modulus), 0.8, 2e-4, "long steps");
});

/** Number in a text such as "−1.6·10⁻⁵ mrad", and half of its last place. */
function stated(text: string): [number, number] {
  const [, sign, digits, power = ""] = /^([+−]?)([\d.]+)(?:·10([⁻⁰-⁹¹²³]+))?/.exec(text) ?? [];
  assert.ok(digits, text);
  const exponent = [...power].map((c) => "-0123456789"["⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)]).join("") || "0";
  const half = Number(`0.5e${Number(exponent) - (digits.split(".")[1] ?? "").length}`);
  return [Number(`${sign === "−" ? "-" : ""}${digits}e${exponent}`), half];
}

/** Compares a figure with the stated one, to its last place. */
function assertStates(text: string, actual: number, what: string) {
  const [number, half] = stated(text);
  // rounding of 2000 steps
  assertClose(actual, number, half + 1e-11, `${what}: ${text}`);
  assert.ok(Math.abs(number) > 2 * half, `${what}: ${text} has no digits`);
}

test("each figure of the table of errors is the engine's", async () => {
  const table = rows("errors");
  const y = OMEGA * H;
  for (const [method, label] of await offered()) {
    const [growth, phase, error] = table.get(label) ?? [];
    const found = await amplification(method, y);
    const excess = found.modulus ** STEPS - 1;
    const lag = 1000 * STEPS * (found.angle - y);
    const [, small] = /^1 ([+−] .*)$/.exec(growth) ?? [];
    if (small) assertStates(small.replace(" ", ""), excess, `${label}: growth beyond 1`);
    else if (growth === "1") assert.ok(Math.abs(excess) < 1e-11, `${label}: ${excess}`);
    else assertStates(growth, 1 + excess, `${label}: growth`);
    if (phase === "0") assert.ok(Math.abs(lag) < 1e-8, `${label}: ${lag}`);
    else assertStates(phase, lag, `${label}: phase`);
    const actual = await measureError(method);
    if (error === "rounding") assert.ok(actual < 1e-11, `${label}: ${actual}`);
    else assertStates(error, actual, `${label}: error`);
  }
});

test("the mass starts at x₀, and its period is the engine's", async () => {
  const simulation = await createSimulation("oscillator");
  const period = Number(simulation.analysis.period);
  assert.equal(simulation.positions[3], X0);
  assertClose(period, (2 * Math.PI) / OMEGA, 1e-15, "period");
  value("omega", OMEGA.toFixed(2));
  value("period", period.toFixed(3));
  value("steps-in-a-period", Math.floor(period / H));
});

test("the error of one-step methods follows from amplitude and phase", async () => {
  for (const method of ["explicit-euler", "runge-kutta-2", "runge-kutta-4", "implicit-euler", "implicit-midpoint"]) {
    const simulation = await createSimulation("oscillator", { method });
    const { modulus, angle } = await polar(method, OMEGA * H);
    for (let n = 100; n <= STEPS; n += 100) {
      simulation.step(100);
      // rounding of 2000 steps and of the power
      assertClose(state(simulation)[0], X0 * modulus ** n * Math.cos(n * angle), 1e-11, `${method}, ${n} steps`);
    }
  }
});

test("half the step leaves half of Euler's error and a quarter of that of order 2", async () => {
  const ratio = async (method: string) => (await measureError(method, H / 2)) / (await measureError(method));
  // the amplitude grows exponentially, by e^0.25 within 10 s, so the ratio is not quite one half
  for (const method of ["explicit-euler", "implicit-euler"]) assertClose(await ratio(method), 0.5, 0.04, method);
  for (const method of ["runge-kutta-2", "verlet", "implicit-midpoint"]) {
    assertClose(await ratio(method), 0.25, 1e-3, method);
  }
  const [up, down] = await Promise.all(["explicit-euler", "implicit-euler"].map((method) => polar(method, OMEGA * H)));
  value("explicit-euler-too-much", (100 * (up.modulus ** STEPS - 1)).toFixed(0));
  value("implicit-euler-too-little", (100 * (1 - down.modulus ** STEPS)).toFixed(0));
});

test("symplectic Euler's positions are Verlet's half a step earlier, and later with positions first", async () => {
  const theta = (await polar("symplectic-euler", OMEGA * H)).angle;
  for (const [method, shift] of [
    ["symplectic-euler", 0.5],
    ["symplectic-euler-adjoint", -0.5],
    ["verlet", 0],
    ["velocity-verlet", 0],
  ] as const) {
    const simulation = await createSimulation("oscillator", { method });
    for (let n = 1; n <= STEPS; n++) {
      simulation.step(1);
      const expected = (X0 * Math.cos((n + shift) * theta)) / Math.cos(shift * theta);
      // rounding of 2000 steps, which a second-order recurrence adds up twice
      assertClose(state(simulation)[0], expected, 1e-9, `${method}, ${n} steps`);
    }
  }
});

test("the largest error of symplectic Euler comes from its start", async () => {
  const [euler, verlet] = await Promise.all(["symplectic-euler", "verlet"].map((method) => measureError(method)));
  value("times-verlet", (euler / verlet).toFixed(0));
  value("half-step-error", ((X0 * OMEGA * H) / 2).toFixed(4));
  const quarter = await measureError("symplectic-euler", H, Math.PI / 2 / OMEGA);
  assertClose(quarter, (X0 * OMEGA * H) / 2, 2e-4, "error of the first quarter"); // the quarter ends at a whole step
  value("drift", (euler - quarter).toFixed(4));

  const simulation = await createSimulation("oscillator");
  simulation.hand.setVelocity(1, (H * K * X0) / M / 2, 0, 0);
  let largest = 0;
  for (let n = 1; n <= STEPS; n++) {
    simulation.step(1);
    largest = Math.max(largest, Math.abs(state(simulation)[0] - X0 * Math.cos(n * OMEGA * H)));
  }
  value("kicked-error", largest.toFixed(4));
  assertClose(largest, verlet, 1e-11, "kicked and Verlet");

  // from the anchor with the same amplitude the error is Verlet's drift, without the half step
  simulation.restart();
  simulation.hand.setPosition(1, 0, 0, 0);
  simulation.hand.setVelocity(1, X0 * OMEGA, 0, 0);
  assertClose(largestError(simulation, STEPS), verlet, 0.1 * verlet, "from the anchor");
});

test("the energy of symplectic Euler swings between E₀/(1 + y/2) and E₀/(1 − y/2)", async () => {
  const simulation = await createSimulation("oscillator");
  const start = simulation.energy.total;
  const totals = Array.from({ length: STEPS }, () => {
    simulation.step(1);
    return simulation.energy.total;
  });
  const y = OMEGA * H;
  // the extremes are between samples: (Δphase)²/2 of the swing of 0.08 J
  assertClose(Math.min(...totals), start / (1 + y / 2), 1e-5, "lowest energy");
  assertClose(Math.max(...totals), start / (1 - y / 2), 1e-5, "highest energy");
  value("least", Math.min(...totals).toFixed(2));
  value("most", Math.max(...totals).toFixed(2));
});

test("implicit Euler damps as a damper of h k does", async () => {
  value("damper", H * K);
  const implicit = await createSimulation("oscillator", { method: "implicit-euler" });
  implicit.step(STEPS);
  const time = implicit.time;
  const damped = X0 * Math.exp((-H * K * time) / (2 * M));
  // the next term of −½ ln(1 + y²) is y⁴/4: 2000 · 1.6e-8
  assertClose(Math.hypot(...state(implicit)), damped, 1e-4, "amplitude");
  assertClose(implicit.energy.total, 10 * (1 + (OMEGA * H) ** 2) ** -STEPS, 1e-11, "energy");
  const newton = await createSimulation("oscillator", { method: "implicit-euler", solver: "newton" });
  newton.step(STEPS);
  // the equations are linear: both solvers agree to the linear solver's tolerance
  assertClose(state(newton)[0], state(implicit)[0], 1e-10, "linearised and solved");
});

test("in the experiments Verlet's error is half of implicit midpoint's, and Runge-Kutta 2 passes 1 m", async () => {
  const midpoint = await measureError("implicit-midpoint", 0.1);
  const verlet = await measureError("verlet", 0.1);
  value("midpoint-error", midpoint.toFixed(2));
  value("verlet-error", verlet.toFixed(2));
  assertClose(verlet / midpoint, 0.5, 0.02, "half of that");
  assert.ok((await measureError("runge-kutta-2", 0.1)) > 1);

  const back = await createSimulation("oscillator", { method: "implicit-euler", timeStepSize: 0.02 });
  back.step(250);
  value("shrunk", Math.hypot(...state(back)).toFixed(2));
  back.set("method", "explicit-euler");
  back.step(250);
  assertClose(Math.hypot(...state(back)), X0, 1e-12, "there and back");

  const errorAfter = async (steps: number) => {
    const simulation = await createSimulation("oscillator", { method: "exact", timeStepSize: 0.05 });
    simulation.step(steps);
    simulation.set("method", "symplectic-euler");
    return largestError(simulation, 40);
  };
  value("error-from-anchor", (Math.ceil(100 * (await errorAfter(10))) / 100).toFixed(2)); // rounded up: a bound
  value("error-from-turn", (await errorAfter(20)).toFixed(2));
});

test("a tenth of the tolerance is about a tenth of the adaptive method's error", async () => {
  const run = async (tolerance: number) => {
    const simulation = await createSimulation("oscillator", { method: "runge-kutta-45", timeStepSize: 0.5, tolerance });
    let accepted = 0;
    let rejected = 0;
    let error = 0;
    for (let i = 0; i < 20; i++) {
      simulation.step(1);
      accepted += simulation.analysis.acceptedSteps?.length ?? 0;
      rejected += simulation.analysis.rejectedSteps ?? 0;
      error = Math.max(error, Math.abs(simulation.positions[3] - Number(simulation.analysis.exact?.positions[3])));
    }
    assert.deepEqual(
      [simulation.analysis.stepLimit, simulation.analysis.amplification],
      [Number.POSITIVE_INFINITY, undefined],
    );
    return { accepted, rejected, error };
  };
  const usual = await run(1e-6);
  const fine = await run(1e-9);
  value("accepted", usual.accepted);
  value("rejected", usual.rejected);
  value("error", (1e6 * usual.error).toFixed(1));
  value("fine-accepted", fine.accepted);
  value("fine-error", (1e9 * fine.error).toFixed(1));
  assertClose(Math.log10(usual.error / fine.error), 3, 0.1, "decades of the error"); // “about a tenth”
  value("steps-for-a-tenth", ((fine.accepted / usual.accepted) ** (1 / 3)).toFixed(1));
});

test("symmetric methods return there and back, and Eulers miss", async () => {
  const back = async (method: string) => {
    const simulation = await createSimulation("oscillator", { method, timeStepSize: 0.05 });
    simulation.step(200);
    simulation.history.reverse();
    simulation.step(200);
    assert.equal(simulation.time, 0);
    return simulation.positions[3];
  };
  // rounding of 400 steps
  for (const { value, symmetric } of await methods()) {
    if (symmetric && value !== "rattle") assert.ok(Math.abs((await back(value)) - 2) < 1e-12, value);
  }
  value("symplectic-euler-back", (await back("symplectic-euler")).toFixed(2));
  value("explicit-euler-back", (await back("explicit-euler")).toFixed(0));
  value("implicit-euler-back", (await back("implicit-euler")).toFixed(2));
});

test("symplectic Euler conserves H − ½ Δt k x v", async () => {
  const simulation = await createSimulation("oscillator", { timeStepSize: 0.05 });
  const modified = () => simulation.energy.total - 0.5 * 0.05 * K * simulation.positions[3] * simulation.velocities[3];
  for (let n = 0; n < 100; n++) {
    assert.ok(Math.abs(modified() - 10) < 1e-12, `${modified()} J after ${n} steps`);
    simulation.step(1);
  }
});

complete();
