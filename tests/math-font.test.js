// A page's font for formulas has every character that they use.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const SITE = new URL("../dist/site/www/", import.meta.url);

for (const name of readdirSync(SITE)) {
  test(`the font has what the formulas of ${name} use`, () => {
    const style = readFileSync(new URL(`../www/math/${name.replace(".html", ".css")}`, import.meta.url), "utf8");
    const ranges = [...style.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/g)].map(([, first, last = first]) =>
      [first, last].map((point) => Number.parseInt(point, 16)),
    );
    const formulas = readFileSync(new URL(name, SITE), "utf8").match(/<math.*?<\/math>/gs) ?? [];
    const text = formulas
      .map((formula) => formula.replace(/<mi>([^<])<\/mi>/g, (_, letter) => italic(letter)))
      .join("");
    const plain = text
      .replace(/<[^>]*>|\s/g, "")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&");
    const missing = [...new Set(plain)].filter((c) => {
      const point = Number(c.codePointAt(0));
      return !ranges.some(([first, last]) => point >= first && point <= last);
    });
    assert.deepEqual(missing, [], "see tools/math-font.py");
  });
}

/** A variable's name of one letter is drawn in italics. @param {string} letter */
function italic(letter) {
  if (letter === "h") return "\u210e";
  const point = Number(letter.codePointAt(0));
  for (const [first, last, capital] of [
    ["A", "Z", 0x1d434],
    ["a", "z", 0x1d44e],
    ["Α", "Ω", 0x1d6e2],
    ["α", "ω", 0x1d6fc],
  ]) {
    const [from, to] = [Number(String(first).codePointAt(0)), Number(String(last).codePointAt(0))];
    if (point >= from && point <= to) return String.fromCodePoint(point - from + Number(capital));
  }
  return letter;
}
