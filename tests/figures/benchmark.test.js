// The numbers in the text of the benchmark page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { edges } from "../../measure/race/objects.js";

const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const page = read("www/benchmark.html")
  .replace(/<[^>]+>/g, "")
  .replaceAll(/\s+/g, " ");

/** @param {string[]} sentences */
function states(...sentences) {
  for (const sentence of sentences) assert.ok(page.includes(sentence), `the page does not state “${sentence}”`);
}

test("numbers of springs and of bytes are those of the cloths", () => {
  const [small, large] = [edges(40, 30), edges(1000, 1000)].map(({ length }) => length);
  assert.deepEqual([small, large], [4592, 3_994_002]);
  assert.equal(((24 * large) / 1e6).toFixed(0), "96");
  states("4592 springs of 40 × 30 masses, 3,994,002 of 1000 × 1000", "96 MB for each step of a million masses");
});

test("turns, calls and rounds are those of the race", () => {
  assert.match(read("measure/race/race.js"), /^export const \[STEP, CALL\] = \[0\.0005, 8\];$/m);
  assert.match(read("measure/race/race.js"), /^export const TURN = 10;$/m);
  assert.match(read("www/benchmark.js"), /const COUNTS = \{ warmUp: 3, rounds: 15 \};/);
  states("turns of at least 10 ms, in calls of eight steps, for 15 rounds after three");
});

test("engines for games take more than thirty times as long", () => {
  const rows = read("docs/measurements.md").matchAll(
    /^\| (engine, double|cannon-es|Rapier|Matter\.js) \| ([^\n]+) \|$/gm,
  );
  /**
   * Least times in ns by name: for 40 × 30 and 100 × 100 masses in Chromium, and in Firefox.
   * @type {Record<string, number[]>}
   */
  const least = {};
  for (const [, name, cells] of rows) {
    const times = cells.split(" | ").slice(0, 2).map(Number.parseFloat);
    least[name] = [...(least[name] ?? []), ...times];
  }
  for (const name of ["cannon-es", "Rapier", "Matter.js"]) {
    assert.equal(least[name].length, 4, name);
    for (const [i, time] of least[name].entries()) {
      assert.ok(time > 30 * least["engine, double"][i], `${name}: ${time} ns`);
    }
  }
  states("each takes more than thirty times as long per spring as the engine of these pages");
});
