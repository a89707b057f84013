// Makes the analysis worker from a separate script file, next to the page's script.
import { trusted } from "../base/trust.ts";
import address from "./worker.ts?worker&url";

export function makeWorker() {
  return new Worker(trusted(address), { type: "module" });
}
