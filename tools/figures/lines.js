// Polylines for a drawing: the parts inside a field, without points that nobody would see, as text.

/** A point in user units of the drawing. @typedef {[x: number, y: number]} Point */

/**
 * Edges of a rectangle.
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 */

/** Most points of a polyline. */
const MAX_POINTS = 120;

/** Distance below which a point may be left out, at first. */
const TOLERANCE = 0.25;

/**
 * The parts of a polyline inside a box; points that are no numbers interrupt it.
 * @param {Point[]} line @param {Box} box @returns {Point[][]}
 */
export function clipped(line, box) {
  /** @type {Point[][]} */
  const parts = [];
  for (let i = 1; i < line.length; i++) {
    const piece = segmentWithin(line[i - 1], line[i], box);
    if (!piece) continue;
    const last = parts.at(-1)?.at(-1);
    if (last && last[0] === piece[0][0] && last[1] === piece[0][1]) parts.at(-1)?.push(piece[1]);
    else parts.push(piece);
  }
  return parts;
}

/**
 * The part of a segment inside a box, by Liang and Barsky.
 * @param {Point} from @param {Point} to @param {Box} box @returns {[Point, Point] | undefined}
 */
function segmentWithin([x, y], [toX, toY], { left, top, right, bottom }) {
  const dx = toX - x;
  const dy = toY - y;
  if (!Number.isFinite(dx) || !Number.isFinite(dy)) return undefined;
  let begin = 0;
  let end = 1;
  const edges = [
    [-dx, x - left],
    [dx, right - x],
    [-dy, y - top],
    [dy, bottom - y],
  ];
  for (const [rate, room] of edges) {
    if (rate === 0 && room < 0) return undefined;
    if (rate < 0) begin = Math.max(begin, room / rate);
    if (rate > 0) end = Math.min(end, room / rate);
  }
  if (begin > end) return undefined;
  const at = (/** @type {number} */ part) => /** @type {Point} */ ([x + part * dx, y + part * dy]);
  return [begin === 0 ? [x, y] : at(begin), end === 1 ? [toX, toY] : at(end)];
}

/** True if a point is inside a box. @param {Point} point @param {Box} box */
export function isInside([x, y], { left, top, right, bottom }) {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** A polyline with as few points as show the same, at most 120. @param {Point[]} line */
export function simplified(line) {
  let few = line;
  for (let tolerance = TOLERANCE; few === line || few.length > MAX_POINTS; tolerance *= 1.5) {
    few = [line[0], ...kept(line, 0, line.length - 1, tolerance)];
    if (line.length < 3) break;
  }
  return few;
}

/**
 * Points after the first one that a polyline needs, by Douglas and Peucker.
 * @param {Point[]} line @param {number} from @param {number} to @param {number} tolerance
 * @returns {Point[]}
 */
function kept(line, from, to, tolerance) {
  let farthest = 0;
  let most = tolerance;
  for (let i = from + 1; i < to; i++) {
    const distance = distanceTo(line[i], line[from], line[to]);
    if (distance > most) {
      farthest = i;
      most = distance;
    }
  }
  if (farthest === 0) return to > from ? [line[to]] : [];
  return [...kept(line, from, farthest, tolerance), ...kept(line, farthest, to, tolerance)];
}

/** Distance of a point from a segment. @param {Point} point @param {Point} a @param {Point} b */
function distanceTo([x, y], [ax, ay], [bx, by]) {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  const part = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

/**
 * Points of a polyline at equal distances along it.
 * @param {Point[]} line @param {number} spacing
 */
export function resampled(line, spacing) {
  /** @type {Point[]} */
  const points = [];
  for (let i = 1; i < line.length; i++) {
    const [x, y] = line[i - 1];
    const [toX, toY] = line[i];
    const parts = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / spacing));
    for (let n = 0; n < parts; n++) points.push([x + (n / parts) * (toX - x), y + (n / parts) * (toY - y)]);
  }
  return [...points, ...line.slice(-1)];
}

/** Path data of polylines, with a decimal. @param {Point[][]} lines */
export function pathOf(lines) {
  return lines.map((line) => line.map(relative).join("")).join("");
}

/** Path data of dots: strokes without length, with round ends. @param {Point[]} points */
export function dotsOf(points) {
  return points.map(([x, y]) => `M${digit(x)} ${digit(y)}h0`).join("");
}

/** @param {Point} point @param {number} i @param {Point[]} line */
function relative([x, y], i, line) {
  if (i === 0) return `M${digit(x)} ${digit(y)}`;
  const dx = digit(digit(x) - digit(line[i - 1][0]));
  const dy = digit(digit(y) - digit(line[i - 1][1]));
  return `${i === 1 ? "l" : dx < 0 ? "" : " "}${dx}${dy < 0 ? "" : " "}${dy}`;
}

/** @param {number} value */
export function digit(value) {
  return Math.round(10 * value) / 10;
}
