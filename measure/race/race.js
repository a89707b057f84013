// A race of the engine and plain JavaScript on the same cloth. All take steps in turn, so that
// other work of the machine affects all of them alike.
import { createCloth as onArrays } from "./arrays.js";
import { createCloth as ofObjects } from "./objects.js";

/**
 * A cloth that takes steps. Times are divided by `springs`: the number of springs, or of other
 * elements of a step.
 * @typedef {{ springs: number, step: (steps: number) => void, free?: () => void }} Cloth
 */

/**
 * A program that takes part. `create` makes a cloth of width × height masses with time steps of `h`
 * in s.
 * @typedef {object} Contender
 * @property {string} name
 * @property {(width: number, height: number, h: number) => Cloth | Promise<Cloth>} create
 */

/** Time step in s, within the step limit of all contenders, and steps in a call, as for a frame. */
export const [STEP, CALL] = [0.0005, 8];

/** Least duration of a turn in ms: clocks of browsers are coarse. */
export const TURN = 10;

/**
 * Plain JavaScript and the engine.
 * @param {typeof import("../../www/engine.js").createSimulation} createSimulation
 * @returns {Contender[]}
 */
export function contenders(createSimulation) {
  const engine = (/** @type {"double" | "single"} */ precision) => ({
    name: `engine, ${precision}`,
    create: async (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ timeStepSize) => {
      const simulation = await createSimulation("cloth", { width, height, timeStepSize, precision, substeps: 1 });
      return {
        springs: simulation.system.springs.length / 2,
        step: (/** @type {number} */ steps) => simulation.step(steps),
        free: () => simulation.free(),
      };
    },
  });
  return [
    { name: "an object a particle", create: ofObjects },
    { name: "typed arrays", create: onArrays },
    engine("double"),
    engine("single"),
  ];
}

/**
 * Times of all contenders in ns per spring and step, one round at a time. The first `warmUp`
 * rounds, in which browsers still optimise, are left out.
 * @param {Contender[]} contenders @param {[number, number]} size
 * @param {{ warmUp: number, rounds: number }} counts
 * @returns {AsyncGenerator<number[]>}
 */
export async function* race(contenders, [width, height], { warmUp, rounds }) {
  /** @type {Cloth[]} */
  const cloths = [];
  try {
    for (const { create } of contenders) cloths.push(await create(width, height, STEP));
    for (let round = 0; round < warmUp + rounds; round++) {
      const times = cloths.map(turn);
      if (round >= warmUp) yield times;
    }
  } finally {
    for (const cloth of cloths) cloth.free?.();
  }
}

/** @param {Cloth} cloth */
function turn({ springs, step }) {
  const start = performance.now();
  let [steps, time] = [0, 0];
  while (time < TURN) {
    step(CALL);
    steps += CALL;
    time = performance.now() - start;
  }
  return (1e6 * time) / (steps * springs);
}

/** The minimum, the median, and half the interquartile range. @param {number[]} times */
export function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => sorted[Math.floor(part * (sorted.length - 1))];
  return { least: sorted[0], median: at(0.5), spread: (at(0.75) - at(0.25)) / 2 };
}
