// What a step costs.
/** @import { Simulation } from "../types.js" */

/** Measured at a stretch, in ms: many times the resolution of a browser's clock. */
const STRETCH = 4;

/** Before that, in ms: a browser compiles well only what has run for a while. */
const WARM_UP = 2;

/** Most steps in one call. */
const BATCH = 100_000;

/**
 * Measures the cost of a step in s: the average over as many steps as fit into a stretch, taken on copies of the
 * simulation, so that a step of some nanoseconds can be measured with a clock of microseconds. Nothing if the state
 * allows no step.
 * @param {Simulation} simulation
 * @returns {number | undefined}
 */
export function stepCost(simulation) {
  const first = average(simulation, WARM_UP, 1);
  return first && average(simulation, STRETCH, first.batch)?.cost;
}

/**
 * The cost of a step in s, and how many the last call took: a long step is not taken many times.
 * @param {Simulation} simulation @param {number} stretch  in ms @param {number} batch  steps of the first call
 */
function average(simulation, stretch, batch) {
  const start = performance.now();
  let steps = 0;
  for (;;) {
    const taken = simulation.rehearse(batch);
    if (taken === 0) return undefined;
    steps += taken;
    const elapsed = performance.now() - start;
    if (elapsed >= stretch) return { cost: elapsed / steps / 1000, batch };
    batch = Math.min(2 * batch, BATCH);
  }
}
