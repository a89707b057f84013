// Usual mistakes of a program with one mass on one spring, as laws of motion, and slips in methods.

/** @import { Acceleration, Law, Swing } from "./formulas.js" */
/** @import { Values } from "./mistakes.js" */

/**
 * A law with its cause.
 * @typedef {{ text: string, law: Law }} Cause
 */

/** Standard gravity in m/s². */
const GRAVITY = 9.81;

/** Square of ω over that of the frequency. */
const TURN = 4 * Math.PI ** 2;

/**
 * Numbers in the law ẍ = −k/m (x − L) − c/m ẋ + g, with the masses of both terms.
 * @typedef {Record<"k" | "c" | "rest" | "push" | "springMass" | "damperMass", number>} Numbers
 */

/** @typedef {(numbers: Numbers) => Partial<Numbers>} Change */

/** @param {number} factor @returns {Change} */
const heavier = (factor) => (now) => ({
  springMass: factor * now.springMass,
  damperMass: factor * now.damperMass,
});

/** Mistakes that change numbers, in words after "with". @type {[text: string, change: Change][]} */
const CHANGES = [
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

/** @param {Numbers} numbers @returns {Law} */
function lawOf({ k, c, rest, push, springMass, damperMass }) {
  return { kappa: k / springMass, gamma: c / damperMass, push: (k / springMass) * rest + push };
}

/** @param {Values} values @returns {Numbers} */
function numbersOf({ mass, stiffness, damping = 0, restLength = 0 }) {
  const [m, k, c, rest] = [mass, stiffness, damping, restLength].map(Number);
  return { k, c, rest, push: 0, springMass: m, damperMass: m };
}

/** The law of the position in a scene. @param {Values} values */
export function rightLaw(values) {
  return lawOf(numbersOf(values));
}

/**
 * Laws of a scene with one mistake; then those with two.
 * @param {Values} values @param {number} h  time step in s, as velocities tell it
 * @param {number} written  as times tell it @returns {[one: Cause[], two: Cause[]]}
 */
export function causes(values, h, written) {
  const numbers = numbersOf(values);
  const right = lawOf(numbers);
  const changed = (/** @type {Cause[]} */ list) => list.filter(({ law }) => !isSame(law, right));
  const one = CHANGES.map(([text, change]) => ({ text, law: lawOf({ ...numbers, ...change(numbers) }) }));
  const two = CHANGES.flatMap(([text, change], i) =>
    CHANGES.slice(i + 1).map(([other, next]) => {
      const first = { ...numbers, ...change(numbers) };
      return { text: `${text} and ${other}`, law: lawOf({ ...first, ...next(first) }) };
    }),
  );
  const { kappa, gamma, push = 0 } = right;
  const forgotten = (/** @type {string} */ where, /** @type {number} */ factor) => ({
    text: `Δt forgotten in the ${where}`,
    law: { kappa: factor * kappa, gamma: factor * gamma, push: factor * push },
  });
  return [changed([...one, forgotten("velocity", 1 / h), forgotten("position", written / h)]), changed(two)];
}

/** @param {Law} one @param {Law} other */
function isSame(one, other) {
  return one.kappa === other.kappa && one.gamma === other.gamma && one.push === other.push;
}

/**
 * A slip in a method, or a method that is not offered.
 * @typedef {object} Slip
 * @property {string} [method]  id of the method with the slip
 * @property {string} text
 * @property {(h: number, a: Acceleration) => (state: Swing) => Swing} step
 */

/** @param {Swing} state @param {number} h @param {Swing} rate @returns {Swing} */
const plus = ([u, v], h, [du, dv]) => [u + h * du, v + h * dv];

/**
 * An explicit Runge-Kutta method in which each stage begins from the one before.
 * @param {number[]} nodes  parts of the step to each stage after the first
 * @param {number[]} weights
 * @returns {Slip["step"]}
 */
const stages = (nodes, weights) => (h, a) => (state) => {
  const f = (/** @type {Swing} */ [u, v]) => /** @type {Swing} */ ([v, a(u, v)]);
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
 * @param {number} square  coefficient of h² a in the position
 * @param {number} before  weight of the acceleration before the step @param {number} after
 * @returns {Slip["step"]}
 */
const verlet = (square, before, after) => (h, a) => (state) => {
  const [u, v] = state;
  const old = a(u, v);
  const next = u + h * v + square * h * h * old;
  return [next, v + h * (before * old + (after && after * a(next, v)))];
};

/** @param {Slip["step"]} first  step @returns {Slip["step"]} */
const adams = (first) => (h, a) => {
  /** @type {Swing | undefined} */
  let before;
  return (state) => {
    const now = /** @type {Swing} */ ([state[1], a(...state)]);
    const next = before ? plus(plus(state, 1.5 * h, now), -0.5 * h, before) : first(h, a)(state);
    before = now;
    return next;
  };
};

/** Yoshida's composition of three steps of Verlet. @type {Slip["step"]} */
const yoshida = (h, a) => {
  const outer = 1 / (2 - 2 ** (1 / 3));
  const parts = [outer, 1 - 2 * outer, outer].map((part) => verlet(0.5, 0.5, 0.5)(part * h, a));
  return (state) => parts.reduce((state, step) => step(state), state);
};

/** @type {Slip[]} */
export const SLIPS = [
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
