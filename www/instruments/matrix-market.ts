// Sparse matrices as files for numerical software.
import type { Matrices, Triples } from "../types.ts";

/** ASCII replacements of characters. */
const ASCII = { "·": "*", "×": "x", "°": "deg", "−": "-", "²": "^2" } as Record<string, string>;

/**
 * Writes one of a scene's matrices in the coordinate format of the Matrix Market, numbered from 1:
 * the lower triangle if it is symmetric, all entries if not. Rows are the x, y and z of the free
 * particles only, so that M is regular; comments list the fixed particles.
 *
 * Source: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market Exchange Formats, NISTIR
 * 5935, 1996.
 * @param particles  number of all particles
 * @param comments  one per line
 */
export function matrixMarket(
  { mass, ...others }: Matrices,
  which: keyof Matrices,
  particles: number,
  comments: string[],
) {
  const { rows, columns, values }: Triples = { mass, ...others }[which];
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

/** True if entries across the diagonal are equal, except for the rounding of a sum. */
function isSymmetric(entries: { row: number; column: number; value: number }[]) {
  const at = new Map(entries.map(({ row, column, value }) => [`${row} ${column}`, value]));
  const rounding = 1e-14 * entries.reduce((largest, { value }) => Math.max(largest, Math.abs(value)), 0);
  return entries.every(({ row, column, value }) => Math.abs(value - (at.get(`${column} ${row}`) ?? 0)) <= rounding);
}

function ascii(text: string) {
  return text.replace(/[^ -~]/g, (character) => ASCII[character] ?? "?");
}
