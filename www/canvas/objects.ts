// The objects of a picture that symbols stand for: marked, and found under a pointer.
import { vector } from "../base/vectors.ts";
import type { Picture } from "./canvas.ts";
import type { Point } from "./shapes.ts";

/** Objects of a picture: particles, or points in px. */
export interface Objects {
  /** A particle. */
  mass?: number;
  /** The particles at its ends. */
  spring?: readonly [number, number];
  /** Ends of a dashpot that is drawn beside the spring. */
  damper?: Point[];
}

/** Symbols of each object; the first one is reported for it. */
const SYMBOLS = {
  mass: ["m", "x", "u", "v"],
  damper: ["μ"],
  spring: ["k", "L", "μ", "C", "E"],
};

export const OBJECT_SYMBOLS = Object.values(SYMBOLS).flat();

/** Width of a mark in px, opacity, and distance from it that still counts as on it. */
const MARK = { width: 14, ring: 22, alpha: 0.35, reach: 12 };

/** The points of an object in px. */
function pointsOf({ objects, camera, simulation }: Picture, kind: keyof Objects) {
  const found = objects?.[kind];
  if (found === undefined) return [];
  const parts = typeof found === "number" ? [found] : found;
  return parts.map((part) => (typeof part === "number" ? camera.project(vector(simulation.positions, part)) : part));
}

/** Kinds of objects, those drawn on top first. */
const KINDS = ["mass", "damper", "spring"] as const;

export function markObjects(context: CanvasRenderingContext2D, picture: Picture, symbols: string[], color: string) {
  const kinds = KINDS.filter((kind) => SYMBOLS[kind].some((symbol) => symbols.includes(symbol)));
  context.save();
  Object.assign(context, { globalAlpha: MARK.alpha, strokeStyle: color, lineCap: "round", lineWidth: MARK.width });
  for (const kind of kinds) {
    const points = pointsOf(picture, kind);
    // the damper's symbol stands for the spring only where no dashpot is drawn
    if (kind === "spring" && picture.objects?.damper && symbols[0] === "μ") continue;
    context.beginPath();
    if (points.length === 1) context.arc(...points[0], MARK.ring, 0, 2 * Math.PI);
    else for (const point of points) context.lineTo(...point);
    context.stroke();
  }
  context.restore();
}

/** Symbol of the object at a point; empty for none. */
export function symbolAt(picture: Picture, [x, y]: Point) {
  for (const kind of KINDS) {
    const points = pointsOf(picture, kind);
    if (points.length === 0) continue;
    const [[ax, ay], [bx, by] = points[0]] = points;
    const dx = bx - ax;
    const dy = by - ay;
    const part = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
    const reach = points.length === 1 ? MARK.ring : MARK.reach;
    if (Math.hypot(ax + part * dx - x, ay + part * dy - y) < reach) return SYMBOLS[kind][0];
  }
  return "";
}
