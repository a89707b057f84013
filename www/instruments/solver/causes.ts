// Usual mistakes of a program with one mass on one spring, as laws of motion, and slips in methods.
import type { Acceleration, Law, Swing } from "./formulas.ts";
import type { Values } from "./mistakes.ts";

/** A law with its cause. */
export type Cause = { text: string; law: Law };

/** Standard gravity in m/s². */
const GRAVITY = 9.81;

/** Square of ω over that of the frequency. */
const TURN = 4 * Math.PI ** 2;

/** Numbers in the law ẍ = −k/m (x − L) − c/m ẋ + g, with the masses of both terms. */
type Numbers = Record<"k" | "c" | "rest" | "push" | "springMass" | "damperMass", number>;

type Change = (numbers: Numbers) => Partial<Numbers>;

const heavier =
  (factor: number): Change =>
  (now) => ({
    springMass: factor * now.springMass,
    damperMass: factor * now.damperMass,
  });

/** Mistakes that change numbers, in words after "with". */
const CHANGES: [text: string, change: Change][] = [
  ["k doubled", ({ k }) => ({ k: 2 * k })],
  ["k halved", ({ k }) => ({ k: 0.5 * k })],
  ["the mass doubled", heavier(2)],
  ["the mass halved", heavier(0.5)],
  ["the mass forgotten (m = 1 kg)", () => ({ springMass: 1, damperMass: 1 })],
  [
    "the force multiplied by the mass",
    ({ springMass, damperMass }) => ({ springMass: 1 / springMass, damperMass: 1 / damperMass }),
  ],
  ["k and m swapped", ({ k, springMass }) => ({ k: springMass, springMass: k, damperMass: k })],
  ["ω taken for a frequency in Hz", ({ k }) => ({ k: TURN * k })],
  ["a frequency in Hz taken for ω", ({ k }) => ({ k: k / TURN })],
  ["grams taken for kilograms", heavier(1000)],
  ["kilograms taken for grams", heavier(0.001)],
  ["the sign of the spring's force wrong", ({ k }) => ({ k: -k })],
  ["the damping forgotten", () => ({ c: 0 })],
  ["the sign of the damping wrong", ({ c }) => ({ c: -c })],
  ["the damping halved", ({ c }) => ({ c: 0.5 * c })],
  ["the damping doubled", ({ c }) => ({ c: 2 * c })],
  ["k in place of μ", ({ k }) => ({ c: k })],
  ["the damping not divided by the mass", () => ({ damperMass: 1 })],
  ["the spring's force not divided by the mass", () => ({ springMass: 1 })],
  ["the damping multiplied by the position", ({ k, c, rest }) => ({ k: k + c, c: 0, rest: (k * rest) / (k + c) })],
  ["the rest length forgotten", () => ({ rest: 0 })],
  ["gravity added, −9.81 m/s²", () => ({ push: -GRAVITY })],
  ["gravity added, 9.81 m/s²", () => ({ push: GRAVITY })],
];

function lawOf({ k, c, rest, push, springMass, damperMass }: Numbers): Law {
  return { kappa: k / springMass, gamma: c / damperMass, push: (k / springMass) * rest + push };
}

function numbersOf({ mass, stiffness, damping = 0, restLength = 0 }: Values): Numbers {
  const [m, k, c, rest] = [mass, stiffness, damping, restLength].map(Number);
  return { k, c, rest, push: 0, springMass: m, damperMass: m };
}

/** The law of the position in a scene. */
export function rightLaw(values: Values) {
  return lawOf(numbersOf(values));
}

/**
 * Laws of a scene with one mistake; then those with two.
 * @param h  time step in s, as velocities tell it
 * @param written  as times tell it
 */
export function causes(values: Values, h: number, written: number): [one: Cause[], two: Cause[]] {
  const numbers = numbersOf(values);
  const right = lawOf(numbers);
  const changed = (list: Cause[]) => list.filter(({ law }) => !isSame(law, right));
  const one = CHANGES.map(([text, change]) => ({ text, law: lawOf({ ...numbers, ...change(numbers) }) }));
  const two = CHANGES.flatMap(([text, change], i) =>
    CHANGES.slice(i + 1).map(([other, next]) => {
      const first = { ...numbers, ...change(numbers) };
      return { text: `${text} and ${other}`, law: lawOf({ ...first, ...next(first) }) };
    }),
  );
  const { kappa, gamma, push = 0 } = right;
  const forgotten = (where: string, factor: number) => ({
    text: `Δt forgotten in the ${where}`,
    law: { kappa: factor * kappa, gamma: factor * gamma, push: factor * push },
  });
  return [changed([...one, forgotten("velocity", 1 / h), forgotten("position", written / h)]), changed(two)];
}

function isSame(one: Law, other: Law) {
  return one.kappa === other.kappa && one.gamma === other.gamma && one.push === other.push;
}

/** A slip in a method, or a method that is not offered. */
interface Slip {
  /** Id of the method with the slip. */
  method?: string;
  text: string;
  step: (h: number, a: Acceleration) => (state: Swing) => Swing;
}

const plus = ([u, v]: Swing, h: number, [du, dv]: Swing): Swing => [u + h * du, v + h * dv];

/**
 * An explicit Runge-Kutta method in which each stage begins from the one before.
 * @param nodes  parts of the step to each stage after the first
 */
const stages =
  (nodes: number[], weights: number[]): Slip["step"] =>
  (h, a) =>
  (state) => {
    const f = ([u, v]: Swing) => [v, a(u, v)] as Swing;
    let rate = f(state);
    let next = plus(state, h * weights[0], rate);
    for (const [i, node] of nodes.entries()) {
      rate = f(plus(state, h * node, rate));
      next = plus(next, h * weights[i + 1], rate);
    }
    return next;
  };

/**
 * Verlet's step with other accelerations.
 * @param square  coefficient of h² a in the position
 * @param before  weight of the acceleration before the step
 */
const verlet =
  (square: number, before: number, after: number): Slip["step"] =>
  (h, a) =>
  (state) => {
    const [u, v] = state;
    const old = a(u, v);
    const next = u + h * v + square * h * h * old;
    return [next, v + h * (before * old + (after && after * a(next, v)))];
  };

/** @param first  step */
const adams =
  (first: Slip["step"]): Slip["step"] =>
  (h, a) => {
    let before: Swing | undefined;
    return (state) => {
      const now = [state[1], a(...state)] as Swing;
      const next = before ? plus(plus(state, 1.5 * h, now), -0.5 * h, before) : first(h, a)(state);
      before = now;
      return next;
    };
  };

/** Yoshida's composition of three steps of Verlet. */
const yoshida: Slip["step"] = (h, a) => {
  const outer = 1 / (2 - 2 ** (1 / 3));
  const parts = [outer, 1 - 2 * outer, outer].map((part) => verlet(0.5, 0.5, 0.5)(part * h, a));
  return (state) => parts.reduce((state, step) => step(state), state);
};

export const SLIPS: Slip[] = [
  { method: "velocity-verlet", text: "with the factor ½ missing in the position", step: verlet(1, 0.5, 0.5) },
  { method: "velocity-verlet", text: "with the old acceleration alone in the velocity", step: verlet(0.5, 1, 0) },
  { method: "velocity-verlet", text: "with the new acceleration alone in the velocity", step: verlet(0.5, 0, 1) },
  {
    method: "runge-kutta-4",
    text: "with the weights 1, 1, 1, 1 in place of 1, 2, 2, 1",
    step: stages([0.5, 0.5, 1], [1 / 6, 1 / 6, 1 / 6, 1 / 6]),
  },
  {
    method: "runge-kutta-4",
    text: "with whole steps to its stages in place of half ones",
    step: stages([1, 1, 1], [1 / 6, 1 / 3, 1 / 3, 1 / 6]),
  },
  {
    method: "runge-kutta-2",
    text: "with a whole step to the middle in place of half a step",
    step: stages([1], [0, 1]),
  },
  { text: "Adams-Bashforth 2", step: adams(stages([], [1])) },
  { text: "Adams-Bashforth 2 after a step of Heun's", step: adams(stages([1], [0.5, 0.5])) },
  { text: "a Runge-Kutta method of order 3", step: stages([1 / 3, 0.5], [0, 0, 1]) },
  { text: "Yoshida's method of order 4", step: yoshida },
];
