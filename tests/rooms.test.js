import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const www = fileURLToPath(new URL("../www", import.meta.url));

/** From the ground up: a file may use what lies in its own room and below, also by types. */
const ROOMS = ["", "base", "canvas", "plots", "lab", "instruments", "scenes"];

/** What lies on the ground, below all rooms. */
const GROUND = ["engine.js", "types.js"];

/** Which storey a file is on: on the ground, in a room, or on top of all. @param {string} path  in www */
function storey(path) {
  if (GROUND.includes(path)) return 0;
  const [room, ...rest] = path.split("/");
  if (rest.length === 0) return ROOMS.length;
  const at = ROOMS.indexOf(room);
  assert.ok(at > 0 || room === "style", `${path} is in no known room`);
  return Math.max(at, 0);
}

const files = readdirSync(www, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));

/** @param {string} path */
function uses(path) {
  const text = readFileSync(join(www, path), "utf8");
  const found = [...text.matchAll(/(?:from |import |import\()"(\.[^"?]+)/g)];
  return found
    .map(([, target]) => relative(www, join(www, dirname(path), target)))
    .filter((target) => !target.startsWith("..")); // the engine's package
}

test("no file of the pages uses what lies above it", () => {
  const up = files.flatMap((path) =>
    uses(path)
      .filter((target) => storey(target) > storey(path))
      .map((target) => `${path} uses ${target}`),
  );
  assert.deepEqual(up, []);
  assert.ok(files.flatMap(uses).length > 200, "the imports are found");
});

test("no scene uses another's files but those of the general pictures", () => {
  const scene = (/** @type {string} */ path) => path.match(/^scenes\/(\w+)\//)?.[1];
  const across = files.flatMap((path) =>
    uses(path)
      .filter((target) => scene(path) && scene(target) && scene(target) !== scene(path) && scene(target) !== "system")
      .map((target) => `${path} uses ${target}`),
  );
  assert.deepEqual(across, []);
});

test("no file uses itself by way of others", () => {
  /** @param {string} path @param {string[]} way */
  const follow = (path, way) => {
    assert.ok(!way.includes(path), [...way, path].join(" uses "));
    if (done.has(path) || !path.endsWith(".js")) return;
    for (const target of imports(path)) follow(target, [...way, path]);
    done.add(path);
  };
  /** Without types: a record may name what holds it. @param {string} path */
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
