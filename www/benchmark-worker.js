// The benchmark's worker, which keeps the page responsive.
import { ROOT, TRIAD } from "../measure/race/bounds.js";
import { ofFrame, painters } from "../measure/race/painters.js";
import { contenders, race } from "../measure/race/race.js";
import { createSimulation, load } from "./engine.js";

/**
 * A benchmark to run.
 * @typedef {object} Request
 * @property {WebAssembly.Module} module  the compiled engine
 * @property {[number, number][]} sizes  columns and rows of masses
 * @property {{ warmUp: number, rounds: number }} counts
 */

/**
 * The result of a round, or an error; the last answer is empty.
 * @typedef {object} Answer
 * @property {number} [size]  index into the sizes
 * @property {"step" | "frame"} [what]
 * @property {string[]} [names]  of the programs
 * @property {number[]} [times]  ns a spring and step, or ms a frame
 * @property {string} [refusal]  error message
 */

const post = (/** @type {Answer} */ answer) => postMessage(answer);

addEventListener("message", async (/** @type {MessageEvent<Request>} */ { data: { module, sizes, counts } }) => {
  try {
    await load(module);
    for (const [size, masses] of sizes.entries()) {
      // the machine's own bounds are measured with the first size
      const all = [...contenders(createSimulation), ...(size === 0 ? [TRIAD, ROOT] : [])];
      const names = all.map(({ name }) => name);
      for await (const times of race(all, masses, counts)) post({ size, what: "step", names, times });
      const drawn = painters(createSimulation);
      for await (const times of race(drawn, masses, counts))
        post({ size, what: "frame", names: drawn.map(({ name }) => name), times: times.map(ofFrame) });
    }
    post({});
  } catch (error) {
    post({ refusal: error instanceof Error ? error.message : String(error) });
  }
});
