// Makes the analysis worker from a script file beside the page's own.
import { trusted } from "../base/trust.js";
import address from "./analysis-worker.js?worker&url";

export function makeAnalysisWorker() {
  return new Worker(trusted(address), { type: "module" });
}
