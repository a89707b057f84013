// A pennant on a pole in the upper right corner of a picture, which streams with the wind.
import { significant } from "../base/format.ts";
import type { Simulation } from "../types.ts";
import type { Camera } from "./camera.ts";
import { haloed, LABEL } from "./shapes.ts";

/** Height of the pole, length and width of the pennant, distance of the pole from the edge, px. */
const SIZE = { pole: 54, length: 46, width: 12, margin: 60 };

/** Wind speed at which drag equals the pennant's weight, in m/s. */
const LIGHT = 2;

/** Flutter: number of waves along the pennant, frequency in Hz, largest amplitude in px. */
const FLUTTER = { waves: 1.5, rate: 2, most: 4 };

/**
 * Draws the pennant; nothing without wind. It hangs in a weak wind, streams in a strong one, and
 * flutters with simulated time.
 */
export function drawFlag(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { system: { air }, time }: Simulation,
  color: (property: string) => string,
) {
  const speed = Math.hypot(...air);
  if (!(speed > 0)) return;
  const [still, moved] = [[0, 0, 0], air].map(([x, y, z]) => camera.project([x, y, z]));
  // drag grows with the square of the wind speed
  const [px, py] = [0, 1].map((i) => ((moved[i] - still[i]) / camera.scale) * speed);
  const pull = Math.hypot(px, py + LIGHT ** 2) || 1;
  const dx = px / pull;
  const dy = (py + LIGHT ** 2) / pull;
  const x = camera.width - SIZE.margin;
  const top = 34;
  const foot = top + SIZE.pole;
  const lively = FLUTTER.most * (speed ** 2 / (speed ** 2 + LIGHT ** 2));
  /**
   * Adds a point of the pennant's edge to the path.
   * @param part  of the length, from the pole to the tip
   */
  const edge = (part: number, side: 1 | -1) => {
    const wave = lively * part * Math.sin(2 * Math.PI * (FLUTTER.waves * part - FLUTTER.rate * time));
    const across = (side * SIZE.width * (1 - part)) / 2 + wave;
    context.lineTo(x + SIZE.length * part * dx - across * dy, top + SIZE.length * part * dy + across * dx);
  };
  const parts = Array.from({ length: 13 }, (_, i) => i / 12);
  context.fillStyle = color("--accent");
  context.beginPath();
  for (const part of parts) edge(part, 1);
  for (const part of parts.toReversed()) edge(part, -1);
  context.fill();
  context.strokeStyle = color("--ink");
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, foot);
  context.lineTo(x, top - SIZE.width / 2);
  context.stroke();
  context.fillStyle = color("--muted");
  context.font = LABEL;
  context.textAlign = "center";
  haloed(context, `${significant(speed)} m/s`, [x, foot + 14], color("--panel"));
}

/** Describes the wind in words; empty without wind. */
export function describeWind({ system }: Simulation) {
  const [x, y] = system.air;
  const angle = significant((180 / Math.PI) * Math.atan2(y, x));
  return x || y ? `The wind blows at ${significant(Math.hypot(x, y))} m/s, to ${angle}°.` : "";
}
