// The picture of a step: all moments up to the present one, with their slopes, and the constraint
// at work.
import { vector } from "../../base/vectors.ts";
import type { Point } from "../../canvas/shapes.ts";
import { arrow, disc, haloed, LABEL, path } from "../../canvas/shapes.ts";
import type { Axes } from "../../plots/axes.ts";
import type { Simulation, StepMoment } from "../../types.ts";
import { subscript } from "./numbers.ts";
import type { Plane } from "./plane.ts";
import { endsOf, equalised, planeOf } from "./plane.ts";
import type { Teller } from "./told.ts";
import { placeIn } from "./told.ts";

type Project = NonNullable<Plane["project"]>;

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
 * @param wanted  plane, "space" or "phase"
 * @param index  of the moment
 * @param look  own: colour of the method
 */
export function drawStep(
  axes: Axes,
  wanted: string,
  teller: Teller,
  index: number,
  simulation: Simulation,
  { color, own }: { color: (property: string) => string; own: string },
) {
  const plane = planeOf(teller, wanted);
  const { moments, length } = teller.step;
  const places = moments.map(plane.place);
  const slopes = moments.map((moment, i) => {
    const slope = plane.slope(moment);
    const h = HALF * (moment.numbers.h ?? length);
    return slope && ([places[i][0] + h * slope[0], places[i][1] + h * slope[1]] as Point);
  });
  const corrected = plane.project && ends(plane.project, teller, index, simulation);
  const shown = corrected ? corrected.flat() : [...places, ...slopes.filter((tip) => tip !== undefined)];
  const ranges = [0, 1].map((axis) => endsOf(shown.map((place) => place[axis])));
  const size = [axes.size.width - MARGINS[0], axes.size.height - MARGINS[1]];
  const [x, y] = plane.equal ? equalised([ranges[0], ranges[1]], [size[0], size[1]]) : ranges;
  axes.names = plane.names;
  axes.draw(x, y, [], (context) => {
    const at = ([a, b]: Point) => [axes.x(a), axes.y(b)] as Point;
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

/** Draws a slope as an arrow, and names that of a stage. */
function slopeOf(context: CanvasRenderingContext2D, from: Point, to: Point, moment: StepMoment, halo: string) {
  const by = [to[0] - from[0], to[1] - from[1]] as Point;
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
 */
function position({ step }: Teller, { positions }: StepMoment, i: number, simulation: Simulation) {
  const known = positions.length === simulation.positions.length || i === step.particle;
  return known ? vector(positions, placeIn(positions, i)) : vector(simulation.positions, i);
}

/**
 * Places of the particles that a moment corrects, before and after; undefined if it corrects none.
 */
function ends(project: Project, teller: Teller, index: number, simulation: Simulation) {
  const moments = teller.step.moments.slice(index - 1, index + 1);
  const particles = [...(moments[1]?.particles ?? [])];
  if (particles.length === 0) return undefined;
  return particles.map((i) => moments.map((moment) => project(position(teller, moment, i, simulation))));
}

/** Draws springs and links at a moment, the one at work in another colour. */
function connect(
  context: CanvasRenderingContext2D,
  at: (place: Point) => Point,
  project: Project,
  teller: Teller,
  index: number,
  simulation: Simulation,
  color: (property: string) => string,
) {
  const { moments, particle } = teller.step;
  const moment = moments[index];
  const all = moment.positions.length === simulation.positions.length;
  const place = (i: number) => at(project(position(teller, moment, i, simulation)));
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
