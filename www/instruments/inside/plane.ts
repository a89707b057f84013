// The plane in which the moments of a step are drawn: space, a phase plane, or a tracer over time.

import type { Vector } from "../../base/vectors.ts";
import type { Point } from "../../canvas/shapes.ts";
import type { Ends } from "../../plots/axes.ts";
import type { StepMoment } from "../../types.ts";
import type { Teller } from "./told.ts";

/** Margin around the points, as a part of their extent. */
const MARGIN = 0.2;

/** Least extent as a part of the size of the values: smaller ones are rounding. */
const MIN_EXTENT = 1e-9;

/** A plane. */
export interface Plane {
  /** Names of its axes, with units. */
  names: { x: string; y: string };
  /** True if both axes have the same scale. */
  equal: boolean;
  place: (moment: StepMoment) => Point;
  /** Rate of the place per second, where the method has computed it. */
  slope: (moment: StepMoment) => Point | undefined;
  /** Project of a position, in space. */
  project: ((x: Vector) => Point) | undefined;
}

/**
 * The plane for a particle: a mass on a line has no picture in space.
 * @param wanted  "space" or "phase"
 */
export function planeOf(teller: Teller, wanted: string): Plane {
  const { flow, step } = teller;
  const { moments } = step;
  const extent = (axis: number) => {
    const spread = (of: (moment: StepMoment) => Vector) => {
      const values = moments.map((moment) => of(moment)[axis]);
      return Math.max(...values) - Math.min(...values);
    };
    return spread((moment) => teller.position(moment)) + spread((moment) => teller.velocity(moment));
  };
  const along = teller.axes.toSorted((one, other) => extent(other) - extent(one));
  const [across, up] = along.slice(0, 2).toSorted((one, other) => one - other);
  const letters = ["x", "y", "z"];
  if (flow && up === undefined)
    return {
      names: { x: "t [s]", y: "x [m]" },
      equal: false,
      project: undefined,
      place: (moment) => [moment.time, teller.position(moment)[across]],
      slope: (moment) => (moment.event === "stage" ? [1, teller.velocity(moment)[across]] : undefined),
    };
  const project = (x: Vector) => [x[across], x[up]] as Point;
  if (up !== undefined && (flow || wanted === "space"))
    return {
      names: { x: `${letters[across]} [m]`, y: `${letters[up]} [m]` },
      equal: true,
      project: flow ? undefined : project,
      place: (moment) => project(teller.position(moment)),
      slope: (moment) => (moment.event === "stage" ? project(teller.velocity(moment)) : undefined),
    };
  const [axis] = along;
  return {
    names: { x: `${letters[axis]} [m]`, y: teller.axes.length > 1 ? `v${letters[axis]} [m/s]` : "v [m/s]" },
    equal: false,
    project: undefined,
    place: (moment) => [teller.position(moment)[axis], teller.velocity(moment)[axis]],
    slope: (moment) => {
      const a = teller.other(moment, "a")?.[axis];
      if (a === undefined || !["stage", "evaluation"].includes(moment.event)) return undefined;
      return [moment.event === "stage" ? teller.velocity(moment)[axis] : 0, a];
    },
  };
}

/** Ends of an axis that contains all values with a margin. */
export function endsOf(values: number[]): Ends {
  const finite = values.filter(Number.isFinite);
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  const size = Math.max(Math.abs(low), Math.abs(high));
  const extent = Math.max(high - low, MIN_EXTENT * size) || 1;
  const middle = (low + high) / 2;
  const half = (0.5 + MARGIN) * extent;
  return { low: middle - half, high: middle + half };
}

/** Ends of two axes with the same scale on a field of this size in px. */
export function equalised(ends: [Ends, Ends], size: [number, number]): [Ends, Ends] {
  const scale = Math.max(...ends.map(({ low, high }, i) => (high - low) / Math.max(size[i], 1)));
  const [x, y] = ends.map(({ low, high }, i) => {
    const middle = (low + high) / 2;
    const half = (scale * Math.max(size[i], 1)) / 2;
    return { low: middle - half, high: middle + half };
  });
  return [x, y];
}
