// Scenes and usual mistakes of the small solver of `textbook.ts`, and verdicts on its tables.
import assert from "node:assert/strict";
import { createSimulation, methods, scenes } from "../dist/lib/springlab.js";
import type { Verdict } from "../www/instruments/solver/resemblance.ts";
import { until } from "./dom.ts";
import { Laboratory } from "./laboratory.ts";
import type { How, Rate, State, Step } from "./textbook.ts";
import { METHODS, RUNGE_KUTTA, springs, table } from "./textbook.ts";

const { readRun } = await import("../www/instruments/solver/imported-run.ts");
const { resemblance } = await import("../www/instruments/solver/resemblance.ts");
const { trialOf } = await import("../www/instruments/solver/trial.ts");

/** A mistake: another rate or method, or another way to write the run. */
interface Other {
  rate?: Rate;
  method?: (h: number) => Step;
  /** Methods that can have it. */
  of?: string[];
}
type Wrong = Partial<How> & Other;

/** A scene of the small solver. */
interface Scene {
  /** Parameters that differ from the engine's. */
  values: Record<string, number | string>;
  rate?: Rate;
  start: State;
  /** Names of columns, and their places in a state. */
  names: Record<string, number>;
  methods: string[];
  /** Time step in s. */
  h: number;
  /** Mistakes by a part of the sentence. */
  mistakes: Record<string, Wrong>;
}

const XV = { x: 3, v: 9 };
const XYV = { x: 3, y: 4, vx: 9, vy: 10 };

/** One mass on a spring to the origin. */
const one = (x: number[], v: number[] = [0, 0, 0]) => [0, 0, 0, ...x, 0, 0, 0, ...v];

const mass = ({ m, k, mu = 0, rest = 0 }: { m: number; k: number; mu?: number; rest?: number }) =>
  springs({ masses: [Number.POSITIVE_INFINITY, m], springs: [[1, 0, rest]], k, mu });

const pair = (other: Partial<Parameters<typeof springs>[0]> = {}) =>
  springs({ masses: [3, 3], springs: [[0, 1, 1.5]], k: 10, mu: 0.6, ...other });

/** A mass with a force that varies in time. */
const driven =
  ({ m = 2, mu = 0.4, omega = 3 }: { m?: number; mu?: number; omega?: number } = {}): Rate =>
  (state, time) => {
    const rate = mass({ m, k: 16, mu })([0, 0, 0, ...state.slice(3, 6), 0, 0, 0, ...state.slice(9)], time);
    // on a line, with a damper that has no direction
    rate[9] = (-16 * state[3] - mu * state[9] + 16 * 0.1 * Math.cos(omega * time)) / m;
    return rate;
  };

/** One coordinate of Bob and its rate. */
type Leader = { q: number; u: number };

/** Alice's next position and velocity after a step of `h` s; `next` is Bob's next state. */
type Law = (alice: { p: number; v: number }, bob: Leader, next: Leader, h: number) => [p: number, v: number];

/**
 * Alice behind Bob, who goes round a circle in 2 s.
 * @param law  gives Alice's next position and velocity
 */
const follower =
  (law: Law, given: "positions" | "velocities" = "positions") =>
  (h: number) => {
    const circle = (t: number) => [Math.cos(Math.PI * t), Math.sin(Math.PI * t)];
    const speed = (t: number) => [-Math.PI * Math.sin(Math.PI * t), Math.PI * Math.cos(Math.PI * t)];
    let q = circle(0);
    let u = speed(0);
    return (state: State, time: number) => {
      const rate = speed(time + h);
      const nextQ = given === "positions" ? circle(time + h) : q.map((x, axis) => x + h * rate[axis]);
      const nextU = nextQ.map((x, axis) => (x - q[axis]) / h);
      const next = [0, 1].map((axis) =>
        law({ p: state[axis], v: state[2 + axis] }, { q: q[axis], u: u[axis] }, { q: nextQ[axis], u: nextU[axis] }, h),
      );
      q = nextQ;
      u = nextU;
      return [...next.map(([p]) => p), ...next.map(([, v]) => v)];
    };
  };

const M = 1;
const K = 600;
const B = 35;
const taylor =
  (m: number = M, k: number = K, b: number = B): Law =>
  ({ p, v }, { q, u }, _, h) => {
    const a = (-k * (p - q) - b * (v - u)) / m;
    return [p + h * v + 0.5 * h * h * a, v + h * a];
  };

const WIDTH = 4;
const HEIGHT = 3;
const grid = Array.from({ length: WIDTH * HEIGHT }, (_, i) => [0.2 * (i % WIDTH), -0.2 * Math.floor(i / WIDTH), 0]);
const near = grid.flatMap((a, i) =>
  grid.flatMap((b, j) => {
    const rest = Math.hypot(a[0] - b[0], a[1] - b[1]);
    return j > i && rest < 0.3 ? [[i, j, rest] as [number, number, number]] : [];
  }),
);
const cloth = springs({
  masses: grid.map((_, i) => (i === 0 || i === WIDTH - 1 ? Number.POSITIVE_INFINITY : 0.5)),
  springs: near,
  k: 200,
  mu: 0.5,
  gravity: -9.81,
});

export const SCENES: Record<string, Scene> = {
  oscillator: {
    values: {},
    rate: mass({ m: 0.5, k: 5 }),
    start: one([2, 0, 0]),
    names: XV,
    methods: Object.keys(METHODS),
    h: 0.01,
    mistakes: {
      "mass forgotten": { rate: mass({ m: 1, k: 5 }) },
      "spring's force wrong": { rate: mass({ m: 0.5, k: -5 }), rows: 100 },
      "first step of half": { first: 0.5, of: ["explicit-euler", "symplectic-euler", "runge-kutta-4"] },
      "half a step late": { late: true, of: ["velocity-verlet"] },
    },
  },
  damper: {
    values: { damping: 0.7 },
    rate: mass({ m: 0.5, k: 5, mu: 0.7, rest: 4 }),
    start: one([3, 4, 0], [1, -2, 0]),
    names: XYV,
    methods: Object.keys(METHODS).filter((id) => id !== "implicit-euler"), // ours is linearised here
    h: 0.02,
    mistakes: {
      "mass forgotten": { rate: mass({ m: 1, k: 5, mu: 0.7, rest: 4 }) },
      "damping forgotten": { rate: mass({ m: 0.5, k: 5, rest: 4 }) },
      "sign of the damping": { rate: mass({ m: 0.5, k: 5, mu: -0.7, rest: 4 }), rows: 60 },
      "in place of μ": { rate: mass({ m: 0.5, k: 5, mu: 5, rest: 4 }) },
      "rest length": { rate: mass({ m: 0.5, k: 5, mu: 0.7 }) },
    },
  },
  resonance: {
    values: { mass: 2 },
    rate: driven(),
    start: one([0, 0, 0]),
    names: XV,
    methods: ["symplectic-euler", "velocity-verlet", "runge-kutta-4", "implicit-euler"],
    h: 0.02,
    mistakes: {
      "mass forgotten": { rate: driven({ m: 1 }) },
      "frequency in Hz": { rate: driven({ omega: 6 * Math.PI }) },
    },
  },
  pair: {
    values: { mass: 3, damping: 0.6, solver: "newton" },
    rate: pair(),
    start: [0.8, 0.9, 0.1, -0.7, -1, 0, 0.5, 0, 0.3, -0.2, 0.4, 0],
    names: { x1: 0, y1: 1, z1: 2, x2: 3, y2: 4, z2: 5, vx1: 6, vy1: 7, vz1: 8, vx2: 9, vy2: 10, vz2: 11 },
    methods: Object.keys(METHODS),
    h: 0.02,
    mistakes: {
      "mass forgotten": { rate: pair({ masses: [1, 1] }) },
      "no force on node 2": { rate: pair({ gets: (i) => 1 - i }) },
      "no force on node 1": { rate: pair({ gets: (i) => i }) },
      "counted twice": { rate: pair({ gets: () => 2 }) },
      "rest length": { rate: pair({ springs: [[0, 1, 0]] }) },
      "sign of the damping": { rate: pair({ mu: -0.6 }), rows: 60 },
    },
  },
  follower: {
    values: { path: "circle" },
    start: [0, 0, 0, 0],
    names: { x: 0, y: 1, vx: 2, vy: 3 },
    methods: ["taylor"],
    h: 0.01,
    mistakes: {
      "damping forgotten": { method: follower(taylor(M, K, 0)) },
      "in place of μ": { method: follower(taylor(M, K, K)), h: 0.002 },
      "own velocity": { method: follower((alice, { q }, next, h) => taylor()(alice, { q, u: 0 }, next, h)) },
      "after the step": { method: follower((alice, _, next, h) => taylor()(alice, next, next, h)) },
      "terms in Δt²": {
        method: follower(({ p, v }, { q, u }, _, h) => [p + h * v, v + (h / M) * (-K * (p - q) - B * (v - u))]),
      },
      "new velocity": {
        method: follower(({ p, v }, { q, u }, _, h) => {
          const next = v + (h / M) * (-K * (p - q) - B * (v - u));
          return [p + h * next, next];
        }),
      },
      "new position": {
        method: follower(({ p, v }, { q, u }, _, h) => {
          const next = p + h * v;
          return [next, v + (h / M) * (-K * (next - q) - B * (v - u))];
        }),
      },
      "sign of the damping": { method: follower(taylor(M, K, -B)), rows: 40 },
      "sign of the spring": { method: follower(taylor(M, -K, B)), rows: 40 },
      "grams and milliseconds": { method: follower(taylor(1000, 0.6, 35)) },
      "velocity given": { method: follower(taylor(), "velocities") },
    },
  },
  decay: {
    values: { rate: 2 },
    rate: ([x]) => [-2 * x],
    start: [1],
    names: { x: 0 },
    methods: RUNGE_KUTTA,
    h: 0.2,
    mistakes: {
      "sign of the rate": { rate: ([x]) => [2 * x], rows: 20 },
      "rate forgotten": { rate: ([x]) => [-x], rows: 40 },
      "1/k": { rate: ([x]) => [-x / 2], rows: 40 },
      "first step of half": { first: 0.5, rows: 30 },
      "written twice": { first: 0, rows: 30 },
      "Δt forgotten": { rate: ([x]) => [-10 * x], rows: 12, of: ["explicit-euler", "runge-kutta-2"] },
    },
  },
  rotation: {
    values: {},
    rate: ([x, y]) => [-y, x],
    start: [1, 0],
    names: { x1: 0, x2: 1 },
    methods: [...RUNGE_KUTTA, "symplectic-euler", "symplectic-euler-adjoint", "leapfrog"],
    h: 0.1,
    mistakes: {
      clockwise: { rate: ([x, y]) => [y, -x] },
      "both rates positive": { rate: ([x, y]) => [y, x], rows: 60 },
      "both rates negative": { rate: ([x, y]) => [-y, -x], rows: 60 },
      "one turn": { rate: ([x, y]) => [-2 * Math.PI * y, 2 * Math.PI * x], h: 0.05, rows: 40 },
      "first step of half": { first: 0.5 },
    },
  },
  cloth: {
    values: { width: WIDTH, height: HEIGHT, stiffness: 200, damping: 0.5 },
    rate: cloth,
    start: [...grid.flat(), ...grid.flat().fill(0)],
    names: { x_12: 33, y_12: 34, vx_12: 69, vy_12: 70 },
    methods: Object.keys(METHODS).filter((id) => !id.startsWith("implicit")),
    h: 0.005,
    mistakes: {},
  },
};

const records = Object.fromEntries((await scenes()).map((scene) => [scene.id, scene]));
const all = await methods();

export async function verdict(
  scene: string,
  text: string,
  values: Record<string, number | string> = SCENES[scene].values,
): Promise<Verdict> {
  const { parameters } = records[scene];
  const simulation = await createSimulation(scene, values);
  const method = parameters.find(({ key }) => key === "method");
  const methods = all.filter(
    ({ value }) => method && "options" in method && method.options.some((one) => one.value === value),
  );
  const get = (key: string) => simulation.get(key);
  const lab = { scene, methods, get, has: () => false } as any;
  const trial = trialOf(
    lab,
    parameters.map(({ key }) => key).filter((key) => key !== "method"),
  );
  const count = simulation.positions.length / 3;
  const { fixed } = simulation.system;
  const run = readRun(text, { scene, count, fixed });
  const found = await resemblance(run, trial, async () => {});
  for (const one of [simulation, trial.simulation]) one.free();
  return found;
}

/** A table of a scene by the small solver. */
export function written(scene: string, method: string, how: Wrong = {}) {
  const { rate, start, names, h } = SCENES[scene];
  const law = how.rate ?? rate;
  const step = how.method ?? (law ? (h: number) => METHODS[method](law, h) : follower(taylor()));
  return table(step, start, names, { h, ...how });
}

type Case = { scene: string; method: string; name: string; mistake: RegExp; how: Wrong };

export function casesOf(scene: string): Case[] {
  const { methods, mistakes, h } = SCENES[scene];
  const right: [string, RegExp, Wrong][] = [
    ["none", /^$/, {}],
    ["none, 6 digits", /^$/, { digits: 6 }],
    ["none, every 5th step", /^$/, { every: 5, h: h / 5 }],
    ["none, single precision", /^$/, { single: true, digits: scene === "decay" ? 12 : 9 }],
  ];
  return methods.flatMap((method) => [
    ...right.map(([name, mistake, how]) => ({ scene, method, name, mistake, how })),
    ...Object.entries(mistakes)
      .filter(([, { of = methods }]) => of.includes(method))
      .map(([name, how]) => ({ scene, method: how.late ? "leapfrog" : method, name, mistake: new RegExp(name), how })),
  ]);
}

/** The fault of the verdict on a case; undefined if it is right. */
export async function wrong({ scene, method, name, mistake, how }: Case) {
  const found = await verdict(scene, written(scene, how.late ? "velocity-verlet" : method, how));
  const match = found.matches.find((one) => one.method.value === method);
  const isRight = match && mistake.test(match.mistake.text) && match.every === (how.every ?? 1);
  if (isRight && found.single === Boolean(how.single)) return undefined;
  return `${scene}, ${method}, ${name}: ${said(found)}`;
}

export function said({ matches, nearest, next, single, positionsOnly }: Verdict) {
  const text = (one: Verdict["nearest"] | undefined) =>
    one && `${one.method.value} ${one.mistake.text} /${one.every} at ${one.distance.toPrecision(3)}`;
  const kind = [single ? "single" : "", positionsOnly ? "positions" : ""].join(" ");
  return `${matches.map(text).join("; ")} (${kind}); nearest ${text(nearest)}; next ${text(next)}`;
}

/** Options with which a scene does not begin again by itself. */
export const STAYS: Record<string, Record<string, string>> = { follower: { repeat: "off" }, decay: { repeat: "off" } };

/** Text of the panel, with the verdict. */
export const panel = (lab: Laboratory) => lab.text(".imported");

/** Opens ready-made examples of a scene and checks the verdicts. */
export async function judgeExamples(scene: string, letters: string[]) {
  const lab = await Laboratory.open(scene, { ...STAYS[scene], ...(scene === "cloth" && { width: 5, height: 4 }) });
  lab.button("Import a run").click();
  await until(() => lab.all("button").some(({ textContent }) => textContent === "Example A"));
  assert.match(panel(lab), /^File.*Columns: t, x/);
  for (const letter of letters) {
    lab.button(`Example ${letter}`).click();
    await until(() => new RegExp(`Example ${letter} (?:is|has)`).test(panel(lab)));
    assert.match(panel(lab), new RegExp(`Example ${letter} is (?!none)`), scene);
    assert.equal(lab.alert, "");
    assert.equal(lab.run.motion.finished.length, 1, "it replaces the one before");
  }
  lab.close();
}
