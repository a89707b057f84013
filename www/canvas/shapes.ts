// Shapes of pictures. All lengths are in CSS px.
import type { Camera } from "./camera.ts";

export type Point = [number, number];

/** Half the width of an arrowhead, as a part of its length. */
const HALF = 0.45;

export const LABEL = "12px system-ui, sans-serif";

/** Height of a line of text at the top of a picture, in px. */
export const LINE = 26;

/** Largest number of 1, 2, 5, 10, … that is at most a value. */
export function roundDown(value: number) {
  const decade = 10 ** Math.floor(Math.log10(value));
  return decade * (value / decade >= 5 ? 5 : value / decade >= 2 ? 2 : 1);
}

/** Draws grid lines, and the two axes with their names. @param names  of the axes */
export function grid(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { line, axis, text }: { line: string; axis: string; text: string },
  [across, up]: [string, string] = ["x", "y"],
) {
  const { width, height, scale } = camera;
  const spacing = roundDown(90 / scale);
  const [left, top] = camera.lift([0, 0]);
  const [right, bottom] = camera.lift([width, height]);
  context.lineWidth = 1;
  context.strokeStyle = line;
  context.beginPath();
  for (let i = Math.ceil(left / spacing); i * spacing <= right; i++) {
    const x = crisp(camera.project([i * spacing, 0, 0])[0]);
    segment(context, [x, 0], [x, height]);
  }
  for (let i = Math.ceil(bottom / spacing); i * spacing <= top; i++) {
    const y = crisp(camera.project([0, i * spacing, 0])[1]);
    segment(context, [0, y], [width, y]);
  }
  context.globalAlpha = 0.55;
  context.stroke();
  context.globalAlpha = 1;
  const [x, y] = camera.project([0, 0, 0]).map(crisp);
  context.strokeStyle = axis;
  context.fillStyle = text;
  context.beginPath();
  segment(context, [0, y], [width, y]);
  segment(context, [x, 0], [x, height]);
  context.stroke();
  context.font = LABEL;
  context.textAlign = "right";
  context.fillText(across, width - 6, y - 6);
  context.textAlign = "left";
  context.fillText(up, x + 6, 14);
}

/** Rounds to the middle of a pixel, so that thin lines are sharp. */
const crisp = (value: number) => Math.round(value) + 0.5;

function segment(context: CanvasRenderingContext2D, from: Point, to: Point) {
  context.moveTo(...from);
  context.lineTo(...to);
}

/** Draws a scale bar with its length in the lower left corner. */
export function scaleBar(context: CanvasRenderingContext2D, { height, scale }: { height: number; scale: number }) {
  const metres = roundDown(110 / scale);
  const left = 14;
  const right = 14 + metres * scale;
  const y = height - 14;
  context.lineWidth = 1.5;
  context.beginPath();
  segment(context, [left, y], [right, y]);
  segment(context, [left, y - 4], [left, y + 4]);
  segment(context, [right, y - 4], [right, y + 4]);
  context.stroke();
  context.font = LABEL;
  context.textAlign = "center";
  context.fillText(`${metres} m`, (left + right) / 2, y - 7);
}

/** Draws a coil spring between two points: a helix seen from the side, with two straight ends. */
export function coil(context: CanvasRenderingContext2D, from: Point, to: Point, turns: number, radius: number) {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  context.beginPath();
  context.moveTo(...from);
  if (length > 1) {
    const ux = dx / length;
    const uy = dy / length;
    const end = Math.min(22, 0.15 * length);
    const depth = Math.min(0.55 * radius, (length - 2 * end) / turns);
    const parts = turns * 18;
    for (let i = 0; i <= parts; i++) {
      const angle = (2 * Math.PI * turns * i) / parts;
      const swell = Math.min(1, (8 * i) / parts, 8 * (1 - i / parts)); // from 0 at both ends to 1
      const along = end + ((length - 2 * end) * i) / parts + swell * depth * Math.cos(angle);
      const side = swell * radius * Math.sin(angle);
      context.lineTo(from[0] + ux * along - uy * side, from[1] + uy * along + ux * side);
    }
  }
  context.lineTo(...to);
  context.stroke();
}

/**
 * Draws a dashpot between two points: a cylinder on one rod, its piston on the other. The piston is
 * in the middle of the cylinder at the rest length.
 * @param from  at the cylinder's end
 * @param to  at the piston's end
 * @param radius  of the cylinder
 * @param rest  rest length
 */
export function dashpot(context: CanvasRenderingContext2D, from: Point, to: Point, radius: number, rest: number) {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  if (length < 1) return;
  const whole = rest > 0 ? Math.min(rest, length) : length;
  const bottom = 0.25 * whole;
  const mouth = 0.75 * whole;
  // the piston stays in the cylinder at every length
  const piston = bottom + (mouth - bottom) * (rest > 0 ? Math.min(Math.max(length / rest - 0.5, 0.12), 0.88) : 0.5);
  context.save();
  context.transform(dx / length, dy / length, -dy / length, dx / length, ...from);
  context.globalAlpha = 0.25;
  context.fillRect(bottom, -radius, piston - bottom, 2 * radius);
  context.globalAlpha = 1;
  context.beginPath();
  segment(context, [0, 0], [bottom, 0]);
  segment(context, [mouth, -radius], [bottom, -radius]);
  context.lineTo(bottom, radius);
  context.lineTo(mouth, radius);
  segment(context, [piston, 0.8 - radius], [piston, radius - 0.8]);
  segment(context, [piston, 0], [length, 0]);
  context.stroke();
  context.restore();
}

/**
 * Adds a vector to the path: a shaft and a head; a short vector is all head. The caller strokes and
 * fills the path.
 * @param by  in px, y down
 * @param head  largest length of the head
 */
export function addVector(context: CanvasRenderingContext2D, [x, y]: Point, [dx, dy]: Point, head: number) {
  const length = Math.hypot(dx, dy);
  if (!(length > 0)) return;
  const part = Math.min(head, length) / length;
  const alongX = part * dx;
  const alongY = part * dy;
  const tipX = x + dx;
  const tipY = y + dy;
  const neckX = tipX - alongX;
  const neckY = tipY - alongY;
  segment(context, [x, y], [neckX, neckY]);
  context.moveTo(tipX, tipY);
  context.lineTo(neckX - HALF * alongY, neckY + HALF * alongX);
  context.lineTo(neckX + HALF * alongY, neckY - HALF * alongX);
  context.closePath();
}

/**
 * Draws an arrow with a label; nothing if it is shorter than 4 px.
 * @param by  in px, y down
 * @param side  of the label: left of the tip or above (−1), right or below (1)
 * @param halo  colour around the label, which keeps it legible over lines
 */
export function arrow(
  context: CanvasRenderingContext2D,
  [x, y]: Point,
  [dx, dy]: Point,
  label: string,
  side: -1 | 1,
  halo: string,
) {
  const length = Math.hypot(dx, dy);
  if (length < 4) return;
  const ux = dx / length;
  const uy = dy / length;
  const tipX = x + dx;
  const tipY = y + dy;
  context.lineWidth = 2.4;
  context.lineJoin = "round";
  context.beginPath();
  addVector(context, [x, y], [dx - ux, dy - uy], 9); // 1 px shorter: the outline sticks out beyond the tip
  context.stroke();
  context.fill();
  context.font = LABEL;
  context.textAlign = "left";
  const { clientWidth, clientHeight } = context.canvas;
  const { width } = context.measureText(label);
  const steep = Math.abs(uy) > Math.abs(ux);
  const beside = steep
    ? [side < 0 ? tipX - 9 - width : tipX + 9, tipY + uy * 6 + 4]
    : [(x + tipX - width) / 2, side < 0 ? Math.min(y, tipY) - 26 : Math.max(y, tipY) + 34];
  const labelX = Math.max(4, Math.min(beside[0], clientWidth - width - 4));
  const labelY = Math.max(14, Math.min(beside[1], clientHeight - 6));
  haloed(context, label, [labelX, labelY], halo);
}

/**
 * Draws a text that is legible over lines, in the current font, alignment and colour.
 * @param halo  colour around the text
 */
export function haloed(context: CanvasRenderingContext2D, text: string, [x, y]: Point, halo: string) {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = halo;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** Draws a line through points, and a dot at each point if `radius` is positive. */
export function path(context: CanvasRenderingContext2D, points: Point[], radius: number = 0, dash: number[] = []) {
  context.setLineDash(dash);
  context.beginPath();
  for (const point of points) context.lineTo(...point);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  for (const [x, y] of radius > 0 ? points : []) {
    context.moveTo(x, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
}

/** Draws a filled disc with a rim. */
export function disc(context: CanvasRenderingContext2D, at: Point, radius: number) {
  context.beginPath();
  context.arc(...at, radius, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
