// The law of motion of a run on a line: for each method the one by which it gives the run's numbers
// best, and the mistakes that make such a law of the scene's.
import { significant } from "../../base/format.ts";
import type { Method } from "../../types.ts";
import type { Cause } from "./causes.ts";
import { causes, rightLaw, SLIPS } from "./causes.ts";
import type { Part } from "./columns.ts";
import { isDerivative, ROLES } from "./columns.ts";
import type { ImportedRun } from "./imported-run.ts";
import type { Law, Step, Swing } from "./linear.ts";
import { METHODS, stepOf } from "./linear.ts";
import type { Mistake } from "./mistakes.ts";
import type { Trial } from "./trial.ts";

/** A way to explain a run by a law. */
type Explanation = { method: Method; mistake: Mistake; every: number };

/** A method with the law that fits best. */
interface Fitted {
  method: Method;
  law: Law;
  /** Differences of the rows, by parts. */
  off: number[][];
}

/** Coordinate of the mass along the line. */
const ALONG = 3;

/** Maximum number of rows by which laws are fitted. */
const MAX_ROWS = 300;

/** Maximum number of rounds of a fit. */
const MAX_ROUNDS = 25;

/** Most causes of one law that are listed. */
const MAX_CAUSES = 4;

/** Ranks of explanations: the simpler, the lower. */
export const RANKS = { cause: 1, slip: 2, causes: 3, law: 4 };

/** Differences of a law from the fitted one, as parts, that the numbers may still allow. */
const MAX_DIFFERENCE = 0.03;

/** Factors by which programs take the time wrong. */
const FACTORS = [0.5, 2, 1e-3, 1e3, 1 / 60, 60];

/** Largest relative difference of the observed factor from one of these. */
const FACTOR_OFF = 0.1;

/** Factors by which velocities are written in other units: mm/s, cm/s, km/h. */
const SCALES = [1e-3, 1e-2, 1 / 3.6, 3.6, 1e2, 1e3];

/** Largest noise that is told from another motion, as a part of the motion. */
const NOISE = 0.02;

/** Largest correlation of neighbouring rows in noise. */
const CORRELATED = 0.5;

/**
 * Parts of a run of one mass along the line through its spring's fixed end; undefined if it leaves
 * that, or if something drives it.
 */
export function alongLine({ parts }: ImportedRun, { scene, values: { waveform, path }, start }: Trial) {
  if (!ROLES[scene].single || waveform !== undefined || path !== undefined) return undefined;
  const isZero = ({ values }: Part) => values.every((value) => value === 0);
  const along = parts.filter((part) => part.index === ALONG);
  const rest = [start.positions, start.velocities].every((list) => list[ALONG + 1] === 0 && list[ALONG + 2] === 0);
  const isAlong = rest && along[0]?.speed === false && parts.every((part) => along.includes(part) || isZero(part));
  return isAlong ? along : undefined;
}

/** A run on a line with its columns and its time as they must be meant, and the mistake in them. */
export function meant(run: ImportedRun, trial: Trial): { run: ImportedRun; text: string } {
  const [x, v] = alongLine(run, trial) ?? [];
  const same = { run, text: "" };
  if (!v || x.values.every((value) => value === x.values[0])) return same;
  if (isDerivative(run.times, x.values, v.values)) return same;
  const other = inOtherColumns(run, trial, x, v);
  const slope = factorOf(run.times, x.values, v.values);
  if (other || slope === undefined) return other ?? same;
  if (Math.abs(slope - 1) < 2 * FACTOR_OFF) return same;
  if (Math.abs(slope + 1) < 2 * FACTOR_OFF) {
    const turned = { ...v, values: v.values.map((value) => -value) };
    return { run: { ...run, parts: [x, turned] }, text: "with the sign of the written velocity wrong" };
  }
  const among = (list: number[]) => list.find((one) => Math.abs(slope / one - 1) < FACTOR_OFF);
  const stiffness = curvature(run.times, x.values) / rightLaw(trial.values).kappa;
  const scale = Math.abs(stiffness - 1) < 2 * FACTOR_OFF ? among(SCALES) : undefined;
  if (scale) {
    const text = `with velocities ${significant(1 / scale)} times too large`;
    const v2 = { ...v, values: v.values.map((value) => scale * value), units: v.units.map((unit) => scale * unit) };
    return { run: { ...run, parts: [x, v2] }, text };
  }
  const factor = among([...FACTORS, 1 / run.spacing]);
  if (!factor) return same;
  const spacing = factor * run.spacing;
  const text = `though the table has ${significant(run.spacing)} s from row to row`;
  return { run: { ...run, spacing, times: run.times.map((time) => factor * time) }, text };
}

/**
 * The factor by which rates are smaller than the derivative of values; undefined if they have
 * another course.
 */
function factorOf(times: Float64Array, values: Float64Array, rates: Float64Array) {
  let both = 0;
  let own = 0;
  for (let i = 1; i + 1 < times.length; i++) {
    const quotient = (values[i + 1] - values[i - 1]) / (times[i + 1] - times[i - 1]);
    both += quotient * rates[i];
    own += rates[i] ** 2;
  }
  const slope = both / own;
  return isDerivative(
    times,
    values,
    rates.map((rate) => slope * rate),
  )
    ? slope
    : undefined;
}

/** Stiffness over mass that the second differences of a motion have, in 1/s². */
function curvature(times: Float64Array, values: Float64Array) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spacing = times[1] - times[0];
  let both = 0;
  let own = 0;
  for (let i = 1; i + 1 < values.length; i++) {
    both -= ((values[i + 1] - 2 * values[i] + values[i - 1]) / spacing ** 2) * (values[i] - mean);
    own += (values[i] - mean) ** 2;
  }
  return both / own;
}

function largest(values: Float64Array) {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/**
 * The run with position and velocity exchanged, or without accelerations in place of velocities.
 */
function inOtherColumns(run: ImportedRun, { values }: Trial, x: Part, v: Part) {
  if (isDerivative(run.times, v.values, x.values)) {
    const parts = [
      { ...x, values: v.values, units: v.units },
      { ...v, values: x.values, units: x.units },
    ];
    return { run: { ...run, parts }, text: "with position and velocity in each other's columns" };
  }
  const { kappa, push = 0 } = rightLaw(values);
  const off = rms(Array.from(v.values, (value, i) => value - push + kappa * x.values[i]));
  if (off > MAX_DIFFERENCE * rms(Array.from(v.values))) return undefined;
  return { run: { ...run, parts: [x] }, text: "with accelerations in place of velocities" };
}

/** The laws that fit a run on a line by all methods whose steps are known here. */
export function fits(run: ImportedRun, trial: Trial): Fitted[] {
  const parts = alongLine(run, trial);
  const guess = parts && parts[0].values.length > 5 ? guessed(parts) : undefined;
  if (!parts || !guess) return [];
  const found = [];
  for (const method of trial.methods) {
    const fitted = METHODS.includes(method.value) ? fit(method, run, parts, trial, guess) : undefined;
    if (fitted) found.push({ method, ...fitted });
  }
  return found;
}

/** Map of one step: trace, determinant, constant; with velocities all of its numbers. */
type StepMap = number[];

/** The map from one row to the next, by least squares. */
function guessed([x, v]: Part[]): StepMap | undefined {
  const n = Math.min(x.values.length, MAX_ROWS);
  const rows = Array.from({ length: n - 2 }, (_, i) =>
    v ? [x.values[i + 1], v.values[i + 1], 1] : [x.values[i + 1], x.values[i], 1],
  );
  const next = [x, ...(v ? [v] : [])].map(({ values }) => Array.from({ length: n - 2 }, (_, i) => values[i + 2]));
  const solved = next.map((column) => leastSquares(rows, column));
  return solved.every((one) => one !== undefined) ? solved.flat() : undefined;
}

/** The same numbers of a step, of its first application. */
function mapOf(step: Step, speeds: boolean) {
  const image = (start: Swing) => step.swing(step.next(step.begin(start)));
  const zero = image([0, 0]);
  const one = image([1, 0]);
  const other = image([0, 1]);
  const [[a, c], [b, d]] = [one, other].map((image) => [image[0] - zero[0], image[1] - zero[1]]);
  if (speeds) return [a, b, zero[0], c, d, zero[1]];
  // xₙ₊₁ = tr xₙ − det xₙ₋₁ + constant
  return [a + d, b * c - a * d, (1 - d) * zero[0] + b * zero[1]];
}

function fit({ value: method }: Method, run: ImportedRun, parts: Part[], trial: Trial, map: StepMap) {
  const h = run.spacing;
  const size = largest(parts[0].values);
  const right = rightLaw(trial.values);
  const stiff = Math.abs(right.kappa);
  const speed = Math.sqrt(Math.abs(right.kappa));
  /** Numbers near 1 that stand for laws. */
  const scale = [stiff, speed, stiff * size];
  const lawOf = (p: number[]) => ({
    kappa: p[0] * scale[0],
    gamma: p[1] * scale[1],
    push: p[2] * scale[2],
  });
  const stepAt = (p: number[]) => stepOf(trial, method, h, lawOf(p)) as Step;
  const weights = parts.map(
    ({ values }) =>
      1 / (Math.hypot(...values.subarray(0, MAX_ROWS)) / Math.sqrt(Math.min(values.length, MAX_ROWS)) || 1),
  );
  const rate = (weights[0] ?? 1) / (weights[1] ?? 1);
  const mapWeights = parts.length > 1 ? [rate, 1, 1 / size, 1, 1 / rate, 1 / (rate * size)] : [1, 1, 1 / size];
  const begin = [right.kappa / scale[0], right.gamma / scale[1], (right.push ?? 0) / scale[2]];
  const rough = solved(begin, (p) => {
    const now = mapOf(stepAt(p), parts.length > 1);
    return now.map((value, i) => mapWeights[i] * (value - map[i]));
  });
  const start = [parts[0].values[0], parts[1]?.values[0] ?? trial.start.velocities[ALONG]] as Swing;
  const differences = (p: number[], rows = Math.min(MAX_ROWS, run.times.length)) => {
    const step = stepAt(p);
    let state = step.begin(start);
    const off = parts.map(() => [0]);
    for (let row = 1; row < rows; row++) {
      state = step.next(state);
      const swing = step.swing(state);
      for (const [i, { values, speed }] of parts.entries()) off[i].push(swing[speed ? 1 : 0] - values[row]);
    }
    return off;
  };
  let p = rough;
  // a column with noise must not spoil the others: its weight follows from what is left
  for (let round = 0; round < 3; round++) {
    p = solved(p, (p) => differences(p).flatMap((off, i) => off.map((one) => weights[i] * one)));
    const off = differences(p);
    for (const [i, { units }] of parts.entries())
      weights[i] = 1 / Math.max(Math.hypot(...off[i]) / Math.sqrt(off[i].length), units[0]);
  }
  const off = differences(p);
  return off.every((list) => list.every(Number.isFinite)) ? { law: lawOf(p), off } : undefined;
}

/** The numbers with the least sum of squares, by Gauss and Newton with damping. */
function solved(begin: number[], residuals: (p: number[]) => number[]) {
  let p = begin;
  let now = residuals(p);
  const sum = (list: number[]) => list.reduce((sum, one) => sum + one * one, 0);
  let damping = 1e-12;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const columns: number[][] = [];
    for (const i of p.keys()) {
      const small = 1e-6 * Math.max(1, Math.abs(p[i]));
      const moved = residuals(p.map((value, j) => (i === j ? value + small : value)));
      columns.push(moved.map((value, row) => (value - now[row]) / small));
    }
    const step = leastSquares(
      now.map((_, row) => columns.map((column) => column[row])),
      now.map((value) => -value),
      damping,
    );
    if (!step?.every(Number.isFinite)) return p;
    const next = p.map((value, i) => value + step[i]);
    const after = residuals(next);
    if (sum(after) <= sum(now)) {
      const isDone = step.every((one, i) => Math.abs(one) < 1e-12 * Math.max(1, Math.abs(p[i])));
      p = next;
      now = after;
      damping = Math.max(damping / 10, 1e-12);
      if (isDone) return p;
    } else {
      damping *= 100;
      if (damping > 1e6) return p;
    }
  }
  return p;
}

/** The solution of a linear system of equations by least squares; undefined if it has none. */
function leastSquares(rows: number[][], right: number[], damping: number = 0) {
  const count = rows[0].length;
  const matrix = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count + 1 }, (_, j) => (i === j ? Number.MIN_VALUE : 0)),
  );
  for (const [row, numbers] of rows.entries()) {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) matrix[i][j] += numbers[i] * numbers[j];
      matrix[i][count] += numbers[i] * right[row];
    }
  }
  for (let i = 0; i < count; i++) matrix[i][i] *= 1 + damping;
  for (let i = 0; i < count; i++) {
    const pivot = matrix.slice(i).reduce((best, row) => (Math.abs(row[i]) > Math.abs(best[i]) ? row : best));
    matrix.splice(matrix.indexOf(pivot), 1);
    matrix.splice(i, 0, pivot);
    if (!(Math.abs(pivot[i]) > 0)) return undefined;
    for (const row of matrix) {
      if (row === pivot) continue;
      const factor = row[i] / pivot[i];
      for (let j = i; j <= count; j++) row[j] -= factor * pivot[j];
    }
  }
  return matrix.map((row, i) => row[count] / row[i]);
}

/**
 * Explanations of a run by a law: causes near the fitted laws, slips in methods, and the laws
 * themselves.
 * @param written  time between rows in s, as the table has it
 */
export function explanations(fitted: Fitted[], run: ImportedRun, trial: Trial, written: number): Explanation[] {
  const h = run.spacing;
  const right = rightLaw(trial.values);
  const lists = causes(trial.values, h, written);
  const size = largest(run.parts[0].values);
  const found: Explanation[] = [];
  const add = (method: Method, law: Law, rank: number, which: string) => {
    const linear = stepOf(trial, method.value, h, law);
    const differences = different(law, right);
    const what = differences.join(" and ") || "constants that differ by less than 0.1 %";
    const text = `with ${what}${which}`;
    if (linear) found.push({ method, mistake: { text, linear, rank: rank + 0.1 * differences.length }, every: 1 });
  };
  for (const { method, law } of fitted) {
    for (const [i, list] of lists.entries()) {
      const groups = grouped(list.filter((cause) => isNear(cause.law, law, size)));
      for (const group of groups) add(method, group[0].law, i === 0 ? RANKS.cause : RANKS.causes, `: ${listed(group)}`);
    }
    add(method, law, RANKS.law, "");
  }
  for (const { method, text, step } of SLIPS) {
    const record = trial.methods.find(({ value }) => value === method);
    if (method && !record) continue;
    const linear = step(h, right);
    const stranger = { value: "", label: text } as Method;
    found.push({
      method: record ?? stranger,
      mistake: { text: record ? text : "", linear, rank: RANKS.slip, isStranger: !record },
      every: 1,
    });
  }
  return found;
}

/** Causes of the same law together. */
function grouped(all: Cause[]) {
  const groups: Map<string, Cause[]> = new Map();
  for (const cause of all) {
    const { kappa, gamma, push = 0 } = cause.law;
    const key = [kappa, gamma, push].map((x) => x.toPrecision(9)).join(" ");
    groups.set(key, [...(groups.get(key) ?? []), cause]);
  }
  return groups.values();
}

function listed(causes: Cause[]) {
  const texts = causes.slice(0, MAX_CAUSES).map(({ text }) => text);
  if (causes.length > MAX_CAUSES) return `${texts.join("; ")}; or other pairs`;
  return texts.length > 1 ? `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}` : texts[0];
}

/** True if a law is near another one. @param size  of the motion in m */
function isNear(one: Law, other: Law, size: number) {
  const stiff = Math.max(Math.abs(one.kappa), Math.abs(other.kappa));
  const off = [
    (one.kappa - other.kappa) / stiff,
    (one.gamma - other.gamma) / Math.max(Math.abs(one.gamma), Math.sqrt(stiff)),
    ((one.push ?? 0) - (other.push ?? 0)) / Math.max(Math.abs(one.push ?? 0), stiff * size),
  ];
  return off.every((part) => Math.abs(part) < MAX_DIFFERENCE);
}

/** Differences of a law from the right one, in words. */
function different({ kappa, gamma, push = 0 }: Law, right: Law): string[] {
  const isOther = (one: number, other: number, scale: number) =>
    Math.abs(one - other) > 1e-3 * Math.max(Math.abs(other), scale);
  const speed = Math.sqrt(Math.abs(kappa));
  const parts: string[] = [];
  if (isOther(kappa, right.kappa, 0))
    parts.push(`k/m = ${significant(kappa)} s⁻² in place of ${significant(right.kappa)} s⁻²`);
  if (isOther(gamma, right.gamma, 0.01 * speed))
    parts.push(`μ/m = ${significant(gamma)} s⁻¹ in place of ${significant(right.gamma)} s⁻¹`);
  const rest = push / kappa;
  const usual = (right.push ?? 0) / right.kappa;
  if (Math.abs(rest - usual) > 1e-3 * Math.max(Math.abs(usual), 1))
    parts.push(
      `a constant acceleration of ${significant(push - kappa * usual)} m/s² (or a rest length of ${significant(rest)} m)`,
    );
  return parts;
}

/**
 * A run with its noise as the uncertainty of its numbers, and the noise of positions in m;
 * undefined if no law leaves noise alone.
 */
export function withNoise(fitted: Fitted[], run: ImportedRun) {
  const relative = ({ off }: Fitted) => off.map((list, i) => rms(list) / (rms(Array.from(run.parts[i].values)) || 1));
  const [best] = fitted.toSorted((one, other) => Math.hypot(...relative(one)) - Math.hypot(...relative(other)));
  if (!best || best.off.length !== run.parts.length || relative(best).some((part) => part > NOISE)) return undefined;
  const isNoise = (list: number[], unit: number) => rms(list) < unit || Math.abs(correlation(list)) < CORRELATED;
  if (!best.off.every((list, i) => isNoise(list, run.parts[i].units[0]))) return undefined;
  const noise = best.off.map(rms);
  const parts = run.parts.map((part, i) => ({
    ...part,
    units: part.units.map((unit) => Math.max(unit, Math.sqrt(12) * noise[i])),
  }));
  return { run: { ...run, parts }, noise: noise[0], isLarge: noise.some((one, i) => one > 3 * run.parts[i].units[0]) };
}

function rms(list: number[]) {
  return Math.sqrt(list.reduce((sum, one) => sum + one * one, 0) / list.length);
}

/** Correlation of neighbours. */
function correlation(list: number[]) {
  return list.slice(1).reduce((sum, one, i) => sum + one * list[i], 0) / list.reduce((sum, one) => sum + one * one, 0);
}
