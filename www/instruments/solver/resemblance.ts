// The method, step and usual mistake that an imported run most resembles.

import type { Method } from "../../types.ts";
import type { Part } from "./columns.ts";
import { alongLine, explanations, fits, meant, RANKS, withNoise } from "./fit.ts";
import type { ImportedRun } from "./imported-run.ts";
import { pushed, swinging } from "./linear.ts";
import type { Mistake } from "./mistakes.ts";
import { mistakes, NONE, otherSolver } from "./mistakes.ts";
import type { Trial } from "./trial.ts";
import { beginOf } from "./trial.ts";
import { walkOf } from "./walk.ts";

/** A way in which a run may have been computed. */
export interface Candidate {
  method: Method;
  mistake: Mistake;
  /** Number of steps between two rows. */
  every: number;
}

/**
 * A candidate with its distance from the run, in multiples of the uncertainty: about 1 if the
 * candidate is right; the same with single precision, and of the positions alone. The difference
 * is in m.
 */
export type Compared = Candidate & Record<Measure | "difference", number>;

/** Measure by which a candidate is judged. */
type Measure = "distance" | "single" | "positions";

/** The verdict on a run. */
export interface Verdict {
  /** All that give the run's numbers, as far as it has digits. */
  matches: Compared[];
  /** A method that is not offered and gives them. */
  stranger?: Compared;
  nearest: Compared;
  /** The nearest one that does not match. */
  next?: Compared;
  /** Another method that matches with a mistake, or is not offered. */
  rival?: Compared;
  /** True if it matches with the rounding of single precision only. */
  single: boolean;
  /** True if the positions match and the velocities do not. */
  positionsOnly: boolean;
  /** Mistake in the columns, as the end of a sentence. */
  written: string;
  /** Spacing of rows in s, as it must be meant. */
  spacing: number;
  /** Noise of the positions in m. */
  noise?: number;
  /** Size of the motion in m, root mean square about its mean. */
  size: number;
  /** Departs where it leaves the nearest. */
  departs?: Departure;
}

/** The row at which a run leaves a candidate. */
export interface Departure {
  candidate: Compared;
  /** Rows that agree before. */
  rows: number;
  row: number;
  /** Name of the first column that differs. */
  name: string;
  /** True if all later rows agree again. */
  alone: boolean;
}

/**
 * Most rows, and most steps, by which all candidates are compared, and by which the nearest are.
 */
const ALL = { rows: 24, steps: 600 };
const FINAL = { rows: 1000, steps: Number.POSITIVE_INFINITY };

/** Number of the nearest candidates. */
const NEAREST = 24;

/** Largest distance of a candidate that gives the run's numbers. */
const MATCH = 3;

/** Steps between two rows that are tried. */
const EVERY = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 25, 30, 32, 40, 50, 60, 64, 80, 100];

/** Most steps that a candidate takes, times the number of particles, and fewest rows for them. */
const LIMITS = { steps: 100_000, rows: 6 };

/** Rounding of a number, in double and in single precision. */
const ROUNDING = { double: 2 ** -53, single: 2 ** -24 };

/** Methods whose velocities may be meant for the middle of a step. */
const STAGGERED = new Set(["leapfrog", "verlet", "velocity-verlet"]);

/** Rows that agree before a run departs, at least. */
const AGREE = 8;

/** Longest time in ms between two pauses. */
const SLICE = 12;

/** Compares a run with all candidates. @param pause  lets the page draw */
export async function resemblance(given: ImportedRun, trial: Trial, pause: () => Promise<void>): Promise<Verdict> {
  let began = performance.now();
  const rest = async () => {
    if (performance.now() - began < SLICE) return;
    await pause();
    began = performance.now();
  };
  const { run: plain, text: written } = meant(given, trial);
  const fitted = fits(plain, trial);
  await rest();
  const offered = [...candidates(plain, trial), ...explanations(fitted, plain, trial, given.spacing)];
  const found = await judgedBy(offered, plain, trial, rest);
  const noisy = found.matches.length > 0 || found.stranger ? undefined : withNoise(fitted, plain);
  const other = noisy?.isLarge ? await judgedBy(offered, noisy.run, trial, rest) : undefined;
  const verdict = other?.matches.length ? { ...other, noise: noisy?.noise } : found;
  const isNone = verdict.matches.length === 0 && !verdict.stranger;
  const departs = isNone || verdict.positionsOnly ? await departure(verdict.all, plain, trial, rest) : undefined;
  const about = { written, spacing: plain.spacing, size: sizeOf(plain) };
  // one row with another velocity does not make all velocities other ones
  if (departs?.alone) return { ...verdict, ...about, matches: [], positionsOnly: false, departs };
  return { ...verdict, ...about, departs: isNone ? departs : undefined };
}

/** The verdict on a run with its digits as they are. */
async function judgedBy(offered: Candidate[], run: ImportedRun, trial: Trial, rest: () => Promise<void>) {
  const isSingle = fitsSingle(run);
  const compared = async (candidates: Candidate[], most: typeof ALL) => {
    const found: Compared[] = [];
    for (const candidate of candidates) {
      const path = await motion(candidate, run, most, trial, rest);
      if (!path) continue;
      const double = distances(path, run, ROUNDING.double);
      const { distance: single } = isSingle ? distances(path, run, ROUNDING.single) : double;
      found.push({ ...candidate, ...double, single });
    }
    return found;
  };
  const all = await compared(offered, ALL);
  const verdict = async (by: Measure) => judged(await compared(nearest(all, by), FINAL), by);
  const both = await verdict("distance");
  const hasSpeeds = run.parts.some(({ speed }) => speed);
  const others = (["single", "positions"] as Measure[]).filter((by) => (by === "single" ? isSingle : hasSpeeds));
  for (const by of others) {
    if (both.matches.length > 0 || both.stranger) break;
    const found = await verdict(by);
    if (found.matches.length > 0) return { ...found, all, single: by === "single", positionsOnly: by === "positions" };
  }
  return { ...both, all, single: false, positionsOnly: false };
}

/** Root mean square of the positions about their means, in m. */
function sizeOf({ parts, times }: ImportedRun) {
  let square = 0;
  for (const { speed, values } of parts) {
    if (speed) continue;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    square += values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  }
  return Math.sqrt(square / times.length);
}

/**
 * The row at which a run leaves the candidate that it follows longest; undefined if that is soon.
 */
async function departure(
  all: Compared[],
  run: ImportedRun,
  trial: Trial,
  rest: () => Promise<void>,
): Promise<Departure | undefined> {
  let best: Departure | undefined;
  for (const { method, mistake, every, ...measures } of nearest(all, "distance")) {
    if (mistake.isStranger || isLaw({ method, mistake, every })) continue;
    const path = await motion({ method, mistake, every }, run, FINAL, trial, rest);
    const wrong = path ? departures(path, run) : [];
    const row = wrong.findIndex((name) => name !== undefined);
    if (row < AGREE || row <= (best?.rows ?? 0)) continue;
    const alone = path?.length === run.times.length && wrong.slice(row + 1).every((name) => name === undefined);
    best = { candidate: { method, mistake, every, ...measures }, rows: row, row, name: String(wrong[row]), alone };
  }
  return best;
}

/** For each row the name of the first column that differs from a path. */
function departures(path: number[][], { parts, lines }: ImportedRun) {
  const sizes = parts.map(({ values }) => Math.max(...values.subarray(0, path.length).map(Math.abs)));
  return path.map((numbers, row) => {
    if (lines[row] === undefined) return undefined;
    const part = parts.find(({ values, units }, i) => {
      const unsure = 2 * (units[row] + units[0]) + 16 * ROUNDING.double * sizes[i] * (4 + row);
      return !(Math.abs(numbers[i] - values[row]) <= unsure);
    });
    return part?.name;
  });
}

/**
 * The nearest candidates; of those that match, the simplest with the fewest steps between rows, and
 * all methods that are not offered.
 */
function nearest(all: Compared[], by: Measure) {
  const order = (one: Compared) => (one[by] <= MATCH ? (rankOf(one) + one.every / 1000) / 1000 : one[by]);
  const sorted = all.toSorted((one, other) => order(one) - order(other));
  const isRival = (one: Compared) => one.mistake.isStranger === true && one[by] <= MATCH;
  return sorted.filter((one, i) => i < NEAREST || isRival(one));
}

/** True for a law that no cause explains. */
function isLaw({ mistake: { rank = 0 } }: Candidate) {
  return rank >= RANKS.law;
}

/** The rank of a candidate: the simpler, the lower. */
function rankOf({ mistake }: Candidate) {
  if (mistake.late !== undefined) return -1;
  return mistake === NONE ? 0 : (mistake.rank ?? RANKS.cause);
}

/** Most steps that a candidate takes. */
function mostSteps({ start }: Trial) {
  return Math.floor((3 * LIMITS.steps) / start.positions.length);
}

/** All candidates, the simpler ones first. */
function candidates(run: ImportedRun, trial: Trial): Candidate[] {
  const { scene, methods, values } = trial;
  const usual = Math.round(run.spacing / Number(values.timeStepSize));
  const everyOf = ({ order, value }: Method) =>
    // steps without an error, and steps of its own choice, do not show in the rows
    Number.isFinite(order) && value !== "runge-kutta-45"
      ? [...new Set([1, usual, ...EVERY])].filter((n) => n >= 1)
      : [1];
  const right = methods.flatMap((method) => everyOf(method).map((every) => ({ method, mistake: NONE, every })));
  const steps = [...new Set([1, usual])].filter((n) => n >= 1);
  const speeds = run.parts.some(({ speed }) => speed);
  const isFitted = alongLine(run, trial) !== undefined;
  const wrong = [...mistakes(scene, values), ...(values.solver ? [otherSolver(values.solver)] : [])]
    .filter(({ late }) => late === undefined || speeds)
    .filter(({ late, first }) => !isFitted || late !== undefined || first !== undefined)
    .flatMap((mistake) =>
      methods.flatMap((method) =>
        steps.filter((every) => isPossible(mistake, method, every, trial)).map((every) => ({ method, mistake, every })),
      ),
    );
  const rows = Math.min(run.times.length, LIMITS.rows);
  return [...right, ...wrong].filter(({ every }) => every * rows < mostSteps(trial));
}

/** True if a method can have a mistake, or treat its equations otherwise. */
function isPossible(
  { late, first, constants, values }: Mistake,
  { value }: Method,
  every: number,
  { simulation }: Trial,
) {
  if (late !== undefined) return STAGGERED.has(value) && every === 1;
  if (first !== undefined) return every === 1;
  if (constants !== undefined) return value === "taylor";
  if (!values?.solver) return true;
  simulation.set("method", value);
  return simulation.analysis.idle("solver") === undefined;
}

/**
 * The numbers of a candidate at the rows of a run; undefined if it has none.
 * @param rest  lets the page draw if it is time
 */
async function motion(
  { method, mistake, every }: Candidate,
  run: ImportedRun,
  most: typeof ALL,
  trial: Trial,
  rest: () => Promise<void>,
): Promise<number[][] | undefined> {
  const affordable = Math.floor(Math.min(most.steps, mostSteps(trial)) / every);
  const count = Math.min(run.times.length, most.rows, Math.max(LIMITS.rows, affordable));
  const h = run.spacing / every;
  const { parts } = run;
  const { late = 0, repels, linear } = mistake;
  const start = beginOf(run, trial);
  if (late) start.velocities = trial.start.velocities;
  const given = { ...trial.values, ...mistake.values };
  const onLine = [start.positions[3], start.velocities[3]] as [number, number];
  const walk = linear
    ? swinging(linear, onLine, h, (state) => parts.map(({ index, speed }) => (index === 3 ? state[speed ? 1 : 0] : 0)))
    : repels
      ? pushed(method.value, repels, h, given, trial, start, parts)
      : attempt(() => walkOf({ method, mistake }, h, trial, start, parts));
  if (!walk) return undefined;
  const path = [walk.read()];
  while (path.length < count + (late ? 1 : 0)) {
    // of a motion that grows out of range, the rows before that are compared
    if (!attempt(() => walk.step(every) ?? true)) return path.length < LIMITS.rows || late ? undefined : path;
    path.push(walk.read());
    await rest();
  }
  return late ? shifted(path, parts, late, h) : path;
}

/** The result of an action; undefined if a step is out of range, or the motion has exploded. */
function attempt<T>(action: () => T) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/**
 * The same motion with the velocities in the middle of the step after each row, or before it.
 * @param path  with a further row
 * @param late  in steps
 * @param h  in s
 */
function shifted(path: number[][], parts: Part[], late: number, h: number) {
  const places = parts.map(({ index }) => parts.findIndex((part) => part.index === index));
  const between = (row: number, place: number) => (path[row + 1][place] - path[row][place]) / h;
  return path.slice(0, -1).map((numbers, row) =>
    numbers.map((value, i) => {
      if (!parts[i].speed) return value;
      if (late > 0) return between(row, places[i]);
      return row > 0 ? between(row - 1, places[i]) : 2 * value - between(0, places[i]);
    }),
  );
}

/**
 * Root mean square differences in multiples of the uncertainty: that of the digits, of the first
 * row's digits, and of the rounding of each step.
 * @param rounding  of one operation
 */
function distances(path: number[][], { parts }: ImportedRun, rounding: number) {
  const largest = (speed: boolean, from: number, to: number) => {
    let most = 0;
    for (const { values } of parts.filter((part) => part.speed === speed)) {
      for (let i = from; i < to; i++) most = Math.max(most, Math.abs(values[i]));
    }
    return most;
  };
  const rows = path.length;
  const size = { place: largest(false, 0, rows), speed: largest(true, 0, rows) };
  const rate = size.speed > 0 && size.place > 0 ? size.speed / size.place : 1;
  const first = Math.hypot(...[false, true].map((speed) => coarsest(parts, speed) / (speed ? rate : 1)));
  const begin = largest(false, 0, 1) + largest(true, 0, 1) / rate || size.place;
  let reached = begin;
  const sums = { place: 0, speed: 0, square: 0 };
  for (let i = 1; i < rows; i++) {
    reached = Math.max(reached, largest(false, i, i + 1));
    const carried = first * (reached / begin) + 4 * rounding * reached * (4 + i);
    for (const [j, { speed, values, units }] of parts.entries()) {
      const square = (path[i][j] - values[i]) ** 2;
      sums[speed ? "speed" : "place"] += square / uncertainty(units[i], speed ? rate * carried : carried);
      if (!speed) sums.square += square;
    }
  }
  const places = parts.filter(({ speed }) => !speed).length;
  const mean = (sum: number, count: number) =>
    Number.isFinite(sum) ? Math.sqrt(sum / (count * (rows - 1))) : Number.POSITIVE_INFINITY;
  const positions = mean(sums.place, places);
  return {
    positions,
    distance: Math.max(positions, mean(sums.speed, parts.length - places || 1)),
    difference: Math.sqrt(sums.square / (rows - 1)),
  };
}

/** Largest unit in the first row. */
function coarsest(parts: Part[], speed: boolean) {
  return parts.reduce((most, part) => (part.speed === speed ? Math.max(most, part.units[0]) : most), 0);
}

/** Variance of a number by its last digit and by what it has carried on. */
function uncertainty(unit: number, carried: number) {
  return (unit ** 2 + carried ** 2) / 12;
}

/**
 * The verdict by a measure. Of those that match, the simplest explanation counts: few steps between
 * rows, and no mistake.
 */
function judged(all: Compared[], by: Measure) {
  const sorted = all
    .filter(({ mistake }) => by !== "positions" || mistake.late === undefined)
    .map((one) => ({ ...one, distance: one[by] }))
    .sort((one, other) => one.distance - other.distance);
  const matching = sorted.filter(({ distance }) => distance <= MATCH);
  const rank = Math.min(...matching.map(rankOf));
  const simplest = matching.filter((one) => rankOf(one) === rank);
  const least = Math.min(...simplest.map(({ every }) => every));
  const fewest = simplest.filter(({ every }) => every === least);
  const known = fewest.filter(({ mistake }) => !mistake.isStranger);
  const isOther = (one: Compared) => fewest.every(({ method }) => method.value !== one.method.value);
  const rival = matching.find((one) => isOther(one) && (rank > 0 ? !isLaw(one) : one.mistake.isStranger));
  const next = sorted.find(({ distance }) => distance > MATCH);
  const stranger = known.length > 0 ? undefined : fewest[0];
  return { matches: known, stranger, rival, nearest: sorted.find((one) => !isLaw(one)) ?? sorted[0], next };
}

/** True if all numbers may be in single precision. */
function fitsSingle({ parts }: ImportedRun) {
  return parts.every(({ values, units }) =>
    values.every((value, i) => Math.abs(Math.fround(value) - value) <= 0.5 * units[i] * (1 + 1e-9)),
  );
}
