// The order of functions in the module.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { named, order } from "../tools/order.js";

/** Bytes that follow no other such bytes. @param {number} seed @param {number} length */
function bytes(seed, length) {
  return Uint8Array.from({ length }, (_, i) => ((i + 1) * (2 * seed + 3) * 37) >> 3);
}

test("functions that are alike lie side by side, and all are there once", () => {
  const alike = [1, 2, 3].map((seed) => [bytes(seed, 40), Uint8Array.from([...bytes(seed, 40), 9])]);
  const functions = [...alike.map(([one]) => one), ...alike.map(([, other]) => other)];
  const ordered = order(functions);
  assert.deepEqual(ordered.toSorted(), [0, 1, 2, 3, 4, 5]);
  for (const f of [0, 1, 2]) assert.equal(Math.abs(ordered.indexOf(f) - ordered.indexOf(f + 3)), 1, `${ordered}`);
});

test("beyond the window nothing is alike any more", () => {
  const [one, other, long] = [bytes(1, 60), bytes(2, 60), bytes(3, 2 ** 15)];
  assert.deepEqual(order([long, one, other, one, other]), [0, 1, 3, 2, 4]);
});

test("names change nothing in a module", async () => {
  const module = new Uint8Array(readFileSync("pkg/springlab_bg.wasm"));
  const [before, after] = await Promise.all([module, named(module)].map((bytes) => WebAssembly.compile(bytes)));
  assert.equal(WebAssembly.Module.customSections(after, "name").length, 1);
  assert.deepEqual(WebAssembly.Module.exports(after), WebAssembly.Module.exports(before));
});
