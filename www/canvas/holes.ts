// Torn cells of a cloth's grid.

/**
 * Torn cells: 1 for a cell with a torn thread at an edge, 0 for others, row by row. Undefined if no
 * spring has torn.
 * @param ends  of all springs
 * @param torn  indices of torn springs
 * @param rows  of masses
 */
export function holesOf(ends: Uint32Array, torn: Uint32Array, columns: number, rows: number) {
  if (torn.length === 0) return undefined;
  const holes = new Uint8Array((columns - 1) * (rows - 1));
  for (const spring of torn) {
    const [first, last] = [ends[2 * spring], ends[2 * spring + 1]].sort((a, b) => a - b);
    const row = Math.floor(first / columns);
    const column = first % columns;
    const isDown = last - first === columns;
    // only threads bound cells: shear and bending springs are skipped
    if (!isDown && (last - first !== 1 || last % columns === 0)) continue;
    for (const side of [0, 1]) {
      const [i, j] = isDown ? [row, column - side] : [row - side, column];
      if (i >= 0 && i < rows - 1 && j >= 0 && j < columns - 1) holes[i * (columns - 1) + j] = 1;
    }
  }
  return holes;
}

/**
 * Function of a place on the grid, in rows and columns: true if an adjacent cell is whole.
 * @param rows  of masses
 */
export function clothOf(holes: Uint8Array, columns: number, rows: number): (row: number, column: number) => boolean {
  // outside the grid the nearest cell counts
  const cell = (place: number, count: number) => Math.min(Math.max(place, 0), count - 2);
  const isWhole = (row: number, column: number) => holes[cell(row, rows) * (columns - 1) + cell(column, columns)] === 0;
  return (row, column) =>
    isWhole(Math.ceil(row) - 1, Math.ceil(column) - 1) || isWhole(Math.floor(row), Math.floor(column));
}
