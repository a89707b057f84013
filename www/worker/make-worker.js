// Makes the analysis worker from a separate script file, next to the page's script.
import { trusted } from "../base/trust.js";
import address from "./worker.js?worker&url";

export function makeWorker() {
  return new Worker(trusted(address), { type: "module" });
}
