// Makes the worker that looks, of a text in the script's own.
import AnalysisWorker from "./analysis-worker.js?worker&inline";

export function makeAnalysisWorker() {
  return new AnalysisWorker();
}
