// Colours and dashes by which runs are told apart.
import { DASHES } from "../plots/dashes.ts";

export interface Look {
  /** A custom property. */
  color: string;
  /** Lengths of dashes and gaps in CSS px. */
  dash: number[];
}

/** Colours of runs that have none of their own. */
const COLORS = ["--stretched", "--positive", "--compressed", "--negative"];

/**
 * A colour and dashes that no other run has, as far as there are enough.
 * @param own  colours to prefer
 */
export function freeLook(others: Look[], own: string[] = []): Look {
  return {
    color: rarest(
      [...own, ...COLORS],
      others.map(({ color }) => color),
    ),
    dash: rarest(
      DASHES.slice(1),
      others.map(({ dash }) => dash),
    ),
  };
}

/** The first of those that are used least. */
function rarest<T>(all: T[], used: T[]): T {
  const uses = (one: T) => used.filter((other) => other === one).length;
  return all.reduce((best, one) => (uses(one) < uses(best) ? one : best));
}
