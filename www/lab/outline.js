// The masses and springs of a run over its elapsed time.
import { Simulation } from "../engine.js";
import { after } from "../plots/cursor.js";

/** @import { Simulation as Model } from "../types.js" */
/** @import { Content } from "./finished.js" */
/** @import { Motion } from "./motion.js" */

/** @typedef {{ at: number, positions: Float64Array }} Frame  positions at an elapsed time in s */

/** Most memory in bytes for the positions of an outline that moves. */
const MAX_BYTES = 8e6;

/**
 * The outline of a run: at the checkpoints of its past, and between two of them on straight lines.
 * After its end, and at any time if the past needs too much memory, it is the present one.
 * @param {string} scene  id of the scene @param {Model} simulation @param {Motion} motion
 * @returns {Content["shape"]}
 */
export function outline(scene, simulation, { history, elapsed }) {
  const { springs, links, torn, fixed } = simulation.system;
  const system = { springs: springs.slice(), links: links.slice(), torn: torn.slice(), fixed: fixed.slice() };
  const now = simulation.positions.slice();
  const moves = history.states.length * now.byteLength <= MAX_BYTES;
  const past = moves ? frames(scene, history) : [];
  const isEnd = elapsed === history.span[1];
  if (!moves || isEnd) past.push({ at: moves ? elapsed : Number.NEGATIVE_INFINITY, positions: now });
  const times = past.map(({ at }) => at);
  return (elapsed) => {
    const i = after(times, elapsed);
    if (i === 0) return undefined;
    return { positions: i < past.length ? between(past[i - 1], past[i], elapsed) : past[i - 1].positions, system };
  };
}

/** Positions at all checkpoints. @param {string} scene @param {Motion["history"]} history */
function frames(scene, { states }) {
  const copy = Simulation.open(scene);
  try {
    return states.map(({ elapsed, state }) => {
      copy.history.goTo(/** @type {any} */ (state).moment);
      return { at: elapsed, positions: copy.positions.slice() };
    });
  } finally {
    copy.free();
  }
}

/** Positions between two frames. @param {Frame} a @param {Frame} b @param {number} at  in s */
function between(a, b, at) {
  const part = (at - a.at) / (b.at - a.at);
  return a.positions.map((from, i) => from + part * (b.positions[i] - from));
}
