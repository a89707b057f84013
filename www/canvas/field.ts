// A vector field as arrows on a grid.

import type { Simulation } from "../types.ts";
import type { Camera } from "./camera.ts";
import { addVector } from "./shapes.ts";

/** Spacing of the arrows in px. */
const SPACING = 44;

/** Part of the spacing that the longest arrow fills. */
const FILL = 0.8;

/** Draws arrows over the whole picture, in the present stroke and fill styles. */
export function drawField(context: CanvasRenderingContext2D, camera: Camera, simulation: Pick<Simulation, "analysis">) {
  const [left, top] = camera.lift([0, 0]);
  const [right, bottom] = camera.lift([camera.width, camera.height]);
  const [columns, rows] = [camera.width, camera.height].map((size) => Math.max(2, Math.round(size / SPACING)));
  // each arrow is in the middle of its cell
  const dx = (right - left) / columns;
  const dy = (top - bottom) / rows;
  const rectangle = [left + dx / 2, bottom + dy / 2, right - dx / 2, top - dy / 2] as const;
  const samples = simulation.analysis.field(...rectangle, columns, rows);
  let longest = 0;
  for (let i = 0; i < samples.length; i += 4) longest = Math.max(longest, Math.hypot(samples[i + 2], samples[i + 3]));
  const scale = (FILL * SPACING) / longest;
  if (!Number.isFinite(scale)) return; // the field is zero
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  context.beginPath();
  for (let i = 0; i < samples.length; i += 4) {
    const [x, y] = camera.project([samples[i], samples[i + 1], 0]);
    const u = scale * samples[i + 2];
    const v = -scale * samples[i + 3];
    addVector(context, [x - u / 2, y - v / 2], [u, v], 0.3 * Math.hypot(u, v));
  }
  context.stroke();
  context.fill();
  context.globalAlpha = 1;
}
