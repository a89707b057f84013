// Foreign text in sentences.
import assert from "node:assert/strict";
import test from "node:test";
import { quoted } from "../www/base/quote.ts";

test("a quotation is one short line without invisible characters", () => {
  const cases = [
    ["oops", '"oops"'],
    ["two\n  lines", '"two lines"'],
    ["\u200b7\u200e\u202e\0", '"7"'],
    [" \u200b ", "nothing"],
    ["", "nothing"],
    [0.5, "0.5"],
    [undefined, '"undefined"'],
    [{ toString: 1 }, "a value of type object"],
    [Symbol("x"), '"Symbol(x)"'],
    ["x".repeat(80), `"${"x".repeat(80)}"`],
    ["x".repeat(81), `"${"x".repeat(79)}…"`],
    ["\u{1F600}".repeat(200), `"${"\u{1F600}".repeat(79)}…"`],
  ] as [unknown, string][];
  for (const [text, shown] of cases) assert.equal(quoted(text), shown);
});

test("two million characters are quoted as fast as a few", () => {
  const began = performance.now();
  for (const one of [" ", "x", "9", "\u200b"]) assert.ok(quoted(one.repeat(2e6)).length <= 82);
  assert.ok(performance.now() - began < 200);
});
