// A number that a recorder reads and a plot draws.
import type { Simulation } from "../types.ts";

/** A quantity, and how a plot draws it. */
export interface Quantity {
  label: string;
  /** Empty for none. */
  unit: string;
  /** Symbol in the text. */
  symbol?: string;
  /** Its present value; NaN for none. */
  value: () => number;
  /** The same value of another simulation, for a run that is compared. */
  of?: (simulation: Simulation) => number;
  /** The same for a run from a file, if there is no `of`. */
  imported?: Quantity["of"];
  /** Name of another run, if it is of one. */
  run?: string;
  /** The samples of a run that is over; no recorder reads it. */
  record?: Curve;
  /** A custom property; a getter if it can change. */
  color: string;
  /** Width of the line, in CSS px. */
  width: number;
  /** Lengths of dashes and gaps in CSS px; empty for a solid line. */
  dash: number[];
  /** Offset in the dashes at which the line begins, in CSS px. */
  phase?: number;
  /**
   * Typical size, relative to which rounding counts as zero; at least the largest value
   * recorded in the same unit.
   */
  scale?: number;
  /** True if the legend hides it while it has no value. */
  optional?: boolean;
  /** True if a table omits it. */
  hidden?: boolean;
  /** True if a table omits it when it is always 0 or equals another column. */
  spare?: boolean;
}

/** Samples; times in s, in order. */
export type Curve = { times: Float64Array; values: Float64Array };

/** Line without the quantity. */
export type Line = Pick<Quantity, "color" | "width" | "dash" | "phase">;

/** Line of an exact motion, the same in all plots. */
export const EXACT = { color: "--exact", width: 1, dash: [] };

/** Number of samples that recorders have taken. */
let samples = 0;

/** Begins a sample: readings of earlier ones are outdated. */
export function beginSample() {
  samples += 1;
}

/**
 * A reading that several quantities share, such as the record of all energies: it is read once per
 * sample. It must be no view of the engine's memory, which other readings may invalidate.
 */
export function perSample<T>(read: () => T): () => T {
  let sample = -1;
  let reading: T;
  return () => {
    if (sample !== samples) {
      reading = read(); // first: it may throw
      sample = samples;
    }
    return reading;
  };
}
