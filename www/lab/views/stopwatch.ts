// Measures the cost of a step.
import type { Simulation } from "../../types.ts";

/** Duration of the measurement in ms: many times the resolution of a browser's clock. */
const STRETCH = 4;

/** Duration of the warm-up in ms: browsers optimise only code that has run for a while. */
const WARM_UP = 2;

/** Most steps in one call. */
const BATCH = 100_000;

/**
 * Measures the cost of a step in s: the average over as many steps as fit into `STRETCH`, so that a
 * clock of microseconds can measure a step of nanoseconds. The steps are taken on copies.
 * @returns undefined if the engine refuses to step
 */
export function stepCost(simulation: Simulation): number | undefined {
  const first = average(simulation, WARM_UP, 1);
  return first && average(simulation, STRETCH, first.batch)?.cost;
}

/**
 * The cost of a step in s, and the steps of the last call, which grow only while there is time.
 * @param stretch  in ms
 * @param batch  steps of the first call
 */
function average(simulation: Simulation, stretch: number, batch: number) {
  const start = performance.now();
  let steps = 0;
  for (;;) {
    const taken = simulation.analysis.rehearse(batch);
    if (taken === 0) return undefined;
    steps += taken;
    const elapsed = performance.now() - start;
    if (elapsed >= stretch) return { cost: elapsed / steps / 1000, batch };
    batch = Math.min(2 * batch, BATCH);
  }
}
