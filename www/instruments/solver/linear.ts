// Motions that no simulation of the engine makes: ü = b − κ u − γ u̇ with any numbers, such as a
// spring with the wrong sign, by the matrix of a step; and a follower with other constants.
import { plus, vector } from "../../base/vectors.ts";
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

/** Matrix by rows. */
export type Matrix = number[][];

/** Velocity across a line, relative to the velocity, that is rounding. */
const ROUNDING = 1e-12;

/** Methods that remember at most an acceleration. */
export const METHODS = [
  "explicit-euler",
  "runge-kutta-2",
  "heun",
  "runge-kutta-4",
  "implicit-euler",
  "implicit-midpoint",
  "exact",
  "symplectic-euler",
  "symplectic-euler-adjoint",
  "velocity-verlet",
  "leapfrog",
];

/** A linear law of motion on a line: ü = b − κ u − γ u̇. */
export interface Law {
  /** Kappa in 1/s². */
  kappa: number;
  /** Gamma in 1/s. */
  gamma: number;
  /** B in m/s². */
  push?: number;
}

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

/** A step of a linear motion. */
export class Step {
  #matrix;
  #h;
  #rest;
  #memory;

  /**
   * @param matrix  of (u, h u̇) from rest, and what a method remembers
   * @param h  in s
   * @param memory  gives that of a start
   */
  constructor(
    matrix: Matrix,
    h: number,
    { kappa, push = 0 }: Law,
    memory: (u: number, w: number) => number[] = () => [],
  ) {
    this.#matrix = matrix;
    this.#h = h;
    this.#rest = push === 0 ? 0 : push / kappa;
    this.#memory = memory;
  }

  begin([x, v]: Swing) {
    const u = x - this.#rest;
    const w = this.#h * v;
    return [u, w, ...this.#memory(u, w)];
  }

  next(state: number[]) {
    return this.#matrix.map((row) => {
      let sum = 0;
      for (let i = 0; i < row.length; i++) sum += row[i] * state[i];
      return sum;
    });
  }

  swing([u, w]: number[]): Swing {
    return [this.#rest + u, w / this.#h];
  }
}

/**
 * The step of a method by the engine's matrix; undefined if the method remembers something else.
 * @param method  id
 * @param h  in s
 */
export function stepOf({ simulation }: Trial, method: string, h: number, law: Law): Step | undefined {
  if (!METHODS.includes(method)) return undefined;
  const { kappa, gamma } = law;
  simulation.set("method", method);
  let numbers: ArrayLike<number> | undefined;
  try {
    numbers = simulation.analysis.stepMatrix(gamma, kappa, h);
  } catch {} // out of range
  const matrix = [0, 1, 2].map((row) => [0, 1, 2].map((column) => numbers?.[3 * row + column] ?? Number.NaN));
  return new Step(matrix, h, law, (u, w) => [-h * h * kappa * u - h * gamma * w]);
}

/**
 * A motion on a line, away from the rest position; undefined if it leaves the line.
 * @param method  id
 * @param sign  of the rates of a rotation
 * @param h  in s
 */
export function pushed(
  method: string,
  sign: number,
  h: number,
  values: Values,
  trial: Trial,
  start: State,
  parts: Part[],
): Walk | undefined {
  const { axes } = ROLES[trial.scene];
  const line = axes ? turnedLine(start, sign) : springLine(trial, start, Number(values.restLength ?? 0));
  const { kappa, gamma } = lawOf(trial, values);
  const step = stepOf(trial, method, h, { kappa: -kappa, gamma });
  if (!line || !step) return undefined;
  return swinging(step, line.swing, h, (state, time) => parts.map((part) => line.value(part, state, time)));
}

/** A motion on a line as numbers of parts. @param h  in s */
export function swinging(step: Step, begin: Swing, h: number, read: (state: Swing, time: number) => number[]): Walk {
  let state = step.begin(begin);
  let time = 0;
  return {
    step: (steps) => {
      for (let i = 0; i < steps; i++) state = step.next(state);
      time += steps * h;
    },
    read: () => read(step.swing(state), time),
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
