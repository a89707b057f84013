// A page's font for formulas has every character that they use.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { Blob, Face } from "harfbuzzjs";
import { decompress } from "wawoff2";
import { part, pointsOf } from "../tools/math-font.js";
import { PAGES } from "../tools/pages.js";

const SITE = new URL("../dist/site/", import.meta.url);
const ASSETS = readdirSync(new URL("assets/", SITE));

/** @param {Uint8Array} woff2 */
async function read(woff2) {
  return new Face(new Blob(await decompress(woff2)));
}

/** The built file of a page with this ending. @param {string} page @param {string} ending */
function asset(page, ending) {
  const names = ASSETS.filter((name) => name.startsWith(`${page}-`) && name.endsWith(ending));
  assert.equal(names.length, 1, `${page}: ${names}`);
  return readFileSync(new URL(`assets/${names[0]}`, SITE));
}

/** The characters that a browser asks a page's font for. @param {string} page */
function asked(page) {
  const ranges = [...String(asset(page, ".css")).matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)];
  return ranges.flatMap(([, first, last = first]) => {
    const [from, to] = [first, last].map((point) => Number.parseInt(point, 16));
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

for (const { path } of PAGES) {
  const name = path.replace("www/", "");
  const page = name.replace(".html", "");
  test(`the font has what the formulas of ${name} use`, async () => {
    const font = await read(asset(page, ".woff2"));
    const points = new Set(font.collectUnicodes());
    const ranges = new Set(asked(page));
    assert.deepEqual(
      [...ranges].filter((point) => !points.has(point)),
      [],
    );
    const formulas = readFileSync(new URL(`www/${name}`, SITE), "utf8").match(/<math.*?<\/math>/gs) ?? [];
    assert.ok(formulas.length > 0);
    const text = formulas
      .map((formula) => formula.replace(/<mi>([^<])<\/mi>/g, (_, letter) => italic(letter)))
      .join("");
    const plain = text
      .replace(/<[^>]*>|[\s\u2061]/g, "")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&");
    assert.deepEqual([...new Set(plain)].filter((c) => !ranges.has(Number(c.codePointAt(0)))).join(), "");
    assert.ok(points.has(0x20), "browsers take the layout of formulas only from a font that has the space");
    assert.ok(font.referenceTable("MATH"), "what a formula's layout is taken from");
  });
}

test("a new formula brings its characters, and one that there isn't is told", async () => {
  const before = pointsOf("<math><mi>x</mi></math>");
  const points = pointsOf("<math><mi>x</mi><mo>∮</mo><mi>h</mi></math>");
  const brought = points.filter((point) => !before.includes(point));
  assert.deepEqual(brought, [0x210e, 0x222e]);
  assert.deepEqual([...(await read(await part(points))).collectUnicodes()], points);
  assert.throws(() => pointsOf("<math><mi>弾</mi></math>"), {
    message: "The font of formulas lacks the character 弾 (U+5f3e): write the formula without it.",
  });
});

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
