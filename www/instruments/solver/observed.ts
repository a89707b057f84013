// Numbers read off an imported run.
import { significant } from "../../base/format.ts";
import { vector } from "../../base/vectors.ts";
import { ROLES } from "./columns.ts";
import type { ImportedRun } from "./imported-run.ts";
import { lawOf } from "./linear.ts";
import type { Reference } from "./reference.ts";
import { largestError } from "./reference.ts";
import type { State, Trial } from "./trial.ts";
import { knownStart, put, reset, stateAt } from "./trial.ts";

/** Findings by their names. */
export function findings(run: ImportedRun, trial: Trial, reference: Reference): [name: string, value: string][] {
  const known = knownStart(run, trial);
  const other = reference.exact ? "the exact motion" : "a run with much shorter steps";
  const found: [string, string][] = [
    [
      "Rows, and the time between two",
      `${run.times.length}, ${significant(run.spacing)} s${run.even ? "" : " on average"}`,
    ],
    ["Columns", ["t", ...run.parts.map(({ name }) => name)].join(", ")],
    [`Largest distance from ${other}`, unit(largestError(run, reference), "m")],
  ];
  const signal = signalOf(trial);
  if (signal) {
    const u = Array.from(run.times, (_, row) => signal.of(stateAt(run, row, known)));
    const { frequency, decay } = oscillation(run.times, u);
    const exact = unit(signal.decay, "1/s");
    if (signal.frequency === undefined)
      found.push(["Observed decay rate; exact", `${unit(decayOf(run.times, u), "1/s")}; ${exact}`]);
    else
      found.push(
        ["Observed ω; exact", `${unit(frequency, "rad/s")}; ${unit(signal.frequency, "rad/s")}`],
        ["Observed decay rate of the amplitude; exact", `${unit(decay, "1/s")}; ${exact}`],
      );
  }
  const [before, after] = energies(run, trial, known);
  const part = unit((100 * (after - before)) / before, "%");
  if (trial.values.waveform === undefined && Number.isFinite(after))
    found.push(["Change of the energy", trial.values.gravity === undefined ? part : unit(after - before, "J")]);
  return found;
}

function unit(value: number, unit: string) {
  return Number.isFinite(value) ? `${significant(value)} ${unit}` : "–";
}

/**
 * Number that oscillates about 0 or decays to it in a scene, with its exact angular frequency in
 * rad/s and rate of decay in 1/s.
 */
interface Signal {
  of: (state: State) => number;
  frequency?: number;
  decay: number;
}

function signalOf(trial: Trial): Signal | undefined {
  const { scene, values, start } = trial;
  const { axes, many, single } = ROLES[scene];
  const { kappa, gamma } = lawOf(trial, values);
  const free = freeMotion(kappa, gamma);
  const { path, waveform, rate, restLength: rest = 0 } = values;
  if (axes === 1) return { of: ({ positions }) => positions[0], decay: Number(rate) };
  if (axes) return { of: ({ positions }) => positions[0], frequency: Math.sqrt(kappa), decay: gamma };
  if (many || waveform !== undefined) return undefined;
  if (!single) return { of: ({ positions }) => distance(positions) - Number(rest), ...free };
  const from = path === undefined ? Number(rest) : start.positions[0];
  const isFree = [undefined, "rest", "step"].includes(path as string | undefined);
  return isFree ? { of: ({ positions }) => positions[3] - from, ...free } : undefined;
}

/** Frequency and decay of ü + γ u̇ + κ u = 0; the slower decay where it does not oscillate. */
function freeMotion(kappa: number, gamma: number): { frequency?: number; decay: number } {
  const square = kappa - 0.25 * gamma * gamma;
  return square > 0
    ? { frequency: Math.sqrt(square), decay: 0.5 * gamma }
    : { decay: 0.5 * gamma - Math.sqrt(-square) };
}

/** Distance of the first two particles. */
function distance(positions: number[]) {
  const one = vector(positions, 0);
  const other = vector(positions, 1);
  return Math.hypot(...one.map((x, axis) => x - other[axis]));
}

/**
 * Frequency and decay of an oscillation about 0, from the times at which it passes 0 and the
 * largest values between them.
 * @param times  in s
 * @returns ω in rad/s and the rate of the amplitude in 1/s; NaN if it has too few periods
 */
function oscillation(times: ArrayLike<number>, u: number[]): { frequency: number; decay: number } {
  const crossings: number[] = [];
  const peaks: [time: number, size: number][] = [];
  for (let i = 1; i < u.length; i++) {
    const leavesZero = u[i - 1] === 0 && u[i] !== 0 && !(u[i - 2] * u[i] >= 0);
    if (u[i - 1] * u[i] < 0 || leavesZero)
      crossings.push(times[i - 1] + ((times[i] - times[i - 1]) * u[i - 1]) / (u[i - 1] - u[i] || 1));
    const [before, now, after] = [u[i - 1], u[i], u[i + 1]].map(Math.abs);
    if (!(now > before && now >= after && i + 1 < u.length)) continue;
    peaks.push(peak([times[i - 1], times[i], times[i + 1]], [before, now, after]));
  }
  return {
    frequency: (Math.PI * (crossings.length - 1)) / (crossings[crossings.length - 1] - crossings[0]),
    decay: -slope(peaks),
  };
}

/** The highest point of a parabola through three points. */
function peak(
  [t0, t1, t2]: [number, number, number],
  [u0, u1, u2]: [number, number, number],
): [time: number, value: number] {
  const left = (u1 - u0) / (t1 - t0);
  const right = (u2 - u1) / (t2 - t1);
  const bend = (right - left) / (t2 - t0);
  const slope = left + bend * (t1 - t0);
  return [t1 - (0.5 * slope) / bend, u1 - (0.25 * slope * slope) / bend];
}

/** Rate in 1/s at which values that don't oscillate decay. */
function decayOf(times: ArrayLike<number>, u: number[]) {
  return -slope(u.flatMap((value, i) => (value === 0 ? [] : [[times[i], Math.abs(value)]])));
}

/** Slope of ln size over time by least squares. */
function slope(points: [time: number, size: number][]) {
  const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const times = points.map(([time]) => time);
  const logs = points.map(([, size]) => Math.log(size));
  const time = mean(times);
  const log = mean(logs);
  const across = times.reduce((sum, one, i) => sum + (one - time) * (logs[i] - log), 0);
  return points.length > 1 ? across / times.reduce((sum, one) => sum + (one - time) ** 2, 0) : Number.NaN;
}

/** Stored energy in J at the first and the last row; NaN if they tell too little. */
function energies(run: ImportedRun, trial: Trial, known: State) {
  reset(trial);
  return [0, run.times.length - 1].map((row) => {
    try {
      put(trial, stateAt(run, row, known));
      const { kinetic, elastic, gravity } = trial.simulation.energy;
      return kinetic + elastic + gravity;
    } catch {
      return Number.NaN;
    }
  });
}
