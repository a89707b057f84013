// Arrows that show how a mode moves each mass.
import { plus, vector } from "../base/vectors.js";
import { addVector } from "./shapes.js";

/** @import { Camera } from "./camera.js" */
/** @import { OrbitCamera } from "./orbit.js" */

/** Shortest length of the longest arrow, in px. */
const MIN_LENGTH = 6;

/** Length of the arrowheads, in px. */
const HEAD = 5;

/**
 * Draws the arrows of a mode. The longest is as long as the spacing of the masses, or 6 px.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera | OrbitCamera} camera
 * @param {object} of
 * @param {Float64Array} of.positions  in m
 * @param {Float64Array} of.mode  x y z per particle, in any scale
 * @param {number[]} of.masses  particles that get an arrow
 * @param {number} of.spacing  in m
 * @param {string} of.ink
 */
export function drawModeArrows(context, camera, { positions, mode, masses, spacing, ink }) {
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
