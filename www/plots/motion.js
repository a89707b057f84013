// Positions and velocities of a few masses: recorded for exported tables, not plotted.
import { perSample } from "./quantity.js";

/** @import { Simulation } from "../types.js" */
/** @import { Quantity } from "./quantity.js" */

/** Most masses that are recorded. */
const MOST = 3;

/** @param {Simulation} simulation @returns {Quantity[]} */
export function motion(simulation) {
  const fixed = new Set(simulation.system.fixed);
  const count = simulation.positions.length / 3;
  if (count > MOST + fixed.size) return [];
  const movable = Array.from({ length: count }, (_, i) => i).filter((i) => !fixed.has(i));
  const drawn = { color: "", width: 0, dash: [], spare: true };
  const positions = perSample(() => simulation.positions.slice());
  const velocities = perSample(() => simulation.velocities.slice());
  return movable.flatMap((i) => {
    const of = movable.length > 1 ? ` of ${i + 1}` : "";
    const part = (/** @type {string} */ name, /** @type {string} */ unit, /** @type {typeof positions} */ vectors) =>
      ["x", "y", "z"].map((axis, j) => ({
        ...{ label: name + axis + of, unit, ...drawn },
        value: () => vectors()[3 * i + j],
      }));
    return [...part("", "m", positions), ...part("v", "m/s", velocities)];
  });
}
