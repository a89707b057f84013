// Dashes that tell curves distinct where colours don't.
import { forced } from "../base/palette.js";

/** A solid line, and lengths of dashes and gaps in CSS px, all different at a glance. */
export const DASHES = [
  ...[[], [8, 3], [2, 2], [9, 3, 2, 3], [4, 4], [10, 2, 2, 2], [3, 2]],
  ...[
    [12, 4],
    [6, 2, 2, 2, 2, 2],
    [1, 3],
    [5, 6],
    [18, 3],
  ],
];

/** Dashes of lines that are seen together, each its own: as they are, or another if a line before has the same. @param {number[][]} dashes */
export function distinct(dashes) {
  /** @type {Set<string>} */
  const taken = new Set();
  return dashes.map((dash) => {
    const own = [dash, ...DASHES].find((other) => !taken.has(String(other))) ?? dash;
    taken.add(String(own));
    return own;
  });
}

/** Dashes of lines that are seen together: as they are, or each its own where colours don't tell them distinct. @param {number[][]} dashes */
export function dashesOf(dashes) {
  return forced?.matches ? distinct(dashes) : dashes;
}
