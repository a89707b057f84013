// Arrows at the edge of a picture that point to particles outside it.
import { significant } from "../base/format.ts";
import { vector } from "../base/vectors.ts";
import type { Picture, View } from "./canvas.ts";
import type { Point } from "./shapes.ts";
import { addVector, haloed, LABEL } from "./shapes.ts";

/** Length of an arrow and of its head, and smallest distance of two tips, in px. */
const ARROW = { length: 16, head: 12, apart: 14 };

/** Distance of the tips from the edges, in px; there are buttons at the top and bottom. */
const EDGE = { side: 8, top: 50, bottom: 56 };

/** Most particles with an arrow each. With more, one arrow points to the nearest if all are out. */
const MAX_ARROWS = 12;

/** Size of a distance label, in px. */
const LABEL_SIZE = { across: 58, up: 22 };

/**
 * Draws arrows to the movable particles outside the picture. A label states the distance from the
 * edge, if there is space.
 */
export function drawOffScreenArrows(
  context: CanvasRenderingContext2D,
  picture: Picture,
  color: (property: string) => string,
) {
  const { clientWidth: width, clientHeight: height } = context.canvas;
  const { positions } = picture.simulation;
  const movable = [...picture.movable()];
  const place = (particle: number) => picture.camera.project(vector(positions, particle));
  if (movable.length > MAX_ARROWS && movable.some((particle) => isInside(place(particle), [width, height]))) return;
  const places = movable.map(place);
  const scale = scaleOf(picture.camera);
  /** Middles of the labels so far. */
  const labels: Point[] = [];
  context.save();
  context.lineJoin = "round";
  context.font = LABEL;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { tip, direction, beyond } of offScreenArrows(places, [width, height])) {
    context.strokeStyle = context.fillStyle = color("--accent");
    context.lineWidth = 2;
    context.beginPath();
    addVector(
      context,
      [tip[0] - ARROW.length * direction[0], tip[1] - ARROW.length * direction[1]],
      [ARROW.length * direction[0], ARROW.length * direction[1]],
      ARROW.head,
    );
    context.stroke();
    context.fill();
    const at = [
      Math.min(Math.max(tip[0] - 44 * direction[0], LABEL_SIZE.across / 2), width - LABEL_SIZE.across / 2),
      Math.min(Math.max(tip[1] - 34 * direction[1], LABEL_SIZE.up / 2), height - LABEL_SIZE.up / 2),
    ] as Point;
    const free = labels.every(
      ([x, y]) => Math.abs(x - at[0]) > LABEL_SIZE.across || Math.abs(y - at[1]) > LABEL_SIZE.up,
    );
    if (!scale || !free) continue;
    labels.push(at);
    context.fillStyle = color("--ink");
    haloed(context, `${significant(beyond / scale)} m`, at, color("--panel"));
  }
  context.restore();
}

function isInside([x, y]: Point, [width, height]: [width: number, height: number]) {
  return x >= 0 && x <= width && y >= 0 && y <= height;
}

/** Pixels per metre; undefined for views without a scale. */
function scaleOf(view: View) {
  return "scale" in view ? Number(view.scale) : undefined;
}

/**
 * Arrows to places outside a picture: their tips and directions, and the distances of the places
 * from the edge in px. Nearest first; arrows on top of a nearer one are left out.
 */
export function offScreenArrows(
  places: Point[],
  [width, height]: [width: number, height: number],
): { tip: Point; direction: Point; beyond: number }[] {
  const halfWidth = width / 2;
  const halfHeight = height / 2;
  const out = places
    .filter((place) => place.every(Number.isFinite))
    .map(([x, y]) => {
      const dx = x - halfWidth;
      const dy = y - halfHeight;
      const distance = Math.hypot(dx, dy);
      // from the middle to the edge, as a part of the distance to the particle
      const room = dy < 0 ? halfHeight - EDGE.top : halfHeight - EDGE.bottom;
      const part = Math.min((halfWidth - EDGE.side) / Math.abs(dx), room / Math.abs(dy));
      return {
        inside: isInside([x, y], [width, height]),
        tip: [halfWidth + part * dx, halfHeight + part * dy] as Point,
        direction: [dx / distance, dy / distance] as Point,
        beyond: Math.hypot(Math.max(-x, 0, x - width), Math.max(-y, 0, y - height)),
      };
    });
  const outside = out.filter(({ inside }) => !inside).sort((a, b) => a.beyond - b.beyond);
  if (places.length > MAX_ARROWS) return outside.length === places.length ? outside.slice(0, 1) : [];
  return outside.filter(
    ({ tip }, i) =>
      !outside.slice(0, i).some((other) => Math.hypot(tip[0] - other.tip[0], tip[1] - other.tip[1]) < ARROW.apart),
  );
}
