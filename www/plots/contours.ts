// Areas and contour lines of a function that is known on a grid, by linear interpolation.
import type { Point } from "../canvas/shapes.ts";

/** Values at the points of a grid, row by row. */
export type Grid = { values: Float64Array; columns: number; rows: number };

/** Corners of a cell in turn, as offsets of column and row. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * The area in which values are at most a level: polygons that fill it, and the lines that bound it.
 * Points are pairs of column and row.
 */
export function contours(grid: Grid, level: number) {
  const polygons: Point[][] = [];
  const lines: [Point, Point][] = [];
  const above = (column: number, row: number) => grid.values[row * grid.columns + column] - level;
  for (let row = 0; row + 1 < grid.rows; row++) {
    for (let column = 0; column + 1 < grid.columns; column++) {
      const { polygon, crossings } = cell(
        CORNERS.map(([i, j]) => [column + i, row + j]),
        above,
      );
      if (polygon.length > 0) polygons.push(polygon);
      for (let i = 0; i + 1 < crossings.length; i += 2) lines.push([crossings[i], crossings[i + 1]]);
    }
  }
  return { polygons: joined(polygons), lines };
}

/** The part of a cell where a function is at most 0, and where its boundary meets the sides. */
function cell(corners: number[][], above: (column: number, row: number) => number) {
  const [polygon, crossings] = [[], []] as [Point[], Point[]];
  const heights = corners.map(([column, row]) => above(column, row));
  for (const [i, [x, y]] of corners.entries()) {
    const next = (i + 1) % corners.length;
    if (heights[i] <= 0) polygon.push([x, y]);
    if (heights[i] <= 0 === heights[next] <= 0) continue;
    const part = heights[i] / (heights[i] - heights[next]);
    const crossing: Point = [x + part * (corners[next][0] - x), y + part * (corners[next][1] - y)];
    polygon.push(crossing);
    crossings.push(crossing);
  }
  return { polygon, crossings };
}

/** Joins whole cells that are neighbours in a row: there are fewer polygons, and no seams. */
function joined(polygons: Point[][]) {
  const isWhole = (polygon: Point[]) => polygon.length === 4 && polygon.flat().every(Number.isInteger);
  const all: Point[][] = [];
  for (const polygon of polygons) {
    const last = all.at(-1);
    const goesOn =
      last && isWhole(last) && isWhole(polygon) && last[1][0] === polygon[0][0] && last[1][1] === polygon[0][1];
    if (goesOn) {
      last[1] = polygon[1];
      last[2] = polygon[2];
    } else all.push(polygon);
  }
  return all;
}

/** @param spacing  of its points, in px */
export function fill(context: CanvasRenderingContext2D, polygons: Point[][], spacing: number) {
  context.beginPath();
  for (const [[column, row], ...others] of polygons) {
    context.moveTo(column * spacing, row * spacing);
    for (const [x, y] of others) context.lineTo(x * spacing, y * spacing);
    context.closePath();
  }
  context.fill();
}

/** Draws lines of a grid. @param spacing  of its points, in px */
export function stroke(context: CanvasRenderingContext2D, lines: [Point, Point][], spacing: number) {
  context.beginPath();
  for (const [[x, y], [u, v]] of lines) {
    context.moveTo(x * spacing, y * spacing);
    context.lineTo(u * spacing, v * spacing);
  }
  context.stroke();
}
