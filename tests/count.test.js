// The counts of instructions that ARCHITECTURE.md states: each that there is, as it is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { check, written } from "../tools/count.js";

const TEXT = "## Cost\n\n<!-- counts -->\nNone.\n<!-- /counts -->\n\nMore.\n";
const COMPILER = "rustc 1.95.0, x86_64-unknown-linux-gnu";
const STEP = { name: "a step in rows, double", size: 36736, each: "spring", instructions: 1_583_713 };
const DRIFT = { name: "x ← x + h v", size: 1200, each: "mass", instructions: 25_217 };
const STATED = written(TEXT, COMPILER, [STEP, DRIFT]);
const ADVICE = "\n→ mend it, or state it by npm run count -- --write";

test("what is written is what is checked", () => {
  assert.ok(STATED.includes(`| ${COMPILER} | instructions |\n|---|--:|\n| a step in rows, double | 43.1 a spring |\n`));
  assert.ok(STATED.startsWith("## Cost\n") && STATED.endsWith("\nMore.\n"));
  assert.equal(check(STATED, COMPILER, [STEP, DRIFT]), "2 counts are as ARCHITECTURE.md states them.");
  assert.equal(written(STATED, COMPILER, [STEP, DRIFT]), STATED);
});

test("a count that is another by more than 2 % is told, be it more or less", () => {
  for (const [part, told] of [
    [0.97, "41.8"],
    [1.03, "44.4"],
  ]) {
    const count = { ...STEP, instructions: STEP.instructions * Number(part) };
    const message = `ARCHITECTURE.md states 43.1 a spring for: a step in rows, double. It is ${told} a spring.${ADVICE}`;
    assert.throws(() => check(STATED, COMPILER, [count, DRIFT]), { message });
  }
  for (const part of [0.985, 1.015])
    check(STATED, COMPILER, [{ ...STEP, instructions: STEP.instructions * part }, DRIFT]);
});

test("what is not stated, not counted or stated of something else is told", () => {
  const message = `ARCHITECTURE.md does not state: a sweep. It is 21 a mass.${ADVICE}`;
  assert.throws(() => check(STATED, COMPILER, [STEP, DRIFT, { ...DRIFT, name: "a sweep" }]), { message });
  assert.throws(() => check(TEXT, COMPILER, [DRIFT]), /does not state: x ← x \+ h v/);
  assert.throws(() => check(STATED, COMPILER, [STEP]), /states what is not counted: x ← x \+ h v/);
  assert.throws(() => check(STATED, COMPILER, [STEP, { ...DRIFT, each: "spring" }]), /It is 21 a spring/);
  assert.throws(() => check(STATED, COMPILER, [STEP, { ...DRIFT, instructions: Number.NaN }]), /It is NaN a mass/);
});

test("another compiler's counts are others: they are not compared, and that is said", () => {
  const said = check(STATED, "rustc 1.96.0, x86_64-unknown-linux-gnu", []);
  assert.equal(
    said,
    `ARCHITECTURE.md states the counts of ${COMPILER}, and this is rustc 1.96.0, x86_64-unknown-linux-gnu: nothing is compared.`,
  );
});

test("without a place for the table nothing is written", () => {
  assert.throws(() => written("# Lab\n", COMPILER, [STEP]), /ARCHITECTURE.md has no table of counts/);
});

test("ARCHITECTURE.md states a count for every piece there is", () => {
  const read = (/** @type {string} */ name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
  const [, list] = read("bench/native/src/lib.rs").match(/vec!\[\n([\s\S]*?)\n {4}\]/) ?? [];
  const [table] = read("ARCHITECTURE.md").match(/<!-- counts -->[\s\S]*<!-- \/counts -->/) ?? [];
  assert.equal(table?.match(/ a (spring|mass|link) \|$/gm)?.length, list?.split("\n").length);
});
