// Makes the analysis worker from a text inside the script, for builds that are one file.
import AnalysisWorker from "./analysis-worker.js?worker&inline";

export function makeAnalysisWorker() {
  return new AnalysisWorker();
}
