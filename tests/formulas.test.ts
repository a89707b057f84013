// The one font of formulas, and the check that it has every character of every formula.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { mathml } from "../tools/formulas.js";

const file = (path: string) => readFileSync(new URL(`../www/${path}`, import.meta.url));

/** Number that stands for the tag `cmap` in WOFF2. */
const CMAP = 0;

/** Number that stands for the tag `MATH` in WOFF2. */
const MATH = 31;

/** The tables of a font in WOFF2, none of them transformed, by the numbers of their tags. */
function tablesOf(woff2: Buffer) {
  let at = 48;
  const number = () => {
    let value = 0;
    for (let more = true; more; at++) {
      value = value * 128 + (woff2[at] & 127);
      more = woff2[at] > 127;
    }
    return value;
  };
  const list = Array.from({ length: woff2.readUInt16BE(12) }, () => {
    const tag = woff2[at++] & 63;
    assert.notEqual(tag, 63, "a tag in letters");
    return { tag, length: number() };
  });
  const data = brotliDecompressSync(woff2.subarray(at, at + woff2.readUInt32BE(20)));
  let end = 0;
  return new Map(
    list.map(({ tag, length }) => {
      end += length;
      return [tag, data.subarray(end - length, end)];
    }),
  );
}

/** The code points of a `cmap` table's segments with 32-bit ranges. */
function pointsOf(cmap: Buffer) {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + 8 * i));
  const at = Number(offsets.find((offset) => cmap.readUInt16BE(offset) === 12));
  const points = [];
  for (let i = 0, group = at + 16; i < cmap.readUInt32BE(at + 12); i++, group += 12)
    for (let point = cmap.readUInt32BE(group); point <= cmap.readUInt32BE(group + 4); point++) points.push(point);
  return points;
}

test("the font of formulas has the characters that its style sheet lists, and the MATH table", () => {
  const tables = tablesOf(file("fonts/springlab-math.woff2"));
  const listed = [...String(file("style/math.css")).matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/g)].flatMap(
    ([, first, last = first]) => {
      const [from, to] = [first, last].map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    },
  );
  assert.deepEqual(pointsOf(tables.get(CMAP) as Buffer), listed);
  assert.ok(listed.includes(0x20), "browsers take the layout of formulas only from a font that has the space");
  assert.ok(tables.has(MATH), "the layout of formulas");
});

test("a formula with a character that the font lacks is refused", () => {
  assert.match(mathml("h\\omega", false), /<mi>ω<\/mi>/);
  const message = "The font of formulas lacks ∮ in \\oint x: avoid it, or see www/fonts/README.md.";
  assert.throws(() => mathml("\\oint x", false), { message });
});

test("a formula gets classes in place of style attributes", () => {
  const math = mathml("\\begin{aligned} x &= 1 \\\\ y &= 2 \\end{aligned}", true);
  assert.match(math, /class="math-display/);
  assert.ok(!math.includes(" style="), math);
});
