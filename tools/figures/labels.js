// Places for the labels of curves: each beside its own curve, away from others.
import { resampled } from "./lines.js";

/** @import { Box, Point } from "./lines.js" */

/**
 * A curve to label.
 * @typedef {object} Labelled
 * @property {string} label
 * @property {Point[][]} lines  its visible parts
 * @property {Point} [at]  a place by hand: the middle of the label
 */

/** Height of a label, and the mean width of its characters, both generous. */
const SIZE = { height: 15, character: 8 };

/** Distance of a label from its curve. */
const GAP = 4;

/** Distance between points of a curve that a label must not cover. */
const SPACING = 4;

/** Distance below which a label might belong to another curve. */
const MIN_CURVE_DISTANCE = 9;

/** Costs of a covered point, of a point of another curve nearby, and of distance to the end. */
const COST = { covered: 6, near: 2, end: 6 };

/** @param {string} text */
export function widthOf(text) {
  return SIZE.character * [...text].length;
}

/**
 * Middles of labels, in the order of the curves.
 * @param {Labelled[]} curves
 * @param {Point[][][]} others  lines of curves without a label
 * @param {Box} field  that contains all labels
 * @returns {Point[]}
 */
export function placeLabels(curves, others, field) {
  const sample = (/** @type {Point[][]} */ lines) => lines.flatMap((line) => resampled(line, SPACING));
  const points = [...curves.map(({ lines }) => sample(lines)), ...others.map(sample)];
  /** @type {Box[]} */
  const taken = curves.flatMap(({ at, label }) => (at ? [boxAround(at, label)] : []));
  return curves.map(({ at, label }, own) => {
    if (at) return at;
    /** @type {Point} */
    let best = [(field.left + field.right) / 2, field.top + SIZE.height];
    let least = Number.POSITIVE_INFINITY;
    for (const [i, point] of points[own].entries()) {
      for (const middle of middlesBeside(point, label)) {
        const box = boxAround(middle, label);
        if (!contains(field, box) || taken.some((other) => overlap(box, other))) continue;
        const cost = COST.end * (1 - i / points[own].length) + crowding(box, points, own);
        if (cost < least) {
          best = middle;
          least = cost;
        }
      }
    }
    taken.push(boxAround(best, label));
    return best;
  });
}

/** Places above, below, right and left of a point. @param {Point} point @param {string} label */
function middlesBeside([x, y], label) {
  const aside = widthOf(label) / 2 + 2 * GAP;
  const up = SIZE.height / 2 + GAP;
  return /** @type {Point[]} */ ([
    [x, y - up],
    [x, y + up],
    [x + aside, y],
    [x - aside, y],
    [x + aside - GAP, y - up],
    [x + aside - GAP, y + up],
    [x - aside + GAP, y - up],
    [x - aside + GAP, y + up],
  ]);
}

/** @param {Point} middle @param {string} label @returns {Box} */
function boxAround([x, y], label) {
  const half = widthOf(label) / 2;
  const up = SIZE.height / 2;
  return { left: x - half, right: x + half, top: y - up, bottom: y + up };
}

/**
 * Cost of curves within a box and of others around it.
 * @param {Box} box @param {Point[][]} points  of all curves @param {number} own  index of its curve
 */
function crowding(box, points, own) {
  let cost = 0;
  for (const [i, curve] of points.entries()) {
    for (const [x, y] of curve) {
      const aside = Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom);
      if (aside < 1) cost += COST.covered;
      else if (i !== own && aside < MIN_CURVE_DISTANCE) cost += COST.near;
    }
  }
  return cost;
}

/** @param {Box} outer @param {Box} inner */
function contains(outer, inner) {
  const across = inner.left >= outer.left && inner.right <= outer.right;
  return across && inner.top >= outer.top && inner.bottom <= outer.bottom;
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
