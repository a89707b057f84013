// What the wasm of the library was built from: a hash of it, of all that it comes from, and the tools with their versions.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./task.js";

/** Files and folders that the wasm depends on. */
export const SOURCES = [
  "Cargo.lock",
  "Cargo.toml",
  "fast/Cargo.toml",
  "fast/src",
  "src",
  "tools/bindgen",
  "tools/build.js",
  "tools/order.js",
];

export function provenance() {
  const wasm = read("pkg/springlab_bg.wasm");
  const [lock, rust] = [read("Cargo.lock").toString(), execFileSync("rustc", ["--version"], { cwd: root }).toString()];
  return {
    version: json("package.json").version,
    wasm: { bytes: wasm.length, sha256: sha256(wasm) },
    source: { of: SOURCES, sha256: sourceHash() },
    tools: {
      rustc: rust.split(" ")[1],
      "wasm-bindgen": lock.match(/name = "wasm-bindgen"\nversion = "(.+)"/)?.[1],
      binaryen: json("node_modules/binaryen/package.json").version,
    },
  };
}

/** As `find SOURCES -type f | LC_ALL=C sort | xargs sha256sum | sha256sum` tells it. */
function sourceHash() {
  const paths = SOURCES.flatMap(filesOf).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sha256(paths.map((path) => `${sha256(read(path))}  ${path}\n`).join(""));
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesOf(`${path}/${name}`));
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path));
}

/** @param {string} path */
function json(path) {
  return JSON.parse(read(path).toString());
}

/** @param {string | Buffer} data */
function sha256(data) {
  return createHash("sha256").update(data).digest("hex");
}
