// Positions and velocities of a few masses: recorded for exported tables, not plotted.
import { vector } from "../base/vectors.js";

/** @import { Simulation } from "../types.js" */
/** @import { Quantity } from "./recorder.js" */

/** Most masses that are recorded. */
const MOST = 3;

/** @param {Simulation} simulation @returns {{ quantities: Quantity[], values: () => number[] }} */
export function motion(simulation) {
  const fixed = new Set(simulation.fixed);
  if (simulation.positions.length / 3 > MOST + fixed.size) return { quantities: [], values: () => [] };
  const all = Array.from({ length: simulation.positions.length / 3 }, (_, i) => i);
  const movable = all.filter((i) => !fixed.has(i));
  const drawn = { color: "", width: 0, dash: [], spare: true };
  const quantities = movable.flatMap((i) => {
    const of = movable.length > 1 ? ` of ${i + 1}` : "";
    const places = ["x", "y", "z"].map((axis) => ({ label: axis + of, unit: "m", ...drawn }));
    const speeds = ["x", "y", "z"].map((axis) => ({ label: `v${axis}${of}`, unit: "m/s", ...drawn }));
    return [...places, ...speeds];
  });
  const values = () => {
    const { positions, velocities } = simulation;
    return movable.flatMap((i) => [...vector(positions, i), ...vector(velocities, i)]);
  };
  return { quantities, values };
}
