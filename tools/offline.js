// Writes the service worker beside the front page, with the names of all files that the pages need, and a version that changes with any of them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./task.js";

/** The pages, and what they name; not what is for social networks or for pages of others. */
const NEEDED = /^([\w-]+\.html|www\/.+|assets\/.+\.(js|css|wasm|woff2|svg))$/;

/** @returns {import("vite").Plugin} */
export function offline() {
  return {
    name: "offline",
    apply: "build",
    writeBundle: ({ dir = "" }) => writeWorker(dir),
  };
}

/** @param {string} site  its folder */
export function writeWorker(site) {
  const all = readdirSync(site, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const files = all.filter((name) => NEEDED.test(name)).sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\n`).update(readFileSync(join(site, name)));
  const build = { version: hash.digest("hex").slice(0, 16), files };
  const source = readFileSync(join(root, "www/offline-worker.js"), "utf8");
  const written = source.replace(/(?<=^const BUILD = ).*(?=;$)/m, JSON.stringify(build));
  writeFileSync(join(site, "offline-worker.js"), written);
}
