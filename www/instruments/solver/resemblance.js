// The method, step and usual mistake that an imported run most resembles.
import { alongLine, explanations, fits, meant, RANKS, withNoise } from "./fit.js";
import { pushed, swinging } from "./formulas.js";
import { mistakes, NONE, otherSolver } from "./mistakes.js";
import { beginOf } from "./trial.js";
import { walkOf } from "./walk.js";

/** @import { Method } from "../../types.js" */
/** @import { Part } from "./columns.js" */
/** @import { ImportedRun } from "./imported-run.js" */
/** @import { Mistake } from "./mistakes.js" */
/** @import { Trial } from "./trial.js" */

/**
 * A way in which a run may have been computed.
 * @typedef {object} Candidate
 * @property {Method} method
 * @property {Mistake} mistake
 * @property {number} every  number of steps between two rows
 */

/**
 * A candidate with its distance from the run, in multiples of the uncertainty: about 1 if the
 * candidate is right; the same with single precision, and of the positions alone. The difference
 * is in m.
 * @typedef {Candidate & Record<Measure | "difference", number>} Compared
 */

/** @typedef {"distance" | "single" | "positions"} Measure  by which a candidate is judged */

/**
 * The verdict on a run.
 * @typedef {object} Verdict
 * @property {Compared[]} matches  all that give the run's numbers, as far as it has digits
 * @property {Compared} [stranger]  a method that is not offered and gives them
 * @property {Compared} nearest
 * @property {Compared} [next]  the nearest one that does not match
 * @property {Compared} [rival]  another method that matches with a mistake, or is not offered
 * @property {boolean} single  true if it matches with the rounding of single precision only
 * @property {boolean} positionsOnly  true if the positions match and the velocities do not
 * @property {string} written  mistake in the columns, as the end of a sentence
 * @property {number} spacing  of rows in s, as it must be meant
 * @property {number} [noise]  of the positions in m
 * @property {number} size  of the motion in m, root mean square about its mean
 * @property {Departure} [departs]  where it leaves the nearest
 */

/**
 * The row at which a run leaves a candidate.
 * @typedef {object} Departure
 * @property {Compared} candidate
 * @property {number} rows  that agree before
 * @property {number} row
 * @property {string} name  of the first column that differs
 * @property {boolean} alone  true if all later rows agree again
 */

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

/**
 * Compares a run with all candidates.
 * @param {ImportedRun} given @param {Trial} trial
 * @param {() => Promise<void>} pause  lets the page draw
 * @returns {Promise<Verdict>}
 */
export async function resemblance(given, trial, pause) {
  let began = performance.now();
  const rest = async () => {
    if (performance.now() - began < SLICE) return;
    await pause();
    began = performance.now();
  };
  const { run: plain, text: written } = meant(given, trial);
  const fitted = await fits(plain, trial);
  await rest();
  const offered = [...candidates(plain, trial), ...(await explanations(fitted, plain, trial, given.spacing))];
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

/**
 * The verdict on a run with its digits as they are.
 * @param {Candidate[]} offered @param {ImportedRun} run @param {Trial} trial
 * @param {() => Promise<void>} rest
 */
async function judgedBy(offered, run, trial, rest) {
  const isSingle = fitsSingle(run);
  /** @param {Candidate[]} candidates @param {typeof ALL} most */
  const compared = async (candidates, most) => {
    /** @type {Compared[]} */
    const found = [];
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
  const verdict = async (/** @type {Measure} */ by) => judged(await compared(nearest(all, by), FINAL), by);
  const both = await verdict("distance");
  const hasSpeeds = run.parts.some(({ speed }) => speed);
  const others = /** @type {Measure[]} */ (["single", "positions"]).filter((by) =>
    by === "single" ? isSingle : hasSpeeds,
  );
  for (const by of others) {
    if (both.matches.length > 0 || both.stranger) break;
    const found = await verdict(by);
    if (found.matches.length > 0) return { ...found, all, single: by === "single", positionsOnly: by === "positions" };
  }
  return { ...both, all, single: false, positionsOnly: false };
}

/** Root mean square of the positions about their means, in m. @param {ImportedRun} run */
function sizeOf({ parts, times }) {
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
 * @param {Compared[]} all @param {ImportedRun} run @param {Trial} trial
 * @param {() => Promise<void>} rest
 * @returns {Promise<Departure | undefined>}
 */
async function departure(all, run, trial, rest) {
  /** @type {Departure | undefined} */
  let best;
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

/**
 * For each row the name of the first column that differs from a path.
 * @param {number[][]} path @param {ImportedRun} run
 */
function departures(path, { parts, lines }) {
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
 * @param {Compared[]} all @param {Measure} by
 */
function nearest(all, by) {
  const order = (/** @type {Compared} */ one) => (one[by] <= MATCH ? (rankOf(one) + one.every / 1000) / 1000 : one[by]);
  const sorted = all.toSorted((one, other) => order(one) - order(other));
  const isRival = (/** @type {Compared} */ one) => one.mistake.isStranger === true && one[by] <= MATCH;
  return sorted.filter((one, i) => i < NEAREST || isRival(one));
}

/** True for a law that no cause explains. @param {Candidate} candidate */
function isLaw({ mistake: { rank = 0 } }) {
  return rank >= RANKS.law;
}

/** The rank of a candidate: the simpler, the lower. @param {Candidate} candidate */
function rankOf({ mistake }) {
  if (mistake.late !== undefined) return -1;
  return mistake === NONE ? 0 : (mistake.rank ?? RANKS.cause);
}

/** Most steps that a candidate takes. @param {Trial} trial */
function mostSteps({ start }) {
  return Math.floor((3 * LIMITS.steps) / start.positions.length);
}

/**
 * All candidates, the simpler ones first.
 * @param {ImportedRun} run @param {Trial} trial @returns {Candidate[]}
 */
function candidates(run, trial) {
  const { scene, methods, values } = trial;
  const usual = Math.round(run.spacing / Number(values.timeStepSize));
  const everyOf = (/** @type {Method} */ { order, value }) =>
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

/**
 * True if a method can have a mistake, or treat its equations otherwise.
 * @param {Mistake} mistake @param {Method} method @param {number} every @param {Trial} trial
 */
function isPossible({ late, first, constants, values }, { value }, every, { simulation }) {
  if (late !== undefined) return STAGGERED.has(value) && every === 1;
  if (first !== undefined) return every === 1;
  if (constants !== undefined) return value === "taylor";
  if (!values?.solver) return true;
  simulation.set("method", value);
  return simulation.analysis.idle("solver") === undefined;
}

/**
 * The numbers of a candidate at the rows of a run; undefined if it has none.
 * @param {Candidate} candidate @param {ImportedRun} run @param {typeof ALL} most
 * @param {Trial} trial @param {() => Promise<void>} rest  lets the page draw if it is time
 * @returns {Promise<number[][] | undefined>}
 */
async function motion({ method, mistake, every }, run, most, trial, rest) {
  const affordable = Math.floor(Math.min(most.steps, mostSteps(trial)) / every);
  const count = Math.min(run.times.length, most.rows, Math.max(LIMITS.rows, affordable));
  const h = run.spacing / every;
  const { parts } = run;
  const { late = 0, repels, swing } = mistake;
  const start = beginOf(run, trial);
  if (late) start.velocities = trial.start.velocities;
  const given = { ...trial.values, ...mistake.values };
  const onLine = /** @type {[number, number]} */ ([start.positions[3], start.velocities[3]]);
  const walk = swing
    ? swinging(swing(), onLine, h, (state) => parts.map(({ index, speed }) => (index === 3 ? state[speed ? 1 : 0] : 0)))
    : repels
      ? await pushed(method.value, repels, h, given, trial, start, parts)
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

/**
 * The result of an action; undefined if a step is out of range, or the motion has exploded.
 * @template T @param {() => T} action
 */
function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/**
 * The same motion with the velocities in the middle of the step after each row, or before it.
 * @param {number[][]} path  with a further row @param {Part[]} parts
 * @param {number} late  in steps @param {number} h  in s
 */
function shifted(path, parts, late, h) {
  const places = parts.map(({ index }) => parts.findIndex((part) => part.index === index));
  const between = (/** @type {number} */ row, /** @type {number} */ place) =>
    (path[row + 1][place] - path[row][place]) / h;
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
 * @param {number[][]} path @param {ImportedRun} run
 * @param {number} rounding  of one operation
 */
function distances(path, { parts }, rounding) {
  const largest = (/** @type {boolean} */ speed, /** @type {number} */ from, /** @type {number} */ to) => {
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
  const mean = (/** @type {number} */ sum, /** @type {number} */ count) =>
    Number.isFinite(sum) ? Math.sqrt(sum / (count * (rows - 1))) : Number.POSITIVE_INFINITY;
  const positions = mean(sums.place, places);
  return {
    positions,
    distance: Math.max(positions, mean(sums.speed, parts.length - places || 1)),
    difference: Math.sqrt(sums.square / (rows - 1)),
  };
}

/** Largest unit in the first row. @param {Part[]} parts @param {boolean} speed */
function coarsest(parts, speed) {
  return parts.reduce((most, part) => (part.speed === speed ? Math.max(most, part.units[0]) : most), 0);
}

/**
 * Variance of a number by its last digit and by what it has carried on.
 * @param {number} unit @param {number} carried
 */
function uncertainty(unit, carried) {
  return (unit ** 2 + carried ** 2) / 12;
}

/**
 * The verdict by a measure. Of those that match, the simplest explanation counts: few steps between
 * rows, and no mistake.
 * @param {Compared[]} all @param {Measure} by
 */
function judged(all, by) {
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
  const isOther = (/** @type {Compared} */ one) => fewest.every(({ method }) => method.value !== one.method.value);
  const rival = matching.find((one) => isOther(one) && (rank > 0 ? !isLaw(one) : one.mistake.isStranger));
  const next = sorted.find(({ distance }) => distance > MATCH);
  const stranger = known.length > 0 ? undefined : fewest[0];
  return { matches: known, stranger, rival, nearest: sorted.find((one) => !isLaw(one)) ?? sorted[0], next };
}

/** True if all numbers may be in single precision. @param {ImportedRun} run */
function fitsSingle({ parts }) {
  return parts.every(({ values, units }) =>
    values.every((value, i) => Math.abs(Math.fround(value) - value) <= 0.5 * units[i] * (1 + 1e-9)),
  );
}
