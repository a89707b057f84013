// The element where there is no document.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { keyName } from "../www/base/dom.ts";
import { FLOOR } from "../www/base/floor.ts";

test("it can be imported without a document, as a server does, and defines nothing there", async () => {
  const { SpringLab } = await import(`${new URL("../dist/lib/spring-lab.js", import.meta.url)}`);
  assert.equal(typeof SpringLab, "function");
  assert.equal(globalThis.customElements, undefined);
});

test("README and manual name the oldest browsers", () => {
  const { chrome, firefox, safari } = FLOOR;
  const floor = `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari} or newer`;
  for (const file of ["README.md", "www/embed.html"]) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    assert.ok(text.replace(/\s+/g, " ").includes(`needs ${floor}`), file);
  }
});

test("a key of another alphabet counts as the Latin one at its place, and a Latin one as itself", () => {
  for (const [key, code, name] of [
    ["R", "KeyR", "r"],
    ["s", "KeyO", "s"],
    ["к", "KeyR", "r"],
    ["Ы", "KeyS", "s"],
    ["ρ", "KeyR", "r"],
    ["ı", "KeyI", "i"],
    ["٠", "Digit0", "0"],
    ["Process", "KeyB", "b"],
    ["ö", "Semicolon", "ö"],
    ["&", "Digit1", "&"],
    ["+", "Equal", "+"],
    [" ", "Space", " "],
    ["ArrowLeft", "ArrowLeft", "ArrowLeft"],
    ["F", "", "f"],
  ])
    assert.equal(keyName({ key, code } as KeyboardEvent), name, `${key} ${code}`);
});
