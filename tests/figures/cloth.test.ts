// The numbers in the text of the cloth page, measured or derived.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";
import { lesson } from "./lesson.ts";

type Simulation = import("../../dist/lib/springlab.js").Simulation;

const { source, value, complete } = lesson("www/cloth.html");

const K = 5000;
const MU = 10;
const H = 0.005;
const M = 0.5;
/** Parameters with which the page starts. */
const START = { method: "runge-kutta-4", timeStepSize: 0.0005 };
const CORNERS = [0, 39];

async function cloth(parameters?: Record<string, number | string>, use: (cloth: Simulation) => void = () => {}) {
  const simulation = await createSimulation("cloth", parameters);
  use(simulation);
  return simulation;
}

/** h²ω² and 2hγ of the mode with the largest sum. */
const parts = (cloth: Simulation) => [...(cloth.analysis.spectrum().parts ?? [])];

const sum = (cloth: Simulation) => cloth.analysis.spectrum().sum;

/** Time in s at which a run explodes, if it does. @param until  in s */
function explosion(cloth: Simulation, until: number = 10) {
  try {
    cloth.step(Math.floor(until / Number(cloth.get("timeStepSize"))));
    return undefined;
  } catch {
    return cloth.time;
  }
}

test("springs of the cloth link neighbours in rows and columns, and across squares", async () => {
  const run = await cloth();
  const { springs } = run.system;
  const width = Number(run.get("width"));
  const height = Number(run.get("height"));
  value("width", width);
  value("height", height);
  value("masses", run.positions.length / 3);
  value("springs", springs.length / 2);
  const steps = new Set([1, width]); // to the next mass in the row and in the column
  const structural = [...springs].filter((_, i) => i % 2 && steps.has(springs[i] - springs[i - 1])).length;
  value("structural-springs", structural);
  value("shear-springs", springs.length / 2 - structural);
  assert.equal(structural, (width - 1) * height + width * (height - 1));
  assert.equal(springs.length / 2 - structural, 2 * (width - 1) * (height - 1));
});

test("true explicit Euler explodes", async () => {
  value("explicit-euler-explodes", Number(explosion(await cloth({ method: "explicit-euler" }))).toFixed(1));
});

test("explicit Euler gains energy at a short step too", async () => {
  const run = await cloth({ method: "explicit-euler", timeStepSize: 0.001 });
  run.step(10_000);
  const shorter = await cloth({ method: "explicit-euler", timeStepSize: 0.0001 });
  shorter.step(10_000);
  assert.ok(shorter.energy.numerical > 0);
  value("explicit-euler-makes", run.energy.numerical.toFixed(0));
});

test("columns that move against each other have an eigenvalue of 8, and edges leave less", async () => {
  const u = 1e-6;
  const still = await cloth({ gravity: 0 });
  const x = still.positions.slice();
  for (let i = 0; i < 1200; i++) {
    if (!CORNERS.includes(i)) still.hand.setPosition(i, x[3 * i] + (i % 2 ? -u : u), x[3 * i + 1], 0);
  }
  const inside = still.system.forces[3 * (15 * 40 + 20)] / (-K * u);
  // the displacement changes the geometry, and so the eigenvalue, by the part u/0.2 m = 5e-6
  assert.ok(Math.abs(inside - (2 * 2 + 4 * 1)) < 1e-4, `${inside}`);
  value("eigenvalue-without-edges", inside.toFixed(0));
  const resting = await cloth();
  const { angularFrequency } = resting.analysis.spectrum();
  value("eigenvalue", ((angularFrequency ** 2 * M) / K).toFixed(3));
  assert.ok((angularFrequency ** 2 * M) / K < 8);
  const mode = resting.analysis.mode();
  const hanging = await cloth();
  hanging.step(180); // at 0.9 s it hangs lowest
  const low = hanging.analysis.mode();
  const largest = low.reduce((best, part, i) => (Math.abs(part) > Math.abs(low[best]) ? i : best), 0);
  const row = Math.floor(largest / 120);
  const column = Math.floor(largest / 3) % 40;
  assert.ok(row < 10 && Math.min(column, 39 - column) < 10, `the mode sits in row ${row}, column ${column}`);
  const opposed = Array.from({ length: 1200 }, (_, i) => i).filter((i) => i % 40 && mode[3 * i] * mode[3 * i - 3] < 0);
  assert.ok(
    opposed.length > 0.99 * 30 * 39,
    `${opposed.length} of ${30 * 39} pairs in the rows move against each other`,
  );
});

test("in the slowest mode of 16 × 12 masses all move the same way, in the fastest columns against columns", async () => {
  const one = await cloth({ width: 16, height: 12, gravity: 0 });
  const modes = one.analysis.modes().filter(({ shape }) => shape.some((part, i) => i % 3 < 2 && part !== 0));
  const slowest = modes[0];
  const fastest = modes[modes.length - 1];
  value("modes", modes.length);
  for (const [name, { angularFrequency, dampingRate }] of Object.entries({ slowest, fastest })) {
    value(`${name}-frequency`, (angularFrequency / (2 * Math.PI)).toPrecision(3));
    value(`${name}-damping-ratio`, Number((dampingRate / (2 * angularFrequency)).toFixed(3)));
  }
  const sideways = ({ shape }: { shape: ArrayLike<number> }) => Array.from(shape).filter((_, i) => i % 3 === 0);
  const sway = sideways(slowest).filter((part) => part !== 0);
  assert.ok(
    sway.every((part) => part * sway[0] > 0),
    "all masses the same way",
  );
  const row = sideways(fastest).slice(16 * 6, 16 * 7);
  assert.ok(
    row.every((part, i) => i === 0 || part * row[i - 1] < 0),
    "columns against columns",
  );
  one.free();
});

test("plain power iteration needs a thousand products for a largest eigenvalue right to 0.001", async () => {
  const { positions } = await cloth();
  const { springs } = (await cloth()).system;
  const x = positions.slice();
  const ends = springs.slice();
  /** L u of unit stiffness. */
  const product = (u: Float64Array) => {
    const forces = new Float64Array(u.length);
    for (let s = 0; s < ends.length; s += 2) {
      const a = 3 * ends[s];
      const b = 3 * ends[s + 1];
      const dx = x[a] - x[b];
      const dy = x[a + 1] - x[b + 1];
      const pull = (dx * (u[a] - u[b]) + dy * (u[a + 1] - u[b + 1])) / (dx * dx + dy * dy);
      forces[a] += pull * dx;
      forces[a + 1] += pull * dy;
      forces[b] -= pull * dx;
      forces[b + 1] -= pull * dy;
    }
    for (const corner of CORNERS) forces.fill(0, 3 * corner, 3 * corner + 3);
    return forces;
  };
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((s, c, i) => s + c * b[i], 0);
  const early: number[] = [];
  for (let seed = 1; seed <= 3; seed++) {
    let random = seed;
    let u = new Float64Array(x.length).map(() => {
      random = (random * 16807) % 2147483647; // the minimal standard generator
      return random / 2147483647 - 0.5;
    });
    const after = [0];
    for (let products = 1; products <= 1000; products++) {
      const image = product(u);
      after.push(dot(u, image) / dot(u, u));
      const length = Math.sqrt(dot(image, image));
      u = image.map((entry) => entry / length);
    }
    early.push(after[100]); // it depends on the start vector
    value("after-1000-products", after[1000].toFixed(3));
    assert.ok(7.977 - after[1000] < 1.5e-3, `${after[1000]} from seed ${seed}`);
  }
  value("after-100-products", (early.reduce((sum, one) => sum + one) / 3).toFixed(2));
});

test("the page starts with Runge-Kutta 4 and 0.5 ms", async () => {
  const [laboratory] = source.match(/<spring-lab [^>]*>/) ?? [];
  assert.match(laboratory ?? "", / method="runge-kutta-4" time-step-size="0\.0005" strain="on">/);
  value("runge-kutta-4-limit", (1e3 * (await cloth(START)).analysis.spectrum().stepLimit).toFixed(0));
});

/**
 * Pulls a mass near a top corner aside, holds it for a second and a half, and releases it. Largest
 * energy in J that the method makes, work of the hand in J, largest kinetic and elastic energy in
 * J,
 * and largest sum.
 * @param x  distance in m
 * @param until  in s
 */
async function dragged(start: { timeStepSize: number; method?: string }, x: number, y: number, until: number) {
  const one = await cloth(start);
  const { timeStepSize } = start;
  const run = (time: number) => one.step(Math.round((time - one.time) / timeStepSize));
  run(0.3);
  const corner = 6 * 40 + 4;
  const [x0, y0] = one.positions.subarray(3 * corner);
  one.hand.hold(corner, x0 + x, y0 + y, 0, 1 / 60);
  let made = 0;
  let stored = 0;
  let most = 0;
  for (let tenth = 4; tenth <= 10 * until; tenth++) {
    run(tenth / 10);
    if (tenth === 18) one.hand.release(0, 0, 0);
    most = Math.max(most, sum(one));
    const { numerical, kinetic, elastic } = one.energy;
    made = Math.max(made, Math.abs(numerical));
    stored = Math.max(stored, kinetic + elastic);
  }
  const { hand } = one.energy;
  one.free();
  return { made, stored, hand, most };
}

test("a drag makes tens of kilojoules with the demo's parameters, and less than 2 % with the page's", async () => {
  for (const [x, y] of [
    [0.5, 0],
    [-0.4, -0.3],
  ]) {
    const { made, hand, most } = await dragged({ timeStepSize: H }, x, y, 10);
    assert.ok(made > 20e3 && hand < 10e3 && most > 4, `by ${x}, ${y} m: ${made} J, ${hand} J by hand, sum ${most}`);
  }
  // tests of the crate run half a minute, with other masses, obstacles and sizes
  const { made, stored } = await dragged(START, 0.5, -0.25, 3);
  assert.ok(made < 0.02 * stored, `${made} of ${stored} J`);
});

test("of a damper's heat symplectic Euler makes Δtγ/2 per step, and Runge-Kutta 4 (Δtγ)⁴/48", async () => {
  const gamma = (8 * MU) / M;
  value("gamma-far-away", gamma);
  for (const [name, method, timeStepSize, part] of [
    ["heat-at-5-ms", "symplectic-euler", H, (H * gamma) / 2],
    ["heat-at-0.5-ms", "symplectic-euler", 0.0005, (0.0005 * gamma) / 2],
    ["runge-kutta-4-heat", "runge-kutta-4", START.timeStepSize, (START.timeStepSize * gamma) ** 4 / 48],
  ] as const) {
    // one mass on a damper as strong as eight of the cloth's, without a spring
    const mass = await createSimulation("damper", { stiffness: 0, mass: M, damping: 8 * MU, timeStepSize, method });
    mass.hand.setVelocity(1, 1, 0, 0);
    mass.step(1);
    const { numerical, damping } = mass.energy;
    // for Runge-Kutta 4 the formula is the leading term; the next one is of order 5
    const next = method === "runge-kutta-4" ? (timeStepSize * gamma) ** 5 / 48 : 1e-12;
    assert.ok(Math.abs(numerical / damping - part) <= next, `${method} with ${timeStepSize} s`);
    value(name, Number(((100 * numerical) / damping).toFixed(4)));
    mass.free();
  }
});

test("the limits at rest follow from the parts of springs and dampers", async () => {
  const [springs, dampers] = parts(await cloth());
  value("spring-part", springs.toFixed(3));
  value("damper-part", dampers.toFixed(3));
  value("sum", (springs + dampers).toFixed(2));
  const limitK = (K * (4 - dampers)) / springs;
  const limitMu = (MU * (4 - springs)) / dampers;
  const { stepLimit } = (await cloth()).analysis;
  assert.ok(Math.abs((springs / H ** 2) * stepLimit ** 2 + (dampers / H) * stepLimit - 4) < 1e-12);
  value("stiffness-limit", limitK.toFixed(0));
  value("damping-limit", limitMu.toFixed(2));
  value("step-limit", (stepLimit * 1e3).toFixed(2));
});

/**
 * Number of cloths that hold for ten seconds, of eight that differ by a nanometre in the position
 * of one mass, and the least energy in MJ that the method adds to one of those that hold.
 */
async function survivors(key: string, value: number) {
  let count = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let nudge = 0; nudge < 8; nudge++) {
    const one = await cloth({ [key]: value });
    const [x, y] = one.positions.subarray(3 * 620);
    one.hand.setPosition(620, x + 1e-9 * nudge, y, 0);
    if (explosion(one) === undefined) {
      count += 1;
      least = Math.min(least, one.energy.numerical / 1e6);
    }
    one.free();
  }
  return { count, least };
}

test("cloths hold and explode as in the table, and those that hold make energy", async () => {
  const short = await survivors("timeStepSize", 0.0052);
  const long = await survivors("timeStepSize", 0.0055);
  const soft = await survivors("stiffness", 5500);
  const stiff = await survivors("stiffness", 6000);
  assert.deepEqual([short.count, long.count, soft.count, stiff.count], [8, 0, 8, 0]);
  const at12 = await survivors("damping", 12);
  const at12half = await survivors("damping", 12.5);
  const some = at12half.count > 0 && at12half.count < 8;
  assert.ok(at12.count === 8 && some, `of eight ${at12.count} hold at 12 and ${at12half.count} at 12.5`);
  // the least of eight depends on rounding: of 32 other cloths one made 2.12 MJ, the next 2.46 MJ
  value("made-at-5.2-ms", Math.floor(short.least));
  value("made-at-5500", Math.floor(soft.least));
  value("made-at-12", 10 * Math.floor(at12.least / 10));
});

test("single precision is enough well within the limit, and not close to it", async () => {
  const after = async (parameters: Record<string, number | string>) => {
    const one = await cloth(parameters);
    one.step(Math.round(10 / Number(one.get("timeStepSize"))));
    return one;
  };
  const made = (await after({ precision: "single" })).energy.numerical;
  assert.ok(made > 2e5 && made < 5e5, `${made} J`);
  const double = await after({ timeStepSize: 0.001 });
  const single = await after({ timeStepSize: 0.001, precision: "single" });
  const apart = (one: Simulation, other: Simulation) =>
    one.positions.reduce((most, x, i) => Math.max(most, Math.abs(x - other.positions[i])), 0);
  const least = apart(double, single);
  assert.ok(least < 5e-6 && least > 1e-6, `${least} m`);
  const large = { width: 200, height: 200 };
  const unasked = await cloth(large);
  const exact = await cloth({ ...large, precision: "double" });
  for (const one of [unasked, exact]) one.step(400);
  const most = apart(unasked, exact);
  assert.ok(most < 1e-4 && most > 1e-5, `${most} m`);
  assert.ok(Math.abs(unasked.energy.numerical / exact.energy.numerical - 1) < 0.01);
});

test("gravity gives the demo's cloth energy, of which the method loses a small part", async () => {
  const one = await cloth();
  const start = one.energy.gravity;
  let lowest = start;
  while (one.time < 9.999) {
    one.step(10);
    lowest = Math.min(lowest, one.energy.gravity);
  }
  value("gravity-gives", ((start - lowest) / 1e3).toFixed(0));
  value("lost", (-one.energy.numerical).toFixed(0));
  assert.ok(-one.energy.numerical < 0.01 * (start - lowest));
});

test("the sum rises beyond 4 while the cloth swings down", async () => {
  const one = await cloth();
  const low: number[] = [];
  const beyond: number[] = [];
  const weight = 1198 * M * 9.81;
  const bottom = 3 * (29 * 40 + 20) + 1;
  let before = 0;
  let now = one.positions[bottom];
  let most = 0;
  while (one.time < 9) {
    one.step(2);
    const next = one.positions[bottom];
    if (now < before && now < next) low.push(one.time);
    before = now;
    now = next;
    if (one.time > 1.5) continue;
    most = Math.max(most, sum(one));
    if (sum(one) > 4) beyond.push(one.time);
  }
  value("weight", (weight / 1e3).toFixed(1));
  value("swing-period", ((low[4] - low[0]) / 4).toFixed(1));
  value("largest-sum", most.toFixed(1));
  assert.ok(beyond[0] < low[0] && low[0] < beyond[beyond.length - 1]);
  value("beyond-from", beyond[0].toFixed(1));
  value("beyond-until", beyond[beyond.length - 1].toFixed(1));
});

/** Largest |x₊ − 2x + x₋|/4 over two steps in m, and its mass. */
function shiver(cloth: Simulation) {
  const past = cloth.positions.slice();
  cloth.step(1);
  const now = cloth.positions.slice();
  cloth.step(1);
  const flips = cloth.positions.map((next, i) => Math.abs(next - 2 * now[i] + past[i]) / 4);
  const largest = Math.max(...flips);
  return { largest, particle: Math.floor(flips.indexOf(largest) / 3) };
}

test("a drag near a top corner with a sum beyond 4 makes it shiver by centimetres, for a while", async () => {
  const corner = 5 * 40 + 5;
  const left = await cloth();
  const dragged = await cloth();
  for (const one of [left, dragged]) one.step(120);
  const [x, y] = dragged.positions.subarray(3 * corner);
  dragged.hand.hold(corner, x + 0.3, y - 0.3, 0, 0.1);
  for (const one of [left, dragged]) one.step(28);
  dragged.hand.release(0, 0, 0);
  for (const one of [left, dragged]) one.step(60);
  const smooth = shiver(left);
  const shaken = shiver(dragged);
  assert.ok(smooth.largest < 1e-3, `left alone ${smooth.largest} m`); // its acceleration
  assert.ok(shaken.largest > 0.01 && shaken.largest < 0.1, `${shaken.largest} m`);
  assert.ok(shaken.particle < 10 * 40 && shaken.particle % 40 < 10, `at mass ${shaken.particle}`);
  dragged.step(90);
  assert.ok(sum(dragged) < 4 && shiver(dragged).largest < 1e-3, "when the cloth has risen again it is smooth");
});

test("friction exceeds the limit many times, makes energy, and does not explode", async () => {
  const one = await cloth({ obstacle: "ground", fixedParticles: 1 });
  let most = 0;
  while (one.time < 10) {
    one.step(50);
    most = Math.max(most, one.analysis.spectrum().friction);
  }
  assert.ok(most > 10, `${most}`);
  const made = [];
  for (const timeStepSize of [0.005, 0.001]) {
    const heap = await cloth({ obstacle: "ground", fixedParticles: 1, timeStepSize });
    heap.step(Math.round(8 / timeStepSize));
    made.push(heap.energy.numerical / 1e3);
  }
  assert.ok(made[0] > 200 && made[0] < 1000 && Math.abs(made[1]) < 1, `${made} kJ`);
});

test("substeps are within 0.9 of the bound for every shape", async () => {
  const gamma = (16 * MU) / M;
  const omegaSquared = (16 * K) / M;
  // h²ω² + 2hγ = 4
  const bound = 8 / (2 * gamma + Math.sqrt(4 * gamma ** 2 + 16 * omegaSquared));
  value("bound", (bound * 1e3).toFixed(1));
  const automatic = await cloth({ substeps: "automatic" });
  for (const [step, substeps] of [
    [0.899 * bound, 1],
    [0.901 * bound, 2],
    [1.801 * bound, 3],
  ]) {
    automatic.set("timeStepSize", step);
    assert.equal(automatic.analysis.substeps, substeps);
  }
  const damped = await cloth({ damping: 15 });
  assert.ok(explosion(damped));
  damped.restart();
  damped.set("substeps", "automatic");
  value("substeps", damped.analysis.substeps);
  assert.equal(explosion(damped), undefined);
  const large = { width: 200, height: 200, obstacle: "sphere" };
  const whole = await cloth({ ...large, substeps: 1 });
  value("falling-explodes", Number(explosion(whole)).toFixed(1));
  const falling = await cloth(large);
  assert.equal(falling.analysis.substeps, 2);
  assert.equal(explosion(falling, 2), undefined);
  assert.ok(falling.energy.contact > 0);
});

test("Verlet explodes with the demo's values", async () => {
  const [springs, dampers] = parts(await cloth());
  value("verlet-sum", (springs + 2 * dampers).toFixed(2));
  assert.ok(explosion(await cloth({ method: "verlet" })));
});

test("an implicit step costs more than explicit ones for the same time, and less at a high stiffness", async () => {
  /** Steps that make 1/60 s, and their least computing time in ms. */
  const cost = async (parameters: Record<string, number | string>) => {
    const one = await cloth({ timeStepSize: 1 / 60, ...parameters });
    const steps = Math.ceil(1 / 60 / Number(one.get("timeStepSize")));
    const times = Array.from({ length: 9 }, () => {
      one.restart();
      const start = performance.now();
      one.step(steps);
      return performance.now() - start;
    });
    return { steps, time: Math.min(...times) };
  };
  const implicit = { method: "implicit-euler" };
  const stiffness = 1e8;
  const soft = await cost({ timeStepSize: 0.005 });
  assert.ok((await cost(implicit)).time > 3 * soft.time);
  const { stepLimit } = (await cloth({ stiffness })).analysis;
  const explicit = await cost({ stiffness, timeStepSize: stepLimit });
  value("explicit-steps", explicit.steps);
  value("explicit-step", (1e3 / 60 / explicit.steps).toFixed(2));
  assert.ok(explicit.time > (await cost({ ...implicit, stiffness })).time);
});

test("implicit Euler damps without dampers", async () => {
  const one = await cloth({ method: "implicit-euler", timeStepSize: 0.0167 });
  one.step(600);
  const { numerical, damping } = one.energy;
  assert.ok(-numerical > damping, `${-numerical} J to the method, ${damping} J to the dampers`);
});

test("more damping explodes, shorter steps stay below 4, and implicit Euler bears ten thousand times the stiffness", async () => {
  const damped = await cloth({ damping: 15 });
  value("damped-sum", sum(damped).toFixed(2));
  value("damped-explodes", Number(explosion(damped)).toFixed(2));
  const most = async (parameters: Record<string, number>) => {
    const one = await cloth(parameters);
    let most = 0;
    // the sum rises each time that the cloth swings down, every 1.8 s
    while (one.time < 4) {
      one.step(10);
      most = Math.max(most, sum(one));
    }
    return most;
  };
  assert.ok((await most({ damping: 15, timeStepSize: 0.004 })) < 4);
  assert.ok((await most({ damping: 12.5 })) > 4);
  const stiff = { stiffness: 5e7, timeStepSize: 0.0167 };
  assert.equal(explosion(await cloth({ ...stiff, method: "implicit-euler" }), 2), undefined);
  assert.ok(Number(explosion(await cloth(stiff))) < 0.5);
  for (const obstacle of ["sphere", "ground"]) {
    assert.equal(explosion(await cloth({ obstacle, fixedParticles: 1, timeStepSize: 0.001 }), 4), undefined, obstacle);
  }
});

complete();
