// The recipes of the manual, run as they stand there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../tools/task.js";

const page = readFileSync(join(root, "www/embed.html"), "utf8");

/** Recipes by their names. */
const recipes: Map<string, string> = new Map(
  [...page.matchAll(/<code data-recipe="(\w+)">(.*?)<\/code>/gs)].map(([, name, text]) => [
    name,
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  ]),
);

let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "recipes-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/springlab"));
});

after(() => rmSync(folder, { recursive: true }));

/** The output of a recipe. */
function printed(name: string) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, String(recipes.get(name)));
  return execFileSync(process.execPath, [file], { encoding: "utf8" }).trim();
}

test("positions: after 1 s a cloth of 10 by 8 masses hangs lower than at the start", () => {
  const [time, particles, lowest] = printed("positions").split(" ").map(Number);
  assert.equal(time, 1);
  assert.equal(particles, 80);
  assert.ok(lowest < 0, `${lowest}`);
});

test("integrator: the recipe's integrator moves the mass as the engine's does", () => {
  assert.equal(printed("integrator"), "the same");
});

test("force: 4 N stretch a spring of 5 N/m by 0.8 m", () => {
  assert.equal(printed("force"), "0.80");
});

test("csv: values of four decimals are within 1 mm of the exact solution", () => {
  const rows = printed("csv")
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  assert.deepEqual(
    rows.map(([time]) => time),
    [0, 0.5, 1],
  );
  for (const [time, off] of rows) assert.ok(Math.abs(off) < 1e-3, `${off} at ${time} s`);
});

test("every recipe is tested, here or in e2e/manual.spec.ts", () => {
  const engine = [...recipes.keys()].filter((name) => recipes.get(name)?.includes('from "springlab"'));
  assert.deepEqual(engine, ["positions", "integrator", "force", "csv"]);
  assert.deepEqual(
    [...recipes.keys()].filter((name) => !engine.includes(name)),
    ["size", "send", "element"],
  );
});
