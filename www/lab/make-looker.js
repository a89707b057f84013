// Makes the worker that looks.
import { trusted } from "../base/trust.js";
import address from "./looker.js?worker&url";

export function makeLooker() {
  return new Worker(trusted(address), { type: "module" });
}
