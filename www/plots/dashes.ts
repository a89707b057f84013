// Dash patterns that distinguish curves where colours don't.
import { forced } from "../base/palette.ts";

/** A solid line, then lengths of dashes and gaps in CSS px, all different at a glance. */
export const DASHES = [
  [],
  [8, 3],
  [2, 2],
  [9, 3, 2, 3],
  [4, 4],
  [10, 2, 2, 2],
  [3, 2],
  [12, 4],
  [6, 2, 2, 2, 2, 2],
  [1, 3],
  [5, 6],
  [18, 3],
];

/**
 * Gives each line different dashes: its own ones, or an unused pattern if an earlier line has them.
 */
export function distinct(dashes: number[][]) {
  const taken: Set<string> = new Set();
  return dashes.map((dash) => {
    const own = [dash, ...DASHES].find((other) => !taken.has(String(other))) ?? dash;
    taken.add(String(own));
    return own;
  });
}

/** Dashes of a plot's lines; all different under forced colours. */
export function dashesOf(dashes: number[][]) {
  return forced?.matches ? distinct(dashes) : dashes;
}
