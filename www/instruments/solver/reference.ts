// The motion that a run should have: the exact one, or one by much shorter steps.

import type { ImportedRun } from "./imported-run.ts";
import { NONE } from "./mistakes.ts";
import type { Trial } from "./trial.ts";
import { beginOf } from "./trial.ts";
import { walkOf } from "./walk.ts";

export interface Reference {
  /** Number of rows from one sample to the next. */
  every: number;
  /** Places of all particles at each sample, if it is known. */
  places: (Float64Array | undefined)[];
  exact: boolean;
}

/** Most samples, and most steps times particles of a motion that is not exact. */
const LIMITS = { samples: 5000, steps: 1e6 };

/** Longest step in s of a motion that is exact. */
const LONGEST_STEP = 1;

/** Steps between two rows of a motion that is not exact. */
const FINE_STEPS = 8;

/** The motion from the first row of a run on. */
export function referenceOf(run: ImportedRun, trial: Trial): Reference {
  const { simulation, values, start } = trial;
  const rows = run.times.length;
  const every = Math.ceil(rows / LIMITS.samples);
  const begin = beginOf(run, trial);
  const places: Reference["places"] = Array(Math.ceil(rows / every)).fill(undefined);
  /** @param value  id of a method */
  const fill = (value: string, steps: number, place: () => Float64Array | undefined) => {
    try {
      const walk = walkOf({ method: { value }, mistake: NONE }, run.spacing / steps, trial, begin, []);
      for (const i of places.keys()) {
        if (i > 0) walk.step(every * steps);
        places[i] = place();
        if (!places[i]) return;
      }
    } catch {} // a step is out of range: the rest is not known
  };
  /** Fills in rows at unequal times: the exact motion restarts when the step changes. */
  const fillUneven = () => {
    const walk = (h: number) => walkOf({ method: { value: "implicit-midpoint" }, mistake: NONE }, h, trial, begin, []);
    for (const i of places.keys()) {
      const time = run.times[i * every];
      const steps = Math.ceil(time / LONGEST_STEP);
      try {
        if (steps > 0) walk(time / steps).step(steps);
        else walk(LONGEST_STEP);
        places[i] = simulation.analysis.exact?.positions;
      } catch {} // a step is out of range
    }
  };
  const own = () => simulation.positions.slice();
  // an implicit step is stable at any length; only the exact motion is read
  if (!run.even) fillUneven();
  else if (values.path !== undefined)
    fill("exact", Math.max(1, Math.round(run.spacing / Number(values.timeStepSize))), own);
  else fill("implicit-midpoint", 1, () => simulation.analysis.exact?.positions);
  const exact = places[0] !== undefined;
  if (!exact && run.even && rows * FINE_STEPS * (start.positions.length / 3) <= LIMITS.steps)
    fill("runge-kutta-4", FINE_STEPS, own);
  return { every, places, exact };
}

/**
 * Largest distance of a particle of a run from where it should be, in m; NaN if that is not known.
 */
export function largestError({ parts }: ImportedRun, { every, places }: Reference) {
  let most = Number.NaN;
  for (const [i, place] of places.entries()) {
    const squares: Map<number, number> = new Map();
    for (const { index, speed, values } of place ? parts : []) {
      const particle = Math.floor(index / 3);
      const off = speed ? 0 : values[i * every] - (place as Float64Array)[index];
      squares.set(particle, (squares.get(particle) ?? 0) + off ** 2);
    }
    for (const square of squares.values()) most = Math.max(Number.isNaN(most) ? 0 : most, square);
  }
  return Math.sqrt(most);
}
