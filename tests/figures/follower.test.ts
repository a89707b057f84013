// The numbers in the text of the follower page, measured or derived.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";
import type { Simulation } from "../../www/types.ts";
import { lesson } from "./lesson.ts";

const { value, complete } = lesson("www/follower.html");

const ALICE = 1;
const X = 0;
const MASS = 1;
const STIFFNESS = 600;
const DAMPING = 35;
const STEP = 0.002;
const OMEGA = Math.sqrt(STIFFNESS / MASS);
const RATIO = DAMPING / (2 * Math.sqrt(STIFFNESS * MASS));

/** Values that `read` gives after each step of a run. */
async function run<T>(
  parameters: Record<string, number | string>,
  steps: number,
  read: (simulation: Simulation) => T,
  prepare: (simulation: Simulation) => void = () => {},
) {
  const simulation = await createSimulation("follower", parameters);
  prepare(simulation);
  return Array.from({ length: steps }, () => {
    simulation.step(1);
    return read(simulation);
  });
}

const alice = ({ positions }: Simulation) => positions[3 * ALICE + X];
const speed = ({ velocities }: Simulation) => velocities[3 * ALICE + X];
const exact = (parameters = {}) => ({ timeStepSize: 0.0001, method: "exact", ...parameters });

/** @param tolerance  relative */
function near(actual: number, expected: number, tolerance: number) {
  assert.ok(Math.abs(actual / expected - 1) <= tolerance, `${actual} instead of ${expected}`);
}

test("damping ratio and period follow from the default parameters", async () => {
  const simulation = await createSimulation("follower");
  const values = ["mass", "stiffness", "damping", "timeStepSize"].map((key) => Number(simulation.get(key)));
  assert.deepEqual(values, [MASS, STIFFNESS, DAMPING, STEP]);
  for (const [i, name] of ["mass", "stiffness", "damping", "step"].entries()) value(name, values[i]);
  near(Number(simulation.analysis.dampingRatio), RATIO, 1e-15);
  near(Number(simulation.analysis.period), (2 * Math.PI) / OMEGA, 1e-15);
  value("damping-ratio", RATIO.toFixed(3));
  value("period", ((2 * Math.PI) / OMEGA).toFixed(4));
});

test("in grams and seconds the suggested constants have a period of minutes and the same damping ratio", () => {
  near(35 / (2 * Math.sqrt(0.6 * 1000)), RATIO, 1e-15);
  value("period-in-seconds", (2 * Math.PI * Math.sqrt(1000 / 0.6)).toFixed(1));
});

test("Alice follows a Bob at constant velocity without lag, and with a lag if his velocity is ignored", async () => {
  const lag = await run(
    { path: "rest" },
    3000,
    ({ positions }) => positions[0] - positions[3],
    (simulation) => simulation.hand.hold(0, 10, 0, 0, 10),
  );
  assert.ok(Math.abs(lag[2999]) < 1e-12, `${lag[2999]} m behind`); // rounding of 6 m
  value("lag", ((100 * DAMPING) / STIFFNESS).toFixed(2));
});

test("the eight constants are those of the formulas, and come in pairs", async () => {
  const simulation = await createSimulation("follower");
  const [c0, c1, c2, c3, c4, c5, c6, c7] = simulation.analysis.constants;
  near(c1, (STIFFNESS * STEP ** 2) / (2 * MASS), 1e-14);
  near(c3, (DAMPING * STEP ** 2) / (2 * MASS), 1e-14);
  near(c5, (STIFFNESS * STEP) / MASS, 1e-14);
  near(c7, (DAMPING * STEP) / MASS, 1e-14);
  for (const [sum, whole] of [
    [c0 + c1, 1],
    [c2 + c3, STEP],
    [c6 + c7, 1],
  ]) {
    near(sum, whole, 1e-14);
  }
  assert.equal(c4 + c5, 0);
});

test("the exact response to a step is the formula's, with its overshoot and its peak", async () => {
  const response = await run(exact(), 6000, alice);
  const omegaD = OMEGA * Math.sqrt(1 - RATIO ** 2);
  for (const [i, p] of response.entries()) {
    const t = 0.0001 * (i + 1);
    const swing = Math.cos(omegaD * t) + (RATIO / Math.sqrt(1 - RATIO ** 2)) * Math.sin(omegaD * t);
    assert.ok(Math.abs(p - 1 + Math.exp(-RATIO * OMEGA * t) * swing) < 1e-12, `${p} m at ${t} s`); // rounding
  }
  const overshoot = Math.exp((-Math.PI * RATIO) / Math.sqrt(1 - RATIO ** 2));
  near(Math.max(...response) - 1, overshoot, 1e-4); // the steps miss the peak by up to 0.05 ms
  const peak = 0.0001 * (response.indexOf(Math.max(...response)) + 1);
  near(peak, Math.PI / omegaD, 1e-3);
  value("overshoot", (100 * overshoot).toFixed(2));
  value("peak", (Math.PI / omegaD).toFixed(3));
  const fastest = Math.max(...(await run(exact(), 2000, speed)));
  value("fastest", fastest.toFixed(1));
});

test("critical damping does not overshoot and is within 5 % later", async () => {
  const critical = 2 * Math.sqrt(STIFFNESS * MASS);
  value("critical-damping", critical.toFixed(2));
  const response = await run(exact({ damping: critical }), 10000, alice);
  assert.ok(Math.max(...response) <= 1);
  const within = (p: number[]) => 0.0001 * (p.findLastIndex((x) => Math.abs(x - 1) > 0.05) + 2);
  const usual = within(await run(exact(), 10000, alice));
  value("critical-within", within(response).toFixed(3));
  value("within", usual.toFixed(3));
  assert.ok(within(response) > usual);
});

test("given velocities move Bob off his circle in proportion to the step, and back each round", async () => {
  const off = async (h: number) =>
    run({ path: "circle", drive: "velocities", timeStepSize: h }, Math.round(2 / h), ({ positions, time }) =>
      Math.hypot(positions[0] - Math.cos(Math.PI * time), positions[1] - Math.sin(Math.PI * time)),
    );
  const far = await off(STEP);
  const half = await off(STEP / 2);
  value("off-circle", (1000 * Math.max(...far)).toFixed(2));
  near(Math.max(...far) / Math.max(...half), 2, 1e-4); // the next term is of second order
  assert.ok(far[999] < 1e-12, `${far[999]} m after a round`); // rounding of 1000 steps
});

test("a jump of Bob changes Alice's velocity by bL/m, however short the step", async () => {
  for (const h of [STEP, STEP / 2]) {
    const jump = (simulation: Simulation) => simulation.hand.hold(0, 1, 0, 0, h);
    const jolted = await run({ path: "rest", timeStepSize: h }, 1, speed, jump);
    near(jolted[0], DAMPING / MASS, 1e-12);
    const overshoot = Math.max(...(await run({ path: "rest", timeStepSize: h }, 1000, alice, jump))) - 1;
    value("jolt", jolted[0].toFixed());
    value("jolt-overshoot", (100 * overshoot).toFixed(1));
    // p − 1 = (ωt − 1) e^(−ωt) is largest at ωt = 2
    const damping = 2 * Math.sqrt(MASS * STIFFNESS);
    const fine = { path: "rest", timeStepSize: 1e-5, damping };
    const critical = Math.max(...(await run(fine, 12_000, alice, jump))) - 1;
    near(critical, Math.exp(-2), 1e-3); // the eight constants are of order 1
    value("critical-jolt-overshoot", (100 * Math.exp(-2)).toFixed(1));
  }
});

test("the error of a run is of first order", async () => {
  const error = async (h: number) => {
    const steps = Math.round(1 / h);
    const ours = await run({ timeStepSize: h }, steps, alice);
    const right = await run({ timeStepSize: h, method: "exact" }, steps, alice);
    return Math.max(...ours.map((p, i) => Math.abs(p - right[i])));
  };
  const far = await error(STEP);
  const half = await error(STEP / 2);
  value("error", (1000 * far).toFixed(1));
  value("error-of-half-the-step", (1000 * half).toFixed(1));
  near(far / half, 2, 0.02); // the next term is of second order
});

test("a single step errs by Δt³ in p and by Δt² in v", async () => {
  const errors = async (h: number) => {
    const state = (simulation: Simulation) => [alice(simulation), speed(simulation)];
    const [ours] = await run({ timeStepSize: h }, 1, state);
    const [right] = await run({ timeStepSize: h, method: "exact" }, 1, state);
    return ours.map((value, i) => Math.abs(value - right[i]));
  };
  const far = await errors(STEP);
  const half = await errors(STEP / 2);
  near(far[0] / half[0], 8, 0.05); // the next term is smaller by 2 %
  near(far[1] / half[1], 4, 0.05);
});

test("the step limit is the smaller of 2μ/k and 2m/μ", async () => {
  const simulation = await createSimulation("follower");
  near(simulation.analysis.stepLimit, Math.min((2 * DAMPING) / STIFFNESS, (2 * MASS) / DAMPING), 1e-14);
  value("step-limit", simulation.analysis.stepLimit.toFixed(4));
  simulation.set("damping", 0);
  assert.equal(simulation.analysis.stepLimit, 0);
  simulation.set("damping", 1.2);
  near(simulation.analysis.stepLimit, (2 * 1.2) / STIFFNESS, 1e-14);
  value("small-damping-limit", (1000 * simulation.analysis.stepLimit).toFixed());
});

test("without damping every step gains energy", async () => {
  const gain = 1 + 0.5 * OMEGA ** 2 * STEP ** 2;
  const doubling = Math.log(2) / Math.log(gain);
  value("percent-gained", (100 * (gain - 1)).toFixed(2));
  value("doubling", (STEP * doubling).toFixed(2));
  const energies = await run(
    { damping: 0 },
    Math.round(doubling),
    (simulation) => 0.5 * MASS * speed(simulation) ** 2 + 0.5 * STIFFNESS * (alice(simulation) - 1) ** 2,
  );
  near(energies[energies.length - 1], 0.5 * STIFFNESS * 2, 0.03); // it swings about the average by ωΔt/2 = 2.4 %
});

test("the gain takes half of a small damping", () => {
  const rate = (b: number) => -Math.log(1 - b * STEP + 0.5 * OMEGA ** 2 * STEP ** 2) / STEP;
  near(rate(1.2) / 1.2, 0.5, 0.005); // first order in bΔt/m = 0.0024
});

test("a maximum speed bounds runs beyond the limit up to a step of 2√(m/k)", async () => {
  const tremble = async (h: number) => {
    const p = (await run({ timeStepSize: h, maximumSpeed: 5 }, 1000, alice)).slice(-100);
    near(Math.max(...p) - 1, 1 - Math.min(...p), 1e-6); // it has settled
    return Math.max(...p) - 1;
  };
  value("trembles", (100 * (await tremble(0.06))).toFixed(2));
  value("trembles-more", Number((await tremble(0.08)).toFixed(2)));
  const end = 2 * Math.sqrt(MASS / STIFFNESS);
  value("end", end.toFixed(4));
  await tremble(0.99 * end);
  await assert.rejects(run({ timeStepSize: 1.01 * end, maximumSpeed: 5 }, 1000, alice), /stopped/);
});

test("without damping Alice swings wider and wider", async () => {
  const sweep = (await run({ damping: 0 }, 2500, alice)).slice(-130); // the last period
  value("undamped", (Math.max(...sweep) - 1).toFixed(1));
});

test("a maximum speed makes an undamped run look stable", async () => {
  const swing = (await run({ damping: 0, maximumSpeed: 30 }, 10000, alice)).slice(-1000).map((p) => p - 1);
  near(Math.max(...swing), -Math.min(...swing), 1e-3); // the steps miss the turning points by a little
  value("capped", Math.max(...swing).toFixed(2));
});

/** Bob on his circle: x, y and their rates. */
function circle(t: number) {
  const sin = Math.sin(Math.PI * t);
  const cos = Math.cos(Math.PI * t);
  return [cos, sin, -Math.PI * sin, Math.PI * cos];
}

/**
 * Largest distance and speed of the last of `count` followers with m p̈ = −k (p − q) − b (ṗ − q̇),
 * from rest at the origin. Runge-Kutta 4 with steps of 1 ms has an error of 1e-4 of that.
 */
function whip(count: number) {
  /** @param y  x, y and their rates, of Bob and each follower */
  const slope = (y: Float64Array, t: number) => {
    y.set(circle(t));
    return y.map((_, i) => {
      if (i < 4) return 0;
      if (i % 4 < 2) return y[i + 2];
      return (-STIFFNESS * (y[i - 2] - y[i - 6]) - DAMPING * (y[i] - y[i - 4])) / MASS;
    });
  };
  const h = 0.001;
  let y = new Float64Array(4 * count + 4);
  let farthest = 0;
  let fastest = 0;
  for (let step = 0; step < 8000; step++) {
    const t = step * h;
    const moved = (k: Float64Array, part: number) => y.map((x, i) => x + part * k[i]);
    const k1 = slope(y, t);
    const k2 = slope(moved(k1, h / 2), t + h / 2);
    const k3 = slope(moved(k2, h / 2), t + h / 2);
    const k4 = slope(moved(k3, h), t + h);
    y = y.map((x, i) => x + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
    const [x1, x2, v1, v2] = y.subarray(4 * count);
    farthest = Math.max(farthest, Math.hypot(x1, x2));
    fastest = Math.max(fastest, Math.hypot(v1, v2));
  }
  return { farthest, fastest };
}

/**
 * Largest distance of the last of `count` followers by the eight constants.
 * @param cap  maximum speed
 */
function byConstants(count: number, cap: number) {
  const k = STIFFNESS / MASS;
  const b = DAMPING / MASS;
  const h = STEP;
  let states = Array.from({ length: count + 1 }, () => [0, 0, 0, 0]);
  states[0] = circle(0);
  let farthest = 0;
  for (let step = 1; step <= 4000; step++) {
    const next = states.map((p, i) => {
      const q = states[Math.max(i - 1, 0)];
      const pull = [0, 1].map((axis) => k * (q[axis] - p[axis]) + b * (q[axis + 2] - p[axis + 2]));
      const v = [p[2] + h * pull[0], p[3] + h * pull[1]];
      const slower = Math.min(1, cap / Math.hypot(...v));
      return [0, 1]
        .map((axis) => p[axis] + h * p[axis + 2] + 0.5 * h * h * pull[axis])
        .concat(v.map((v) => slower * v));
    });
    const [x, y] = circle(step * h); // Bob's velocity is that of his positions
    next[0] = [x, y, (x - states[0][0]) / h, (y - states[0][1]) / h];
    states = next;
    farthest = Math.max(farthest, Math.hypot(states[count][0], states[count][1]));
  }
  return farthest;
}

test("each follower in a chain swings wider by the factor of the formula", async () => {
  const factor = (w: number) => Math.hypot(STIFFNESS, DAMPING * w) / Math.hypot(STIFFNESS - MASS * w ** 2, DAMPING * w);
  const radius = ({ positions }: Simulation, i: number) => Math.hypot(positions[3 * i], positions[3 * i + 1]);
  const chain = (parameters: Record<string, number | string>, steps = 4000) =>
    run({ path: "circle", ...parameters }, steps, (simulation) =>
      [1, Number(simulation.get("followers"))].map((i) => radius(simulation, i)),
    );
  const ten = await chain({ followers: 10 });
  const [first, tenth] = ten[3999];
  value("factor", factor(Math.PI).toFixed(3));
  near((await chain({ method: "exact" }))[3999][0], factor(Math.PI), 1e-5); // Bob's circle is a polygon of 1000 sides
  near(first, factor(Math.PI), 1e-3); // an error of ωΔt = 5 % of the 1.6 %
  value("tenth", tenth.toFixed(2));
  const farthest = (run: number[][]) => Math.max(...run.map(([, last]) => last));
  const tenthTruth = whip(10);
  const truth = whip(40);
  value("tenth-farthest", tenthTruth.farthest.toFixed(2));
  value("tenth-by-constants", farthest(ten).toFixed(2));
  value("fortieth-farthest", truth.farthest.toFixed(0));
  value("fortieth-fastest", (truth.fastest / 1e3).toFixed(0));
  const free = byConstants(40, Number.POSITIVE_INFINITY);
  const capped = byConstants(40, 1000);
  value("fortieth-by-constants", free.toFixed(0));
  const stopped = farthest(await chain({ followers: 40 }));
  near(stopped, capped, 1e-6); // rounding of 1e-16, which each follower amplifies
  value("fortieth-stopped", stopped.toFixed(0));
  const rates = Array.from({ length: 6000 }, (_, i) => 0.01 * i);
  const worst = rates.reduce((best, w) => (factor(w) > factor(best) ? w : best));
  value("worst-period", ((2 * Math.PI) / worst).toFixed(3));
  value("worst-factor", factor(worst).toFixed(2));
  value("worst-frequency", (worst / (2 * Math.PI)).toFixed(2));
  const even = Math.sqrt((2 * STIFFNESS) / MASS);
  assert.ok(factor(0.999 * even) > 1 && factor(1.001 * even) < 1);
  value("even", even.toFixed(1));
  value("even-frequency", (even / (2 * Math.PI)).toFixed(2));
});

complete();
