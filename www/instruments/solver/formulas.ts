// Motions that the engine can't make, by the closed formulas of one step: ü = b − κ u − γ u̇ with
// any numbers, such as a spring with the wrong sign, and a follower with other constants.
import { plus, vector } from "../../base/vectors.ts";
import { stability } from "../../engine.ts";
import type { Part } from "./columns.ts";
import { ROLES } from "./columns.ts";
import type { Mistake, Values } from "./mistakes.ts";
import type { State, Trial } from "./trial.ts";
import { put, tune } from "./trial.ts";

/** A motion, step by step. */
export interface Walk {
  step: (steps: number) => void;
  /** Gives the present numbers of all parts. */
  read: () => number[];
}

/** Displacement in m and velocity in m/s. */
export type Swing = [number, number];

/** Acceleration in m/s². */
export type Acceleration = (u: number, v: number) => number;

/** Velocity across a line, relative to the velocity, that is rounding. */
const ROUNDING = 1e-12;

/**
 * Methods that treat position and velocity differently. Damping acts as in the engine, on the
 * velocity that the last known acceleration predicts.
 */
const PARTITIONED: Record<string, (h: number, a: Acceleration) => (state: Swing) => Swing> = {
  "symplectic-euler":
    (h, a) =>
    ([u, v]) => {
      const next = v + h * a(u, v);
      return [u + h * next, next];
    },
  "symplectic-euler-adjoint":
    (h, a) =>
    ([u, v]) => {
      const next = u + h * v;
      return [next, v + h * a(next, v)];
    },
  "velocity-verlet": (h, a) => {
    let last = Number.NaN;
    return ([u, v]) => {
      if (Number.isNaN(last)) last = a(u, v);
      const next = u + h * v + 0.5 * h * h * last;
      const before = last;
      last = a(next, v + h * before);
      return [next, v + 0.5 * h * (before + last)];
    };
  },
  leapfrog: (h, a) => {
    let last = Number.NaN;
    return ([u, v]) => {
      if (Number.isNaN(last)) last = a(u, v);
      const middle = u + 0.5 * h * v;
      last = a(middle, v + 0.5 * h * last);
      const next = v + h * last;
      return [middle + 0.5 * h * next, next];
    };
  },
};

/** A linear law of motion on a line: ü = b − κ u − γ u̇. */
export interface Law {
  /** Kappa in 1/s². */
  kappa: number;
  /** Gamma in 1/s. */
  gamma: number;
  /** B in m/s². */
  push?: number;
}

/** Methods of one step, whose stability function gives their numbers. */
export const ONE_STEP = [
  "explicit-euler",
  "runge-kutta-2",
  "heun",
  "runge-kutta-4",
  "implicit-euler",
  "implicit-midpoint",
  "exact",
];

/** Methods with formulas of their own. */
export const SPLIT = Object.keys(PARTITIONED);

/**
 * The law along the line of a spring with the displacement from rest; that of (x₂, x₁) for a
 * rotation.
 */
export function lawOf({ scene, simulation }: Trial, { mass, stiffness, damping = 0 }: Values): Law {
  if (ROLES[scene].axes) return { kappa: 1, gamma: 0 };
  const inertia = Number(mass) / (bothMove(simulation) ? 2 : 1);
  return { kappa: Number(stiffness) / inertia, gamma: Number(damping) / inertia };
}

/** True if neither end of the spring is fixed. */
function bothMove({ system }: Trial["simulation"]) {
  return system.fixed.length === 0;
}

/**
 * The step of a method, made anew for each motion because some remember an acceleration; undefined
 * for one whose formula is not known here.
 * @param method  id
 * @param h  in s
 */
export async function stepOf(
  method: string,
  h: number,
  { kappa, gamma, push = 0 }: Law,
): Promise<(() => (state: Swing) => Swing) | undefined> {
  if (SPLIT.includes(method)) return () => PARTITIONED[method](h, (u, v) => push - kappa * u - gamma * v);
  if (!ONE_STEP.includes(method)) return undefined;
  const factor = async (x: number, y: number) =>
    (await stability(method, h * x, h * y).catch(() => undefined)) ?? [Number.NaN, Number.NaN];
  const square = 0.25 * gamma * gamma - kappa || Number.MIN_VALUE;
  const half = -0.5 * gamma;
  const root = Math.sqrt(Math.abs(square));
  // R(hA) of a matrix with two eigenvalues
  let constant = 0;
  let linear = 0;
  if (square < 0) {
    const [re, im] = await factor(half, root);
    linear = im / root;
    constant = re - linear * half;
  } else {
    const [one] = await factor(half - root, 0);
    const [other] = await factor(half + root, 0);
    linear = (other - one) / (2 * root);
    constant = one - linear * (half - root);
  }
  const rest = push === 0 ? 0 : push / kappa;
  return () => (state) => {
    const u = state[0] - rest;
    const v = state[1];
    return [rest + constant * u + linear * v, constant * v - linear * (kappa * u + gamma * v)];
  };
}

/**
 * A motion on a line, away from the rest position; undefined if it leaves the line.
 * @param method  id
 * @param sign  of the rates of a rotation
 * @param h  in s
 */
export async function pushed(
  method: string,
  sign: number,
  h: number,
  values: Values,
  trial: Trial,
  start: State,
  parts: Part[],
): Promise<Walk | undefined> {
  const { axes } = ROLES[trial.scene];
  const line = axes ? turnedLine(start, sign) : springLine(trial, start, Number(values.restLength ?? 0));
  const { kappa, gamma } = lawOf(trial, values);
  const step = await stepOf(method, h, { kappa: -kappa, gamma });
  if (!line || !step) return undefined;
  return swinging(step(), line.swing, h, (state, time) => parts.map((part) => line.value(part, state, time)));
}

/** A motion on a line as numbers of parts. @param h  in s */
export function swinging(
  step: (state: Swing) => Swing,
  begin: Swing,
  h: number,
  read: (state: Swing, time: number) => number[],
): Walk {
  let state = begin;
  let time = 0;
  return {
    step: (steps) => {
      for (let i = 0; i < steps; i++) state = step(state);
      time += steps * h;
    },
    read: () => read(state, time),
  };
}

/** The tracer of a rotation with rates of one sign as such a motion. */
function turnedLine({ positions: [x, y] }: State, sign: number) {
  const value = ({ index }: Part, [u, v]: Swing) => (index === 0 ? u : sign * v);
  return { swing: [x, sign * y] as Swing, value };
}

/**
 * The line of a spring between the particles 0 and 1: of a pair both move, else 1 alone.
 * @param rest  length in m
 */
function springLine({ simulation }: Trial, { positions, velocities }: State, rest: number) {
  const both = bothMove(simulation);
  const shares = both ? [-0.5, 0.5] : [0, 1];
  const [places, speeds] = [positions, velocities].map((list) => [0, 1].map((i) => vector(list, i)));
  const [d, w] = [places, speeds].map(([one, other]) => plus(other, one, -1));
  const length = Math.hypot(...d);
  const e = d.map((x) => x / length);
  const v = w.reduce((sum, x, axis) => sum + x * e[axis], 0);
  const across = Math.hypot(...w.map((x, axis) => x - v * e[axis]));
  if (!(length > 0) || across > ROUNDING * Math.hypot(...w)) return undefined;
  const centre = ([one, other] = places) => one.map((x, axis) => (both ? 0.5 * (x + other[axis]) : x));
  const place = centre(places);
  const drift = centre(speeds);
  const value = ({ index, speed }: Part, [u, v]: Swing, time: number) => {
    const axis = index % 3;
    const along = shares[Math.floor(index / 3)] * e[index % 3];
    return speed ? drift[axis] + along * v : place[axis] + time * drift[axis] + along * (rest + u);
  };
  return { swing: [length - rest, v] as Swing, value };
}

/** Followers with other constants. Bob moves as the engine moves him. @param h  in s */
export function following(
  { constants, next }: Mistake,
  h: number,
  values: Values,
  trial: Trial,
  start: State,
  parts: Part[],
): Walk {
  const { simulation } = trial;
  tune(simulation, { ...values, method: "taylor", timeStepSize: h });
  simulation.restart();
  put(trial, start);
  const [a, b, c, d, e, f, g, i] = constants?.(Array.from(simulation.analysis.constants), h) ?? [];
  let { positions: p, velocities: v } = start;
  const step = () => {
    const q = p;
    const u = v;
    simulation.step(1);
    [p, v] = [simulation.positions, simulation.velocities].map((list) => [...list.slice(0, 3), ...q.slice(3)]);
    for (let at = 3; at < p.length; at++) {
      const [leader, speed] = next ? [p[at - 3], v[at - 3]] : [q[at - 3], u[at - 3]];
      p[at] = a * q[at] + b * leader + c * u[at] + d * speed;
      v[at] = e * q[at] + f * leader + g * u[at] + i * speed;
    }
  };
  return {
    step: (steps) => {
      for (let taken = 0; taken < steps; taken++) step();
    },
    read: () => parts.map(({ index, speed }) => (speed ? v : p)[index]),
  };
}
