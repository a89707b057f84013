// Sparse matrices as files for numerical software.
/** @import { Matrices, Triples } from "../types.js" */

/** ASCII replacements of characters. */
const ASCII = /** @type {Record<string, string>} */ ({ "·": "*", "×": "x", "°": "deg", "−": "-", "²": "^2" });

/**
 * Writes one of a scene's matrices in the coordinate format of the Matrix Market, symmetric: the
 * lower triangle, numbered from 1. Rows are the x, y and z of the free particles only, so that M is
 * regular; comments list the fixed particles.
 *
 * Source: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market Exchange Formats, NISTIR
 * 5935, 1996.
 *
 * @param {Matrices} matrices
 * @param {keyof Matrices} which
 * @param {number} particles  number of all particles
 * @param {string[]} comments  one per line
 */
export function matrixMarket({ mass, ...others }, which, particles, comments) {
  /** @type {Triples} */
  const { rows, columns, values } = { mass, ...others }[which];
  const place = new Map(Array.from(mass.rows, (row, i) => [row, i + 1]));
  const lower = Array.from(values, (value, n) => ({ row: rows[n], column: columns[n], value }))
    .filter(({ row, column }) => row >= column)
    .map(({ row, column, value }) => `${place.get(row)} ${place.get(column)} ${value}`);
  const free = new Set(Array.from(mass.rows, (row) => Math.floor(row / 3)));
  const fixed = Array.from({ length: particles }, (_, i) => i).filter((i) => !free.has(i));
  const numbering = [
    "rows 3 f + 1, 3 f + 2, 3 f + 3: x, y, z of the free particle f, counted from 0",
    ...fixed.map((i) => `particle ${i} is fixed and not counted`),
  ];
  return [
    "%%MatrixMarket matrix coordinate real symmetric",
    ...[...comments, ...numbering].map((line) => `% ${ascii(line)}`),
    `${place.size} ${place.size} ${lower.length}`,
    ...lower,
    "",
  ].join("\n");
}

/** @param {string} text */
function ascii(text) {
  return text.replace(/[^ -~]/g, (character) => ASCII[character] ?? "?");
}
