// Dependencies between the rooms of the project, and between the files of www, src and fast and
// their folders.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { root } from "../tools/task.js";
import { uses as usesInRust } from "./crate.ts";

/**
 * Rooms of the project from the lowest to the highest. A file may import from rooms of its own
 * level and of lower ones.
 */
const LEVELS = [
  ["pkg", "dist", "package.json"],
  ["www"],
  ["tools"],
  ["examples", "measure", "referee", "tests", "e2e"],
];

/** Rooms that know the engine as its users do, and what they may import from. */
const USERS = { examples: ["dist"], referee: ["dist", "tools"] };

/** The build of the pages, which belongs to the tools. */
const BUILD = "www/vite.config.ts";

const roomOf = (path: string) => (path === BUILD ? "tools" : path.split("/")[0]);

/** Folders from the lowest to the highest. A file may import from its own folder and lower ones. */
const FOLDERS = ["", "base", "worker", "canvas", "plots", "lab", "instruments", "scenes"];

/** Files below all folders. */
const LOWEST = ["engine.ts", "groups.ts", "types.ts"];

/** Level of a file; files of www itself are above all folders. @param path  in www */
function level(path: string) {
  if (LOWEST.includes(path)) return 0;
  const [folder, ...rest] = path.split("/");
  if (rest.length === 0) return FOLDERS.length;
  const at = FOLDERS.indexOf(folder);
  assert.ok(at > 0 || folder === "style", `${path} is in no known folder`);
  return Math.max(at, 0);
}

/** Scripts and pages of a room. */
const scripts = (room: string) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).filter((path) => /\.(js|ts|html)$/.test(path));

const files = scripts("www").filter((path) => /\.[jt]s$/.test(path));

/**
 * Files that a file imports. Paths begin at the project's root.
 * @param without  text to leave out
 */
function imports(path: string, without: RegExp | string = "") {
  const text = readFileSync(join(root, path), "utf8").replaceAll(without, "");
  const found = [...text.matchAll(/(?:from |import |import\()"(\.\.?\/[^"?]+)/g)];
  return found.map(([, target]) => join(dirname(path), target));
}

/** Imports of types, which may form cycles and cost nothing. */
const TYPES = /^import type [^;]*;$/gm;

/** Files of www that one of them imports. @param without  text to leave out */
function uses(path: string, without?: RegExp | string) {
  const found = imports(`www/${path}`, without).filter((target) => target.startsWith("www/"));
  return found.map((target) => relative("www", target));
}

test("no room of the project imports from a higher one", () => {
  const level = (path: string) => LEVELS.findIndex((rooms) => rooms.includes(roomOf(path)));
  const arrows = LEVELS.slice(1)
    .flat()
    .flatMap((room) => scripts(room).map((path) => `${room}/${path}`))
    .flatMap((path) => imports(path).map((target) => ({ path, target })));
  const refused = arrows.filter(({ path, target }) => {
    const allowed = Object.entries(USERS).find(([room]) => room === roomOf(path))?.[1];
    const isOwn = roomOf(path) === roomOf(target);
    return level(target) < 0 || level(target) > level(path) || (allowed && !isOwn && !allowed.includes(roomOf(target)));
  });
  assert.deepEqual(refused, []);
  for (const crossing of ["www pkg", "tools www", "measure tools", "examples dist"])
    assert.ok(
      arrows.some(({ path, target }) => `${roomOf(path)} ${roomOf(target)}` === crossing),
      crossing,
    );
});

test("no file of www imports from a higher folder", () => {
  const up = files.flatMap((path) =>
    uses(path)
      .filter((target) => level(target) > level(path))
      .map((target) => `${path} uses ${target}`),
  );
  assert.deepEqual(up, []);
  assert.ok(files.flatMap((path) => uses(path)).length > 200, "the imports are found");
});

test("the model of a laboratory knows no page: neither its views nor the document", () => {
  const model = files.filter((path) => path.startsWith("lab/model/"));
  const allowed = /^(base|worker|plots|lab\/model)\/|^engine\.ts$/;
  const outside = model.flatMap((path) =>
    uses(path, TYPES).flatMap((target) => (allowed.test(target) ? [] : [`${path} uses ${target}`])),
  );
  assert.deepEqual(outside, []);
  const named = model.filter((path) =>
    /\b(document|window)\.|HTMLElement/.test(readFileSync(join(root, "www", path), "utf8")),
  );
  assert.deepEqual(named, []);
  assert.ok(model.length > 20, "the files are found");
});

test("no scene imports from another, except from the general pictures", () => {
  const scene = (path: string) => path.match(/^scenes\/(\w+)\//)?.[1];
  const across = files.flatMap((path) =>
    uses(path)
      .filter((target) => scene(path) && scene(target) && scene(target) !== scene(path) && scene(target) !== "system")
      .map((target) => `${path} uses ${target}`),
  );
  assert.deepEqual(across, []);
});

/** Fails if files import each other in a circle. */
function refuseCycles(files: string[], imports: (path: string) => string[]) {
  const done: Set<string> = new Set();
  /** @param way  files that lead to it */
  const follow = (path: string, way: string[]) => {
    assert.ok(!way.includes(path), [...way, path].join(" uses "));
    if (done.has(path)) return;
    for (const target of imports(path)) follow(target, [...way, path]);
    done.add(path);
  };
  for (const path of files) follow(path, []);
}

test("there are no import cycles in www", () => {
  // types may form cycles
  refuseCycles(files, (path) => (/\.[jt]s$/.test(path) ? uses(path, TYPES) : []));
});

/** Folders of src from the lowest to the highest, and files beside them. */
const ROOMS = [
  "base",
  "linear",
  "oscillator",
  "models",
  "integrators",
  "spectrum",
  "mesh",
  "scenes",
  "simulation",
  "analysis",
  "drawing.rs",
  "wasm",
];

test("no file of src uses a higher folder", () => {
  const level = (path: string) => ROOMS.indexOf(path.split("/")[0]);
  const files = [...usesInRust("src")];
  const up = files.flatMap(([path, targets]) =>
    targets.filter((target) => level(target) > level(path)).map((target) => `${path} uses ${target}`),
  );
  assert.deepEqual(up, []);
  const unknown = files.map(([path]) => path).filter((path) => level(path) < 0);
  assert.deepEqual(unknown, [], "every folder has its place in the order");
  assert.ok(files.flatMap(([, targets]) => targets).length > 500, "the uses are found");
});

test("there are no import cycles in src and fast", () => {
  for (const folder of ["src", "fast/src"]) {
    const targets = usesInRust(folder);
    refuseCycles([...targets.keys()], (path) => targets.get(path) ?? []);
  }
});
