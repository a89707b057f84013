// Makes the worker that looks.
import { trusted } from "../base/trust.js";
import address from "./analysis-worker.js?worker&url";

export function makeAnalysisWorker() {
  return new Worker(trusted(address), { type: "module" });
}
