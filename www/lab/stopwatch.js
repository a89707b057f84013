// What a step costs.
/** @import { Simulation } from "../engine.js" */

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
  return average(simulation, WARM_UP) && average(simulation, STRETCH);
}

/** @param {Simulation} simulation @param {number} stretch  in ms */
function average(simulation, stretch) {
  const start = performance.now();
  let [steps, elapsed] = [0, 0];
  for (let batch = 100; elapsed < stretch; batch = Math.min(2 * batch, BATCH)) {
    const taken = simulation.rehearse(batch);
    if (taken === 0) return undefined;
    steps += taken;
    elapsed = performance.now() - start;
  }
  return elapsed / steps / 1000;
}
