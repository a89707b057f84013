// The worker that looks at copies of simulations.
import { createSimulation } from "../engine.js";
import { look } from "./look.js";

/** @import { Simulation } from "../types.js" */
/** @import { Question } from "./look.js" */

/** The copies: the next look begins where the one before ended. @type {Map<number, Promise<Simulation>>} */
const copies = new Map();

/** @typedef {{ id: number, scene: string, snapshot?: Uint8Array, question: Question }} Request  without a snapshot there will be no more */

addEventListener(
  "message",
  async (/** @type {MessageEvent<Request>} */ { data: { id, scene, snapshot, question } }) => {
    if (!snapshot) {
      (await copies.get(id))?.free();
      copies.delete(id);
      return;
    }
    try {
      const opened = copies.get(id) ?? createSimulation(scene);
      copies.set(id, opened);
      const copy = await opened;
      copy.restore(snapshot);
      const answer = look(copy, question);
      postMessage({ id, answer }, { transfer: answer.step?.snapshot ? [answer.step.snapshot.buffer] : [] });
    } catch (error) {
      postMessage({ id, answer: { none: error instanceof Error ? error.message : String(error) } });
    }
  },
);
