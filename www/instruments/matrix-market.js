// Sparse matrices as files for numerical software.
/** @import { Matrices, Triples } from "../types.js" */

/** ASCII replacements of characters. */
const ASCII = /** @type {Record<string, string>} */ ({ "·": "*", "×": "x", "°": "deg", "−": "-", "²": "^2" });

/**
 * Writes one of a scene's matrices in the coordinate format of the Matrix Market, numbered from 1:
 * the lower triangle if it is symmetric, all entries if not. Rows are the x, y and z of the free
 * particles only, so that M is regular; comments list the fixed particles.
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
  const entries = Array.from(values, (value, n) => ({ row: rows[n], column: columns[n], value }));
  const symmetric = isSymmetric(entries);
  const lines = entries
    .filter(({ row, column }) => row >= column || !symmetric)
    .map(({ row, column, value }) => `${place.get(row)} ${place.get(column)} ${value}`);
  const free = new Set(Array.from(mass.rows, (row) => Math.floor(row / 3)));
  const fixed = Array.from({ length: particles }, (_, i) => i).filter((i) => !free.has(i));
  const numbering = [
    "rows 3 f + 1, 3 f + 2, 3 f + 3: x, y, z of the free particle f, counted from 0",
    ...fixed.map((i) => `particle ${i} is fixed and not counted`),
  ];
  return [
    `%%MatrixMarket matrix coordinate real ${symmetric ? "symmetric" : "general"}`,
    ...[...comments, ...numbering].map((line) => `% ${ascii(line)}`),
    `${place.size} ${place.size} ${lines.length}`,
    ...lines,
    "",
  ].join("\n");
}

/**
 * True if entries across the diagonal are equal, except for the rounding of a sum.
 * @param {{ row: number, column: number, value: number }[]} entries
 */
function isSymmetric(entries) {
  const at = new Map(entries.map(({ row, column, value }) => [`${row} ${column}`, value]));
  const rounding = 1e-14 * entries.reduce((largest, { value }) => Math.max(largest, Math.abs(value)), 0);
  return entries.every(({ row, column, value }) => Math.abs(value - (at.get(`${column} ${row}`) ?? 0)) <= rounding);
}

/** @param {string} text */
function ascii(text) {
  return text.replace(/[^ -~]/g, (character) => ASCII[character] ?? "?");
}
