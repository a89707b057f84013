// The picture of a step: all moments up to the present one, with their slopes, and the constraint
// at work.
import { vector } from "../../base/vectors.js";
import { arrow, disc, haloed, LABEL, path } from "../../canvas/shapes.js";
import { subscript } from "./numbers.js";
import { endsOf, equalised, planeOf } from "./plane.js";
import { placeIn } from "./told.js";

/** @import { StepMoment, Simulation } from "../../types.js" */
/** @import { Axes } from "../../plots/axes.js" */
/** @import { Point } from "../../canvas/shapes.js" */
/** @import { Plane } from "./plane.js" */
/** @import { Teller } from "./told.js" */

/** @typedef {NonNullable<Plane["project"]>} Project */

/** Radii in px: of the present moment, of the start, and of others. */
const RADIUS = { present: 6, start: 5, other: 3 };

/** Margins of the axes in px: left and right, top and bottom. */
const MARGINS = [74, 48];

/** Part of a step for which a slope is drawn. */
const HALF = 0.5;

/** Most slopes that are drawn together. */
const MAX_SLOPES = 8;

/** Shortest distance in px from a point to the label of its slope. */
const GAP = 11;

/**
 * @param {Axes} axes @param {string} wanted  plane, "space" or "phase"
 * @param {Teller} teller
 * @param {number} index  of the moment
 * @param {Simulation} simulation
 * @param {{ color: (property: string) => string, own: string }} look  own: colour of the method
 */
export function drawStep(axes, wanted, teller, index, simulation, { color, own }) {
  const plane = planeOf(teller, wanted);
  const { moments, length } = teller.step;
  const places = moments.map(plane.place);
  const slopes = moments.map((moment, i) => {
    const slope = plane.slope(moment);
    const h = HALF * (moment.numbers.h ?? length);
    return slope && /** @type {Point} */ ([places[i][0] + h * slope[0], places[i][1] + h * slope[1]]);
  });
  const corrected = plane.project && ends(plane.project, teller, index, simulation);
  const shown = corrected ? corrected.flat() : [...places, ...slopes.filter((tip) => tip !== undefined)];
  const ranges = [0, 1].map((axis) => endsOf(shown.map((place) => place[axis])));
  const size = [axes.size.width - MARGINS[0], axes.size.height - MARGINS[1]];
  const [x, y] = plane.equal ? equalised([ranges[0], ranges[1]], [size[0], size[1]]) : ranges;
  axes.names = plane.names;
  axes.draw(x, y, [], (context) => {
    const at = (/** @type {Point} */ [a, b]) => /** @type {Point} */ ([axes.x(a), axes.y(b)]);
    const points = places.map(at);
    if (plane.project) connect(context, at, plane.project, teller, index, simulation, color);
    if (corrected) {
      for (const [from, to] of corrected) {
        context.strokeStyle = context.fillStyle = color("--ink");
        context.lineWidth = 1.5;
        path(context, [at(from), at(to)], 0, [3, 3]);
        context.fillStyle = color("--panel");
        disc(context, at(from), RADIUS.start);
        context.fillStyle = own;
        disc(context, at(to), RADIUS.present);
      }
      return;
    }
    context.strokeStyle = context.fillStyle = own;
    context.lineWidth = 1.8;
    context.lineJoin = "round";
    for (let i = 1; i <= index; i++) {
      const from = teller.departure(i);
      path(context, [points[from.index], points[i]], RADIUS.other, from.tried ? [3, 3] : []);
    }
    context.fillStyle = color("--panel");
    disc(context, points[0], RADIUS.start);
    // all slopes of a few, else those since the last state or the last try
    const many = slopes.filter((slope) => slope !== undefined).length > MAX_SLOPES;
    const tried = moments.slice(0, index).findLastIndex(({ event }) => event !== "stage" && event !== "evaluation");
    for (let i = many ? tried + 1 : 0; i <= index; i++) {
      const tip = slopes[i];
      if (!tip) continue;
      context.strokeStyle = context.fillStyle = color(i === index ? "--ink" : "--muted");
      slopeOf(context, points[i], at(tip), moments[i], color("--panel"));
    }
    context.fillStyle = own;
    context.strokeStyle = color("--ink");
    context.lineWidth = 1.5;
    disc(context, points[index], RADIUS.present);
  });
}

/**
 * Draws a slope as an arrow, and names that of a stage.
 * @param {CanvasRenderingContext2D} context @param {Point} from @param {Point} to
 * @param {StepMoment} moment @param {string} halo
 */
function slopeOf(context, from, to, moment, halo) {
  const by = /** @type {Point} */ ([to[0] - from[0], to[1] - from[1]]);
  arrow(context, from, by, "", 1, "");
  const length = Math.hypot(...by);
  if (moment.event !== "stage" || length < GAP) return;
  context.font = LABEL;
  context.textAlign = "center";
  const reach = 1 + GAP / length;
  const text = `k${subscript(moment.numbers.stage + 1)}`;
  haloed(context, text, [from[0] + by[0] * reach, from[1] + by[1] * reach], halo);
  context.textAlign = "left";
}

/**
 * Place of a particle at a moment. Of many particles only the chosen one is known; the others are
 * where they were before the step.
 * @param {Teller} teller @param {StepMoment} moment @param {number} i
 * @param {Simulation} simulation
 */
function position({ step }, { positions }, i, simulation) {
  const known = positions.length === simulation.positions.length || i === step.particle;
  return known ? vector(positions, placeIn(positions, i)) : vector(simulation.positions, i);
}

/**
 * Places of the particles that a moment corrects, before and after; undefined if it corrects none.
 * @param {Project} project @param {Teller} teller @param {number} index
 * @param {Simulation} simulation
 */
function ends(project, teller, index, simulation) {
  const moments = teller.step.moments.slice(index - 1, index + 1);
  const particles = [...(moments[1]?.particles ?? [])];
  if (particles.length === 0) return undefined;
  return particles.map((i) => moments.map((moment) => project(position(teller, moment, i, simulation))));
}

/**
 * Draws springs and links at a moment, the one at work in another colour.
 * @param {CanvasRenderingContext2D} context @param {(place: Point) => Point} at
 * @param {Project} project @param {Teller} teller @param {number} index
 * @param {Simulation} simulation @param {(property: string) => string} color
 */
function connect(context, at, project, teller, index, simulation, color) {
  const { moments, particle } = teller.step;
  const moment = moments[index];
  const all = moment.positions.length === simulation.positions.length;
  const place = (/** @type {number} */ i) => at(project(position(teller, moment, i, simulation)));
  for (const list of [simulation.system.springs, simulation.system.links]) {
    for (let i = 0; i < list.length; i += 2) {
      const pair = [list[i], list[i + 1]];
      if (!all && !pair.includes(particle)) continue;
      const works = moment.particles.length === 2 && pair.every((end) => moment.particles.includes(end));
      context.strokeStyle = context.fillStyle = color(works ? "--accent" : "--muted");
      context.lineWidth = works ? 4 : 1.5;
      path(context, pair.map(place), works ? 0 : 2);
    }
  }
}
