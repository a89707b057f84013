// Mistakes that the engine can't make, by the closed formulas of one step: a spring with the wrong
// sign, ü = (k/m) u − (μ/m) u̇, and a follower with other constants.
import { plus, vector } from "../../base/vectors.js";
import { put, tune } from "./trial.js";

/** @import { Part } from "./columns.js" */
/** @import { Mistake, Values } from "./mistakes.js" */
/** @import { State, Trial } from "./trial.js" */

/**
 * A motion, step by step.
 * @typedef {object} Walk
 * @property {(steps: number) => void} step
 * @property {() => number[]} read  gives the present numbers of all parts
 */

/** @typedef {[number, number]} Swing  displacement in m and velocity in m/s */

/** @typedef {(u: number, v: number) => number} Acceleration  in m/s² */

/** Velocity across a line, relative to the velocity, that is rounding. */
const ROUNDING = 1e-12;

/**
 * Methods that treat position and velocity differently. Damping acts as in the engine, on the
 * velocity that the last known acceleration predicts.
 * @type {Record<string, (h: number, a: Acceleration) => (state: Swing) => Swing>}
 */
const PARTITIONED = {
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

/**
 * The coefficients κ and γ of ü = κ u − γ u̇ along the line of a spring; those of (x₂, x₁) for a
 * rotation.
 * @param {string} scene @param {Values} values
 */
export function coefficients(scene, { mass, stiffness, damping = 0 }) {
  if (scene === "rotation") return { kappa: 1, gamma: 0 };
  const inertia = Number(mass) / (scene === "pair" ? 2 : 1);
  return { kappa: Number(stiffness) / inertia, gamma: Number(damping) / inertia };
}

/** The two real rates of such a motion. @param {ReturnType<typeof coefficients>} coefficients */
export function ratesOf({ kappa, gamma }) {
  const root = Math.sqrt(0.25 * gamma * gamma + kappa);
  return [-0.5 * gamma - root, -0.5 * gamma + root];
}

/**
 * The step of a method; undefined for one whose formula is not known here.
 * @param {string} method  id
 * @param {number} h  in s
 * @param {ReturnType<typeof coefficients>} coefficients
 * @param {(x: number) => number | undefined} factor  the method's stability function at x
 * @returns {((state: Swing) => Swing) | undefined}
 */
function repelled(method, h, { kappa, gamma }, factor) {
  const partitioned = PARTITIONED[method];
  if (partitioned) return partitioned(h, (u, v) => kappa * u - gamma * v);
  const [fast, slow] = ratesOf({ kappa, gamma });
  const [one, other] = [factor(h * fast), factor(h * slow)];
  if (one === undefined || other === undefined || fast === slow) return undefined;
  // R(hA) of a matrix with two eigenvalues
  const linear = (other - one) / (slow - fast);
  const constant = one - linear * fast;
  return ([u, v]) => [constant * u + linear * v, constant * v + linear * (kappa * u - gamma * v)];
}

/**
 * A motion on a line, away from the rest position; undefined if it leaves the line.
 * @param {string} method  id @param {number} sign  of the rates of a rotation
 * @param {number} h  in s
 * @param {Values} values @param {Pick<Trial, "scene">} trial @param {State} start
 * @param {Part[]} parts
 * @param {(x: number) => number | undefined} factor  the method's stability function at x
 * @returns {Walk | undefined}
 */
export function pushed(method, sign, h, values, { scene }, start, parts, factor) {
  const line =
    scene === "rotation" ? turnedLine(start, sign) : springLine(scene, start, Number(values.restLength ?? 0));
  const step = repelled(method, h, coefficients(scene, values), factor);
  if (!line || !step) return undefined;
  let [state, time] = [line.swing, 0];
  return {
    step: (steps) => {
      for (let i = 0; i < steps; i++) state = step(state);
      time += steps * h;
    },
    read: () => parts.map((part) => line.value(part, state, time)),
  };
}

/**
 * The tracer of a rotation with rates of one sign as such a motion.
 * @param {State} start @param {number} sign
 */
function turnedLine({ positions: [x, y] }, sign) {
  const value = (/** @type {Part} */ { index }, /** @type {Swing} */ [u, v]) => (index === 0 ? u : sign * v);
  return { swing: /** @type {Swing} */ ([x, sign * y]), value };
}

/**
 * The line of a spring between the particles 0 and 1: of a pair both move, else 1 alone.
 * @param {string} scene @param {State} start @param {number} rest  length in m
 */
function springLine(scene, { positions, velocities }, rest) {
  const both = scene === "pair";
  const shares = both ? [-0.5, 0.5] : [0, 1];
  const [places, speeds] = [positions, velocities].map((list) => [0, 1].map((i) => vector(list, i)));
  const [d, w] = [places, speeds].map(([one, other]) => plus(other, one, -1));
  const length = Math.hypot(...d);
  const e = d.map((x) => x / length);
  const v = w.reduce((sum, x, axis) => sum + x * e[axis], 0);
  const across = Math.hypot(...w.map((x, axis) => x - v * e[axis]));
  if (!(length > 0) || across > ROUNDING * Math.hypot(...w)) return undefined;
  const centre = ([one, other] = places) => one.map((x, axis) => (both ? 0.5 * (x + other[axis]) : x));
  const [place, drift] = [centre(places), centre(speeds)];
  /** @param {Part} part @param {Swing} swing @param {number} time */
  const value = ({ index, speed }, [u, v], time) => {
    const [axis, along] = [index % 3, shares[Math.floor(index / 3)] * e[index % 3]];
    return speed ? drift[axis] + along * v : place[axis] + time * drift[axis] + along * (rest + u);
  };
  return { swing: /** @type {Swing} */ ([length - rest, v]), value };
}

/**
 * Followers with other constants. Bob moves as the engine moves him.
 * @param {Mistake} mistake @param {number} h  in s
 * @param {Values} values @param {Trial} trial @param {State} start @param {Part[]} parts
 * @returns {Walk}
 */
export function following({ constants, next }, h, values, trial, start, parts) {
  const { simulation } = trial;
  tune(simulation, { ...values, method: "taylor", timeStepSize: h });
  simulation.restart();
  put(trial, start);
  const [a, b, c, d, e, f, g, i] = constants?.(Array.from(simulation.analysis.constants), h) ?? [];
  let { positions: p, velocities: v } = start;
  const step = () => {
    const [q, u] = [p, v];
    simulation.step(1);
    [p, v] = [simulation.positions, simulation.velocities].map((list) => [...list.slice(0, 3), ...q.slice(3)]);
    for (let at = 3; at < p.length; at++) {
      const [leader, speed] = next ? [p[at - 3], v[at - 3]] : [q[at - 3], u[at - 3]];
      [p[at], v[at]] = [a * q[at] + b * leader + c * u[at] + d * speed, e * q[at] + f * leader + g * u[at] + i * speed];
    }
  };
  return {
    step: (steps) => {
      for (let taken = 0; taken < steps; taken++) step();
    },
    read: () => parts.map(({ index, speed }) => (speed ? v : p)[index]),
  };
}
