// The recipes of the manual, run as they stand there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../tools/task.js";

const page = readFileSync(join(root, "www/embed.html"), "utf8");

/** By their names. @type {Map<string, string>} */
const recipes = new Map(
  [...page.matchAll(/<code data-recipe="(\w+)">(.*?)<\/code>/gs)].map(([, name, text]) => [
    name,
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  ]),
);

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "recipes-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/springlab"));
});

after(() => rmSync(folder, { recursive: true }));

/** The output of a recipe. @param {string} name */
function printed(name) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, String(recipes.get(name)));
  return execFileSync(process.execPath, [file], { encoding: "utf8" }).trim();
}

test("positions: a cloth of 10 by 8 masses, 1 s on, hangs lower than its lowest mass did", () => {
  const [time, particles, lowest] = printed("positions").split(" ").map(Number);
  assert.equal(time, 1);
  assert.equal(particles, 80);
  assert.ok(lowest < 0, `${lowest}`);
});

test("an integrator of one's own is the same as ours", () => {
  assert.equal(printed("integrator"), "the same");
});

test("a wind of 4 N makes a spring of 5 N/m longer by 0.8 m", () => {
  assert.equal(printed("force"), "0.80");
});

test("a CSV with values of four decimals is that near to the exact solution", () => {
  const rows = printed("csv")
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  assert.deepEqual(
    rows.map(([time]) => time),
    [0, 0.5, 1],
  );
  for (const [time, off] of rows) assert.ok(Math.abs(off) < 1e-3, `${off} at ${time} s`);
});

test("every recipe is tried: those of pages in a browser", () => {
  const engine = [...recipes.keys()].filter((name) => recipes.get(name)?.includes('from "springlab"'));
  assert.deepEqual(engine, ["positions", "integrator", "force", "csv"]);
  assert.deepEqual(
    [...recipes.keys()].filter((name) => !engine.includes(name)),
    ["size", "send", "element"],
  );
});
