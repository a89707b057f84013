// The masses and springs of a run over its elapsed time.
import { Simulation } from "../../engine.ts";
import { after } from "../../plots/cursor.ts";
import type { Simulation as Model } from "../../types.ts";
import type { Motion } from "./motion.ts";
import type { Run } from "./run.ts";

/** Positions at an elapsed time in s. */
type Frame = { at: number; positions: Float64Array };

/** Most memory in bytes for the positions of an outline that moves. */
const MAX_BYTES = 8e6;

/**
 * The outline of a run: at the checkpoints of its past, and between two of them on straight lines.
 * After its end, and at any time if the past needs too much memory, it is the present one.
 * @param scene  id of the scene
 */
export function outline(scene: string, simulation: Model, { history, elapsed }: Motion): Run["shape"] {
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

/** Positions at all checkpoints. */
function frames(scene: string, { states }: Motion["history"]) {
  const copy = Simulation.open(scene);
  try {
    return states.map(({ elapsed, state }) => {
      copy.history.goTo((state as any).moment);
      return { at: elapsed, positions: copy.positions.slice() };
    });
  } finally {
    copy.free();
  }
}

/** Positions between two frames. @param at  in s */
function between(a: Frame, b: Frame, at: number) {
  const part = (at - a.at) / (b.at - a.at);
  return a.positions.map((from, i) => from + part * (b.positions[i] - from));
}
