// Dependencies between the folders of www.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const www = fileURLToPath(new URL("../www", import.meta.url));

/** Folders from the lowest to the highest. A file may import from its own folder and lower ones. */
const FOLDERS = ["", "base", "worker", "canvas", "plots", "lab", "instruments", "scenes"];

/** Files below all folders. */
const LOWEST = ["engine.js", "groups.js", "types.js"];

/** Level of a file; files of www itself are above all folders. @param {string} path  in www */
function level(path) {
  if (LOWEST.includes(path)) return 0;
  const [folder, ...rest] = path.split("/");
  if (rest.length === 0) return FOLDERS.length;
  const at = FOLDERS.indexOf(folder);
  assert.ok(at > 0 || folder === "style", `${path} is in no known folder`);
  return Math.max(at, 0);
}

const files = readdirSync(www, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));

/** Files that a file imports. @param {string} path */
function uses(path) {
  const text = readFileSync(join(www, path), "utf8");
  const found = [...text.matchAll(/(?:from |import |import\()"(\.[^"?]+)/g)];
  return found
    .map(([, target]) => relative(www, join(www, dirname(path), target)))
    .filter((target) => !target.startsWith("..")); // the engine's package
}

test("no file of www imports from a higher folder", () => {
  const up = files.flatMap((path) =>
    uses(path)
      .filter((target) => level(target) > level(path))
      .map((target) => `${path} uses ${target}`),
  );
  assert.deepEqual(up, []);
  assert.ok(files.flatMap(uses).length > 200, "the imports are found");
});

test("no scene imports from another, except from the general pictures", () => {
  const scene = (/** @type {string} */ path) => path.match(/^scenes\/(\w+)\//)?.[1];
  const across = files.flatMap((path) =>
    uses(path)
      .filter((target) => scene(path) && scene(target) && scene(target) !== scene(path) && scene(target) !== "system")
      .map((target) => `${path} uses ${target}`),
  );
  assert.deepEqual(across, []);
});

test("there are no import cycles", () => {
  /** Follows imports. @param {string} path @param {string[]} way  files that lead to it */
  const follow = (path, way) => {
    assert.ok(!way.includes(path), [...way, path].join(" uses "));
    if (done.has(path) || !path.endsWith(".js")) return;
    for (const target of imports(path)) follow(target, [...way, path]);
    done.add(path);
  };
  /** Imports without those of types, which may form cycles. @param {string} path */
  const imports = (path) => {
    const text = readFileSync(join(www, path), "utf8").replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
    const found = [...text.matchAll(/(?:from |import |import\()"(\.[^"?]+)/g)];
    return found
      .map(([, target]) => relative(www, join(www, dirname(path), target)))
      .filter((t) => !t.startsWith(".."));
  };
  /** @type {Set<string>} */
  const done = new Set();
  for (const path of files) follow(path, []);
});
