// The distance of a run from its exact motion, recorded for comparisons and for plots on demand.

/** @import { Simulation } from "../types.js" */
/** @import { Quantity } from "../plots/quantity.js" */

/**
 * Largest distance of a particle from its exact position; NaN without one.
 * @param {Simulation} simulation
 */
function deviation({ analysis, positions }) {
  const exact = analysis.exact?.positions;
  if (!exact) return Number.NaN;
  let largest = 0;
  for (let i = 0; i < exact.length; i += 3) {
    largest = Math.max(largest, Math.hypot(...[0, 1, 2].map((axis) => positions[i + axis] - exact[i + axis])));
  }
  return largest;
}

/**
 * The deviation as a quantity that no table has.
 * @param {Simulation} simulation @returns {Quantity}
 */
export function deviationOf(simulation) {
  const value = () => deviation(simulation);
  return {
    ...{ label: "error", unit: "m", color: "--alarm", width: 1.6, dash: [] },
    hidden: true,
    value,
    of: deviation,
  };
}
