// The energy drift of a run.

/** @import { Simulation } from "../types.js" */

/**
 * Energy that the method has made, in J; undefined for a flow, which has none.
 * @param {Simulation} simulation
 */
export function drift(simulation) {
  try {
    return simulation.energy.numerical;
  } catch {
    return undefined;
  }
}
