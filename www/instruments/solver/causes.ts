// Usual mistakes of a program with one mass on one spring, as laws of motion, and slips in methods.
import type { Law, Matrix } from "./linear.ts";
import { Step } from "./linear.ts";
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
  /** Makes its step of h s. */
  step: (h: number, law: Law) => Step;
}

/** Matrix A with h d/dt (u, h u̇) = A (u, h u̇). */
const rateOf = (h: number, { kappa, gamma }: Law): Matrix => [
  [0, 1],
  [-h * h * kappa, -h * gamma],
];

const product = (a: Matrix, b: Matrix) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, i) => sum + x * b[i][j], 0)));

const plus = (a: Matrix, number: number) => a.map((row, i) => row.map((x, j) => (i === j ? x + number : x)));

/** A Runge-Kutta method. @param r  coefficients of its stability function */
const polynomial =
  (...r: number[]): Slip["step"] =>
  (h, law) => {
    const a = rateOf(h, law);
    const zero = a.map((row) => row.map(() => 0));
    const matrix = r.reduceRight((sum, coefficient) => plus(product(sum, a), coefficient), zero);
    return new Step(matrix, h, law);
  };

/**
 * Verlet's step with other accelerations.
 * @param square  coefficient of h² a in the position
 * @param before  weight of the acceleration before the step
 */
const verletMatrix = (h: number, law: Law, square: number, before: number, after: number): Matrix => {
  const [, [stiff, damp]] = rateOf(h, law);
  const place = [1 + square * stiff, 1 + square * damp];
  const next = [stiff * place[0], stiff * place[1] + damp];
  return [place, [before * stiff + after * next[0], 1 + before * damp + after * next[1]]];
};

const verlet =
  (square: number, before: number, after: number): Slip["step"] =>
  (h, law) =>
    new Step(verletMatrix(h, law, square, before, after), h, law);

/** y + 1.5 A y − 0.5 f, where f is A y before. @param bend  part of A² y that f lacks at first */
const adams =
  (bend: number): Slip["step"] =>
  (h, law) => {
    const a = rateOf(h, law);
    const next = plus(
      a.map((row) => row.map((x) => 1.5 * x)),
      1,
    );
    const matrix = [
      [...next[0], -0.5, 0],
      [...next[1], 0, -0.5],
      [...a[0], 0, 0],
      [...a[1], 0, 0],
    ];
    const first = product(
      plus(
        a.map((row) => row.map((x) => -bend * x)),
        1,
      ),
      a,
    );
    return new Step(matrix, h, law, (u, w) => first.map(([x, y]) => x * u + y * w));
  };

/** Yoshida's composition of three steps of Verlet. */
const yoshida: Slip["step"] = (h, law) => {
  const outer = 1 / (2 - 2 ** (1 / 3));
  const parts = [outer, 1 - 2 * outer, outer].map((part) => {
    const [[a, b], [c, d]] = verletMatrix(part * h, law, 0.5, 0.5, 0.5);
    // on (u, h u̇) of the whole step
    return [
      [a, part * b],
      [c / part, d],
    ];
  });
  return new Step(parts.reduce(product), h, law);
};

export const SLIPS: Slip[] = [
  { method: "velocity-verlet", text: "with the factor ½ missing in the position", step: verlet(1, 0.5, 0.5) },
  { method: "velocity-verlet", text: "with the old acceleration alone in the velocity", step: verlet(0.5, 1, 0) },
  { method: "velocity-verlet", text: "with the new acceleration alone in the velocity", step: verlet(0.5, 0, 1) },
  {
    method: "runge-kutta-4",
    text: "with the weights 1, 1, 1, 1 in place of 1, 2, 2, 1",
    step: polynomial(1, 2 / 3, 1 / 3, 1 / 8, 1 / 24),
  },
  {
    method: "runge-kutta-4",
    text: "with whole steps to its stages in place of half ones",
    step: polynomial(1, 1, 5 / 6, 1 / 2, 1 / 6),
  },
  {
    method: "runge-kutta-2",
    text: "with a whole step to the middle in place of half a step",
    step: polynomial(1, 1, 1),
  },
  { text: "Adams-Bashforth 2", step: adams(0) },
  { text: "Adams-Bashforth 2 after a step of Heun's", step: adams(1) },
  { text: "a Runge-Kutta method of order 3", step: polynomial(1, 1, 1 / 2, 1 / 6) },
  { text: "Yoshida's method of order 4", step: yoshida },
];
