// A simulation in a worker, which steps while the main thread does something else. To run it:
// `npm run build`, then `node examples/in-a-worker.js`. In a page, use `Worker` and `onmessage`.
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { createSimulation } from "../dist/lib/springlab.js"; // in a project of your own: "springlab"

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.on("message", ({ time, positions }) => console.log(time, "s", positions[3], "m"));
} else {
  const damper = await createSimulation("damper", { damping: 0.5 });
  for (let second = 1; second <= 3; second++) {
    damper.step(100); // each of 0.01 s
    // a copy: the view itself shows the engine's memory, which stays here
    parentPort?.postMessage({ time: damper.time, positions: damper.positions.slice() });
  }
  damper.free();
}
