// Arrows that show how a mode moves each mass.
import { plus, vector } from "../base/vectors.ts";
import type { Camera } from "./camera.ts";
import type { OrbitCamera } from "./orbit.ts";
import { addVector } from "./shapes.ts";

/** Shortest length of the longest arrow, in px. */
const MIN_LENGTH = 6;

/** Length of the arrowheads, in px. */
const HEAD = 5;

/** Draws the arrows of a mode. The longest is as long as the spacing of the masses, or 6 px. */
export function drawModeArrows(
  context: CanvasRenderingContext2D,
  camera: Camera | OrbitCamera,
  {
    positions,
    mode,
    masses,
    spacing,
    ink,
  }: {
    /** Positions in m. */
    positions: Float64Array;
    /** X y z per particle, in any scale. */
    mode: Float64Array;
    /** Particles that get an arrow. */
    masses: number[];
    /** Spacing in m. */
    spacing: number;
    ink: string;
  },
) {
  const longest = mode.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
  const scale = Math.max(spacing, MIN_LENGTH / camera.scale) / longest;
  context.strokeStyle = context.fillStyle = ink;
  context.lineWidth = 2;
  context.beginPath();
  for (const mass of masses) {
    const at = vector(positions, mass);
    const from = camera.project(at);
    const to = camera.project(plus(at, vector(mode, mass), scale));
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    if (Math.hypot(dx, dy) >= 1) addVector(context, from, [dx, dy], HEAD);
  }
  context.stroke();
  context.fill();
}
