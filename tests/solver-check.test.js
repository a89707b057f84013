// The solver check: methods and mistakes that it finds in runs of this file's own small solver.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation, methods, scenes } from "../dist/lib/springlab.js";
import { frame } from "./dom.js";
import { Laboratory } from "./laboratory.js";

/** @import { Verdict } from "../www/instruments/solver/resemblance.js" */

const { readRun } = await import("../www/instruments/solver/imported-run.js");
const { resemblance } = await import("../www/instruments/solver/resemblance.js");

/** @typedef {[x: number, v: number]} State */
/** @typedef {(x: number, v: number) => number} Acceleration */

const plus = (/** @type {State} */ [x, v], /** @type {number} */ h, /** @type {State} */ [dx, dv]) =>
  /** @type {State} */ ([x + h * dx, v + h * dv]);

/** Solves s = g(s) by iteration. @param {State} s @param {(s: State) => State} g */
function fixed(s, g) {
  for (let i = 0; i < 200; i++) s = g(s);
  return s;
}

/**
 * Steps, written here from textbooks.
 * @type {Record<string, (a: Acceleration, h: number) => (state: State) => State>}
 */
const STEPS = {
  "explicit-euler": (a, h) => (s) => plus(s, h, [s[1], a(...s)]),
  "symplectic-euler":
    (a, h) =>
    ([x, v]) => {
      v += h * a(x, v);
      return [x + h * v, v];
    },
  "symplectic-euler-adjoint":
    (a, h) =>
    ([x, v]) => {
      x += h * v;
      return [x, v + h * a(x, v)];
    },
  "implicit-euler": (a, h) => (s) => fixed(s, (n) => plus(s, h, [n[1], a(...n)])),
  "implicit-midpoint": (a, h) => (s) =>
    fixed(s, (n) => {
      const [x, v] = [0.5 * (s[0] + n[0]), 0.5 * (s[1] + n[1])];
      return plus(s, h, [v, a(x, v)]);
    }),
  "runge-kutta-2": (a, h) => (s) => {
    const [x, v] = plus(s, 0.5 * h, [s[1], a(...s)]);
    return plus(s, h, [v, a(x, v)]);
  },
  heun: (a, h) => (s) => {
    const k = /** @type {State} */ ([s[1], a(...s)]);
    const [x, v] = plus(s, h, k);
    return plus(plus(s, 0.5 * h, k), 0.5 * h, [v, a(x, v)]);
  },
  "runge-kutta-4": (a, h) => (s) => {
    const f = (/** @type {State} */ [x, v]) => /** @type {State} */ ([v, a(x, v)]);
    const k1 = f(s);
    const k2 = f(plus(s, h / 2, k1));
    const k3 = f(plus(s, h / 2, k2));
    const k4 = f(plus(s, h, k3));
    return plus(plus(plus(plus(s, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  },
  "velocity-verlet": (a, h) => {
    /** @type {number | undefined} */
    let now;
    return ([x, v]) => {
      now ??= a(x, v);
      const middle = v + 0.5 * h * now;
      x += h * middle;
      now = a(x, middle + 0.5 * h * now);
      return [x, middle + 0.5 * h * now];
    };
  },
  leapfrog: (a, h) => {
    /** @type {number | undefined} */
    let before;
    return ([x, v]) => {
      before ??= a(x, v);
      const middle = x + 0.5 * h * v;
      before = a(middle, v + 0.5 * h * before);
      v += h * before;
      return [middle + 0.5 * h * v, v];
    };
  },
};

const M = 0.5;
const K = 5;
const PARAMETERS = { oscillator: { x: 2, rest: 0, mu: 0 }, damper: { x: 6, rest: 4, mu: 0.7 } };

/**
 * Settings of a run.
 * @typedef {object} How
 * @property {Acceleration} [a]
 * @property {number} [h]  time step in s
 * @property {number} [every]  steps between two rows
 * @property {number} [rows]
 * @property {boolean} [single]  true for single precision
 * @property {number} [digits]
 * @property {boolean} [late]  true for velocities half a step late
 * @property {boolean} [v]  false without velocities
 */

/**
 * A run as a table: t, x, v.
 * @param {keyof typeof PARAMETERS} scene @param {string} method @param {How} [how]
 */
function table(scene, method, how = {}) {
  const { x, rest, mu } = PARAMETERS[scene];
  const { h = 0.01, every = 1, rows = 160, single = false, digits = 12, late, v = true } = how;
  const right = (/** @type {number} */ x, /** @type {number} */ v) => (-K * (x - rest) - mu * v) / M;
  const step = STEPS[method](how.a ?? right, h);
  const round = single ? Math.fround : Number;
  const lines = ["t x v"];
  let state = /** @type {State} */ ([x, 0]);
  for (let row = 0; row < rows; row++) {
    const next = late ? STEPS[method](how.a ?? right, h)([...state]) : state;
    const speed = late ? (next[0] - state[0]) / h : state[1];
    const cells = [row * every * h, state[0], ...(v ? [speed] : [])];
    lines.push(cells.map((cell) => cell.toPrecision(digits)).join(" "));
    for (let i = 0; i < every; i++) state = /** @type {State} */ (step(state).map(round));
  }
  return `${(v ? lines : ["t x", ...lines.slice(1)]).join("\n")}\n`;
}

const record = Object.fromEntries((await scenes()).map((scene) => [scene.id, scene]));
const all = await methods();

/** The verdict on a table. @param {keyof typeof PARAMETERS} scene @param {string} text */
async function verdict(scene, text) {
  const { mu } = PARAMETERS[scene];
  const simulation = await createSimulation(scene, scene === "damper" ? { damping: mu } : {});
  const [method] = record[scene].parameters.filter(({ key }) => key === "method");
  const offered = all.filter(({ value }) => "options" in method && method.options.some((one) => one.value === value));
  const values = Object.fromEntries(record[scene].parameters.map(({ key }) => [key, simulation.get(key)]));
  const trial = { simulation, methods: offered, values, start: /** @type {State} */ ([0, 0]) };
  const found = await resemblance(readRun(text), trial, async () => {});
  simulation.free();
  return found;
}

/**
 * @param {Verdict} verdict @param {string} method @param {RegExp} mistake @param {number} [every]
 */
function right({ matches }, method, mistake, every = 1) {
  const found = matches.find((one) => one.method.value === method);
  return found !== undefined && mistake.test(found.mistake.text) && found.every === every;
}

/** @param {Verdict} verdict */
const said = ({ matches, nearest, next, single, positionsOnly }) =>
  `${matches.map(({ method, mistake, every }) => `${method.value} ${mistake.text} /${every}`)} single ${single} pos ${positionsOnly}; nearest ${nearest.method.value} ${nearest.mistake.text} ${nearest.distance} /${nearest.every}; next ${next?.method.value} ${next?.mistake.text} ${next?.distance}`;

for (const scene of /** @type {const} */ (["oscillator", "damper"])) {
  const { rest, mu } = PARAMETERS[scene];
  /** @type {[name: string, mistake: RegExp, how: How][]} */
  const MISTAKES = [
    ["none", /^$/, {}],
    ["none, 6 digits", /^$/, { digits: 6 }],
    ["none, without velocities", /^$/, { v: false }],
    ["none, every 5th step", /^$/, { every: 5, h: 0.01 }],
    ["none, single precision", /^$/, { single: true, digits: 9 }],
    ["mass", /mass/, { a: (x, v) => -K * (x - rest) - mu * v }],
    ["sign", /spring's force/, { a: (x, v) => (K * (x - rest) - mu * v) / M, rows: 100 }],
    ...(scene === "damper"
      ? /** @type {typeof MISTAKES} */ ([
          ["damping's sign", /sign of the damping/, { a: (x, v) => (-K * (x - rest) + mu * v) / M, rows: 60 }],
          ["k for μ", /place of/, { a: (x, v) => (-K * (x - rest) - K * v) / M }],
          ["no rest length", /rest length/, { a: (x, v) => (-K * x - mu * v) / M }],
        ])
      : []),
  ];
  for (const method of Object.keys(STEPS)) {
    test(`${scene}: ${method} is found with each mistake`, async () => {
      const wrong = [];
      for (const [name, mistake, how] of MISTAKES) {
        const found = await verdict(scene, table(scene, method, how));
        if (!right(found, method, mistake, how?.every) || found.single !== Boolean(how?.single))
          wrong.push(`${name}: ${said(found)}`);
      }
      assert.deepEqual(wrong, []);
    });
  }
}

test("a leapfrog that writes each velocity half a step late is told from other methods", async () => {
  const found = await verdict("oscillator", table("oscillator", "velocity-verlet", { late: true }));
  assert.ok(right(found, "leapfrog", /half a step late/), said(found));
});

/**
 * Rows of a motion that no method here has.
 * @param {number} h @param {(row: number, last: State, before: State) => State} next
 */
function foreign(h, next, rows = 200) {
  let [before, last] = /** @type {[State, State]} */ ([
    [2, 0],
    [2, 0],
  ]);
  const lines = ["t,x,v"];
  for (let row = 0; row < rows; row++) {
    lines.push([row * h, ...last].join(","));
    [before, last] = [last, next(row, last, before)];
  }
  return lines.join("\n");
}

const F = (/** @type {State} */ [x, v]) => /** @type {State} */ ([v, (-K / M) * x]);

test("a method that is not offered is none of these", async () => {
  const adams = foreign(0.02, (row, last, before) =>
    row === 0 ? STEPS.heun((x) => (-K / M) * x, 0.02)(last) : plus(plus(last, 1.5 * 0.02, F(last)), -0.01, F(before)),
  );
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647 - 0.5;
  };
  const walk = foreign(0.01, (_, [x, v]) => [x + 0.1 * random(), v + 0.1 * random()]);
  const heavier = table("oscillator", "velocity-verlet", { a: (x) => -7.3 * x });
  for (const text of [adams, walk, heavier]) {
    const found = await verdict("oscillator", text);
    assert.deepEqual(found.matches, [], said(found));
  }
});

/** Waits until a condition is true. @param {() => boolean} condition */
async function until(condition) {
  for (let turn = 0; turn < 5000 && !condition(); turn++) {
    frame();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(condition());
}

for (const scene of /** @type {const} */ (["oscillator", "damper"])) {
  test(`${scene}: an imported run is laid over ours and judged`, async () => {
    const lab = await Laboratory.open(scene, scene === "damper" ? { damping: PARAMETERS.damper.mu } : {});
    const status = () =>
      lab
        .all("[role=status]")
        .map(({ textContent }) => textContent)
        .join(" ");
    lab.step(100);
    await lab.page.open(Promise.resolve([{ name: "mine.csv", text: table(scene, "explicit-euler") }]));
    await until(() => /certain/.test(status()));
    assert.match(status(), /mine\.csv is Explicit Euler with a step of 0\.01 s\./);
    assert.equal(lab.simulation.time, 0, "ours begins with it");
    lab.step(10);
    const x = lab.simulation.positions[3];
    const ours = scene === "damper" ? 0.5 * K * (x - 4) ** 2 : x;
    const curve = lab.curve(scene === "damper" ? "elastic, imported" : "Imported");
    assert.ok(Math.abs(curve - ours) < 0.02 * Math.abs(ours), `${curve} for ${ours}`);
    lab.set("stiffness", 5.5);
    await until(() => /mine\.csv is none of these/.test(status()));
    lab.button("Remove the run").click();
    lab.draw();
    assert.ok(!lab.legend.some(([name]) => /mported/.test(name)));
    lab.close();
  });
}

test("a run with a drive is judged, and its exact motion has the drive", async () => {
  const lab = await Laboratory.open("resonance");
  const [m, k, mu, force, drive] = [1, 16, 0.4, 16 * 0.1, 3]; // the force is k a₀
  const lines = ["t;x;v"];
  for (let [i, x, v, h] = [0, 0, 0, 0.01]; i < 300; i++) {
    lines.push([i * h, x, v].join(";"));
    v += (h * (force * Math.cos(drive * i * h) - k * x - mu * v)) / m;
    x += h * v;
  }
  const text = () =>
    lab
      .all(".imported")
      .map(({ textContent }) => textContent)
      .join(" ");
  await lab.page.open(Promise.resolve([{ name: "driven.csv", text: lines.join("\n") }]));
  await until(() => /exact motion/.test(text()));
  assert.match(text(), /driven\.csv is Symplectic Euler with a step of 0\.01 s\. .*certain/);
  assert.match(text(), /Largest distance from the exact motion\d+(?:\.\d+)? mm|exact motion0\.00\d+ m/);
  lab.set("waveform", "hand");
  await lab.page.open(Promise.resolve([{ name: "driven.csv", text: lines.join("\n") }]));
  assert.match(lab.draw().alert, /the drive by hand is another each time/);
  lab.close();
});

test("a bad file is refused by line and reason, and each example is judged", async () => {
  const lab = await Laboratory.open("oscillator");
  await lab.page.open(Promise.resolve([{ name: "bad.csv", text: "t,x\n0,1\n1,oops\n2,1\n3,4" }]));
  assert.match(lab.draw().alert, /Line 3, column 2 \(x\): "oops" is no number with a decimal point\./);
  const status = () =>
    lab
      .all("[role=status]")
      .map(({ textContent }) => textContent)
      .join(" ");
  for (const [letter, sentence] of Object.entries({
    A: /Explicit Euler with a step of 0\.005 s\. .*certain/,
    B: /Symplectic Euler.*with the mass forgotten/,
    C: /Runge-Kutta 4 .*with 5 steps of 0\.005 s between two rows/,
  })) {
    lab.button(`Example ${letter}`).click();
    await until(() => new RegExp(`Example ${letter} (?:is|has)`).test(status()));
    assert.match(status(), sentence);
  }
  assert.equal(lab.alert, "");
  lab.close();
});
