// The method, step and usual mistake that an imported run most resembles.
import { stability } from "../../engine.js";
import { mistakes, NONE } from "./mistakes.js";
import { repelled } from "./repelled.js";

/** @import { Method, Simulation } from "../../types.js" */
/** @import { ImportedRun } from "./imported-run.js" */
/** @import { Mistake, Values } from "./mistakes.js" */

/**
 * A way in which a run may have been computed.
 * @typedef {object} Candidate
 * @property {Method} method
 * @property {Mistake} mistake
 * @property {number} every  number of steps between two rows
 */

/**
 * A candidate with its distance from the run, in multiples of the uncertainty: about 1 if the
 * candidate is right.
 * @typedef {Candidate & { distance: number, positions: number, difference: number }} Compared
 */

/**
 * The verdict on a run.
 * @typedef {object} Verdict
 * @property {Compared[]} matches  all that give the run's numbers, as far as it has digits
 * @property {Compared} nearest
 * @property {Compared} [next]  the nearest one that does not match
 * @property {boolean} single  true if it matches with the rounding of single precision only
 * @property {boolean} positionsOnly  true if the positions match and the velocities do not
 */

/**
 * A simulation in which candidates run, and what they have in common.
 * @typedef {object} Trial
 * @property {Simulation} simulation  of the same scene, which may be changed
 * @property {Method[]} methods  that the scene offers
 * @property {Values} values  parameters of the laboratory's run
 * @property {[number, number]} start  position and velocity of the scene at t = 0
 */

/** Rows by which all candidates are compared, and by which the nearest are. */
const ROWS = { all: 24, nearest: 1000 };

/** Number of the nearest candidates. */
const NEAREST = 24;

/** Largest distance of a candidate that gives the run's numbers. */
const MATCH = 3;

/** Steps between two rows that are tried. */
const EVERY = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 25, 30, 32, 40, 50, 60, 64, 80, 100];

/** Most steps that a candidate takes. */
const MOST_STEPS = 50_000;

/** Rounding of a number, in double and in single precision. */
const ROUNDING = { double: 2 ** -53, single: 2 ** -24 };

/** Methods whose velocities may be meant for the middle of a step. */
const STAGGERED = new Set(["leapfrog", "verlet", "velocity-verlet"]);

/** Index of the mass's x in lists of coordinates. */
const MASS = 3;

/** Longest time in ms between two pauses. */
const SLICE = 12;

/**
 * Compares a run with all candidates.
 * @param {ImportedRun} run @param {Trial} trial
 * @param {() => Promise<void>} pause  lets the page draw
 * @returns {Promise<Verdict>}
 */
export async function resemblance(run, trial, pause) {
  let began = performance.now();
  const rest = async () => {
    if (performance.now() - began < SLICE) return;
    await pause();
    began = performance.now();
  };
  const factors = await growth(run, trial);
  const compared = async (
    /** @type {Candidate[]} */ candidates,
    /** @type {number} */ rows,
    precision = ROUNDING.double,
  ) => {
    const found = [];
    for (const candidate of candidates) {
      const path = motion(candidate, run, rows, trial, factors);
      if (path) found.push({ ...candidate, ...distances(path, run, precision) });
      await rest();
    }
    return found.sort((one, other) => one.distance - other.distance);
  };
  const all = candidates(run, trial);
  /** @param {(one: Compared) => number} distance @param {number} [precision] */
  const verdict = async (distance, precision) => {
    const near = nearest(await compared(all, ROWS.all, precision), distance);
    return judged(await compared(near, ROWS.nearest, precision), distance);
  };
  const both = await verdict((one) => one.distance);
  if (both.matches.length > 0) return { ...both, single: false, positionsOnly: false };
  if (isSingle(run)) {
    const single = await verdict((one) => one.distance, ROUNDING.single);
    if (single.matches.length > 0) return { ...single, single: true, positionsOnly: false };
  }
  const positions = run.v && (await verdict((one) => one.positions));
  if (positions && positions.matches.length > 0) return { ...positions, single: false, positionsOnly: true };
  return { ...both, single: false, positionsOnly: false };
}

/**
 * The nearest candidates; of those that match, the ones with the fewest steps between rows.
 * @param {Compared[]} all @param {(one: Compared) => number} distance @returns {Candidate[]}
 */
function nearest(all, distance) {
  const rank = (/** @type {Compared} */ one) => (distance(one) <= MATCH ? one.every / 1000 : distance(one));
  const sorted = all.toSorted((one, other) => rank(one) - rank(other));
  return sorted.slice(0, NEAREST).map(({ method, mistake, every }) => ({ method, mistake, every }));
}

/**
 * All candidates, the simpler ones first.
 * @param {ImportedRun} run @param {Trial} trial @returns {Candidate[]}
 */
function candidates(run, { methods, values }) {
  const usual = Math.round(run.spacing / Number(values.timeStepSize));
  const everyOf = (/** @type {Method} */ { order, value }) =>
    // steps without an error, and steps of its own choice, do not show in the rows
    Number.isFinite(order) && value !== "runge-kutta-45"
      ? [...new Set([1, usual, ...EVERY])].filter((n) => n >= 1)
      : [1];
  const right = methods.flatMap((method) => everyOf(method).map((every) => ({ method, mistake: NONE, every })));
  const steps = [...new Set([1, usual])].filter((n) => n >= 1);
  const wrong = mistakes(values).flatMap((mistake) =>
    methods
      .filter(({ value }) => mistake.late === undefined || STAGGERED.has(value))
      .flatMap((method) => steps.map((every) => ({ method, mistake, every }))),
  );
  return [...right, ...wrong].filter(({ every }) => every * Math.min(run.times.length, ROWS.all) < MOST_STEPS);
}

/**
 * Stability functions of all methods at the real rates of a spring that pushes away.
 * @param {ImportedRun} run @param {Trial} trial
 */
async function growth({ spacing }, { methods, values }) {
  if (values.drive !== undefined) return () => undefined;
  const [kappa, gamma] = [
    Number(values.stiffness) / Number(values.mass),
    Number(values.damping ?? 0) / Number(values.mass),
  ];
  const root = Math.sqrt(0.25 * gamma * gamma + kappa);
  const usual = Math.max(1, Math.round(spacing / Number(values.timeStepSize)));
  const points = [1, usual].flatMap((n) =>
    [-0.5 * gamma - root, -0.5 * gamma + root].map((rate) => (spacing / n) * rate),
  );
  /** @type {Map<string, number | undefined>} */
  const found = new Map();
  for (const { value } of methods) {
    for (const x of points) found.set(`${value} ${x}`, (await stability(value, x, 0))?.[0]);
  }
  return (/** @type {string} */ method, /** @type {number} */ x) => found.get(`${method} ${x}`);
}

/**
 * Positions and velocities of a candidate at the rows of a run; undefined if it has none.
 * @param {Candidate} candidate @param {ImportedRun} run @param {number} rows @param {Trial} trial
 * @param {(method: string, x: number) => number | undefined} factor
 */
function motion({ method, mistake, every }, run, rows, trial, factor) {
  const count = Math.max(2, Math.min(run.times.length, rows, Math.floor(MOST_STEPS / every)));
  const h = run.spacing / every;
  const given = { ...trial.values, ...mistake.values };
  const [x0, v0] = [run.x.values[0], run.v && mistake.late === undefined ? run.v.values[0] : trial.start[1]];
  if (mistake.late !== undefined && (!run.v || every > 1)) return undefined;
  const rest = Number(given.restLength ?? 0);
  try {
    const path = mistake.repels
      ? pushed(
          repelled(method.value, h, numbers(given), (x) => factor(method.value, x)),
          [x0 - rest, v0],
          rest,
          every,
          count,
        )
      : stepped(
          { method, mistake, every, h, given, count: count + (mistake.late ? 1 : 0), start: [x0, v0] },
          trial.simulation,
        );
    return path && mistake.late ? shifted(path, mistake.late, h, count, v0) : path;
  } catch {
    return undefined; // a step is out of range, or the motion has exploded
  }
}

/** @param {Values} values */
function numbers({ stiffness, mass, damping = 0 }) {
  return { stiffness: Number(stiffness), mass: Number(mass), damping: Number(damping) };
}

/**
 * The motion of a candidate from the start of the scene, as a program would write it.
 * @param {Candidate} candidate @param {number} count  of rows @param {Trial} trial
 */
export function written({ method, mistake, every }, count, { simulation, values, start }) {
  const h = Number(values.timeStepSize);
  const given = { ...values, ...mistake.values };
  const path = stepped({ method, mistake, every, h, given, count, start }, simulation);
  return { times: path.x.map((_, i) => i * every * h), ...path };
}

/**
 * A motion by the engine.
 * @param {Candidate & { h: number, given: Values, count: number, start: [number, number] }} run
 * @param {Simulation} simulation
 */
function stepped({ method, mistake, every, h, given, count, start: [x, v] }, simulation) {
  for (const [key, value] of Object.entries(given)) if (simulation.get(key) !== value) simulation.set(key, value);
  simulation.set("method", method.value);
  simulation.set("timeStepSize", h);
  simulation.restart();
  const backwards = mistake.time === "backwards";
  const sign = backwards ? -1 : 1;
  const { positions, velocities } = simulation;
  const [places, speeds] = [Array.from(positions), Array.from(velocities)];
  places[MASS] = x;
  speeds[MASS] = sign * v;
  simulation.history.setState(places, speeds);
  if (backwards) simulation.history.reverse();
  const path = { x: [x], v: [v] };
  while (path.x.length < count) {
    simulation.step(every);
    path.x.push(simulation.positions[MASS]);
    path.v.push(sign * simulation.velocities[MASS]);
  }
  return path;
}

/**
 * A motion away from the rest position.
 * @param {((state: [number, number]) => [number, number]) | undefined} step
 * @param {[number, number]} start @param {number} rest  in m
 * @param {number} every @param {number} count
 */
function pushed(step, start, rest, every, count) {
  if (!step) return undefined;
  let state = start;
  const path = { x: [state[0] + rest], v: [state[1]] };
  while (path.x.length < count) {
    for (let i = 0; i < every; i++) state = step(state);
    path.x.push(state[0] + rest);
    path.v.push(state[1]);
  }
  return path;
}

/**
 * The same motion with the velocities in the middle of the step after each row, or before it.
 * @param {{ x: number[], v: number[] }} path  with a further row
 * @param {number} late  in steps @param {number} h  in s @param {number} count  of rows
 * @param {number} v0  at the start
 */
function shifted({ x }, late, h, count, v0) {
  const between = x.slice(1).map((next, i) => (next - x[i]) / h);
  const v = late > 0 ? between.slice(0, count) : [2 * v0 - between[0], ...between.slice(0, count - 1)];
  return { x: x.slice(0, count), v };
}

/**
 * Root mean square differences in multiples of the uncertainty: that of the digits, of the first
 * row's digits, and of the rounding of each step.
 * @param {{ x: number[], v: number[] }} path @param {ImportedRun} run
 * @param {number} rounding  of one operation
 */
function distances(path, run, rounding) {
  const rows = path.x.length;
  const largest = (/** @type {ArrayLike<number>} */ list) =>
    Array.from(list)
      .slice(0, rows)
      .reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const size = { x: largest(run.x.values), v: largest(run.v?.values ?? path.v) };
  const rate = size.v > 0 && size.x > 0 ? size.v / size.x : 1;
  const first = Math.hypot(run.x.units[0], (run.v?.units[0] ?? 0) / rate);
  let reached = Math.abs(run.x.values[0]) + Math.abs(path.v[0]) / rate || size.x;
  const begin = reached;
  let [positions, velocities, square] = [0, 0, 0];
  for (let i = 1; i < rows; i++) {
    reached = Math.max(reached, Math.abs(run.x.values[i]));
    const carried = first * (reached / begin) + 4 * rounding * reached * (4 + i);
    const difference = path.x[i] - run.x.values[i];
    square += difference ** 2;
    positions += difference ** 2 / uncertainty(run.x.units[i], carried);
    if (run.v) velocities += (path.v[i] - run.v.values[i]) ** 2 / uncertainty(run.v.units[i], rate * carried);
  }
  const mean = (/** @type {number} */ sum) =>
    Number.isFinite(sum) ? Math.sqrt(sum / (rows - 1)) : Number.POSITIVE_INFINITY;
  return {
    positions: mean(positions),
    distance: Math.max(mean(positions), mean(velocities)),
    difference: mean(square),
  };
}

/**
 * Variance of a number by its last digit and by what it has carried on.
 * @param {number} unit @param {number} carried
 */
function uncertainty(unit, carried) {
  return (unit ** 2 + carried ** 2) / 12;
}

/**
 * The verdict by a distance. Of those that match, the simplest explanation counts: few steps
 * between rows, and no mistake.
 * @param {Compared[]} all @param {(one: Compared) => number} distance
 */
function judged(all, distance) {
  const sorted = all.toSorted((one, other) => distance(one) - distance(other));
  const matching = sorted.filter((one) => distance(one) <= MATCH);
  const late = matching.filter(({ mistake }) => mistake.late !== undefined);
  const plain = matching.filter(({ mistake }) => mistake === NONE);
  const simplest = [late, plain, matching].find((some) => some.length > 0) ?? [];
  const least = Math.min(...simplest.map(({ every }) => every));
  const matches = simplest.filter(({ every }) => every === least);
  return { matches, nearest: sorted[0], next: sorted.find((one) => distance(one) > MATCH) };
}

/** True if all numbers may be in single precision. @param {ImportedRun} run */
function isSingle({ x, v }) {
  return [x, ...(v ? [v] : [])].every(({ values, units }) =>
    values.every((value, i) => Math.abs(Math.fround(value) - value) <= 0.5 * units[i] * (1 + 1e-9)),
  );
}
