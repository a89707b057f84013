// The worker that races: its page can be read and stopped meanwhile.
import { ROOT, TRIAD } from "../measure/race/bounds.js";
import { ofFrame, painters } from "../measure/race/painters.js";
import { contenders, race } from "../measure/race/race.js";
import { createSimulation, load } from "./engine.js";

/**
 * What to race on, and how many rounds; first comes the engine.
 * @typedef {{ module: WebAssembly.Module, sizes: [number, number][], counts: { warmUp: number, rounds: number } }} Request
 */

/**
 * Names and times of a round on one of the sizes: of a spring and step in ns, or of a frame in ms; the last one tells the end; why it can't go on.
 * @typedef {{ size?: number, what?: "step" | "frame", names?: string[], times?: number[], refusal?: string }} Answer
 */

const post = (/** @type {Answer} */ answer) => postMessage(answer);

addEventListener("message", async (/** @type {MessageEvent<Request>} */ { data: { module, sizes, counts } }) => {
  try {
    await load(module);
    for (const [size, masses] of sizes.entries()) {
      // what the machine can do is measured beside the first
      const all = [...contenders(createSimulation), ...(size === 0 ? [TRIAD, ROOT] : [])];
      const names = all.map(({ name }) => name);
      for await (const times of race(all, masses, counts)) post({ size, what: "step", names, times });
      const drawn = painters(createSimulation, masses);
      for await (const times of race(drawn, masses, counts))
        post({ size, what: "frame", names: drawn.map(({ name }) => name), times: times.map(ofFrame) });
    }
    post({});
  } catch (error) {
    post({ refusal: error instanceof Error ? error.message : String(error) });
  }
});
