// Makes the worker that looks, of a text in the script's own.
import Looker from "./looker.js?worker&inline";

export function makeLooker() {
  return new Looker();
}
