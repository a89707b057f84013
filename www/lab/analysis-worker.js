// The worker that looks at copies of simulations.
import { createSimulation, load } from "../engine.js";
import { analyse } from "./analysis.js";

/** @import { Simulation } from "../types.js" */
/** @import { Question } from "./analysis.js" */

/** The copies: the next look begins where the one before ended. @type {Map<number, Promise<Simulation>>} */
const copies = new Map();

/**
 * What is asked of a copy, after it was made anew from a snapshot or has taken over a state, if it was given one; without a question there will be no
 * more. First of all comes the engine.
 * @typedef {{ id: number, scene: string, snapshot?: Uint8Array, state?: Uint8Array, question?: Question, module?: WebAssembly.Module }} Request
 */

/** Resolved when the page has handed the engine over. @type {(value: unknown) => void} */
let resolveEngine;
const engine = new Promise((resolve) => {
  resolveEngine = resolve;
});

addEventListener(
  "message",
  async (/** @type {MessageEvent<Request>} */ { data: { id, scene, snapshot, state, question, module } }) => {
    if (module) {
      resolveEngine(load(module));
      return;
    }
    if (!question) {
      (await copies.get(id))?.free();
      copies.delete(id);
      return;
    }
    try {
      const opening = copies.get(id) ?? engine.then(() => createSimulation(scene));
      copies.set(id, opening);
      const copy = await opening;
      if (snapshot) copy.restore(snapshot);
      if (state) copy.setState(state);
      const answer = analyse(copy, question);
      postMessage({ id, answer }, { transfer: answer.step?.state ? [answer.step.state.buffer] : [] });
    } catch (error) {
      postMessage({ id, answer: { none: error instanceof Error ? error.message : String(error) } });
    }
  },
);
