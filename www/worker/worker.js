// The worker that analyses copies of simulations.
import { createSimulation, load } from "../engine.js";
import { analyse } from "./questions.js";

/** @import { Simulation } from "../types.js" */
/** @import { Question } from "./questions.js" */

/**
 * Copies by the client's id. They stay, so that a search starts from the result of the last one.
 * @type {Map<number, Promise<Simulation>>}
 */
const copies = new Map();

/**
 * A message from the page.
 * @typedef {object} Request
 * @property {number} id  of the client
 * @property {string} scene  id of the scene
 * @property {Uint8Array} [snapshot]  parameters and state, which the copy takes over first
 * @property {Uint8Array} [state]  the state alone, which the copy takes over first
 * @property {Question} [question]  if left out, the copy is freed
 * @property {WebAssembly.Module} [module]  the compiled engine; the first message has nothing else
 */

/** Resolves `engine` when the page has sent the module. @type {(value: unknown) => void} */
let resolveEngine;
const engine = new Promise((resolve) => {
  resolveEngine = resolve;
});

/** Frees a copy, which may have failed. @param {number} id */
function drop(id) {
  copies.get(id)?.then(
    (copy) => copy.free(),
    () => {},
  );
  copies.delete(id);
}

addEventListener(
  "message",
  async (/** @type {MessageEvent<Request>} */ { data: { id, scene, snapshot, state, question, module } }) => {
    if (module) {
      const loaded = load(module);
      resolveEngine(loaded);
      return loaded.then(
        () => postMessage({}), // tells the page that the worker can answer
        () => {},
      );
    }
    if (!question) return drop(id);
    try {
      const opening = copies.get(id) ?? engine.then(() => createSimulation(scene));
      copies.set(id, opening);
      const copy = await opening;
      if (snapshot) copy.restore(snapshot);
      if (state) copy.history.setState(state);
      const answer = analyse(copy, question);
      postMessage({ id, answer }, { transfer: answer.step ? [answer.step.state.buffer] : [] });
    } catch (error) {
      drop(id); // the next question brings a snapshot
      postMessage({ id, answer: { none: error instanceof Error ? error.message : String(error) } });
    }
  },
);
