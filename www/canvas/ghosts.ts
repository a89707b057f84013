// Other runs, drawn over a picture: masses and springs in their own colours and dashes.
import { vector } from "../base/vectors.ts";
import type { Simulation } from "../types.ts";
import type { Picture } from "./canvas.ts";
import type { Point } from "./shapes.ts";

/** Parts to draw. */
type Parts = Pick<Simulation["system"], "springs" | "links" | "torn" | "fixed">;

/** Shape of a simulation. */
type Shape = { positions: Float64Array; system: Parts };

export type Ghost = { simulation: Shape; color: string; dash: number[] };

/** Opacity of lines and of masses. */
const ALPHA = { line: 0.8, mass: 0.25 };

/** Radius of a mass in px: of a few, and of more than `few`. */
const RADIUS = { large: 10, small: 3, few: 8 };

/** Most masses and springs that are drawn, and most masses of a small run. */
const LIMITS = { masses: 400, springs: 4000, small: 100 };

/** True if a run has few masses that move. */
export function isSmall({ simulation: { positions, system } }: Ghost) {
  return positions.length / 3 - system.fixed.length <= LIMITS.small;
}

/** Enlarges the view to contain all masses. */
export function includeGhosts({ camera, placed }: Picture, ghosts: Ghost[]) {
  for (const { simulation } of ghosts) {
    const { positions } = placed?.(simulation) ?? simulation;
    for (let i = 0; i < positions.length / 3; i++) {
      const at = vector(positions, i);
      const [x, y] = camera.project(at);
      if (x < 0 || y < 0 || x > (camera.width ?? x) || y > (camera.height ?? y)) camera.include?.(at);
    }
  }
}

/** @param color  gives the colour of a custom property */
export function drawGhosts(
  context: CanvasRenderingContext2D,
  { camera, placed }: Picture,
  ghosts: Ghost[],
  color: (property: string) => string,
) {
  for (const { simulation, color: name, dash } of ghosts) {
    // a copy, because other readings may invalidate views of the engine's memory
    const positions = (placed?.(simulation) ?? simulation).positions.slice();
    const points = Array.from({ length: positions.length / 3 }, (_, i) => camera.project(vector(positions, i)));
    context.save();
    context.strokeStyle = context.fillStyle = color(name);
    context.setLineDash(dash);
    context.lineWidth = 1.8;
    context.globalAlpha = ALPHA.line;
    lines(context, simulation, points);
    masses(context, simulation, points);
    context.restore();
  }
}

/** Draws springs and links. */
function lines(context: CanvasRenderingContext2D, { system: { springs, links, torn } }: Shape, points: Point[]) {
  const isTorn = new Set(torn);
  context.beginPath();
  for (const ends of [springs, links]) {
    for (let i = 0; 2 * i < Math.min(ends.length, 2 * LIMITS.springs); i++) {
      if (ends === springs && isTorn.has(i)) continue;
      context.moveTo(...points[ends[2 * i]]);
      context.lineTo(...points[ends[2 * i + 1]]);
    }
  }
  context.stroke();
}

/** Draws masses as rings, unless there are many. */
function masses(context: CanvasRenderingContext2D, { system }: Shape, points: Point[]) {
  const fixed = new Set(system.fixed);
  const movable = points.filter((_, i) => !fixed.has(i));
  if (movable.length > LIMITS.masses) return;
  const radius = movable.length > RADIUS.few ? RADIUS.small : RADIUS.large;
  context.beginPath();
  for (const [x, y] of movable) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.stroke();
  context.globalAlpha = ALPHA.mass;
  context.fill();
}
