// Errors of a run from its start over a fixed time, with steps that are halved again and again.
// Generators compute them: each value ends a slice of work, so that a page can draw in between.
import { Simulation } from "../../engine.ts";
import { farthest } from "../../lab/model/deviation.ts";
import type { Plan } from "../../lab/model/reference.ts";
import { COSTLY, physical, planFor } from "../../lab/model/reference.ts";
import type { Values } from "../../lab/model/run.ts";
import { stepCost } from "../../lab/views/stopwatch.ts";
import type { Method, Simulation as Model } from "../../types.ts";

/** Number of times at which positions are compared: parts of the whole time. */
const CHECKS = 8;

/** Steps between two checks, up to 2¹³: two sizes in each octave. */
const COUNTS = Array.from({ length: 27 }, (_, i) => (i % 2 === 0 ? 1 : 1.5) * 2 ** Math.floor(i / 2)).filter(
  Number.isInteger,
);

/** Most halvings of the longest step for a reference. */
const MAX_HALVINGS = 10;

/** Longest step, as a part of the time 1/|λ| of the fastest motion. */
const LONGEST_STEP = 3;

/** Time where no motion is known, in s. */
const DEFAULT_TIME = 1;

/** Longest computation of a point, after which shorter steps are not measured, in s. */
const MAX_SECONDS = 0.5;

/** Number of measurements of a cheap step's cost, of which the least counts. */
const TRIALS = 3;

/** Cost in s below which a step is cheap. */
const CHEAP_COST = 0.004;

/** Most work of a reference, in evaluations of the force on one mass. */
const WORK = 2e7;

/** Most masses of a scene with references. */
const MAX_MASSES = 5000;

/** Least tolerance of a reference with adaptive steps. */
const TOLERANCE = 1e-10;

/** Duration of a slice in ms: a frame has time left to draw. */
export const SLICE = 6;

/** Factor by which an error must exceed all rounding and that of the reference to count. */
const CLEAR_FACTOR = 30;

/** Largest error, relative to the motion's extent, that counts for an order. */
const MAX_ERROR = 0.02;

/** Number of points that give an order. */
const FITTED_POINTS = 4;

/** Largest distance of these points from a line, in ln error. */
const MAX_DEVIATION = 0.03;

/** Part of an error by which the next one must be smaller, while steps are halved. */
const FALLING_FACTOR = 0.8;

/** Least size of an error, relative to the extent, at which it may still rise. */
const MIN_RISING_ERROR = 1e-3;

/** Positions that a run should have at each check, and their own error in m. */
export interface Reference {
  positions: Float64Array[];
  /** Largest distance of a mass from its start in m. */
  extent: number;
  /** Error in m, a bound. */
  own: number;
  name: string;
}

/** A run with one step size. */
export interface Point {
  /** Step of the method, in s. */
  step: number;
  /** Error in m: the largest distance of a mass from its place, at any check. */
  error: number;
  /** Evaluations of the force. */
  evaluations: number;
  /** Seconds of computing. */
  seconds: number;
}

/** A line of points, the longest step first. */
export interface Line {
  points: Point[];
  /** Why there are no shorter steps, in a clause; empty if these are short enough. */
  end: string;
  /** Why there are no longer ones; empty if these are long enough. */
  begin: string;
  /** Error in m below which it is not that of the method. */
  floor: number;
  /** Extent of the motion, in m. */
  extent: number;
}

/** A run to measure: the scene with its parameters, and those that it does not share. */
export interface Subject {
  /** Id. */
  scene: string;
  snapshot: Uint8Array;
  own: Values;
}

/** A simulation at its start. @param values  further ones */
export function opened({ scene, snapshot, own }: Subject, values: Values = {}) {
  const simulation = Simulation.open(scene);
  simulation.restore(snapshot);
  for (const [key, value] of Object.entries({ ...own, ...values })) simulation.set(key, value);
  simulation.restart();
  return simulation;
}

/**
 * Time in s over which a scene is measured: `CHECKS` of the longest steps of interest.
 * @param rates  of its motions, as real and imaginary parts in 1/s
 */
export function timeFor(rates: ArrayLike<number> | undefined = []) {
  let fastest = 0;
  for (let i = 0; i < rates.length; i += 2) fastest = Math.max(fastest, Math.hypot(rates[i], rates[i + 1]));
  const time = fastest > 0 ? (CHECKS * LONGEST_STEP) / fastest : DEFAULT_TIME;
  return Number(time.toPrecision(2));
}

/**
 * Takes steps in slices. Yields while it works; throws what the engine refuses. Returns the time
 * that they took, in ms.
 */
function* advance(simulation: Model, steps: number) {
  let batch = 1;
  let total = 0;
  for (let left = steps; left > 0; ) {
    const from = performance.now();
    const taken = Math.min(batch, left);
    simulation.step(taken);
    left -= taken;
    const spent = performance.now() - from;
    total += spent;
    if (spent < SLICE / 4) batch *= 2;
    yield;
  }
  return total;
}

/**
 * Takes the steps of a run and visits each check. Returns the time that the steps took, in ms.
 * @param steps  between two checks
 */
function* visited(simulation: Model, steps: number, visit: (check: number) => void): Generator<void, number> {
  let total = 0;
  for (let check = 0; check < CHECKS; check++) {
    total += yield* advance(simulation, steps);
    visit(check);
  }
  return total;
}

/**
 * Computes the reference of a run: the exact motion where it is known, else a fine run, whose own
 * error is its distance from another one. Returns why there is none in a clause.
 * @param methods  that the scene offers
 * @param time  in s
 */
export function* reference(subject: Subject, methods: Method[], time: number): Generator<void, Reference | string> {
  const simulation = opened(subject);
  try {
    const start = simulation.positions.slice();
    const [plan, step] = finest(subject, simulation, methods, time);
    if (typeof plan === "string") return plan;
    const [fine, coarse] = plan.values.map((values) => ({ timeStepSize: step, ...values }));
    const { places, exact } = yield* placesOf(subject, fine, time);
    const known = exact.every((positions) => positions !== undefined);
    const others = known ? places : (yield* placesOf(subject, coarse, time)).places;
    const positions = known ? (exact as Float64Array[]) : places;
    const largest = (from: (check: number) => Float64Array) =>
      Math.max(...positions.map((list, check) => farthest(list, from(check))));
    return {
      positions,
      extent: largest(() => start),
      own: known ? 0 : largest((check) => others[check]),
      name: known ? "the exact motion" : `a fine reference (${plan.method.replace(/ at .*/, "")})`,
    };
  } finally {
    simulation.free();
  }
}

/** The plan with the finest steps that are not too costly, and their length in s. */
function finest(subject: Subject, simulation: Model, methods: Method[], time: number): [Plan | string, number] {
  const limits = { tolerance: TOLERANCE, most: MAX_MASSES, work: WORK / time };
  for (let halvings = MAX_HALVINGS; ; halvings--) {
    const step = time / (CHECKS * 2 ** halvings);
    const plan = planFor(simulation, subject.own, methods, { step, ...limits });
    if (plan !== COSTLY || halvings === 0) return [plan, step];
  }
}

/** Positions of a run at each check, and the exact ones where they are known. */
function* placesOf(subject: Subject, values: Values, time: number) {
  const simulation = opened(subject, values);
  try {
    const found: { places: Float64Array[]; exact: (Float64Array | undefined)[] } = { places: [], exact: [] };
    yield* visited(simulation, Math.round(time / CHECKS / Number(values.timeStepSize)), () => {
      found.places.push(simulation.positions.slice());
      found.exact.push(simulation.analysis.exact?.positions);
    });
    return found;
  } finally {
    simulation.free();
  }
}

/**
 * Measures a line, point by point.
 * @param time  in s
 * @returns yields the line after each point
 */
export function* line(subject: Subject, reference: Reference, time: number): Generator<void | Line, Line> {
  const found: Line = { points: [], end: "", begin: "", floor: CLEAR_FACTOR * reference.own, extent: reference.extent };
  for (const steps of COUNTS) {
    if (found.end) break;
    const simulation = opened(subject);
    try {
      if (accepts(simulation, time / CHECKS / steps)) yield* measure(simulation, reference, steps, found);
      else if (found.points.length > 0) found.end = "the scene does not allow them";
      else found.begin = "the scene does not allow them";
    } finally {
      simulation.free();
    }
    yield found;
  }
  return found;
}

/** Sets the time step; returns false if the scene does not allow it. */
function accepts(simulation: Model, step: number) {
  try {
    simulation.set("timeStepSize", step);
    return true;
  } catch {
    return false;
  }
}

/**
 * Adds the point of one run to a line, or notes why there is none.
 * @param steps  between two checks
 */
function* measure(simulation: Model, { positions, own }: Reference, steps: number, line: Line) {
  const { points, extent } = line;
  const { substep: step, effort } = simulation.analysis;
  let error = 0;
  let spent = 0;
  try {
    spent = yield* visited(simulation, steps, (check) => {
      error = Math.max(error, farthest(simulation.positions, positions[check]));
    });
  } catch {
    // a step has overflowed, or has no solution
    points.length = 0;
    line.begin = "their runs explode";
    return;
  }
  const evaluations = simulation.analysis.effort.evaluations - effort.evaluations;
  let cost = spent / 1000 / CHECKS / steps;
  for (let i = 0; i < TRIALS && cost < CHEAP_COST; i++) {
    yield;
    cost = Math.min(cost, stepCost(simulation) ?? cost);
  }
  const seconds = CHECKS * steps * cost;
  const before = points.at(-1)?.error ?? Number.POSITIVE_INFINITY;
  points.push({ step, error, evaluations, seconds });
  const rounding = Number.EPSILON * extent * Math.sqrt(CHECKS * steps);
  line.floor = CLEAR_FACTOR * Math.max(own, rounding);
  if (error > FALLING_FACTOR * before && error < MIN_RISING_ERROR * extent) {
    if (error > line.floor) line.end = "rounding or a jump in the forces outweighs the error of the method";
    else line.end = own > rounding ? "the reference is not more exact" : "only rounding is left";
  } else if (seconds > MAX_SECONDS) line.end = "steps take too long";
}

/**
 * Order of a line: the slope of log error over log Δt by least squares, at the shortest steps where
 * neighbouring points between the floor and large errors are in a line; undefined without two.
 */
export function orderOf({ points, floor, extent }: Line) {
  const clear = points.filter(({ error }) => error > floor && error < MAX_ERROR * extent);
  const count = Math.min(FITTED_POINTS, clear.length);
  if (count < 2) return undefined;
  const fits = Array.from({ length: clear.length - count + 1 }, (_, i) => fit(clear.slice(i, i + count)));
  // the last straight one: higher powers of Δt matter least there
  const straightest = fits.reduce((best, one) => (one.bend < best.bend ? one : best));
  return (fits.findLast(({ bend }) => bend < MAX_DEVIATION) ?? straightest).slope;
}

/** Slope of log error over log Δt, and the largest distance from the line. */
function fit(points: Point[]) {
  const x = points.map(({ step }) => Math.log(step));
  const y = points.map(({ error }) => Math.log(error));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
  const left = mean(x);
  const low = mean(y);
  const sum = (of: (i: number) => number) => x.reduce((total, _, i) => total + of(i), 0);
  const slope = sum((i) => (x[i] - left) * (y[i] - low)) / sum((i) => (x[i] - left) ** 2);
  return { slope, bend: Math.max(...y.map((value, i) => Math.abs(value - low - slope * (x[i] - left)))) };
}

/** Text that distinguishes references of runs. */
export function keyOf({ own }: Subject) {
  return JSON.stringify(physical(own));
}
