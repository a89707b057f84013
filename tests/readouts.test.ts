// Texts of readouts.
import assert from "node:assert/strict";
import test from "node:test";
import { clockTime, damping } from "../www/lab/views/readouts.ts";

test("a damping ratio of any size is followed by its name", () => {
  for (const [ratio, text] of [
    [undefined, "–"],
    [0, "0 undamped"],
    [3.16e-7, "3.16e−7 under-damped"],
    [0.25, "0.25 under-damped"],
    [0.9999, "1 critical"],
    [1, "1 critical"],
    [1.25, "1.25 over-damped"],
    [2.5e9, "2.5e9 over-damped"],
  ] as [number | undefined, string][]) {
    assert.equal(damping(ratio), text);
  }
});

test("the clock has as many decimals as let every step show, and two at least", () => {
  for (const [time, step, text] of [
    [0, 0.5, "0.00 s"],
    [0.02, 0.01, "0.02 s"],
    [0.001, 0.001, "0.001 s"],
    [1.0005, 0.0005, "1.0005 s"],
    [12.3, 0.3, "12.30 s"],
  ] as const) {
    assert.equal(clockTime(time, step), text);
  }
});
