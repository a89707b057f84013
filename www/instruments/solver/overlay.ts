// An imported run as one that is laid over the laboratory's: its curves and its masses.

import type { Ended } from "../../lab/model/run.ts";
import type { Lab } from "../../lab/show.ts";
import { after } from "../../plots/cursor.ts";
import type { Quantity } from "../../plots/quantity.ts";
import type { Simulation } from "../../types.ts";
import type { ImportedRun } from "./imported-run.ts";
import type { Reference } from "./reference.ts";
import type { State, Trial } from "./trial.ts";
import { knownStart, put, reset, stateAt } from "./trial.ts";

export interface Overlay {
  ended: Ended;
  /** Computes curves and masses anew. */
  refresh: (trial: Trial, reference: Reference) => void;
}

/** Lays out a run. @param quantities  of the laboratory's run */
export function overlay(
  run: ImportedRun,
  trial: Trial,
  reference: Reference,
  quantities: Quantity[],
  live: Lab["simulation"],
): Overlay {
  const times = run.times.filter((_, row) => row % reference.every === 0);
  const readings = quantities.flatMap((quantity) => {
    const of = quantity.of ?? quantity.imported;
    return of ? [{ quantity, of, curve: { times, values: new Float64Array(times.length) } }] : [];
  });
  let known = knownStart(run, trial);
  let system = partsOf(trial, known);
  const refresh = (trial: Trial, { every, places }: Reference) => {
    reset(trial);
    known = knownStart(run, trial);
    system = partsOf(trial, known);
    for (const [i, exact] of places.entries()) {
      const row = new Row(trial, stateAt(run, i * every, known), exact) as unknown as Simulation;
      for (const { of, curve } of readings) curve.values[i] = read(of, row);
    }
  };
  refresh(trial, reference);
  const shown = readings.filter(({ curve }) => curve.values.some(Number.isFinite));
  const end = run.times[run.times.length - 1];
  return {
    refresh,
    ended: {
      kind: "imported",
      name: run.name,
      time: end,
      parameters: {},
      curves: new Map(shown.map(({ quantity, curve }) => [quantity, curve])),
      shape: (elapsed) => {
        if (elapsed < 0 || elapsed > end) return undefined;
        const positions = placesAt(run, elapsed, known);
        // what is fixed or led is where the laboratory has it
        for (const particle of live.system.fixed) {
          const at = 3 * particle;
          positions.set(live.positions.slice(at, at + 3), at);
        }
        return { positions, system };
      },
    },
  };
}

/** A row of a run, as quantities read a simulation. */
class Row {
  positions;
  velocities;
  analysis;
  #trial;
  #state;

  constructor(trial: Trial, state: State, exact: Float64Array | undefined) {
    this.#trial = trial;
    this.#state = state;
    this.positions = state.positions;
    this.velocities = state.velocities;
    this.analysis = { exact: exact && { positions: exact } };
  }

  get(key: string) {
    return this.#trial.values[key];
  }

  /** Stored energies; with damping the total would need the heat of all times before. */
  get energy() {
    const { simulation, values } = this.#trial;
    put(this.#trial, this.#state);
    const { energy } = simulation;
    return values.damping || values.drag ? { ...energy, total: Number.NaN } : energy;
  }
}

/** A quantity at a row; NaN if the row tells too little. */
function read(of: (simulation: Simulation) => number, row: Simulation) {
  try {
    return of(row);
  } catch {
    return Number.NaN;
  }
}

/** The known masses and the springs between them, to be drawn. */
function partsOf({ simulation: { system } }: Trial, { positions }: State) {
  const isKnown = (particle: number) => !Number.isNaN(positions[3 * particle]);
  const between = (ends: Uint32Array) => ends.filter((_, i) => isKnown(ends[i & ~1]) && isKnown(ends[i | 1]));
  const unknown = Array.from({ length: positions.length / 3 }, (_, particle) => particle).filter(
    (one) => !isKnown(one),
  );
  return {
    springs: between(system.springs),
    links: between(system.links),
    torn: new Uint32Array(),
    fixed: Uint32Array.from([...system.fixed, ...unknown]),
  };
}

/** Positions at a time, on straight lines between rows. @param time  in s */
function placesAt({ times, parts }: ImportedRun, time: number, { positions }: State) {
  const next = Math.min(after(times, time), times.length - 1);
  const part = (time - times[next - 1]) / (times[next] - times[next - 1]);
  const places = Float64Array.from(positions);
  for (const { index, speed, values } of parts) {
    if (!speed) places[index] = values[next - 1] + part * (values[next] - values[next - 1]);
  }
  return places;
}
