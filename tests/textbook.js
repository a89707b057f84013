// A small solver, written from textbooks: methods, and tables of runs. It uses nothing of the
// engine.

/**
 * A state: positions, then as many velocities; of a flow, its coordinates. @typedef {number[]}
 * State
 */
/** The rate of a state, at a time in s. @typedef {(state: State, time: number) => number[]} Rate */
/** @typedef {(state: State, time: number) => State} Step */

/** @param {State} y @param {number} h @param {number[]} rate @returns {State} */
const plus = (y, h, rate) => y.map((x, i) => x + h * rate[i]);

/** The same for the first half of a state alone, and for the second. @type {typeof plus} */
const first = (y, h, rate) => y.map((x, i) => (i < y.length / 2 ? x + h * rate[i] : x));
/** @type {typeof plus} */
const second = (y, h, rate) => y.map((x, i) => (i < y.length / 2 ? x : x + h * rate[i]));

/** Solves y = g(y) by iteration. @param {State} y @param {(y: State) => State} g */
function fixed(y, g) {
  for (let i = 0; i < 300; i++) {
    const next = g(y);
    if (next.every((x, j) => x === y[j])) return y;
    y = next;
  }
  return y;
}

/** @type {Record<string, (f: Rate, h: number) => Step>} */
export const METHODS = {
  "explicit-euler": (f, h) => (y, t) => plus(y, h, f(y, t)),
  "symplectic-euler": (f, h) => (y, t) => {
    const kicked = second(y, h, f(y, t));
    return first(kicked, h, f(kicked, t));
  },
  "symplectic-euler-adjoint": (f, h) => (y, t) => {
    const moved = first(y, h, f(y, t));
    return second(moved, h, f(moved, t + h));
  },
  "implicit-euler": (f, h) => (y, t) => fixed(y, (next) => plus(y, h, f(next, t + h))),
  "implicit-midpoint": (f, h) => (y, t) =>
    fixed(y, (next) => {
      const middle = y.map((x, i) => 0.5 * (x + next[i]));
      return plus(y, h, f(middle, t + 0.5 * h));
    }),
  "runge-kutta-2": (f, h) => (y, t) => plus(y, h, f(plus(y, 0.5 * h, f(y, t)), t + 0.5 * h)),
  heun: (f, h) => (y, t) => {
    const k = f(y, t);
    return plus(plus(y, 0.5 * h, k), 0.5 * h, f(plus(y, h, k), t + h));
  },
  "runge-kutta-4": (f, h) => (y, t) => {
    const k1 = f(y, t);
    const k2 = f(plus(y, h / 2, k1), t + h / 2);
    const k3 = f(plus(y, h / 2, k2), t + h / 2);
    const k4 = f(plus(y, h, k3), t + h);
    return plus(plus(plus(plus(y, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  },
  "velocity-verlet": (f, h) => {
    /** @type {number[]} */
    let a;
    return (y, t) => {
      a ??= f(y, t);
      const half = second(y, 0.5 * h, a);
      const moved = first(half, h, f(half, t));
      a = f(second(moved, 0.5 * h, a), t + h);
      return second(moved, 0.5 * h, a);
    };
  },
  leapfrog: (f, h) => {
    /** @type {number[]} */
    let a;
    return (y, t) => {
      a ??= f(y, t);
      const half = first(y, 0.5 * h, f(y, t));
      a = f(second(half, 0.5 * h, a), t + 0.5 * h);
      const kicked = second(half, h, a);
      return first(kicked, 0.5 * h, f(kicked, t + h));
    };
  },
};

/** Methods for any first-order equation. */
export const RUNGE_KUTTA = [
  "explicit-euler",
  "implicit-euler",
  "implicit-midpoint",
  "runge-kutta-2",
  "heun",
  "runge-kutta-4",
];

/**
 * A method that no scene offers: Adams and Bashforth's of order 2.
 * @param {Rate} f @param {number} h
 * @returns {Step}
 */
export function adams(f, h) {
  /** @type {number[]} */
  let before;
  return (y, t) => {
    const now = f(y, t);
    const next = before ? plus(plus(y, 1.5 * h, now), -0.5 * h, before) : METHODS.heun(f, h)(y, t);
    before = now;
    return next;
  };
}

/**
 * @param {object} system
 * @param {number[]} system.masses  in kg; Infinity for a fixed one
 * @param {[number, number, number][]} system.springs  two masses and the rest length in m
 * @param {number} system.k  in N/m @param {number} [system.mu]  in N·s/m, along the spring
 * @param {number} [system.gravity]  in m/s², along y
 * @param {(mass: number) => number} [system.gets]  part of the force that a mass gets
 * @returns {Rate}
 */
export function springs({ masses, springs, k, mu = 0, gravity = 0, gets = () => 1 }) {
  const count = masses.length;
  return (state) => {
    const rate = [...state.slice(3 * count), ...Array(3 * count).fill(0)];
    for (const [i, m] of masses.entries()) if (Number.isFinite(m)) rate[3 * (count + i) + 1] = gravity;
    for (const [i, j, rest] of springs) {
      const [d, w] = [0, 3 * count].map((from) =>
        [0, 1, 2].map((axis) => state[from + 3 * i + axis] - state[from + 3 * j + axis]),
      );
      const length = Math.hypot(...d);
      const along = d.reduce((sum, x, axis) => sum + x * w[axis], 0) / length;
      const force = -k * (length - rest) - mu * along;
      for (const axis of [0, 1, 2]) {
        rate[3 * (count + i) + axis] += (gets(i) * force * d[axis]) / length / masses[i];
        rate[3 * (count + j) + axis] -= (gets(j) * force * d[axis]) / length / masses[j];
      }
    }
    return rate;
  };
}

/**
 * Way in which a run is written.
 * @typedef {object} How
 * @property {number} h  time step in s
 * @property {number} [every]  steps between two rows
 * @property {number} [rows]
 * @property {boolean} [single]  true for single precision
 * @property {number} [digits]
 * @property {boolean} [late]  true for velocities half a step late
 * @property {number} [first]  length of the first step, in steps
 */

/**
 * A run as a table with the columns of these names, which are parts of the state by their index.
 * @param {(h: number) => Step} method @param {State} start
 * @param {Record<string, number>} names @param {How} how
 */
export function table(method, start, names, { h, every = 1, rows = 120, single, digits = 12, late, first: begin }) {
  const step = method(h);
  const round = single ? Math.fround : Number;
  const half = start.length / 2;
  const lines = [["t", ...Object.keys(names)].join(" ")];
  let state = start.map(round);
  let time = 0;
  const advance = () => {
    state = step(state, time).map(round);
    time += h;
  };
  for (let row = 0; row < rows; row++) {
    const shown = [...state];
    const at = row * every * h;
    if (begin !== undefined && row === 0) {
      if (begin > 0) state = method(begin * h)(state, 0);
    } else for (let i = 0; i < every; i++) advance();
    // the velocity that takes the position to the next row
    if (late) for (let i = half; i < shown.length; i++) shown[i] = (state[i - half] - shown[i - half]) / h;
    lines.push([at, ...Object.values(names).map((index) => shown[index])].map((x) => x.toPrecision(digits)).join(" "));
  }
  return `${lines.join("\n")}\n`;
}
