// A small solver, written from textbooks: methods, and tables of runs. It uses nothing of the
// engine.

/** A state: positions, then as many velocities; of a flow, its coordinates. */
export type State = number[];
/** The rate of a state, at a time in s. */
export type Rate = (state: State, time: number) => number[];
export type Step = (state: State, time: number) => State;

const plus = (y: State, h: number, rate: number[]): State => y.map((x, i) => x + h * rate[i]);

/** The same for the first half of a state alone, and for the second. */
const first: typeof plus = (y, h, rate) => y.map((x, i) => (i < y.length / 2 ? x + h * rate[i] : x));
const second: typeof plus = (y, h, rate) => y.map((x, i) => (i < y.length / 2 ? x : x + h * rate[i]));

/** Solves y = g(y) by iteration. */
function fixed(y: State, g: (y: State) => State) {
  for (let i = 0; i < 300; i++) {
    const next = g(y);
    if (next.every((x, j) => x === y[j])) return y;
    y = next;
  }
  return y;
}

export const METHODS: Record<string, (f: Rate, h: number) => Step> = {
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
    let a: number[];
    return (y, t) => {
      a ??= f(y, t);
      const half = second(y, 0.5 * h, a);
      const moved = first(half, h, f(half, t));
      a = f(second(moved, 0.5 * h, a), t + h);
      return second(moved, 0.5 * h, a);
    };
  },
  leapfrog: (f, h) => {
    let a: number[];
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

/** A method that no scene offers: Adams and Bashforth's of order 2. */
export function adams(f: Rate, h: number): Step {
  let before: number[];
  return (y, t) => {
    const now = f(y, t);
    const next = before ? plus(plus(y, 1.5 * h, now), -0.5 * h, before) : METHODS.heun(f, h)(y, t);
    before = now;
    return next;
  };
}

export function springs({
  masses,
  springs,
  k,
  mu = 0,
  gravity = 0,
  gets = () => 1,
}: {
  /** Masses in kg; Infinity for a fixed one. */
  masses: number[];
  /** Two masses and the rest length in m. */
  springs: [number, number, number][];
  /** K in N/m. */
  k: number;
  /** Mu in N·s/m, along the spring. */
  mu?: number;
  /** Gravity in m/s², along y. */
  gravity?: number;
  /** Part of the force that a mass gets. */
  gets?: (mass: number) => number;
}): Rate {
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

/** Way in which a run is written. */
export interface How {
  /** Time step in s. */
  h: number;
  /** Steps between two rows. */
  every?: number;
  rows?: number;
  /** True for single precision. */
  single?: boolean;
  digits?: number;
  /** True for velocities half a step late. */
  late?: boolean;
  /** Length of the first step, in steps. */
  first?: number;
}

/**
 * A run as a table with the columns of these names, which are parts of the state by their index.
 */
export function table(
  method: (h: number) => Step,
  start: State,
  names: Record<string, number>,
  { h, every = 1, rows = 120, single, digits = 12, late, first: begin }: How,
) {
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
