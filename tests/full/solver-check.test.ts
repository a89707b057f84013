// All cases of imported runs: each method of a small solver with each usual mistake, in all scenes.
import assert from "node:assert/strict";
import test from "node:test";
import { casesOf, judgeExamples, SCENES, said, verdict, written, wrong } from "../solver-scenes.ts";
import { adams } from "../textbook.ts";

/** Part of the cases that must be judged rightly. */
const RIGHT = 0.95;

for (const scene of Object.keys(SCENES)) {
  test(`${scene}: method, step and mistake are found in 19 of 20 cases`, async () => {
    const cases = casesOf(scene);
    const failed = [];
    for (const one of cases) failed.push(...[await wrong(one)].filter((text) => text !== undefined));
    assert.ok(failed.length <= (1 - RIGHT) * cases.length, failed.join("\n"));
  });

  test(`${scene}: a method that it does not offer is none of these`, async () => {
    const { rate, h } = SCENES[scene];
    if (!rate) return; // a follower has formulas of its own
    const found = await verdict(scene, written(scene, "", { method: (h) => adams(rate, h), h }));
    assert.deepEqual(found.matches, [], said(found));
  });

  test(`${scene}: each example is judged`, () => judgeExamples(scene, ["A", "B", "C"]));
}
