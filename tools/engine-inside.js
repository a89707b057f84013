// Puts the engine into the text of a script, gzipped: one file, with nothing to fetch.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./task.js";

const MODULE = "springlab_bg.wasm?url";
const INSIDE = "\0engine-inside";

/** What a script begins with: the worker's text beside the engine's code, which it has again. gzip finds nothing again beyond the module. */
const FIRST = [`pkg/${MODULE}`, "www/lab/make-inline-analysis-worker.js", "www/engine.js"];

/**
 * @param {boolean} [there]  whether it is to be there: a worker is given it by its page
 * @returns {import("vite").Plugin}
 */
export function engineInside(there = true) {
  return {
    name: "engine-inside",
    enforce: "pre",
    resolveId: (id) => (id.endsWith(MODULE) ? INSIDE : undefined),
    load: (id) => (id === INSIDE ? `export default ${JSON.stringify(there ? address() : "")};` : undefined),
  };
}

/** Puts all of it first, for scripts with the worker inside. @returns {import("vite").Plugin} */
export function engineFirst() {
  const imports = FIRST.map((path) => `import ${JSON.stringify(join(root, path))};`).join("");
  return {
    name: "engine-first",
    transform(code, id) {
      return this.getModuleInfo(id)?.isEntry ? imports + code : undefined;
    },
  };
}

function address() {
  const bytes = gzipSync(readFileSync(join(root, "pkg/springlab_bg.wasm")), { level: 9 });
  return `data:application/gzip;base64,${bytes.toString("base64")}`;
}
