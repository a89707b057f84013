// Makes the analysis worker from a text inside the script, for builds that are one file.
import { trusted } from "../base/trust.ts";
import text from "./worker.ts?worker&inline";

export function makeWorker() {
  const parts = ["URL.revokeObjectURL(location.href);", String(text)];
  return new Worker(trusted(URL.createObjectURL(new Blob(parts, { type: "text/javascript" }))));
}
