// Makes for a page the part of the formulas' font that it uses, with a style sheet for it and for the formulas, in www/math/.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Blob, Face } from "harfbuzzjs";
import subsetFont from "subset-font";
import { decompress } from "wawoff2";
import { root } from "./task.js";

const FOLDER = join(root, "www/math");
const WHOLE = Buffer.from(await decompress(readFileSync(join(root, "tools/math-font/springlab-math.woff2"))));
const KNOWN = new Set(new Face(new Blob(WHOLE)).collectUnicodes());

/** What formulas hardly do without, and the space: a font without it does not say how they are laid out. */
const ALWAYS = " 0123456789()[]+−=.,|√";

/** As MathML writes the characters that it needs itself. */
const ENTITIES = /** @type {Record<string, string>} */ ({
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
});

/** Rows of letters, and of the same in italics. */
const ITALICS = [
  { from: "A", to: "Z", italic: "\u{1d434}" },
  { from: "a", to: "z", italic: "\u{1d44e}" },
  { from: "Α", to: "Ω", italic: "\u{1d6e2}" },
  { from: "α", to: "ω", italic: "\u{1d6fc}" },
];

/** What the fonts and style sheets were made of: while a page is written, few changes are in formulas. @type {Map<string, string>} */
const made = new Map();

/**
 * Writes page.woff2 and page.css.
 * @param {string} page
 * @param {string} html  with MathML
 * @param {string} rules  of the formulas' style
 * @throws {Error} if the font lacks a character
 */
export async function makeFont(page, html, rules) {
  const points = pointsOf(html);
  const text = String.fromCodePoint(...points) + rules;
  if (made.get(page) === text) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${page}.woff2`), await part(points));
  writeFileSync(join(FOLDER, `${page}.css`), style(page, points) + rules);
  made.set(page, text);
}

/**
 * The characters that formulas need, as Unicode's numbers, ascending.
 * @param {string} html  with MathML
 * @throws {Error} if the font lacks one
 */
export function pointsOf(html) {
  const points = [...new Set(ALWAYS + drawn(html))].map(code).sort((a, b) => a - b);
  const lacking = points.find((point) => !KNOWN.has(point));
  if (lacking === undefined) return points;
  const character = `${String.fromCodePoint(lacking)} (U+${hex(lacking)})`;
  throw new Error(`The font of formulas lacks the character ${character}: write the formula without it.`);
}

/** The font with these characters only, as WOFF2. @param {number[]} points */
export function part(points) {
  return subsetFont(WHOLE, String.fromCodePoint(...points), { targetFormat: "woff2" });
}

/** A browser asks the font for no other character. @param {string} page @param {number[]} points */
function style(page, points) {
  const starts = points.filter((point) => !points.includes(point - 1));
  const ends = points.filter((point) => !points.includes(point + 1));
  const ranges = starts.map((start, i) => (start === ends[i] ? `U+${hex(start)}` : `U+${hex(start)}-${hex(ends[i])}`));
  return `@font-face {
  font-family: "Springlab Math";
  src: url("./${page}.woff2") format("woff2");
  unicode-range: ${ranges.join(", ")};
}
`;
}

/** The characters of a page's formulas as they are drawn; those that only say what is applied to what are not. @param {string} html */
function drawn(html) {
  const formulas = (html.match(/<math.*?<\/math>/gs) ?? []).join("");
  return formulas
    .replace(/<mi>([^<])<\/mi>/gu, (_, letter) => inItalics(letter))
    .replace(/<[^>]*>|[\s\p{Cf}]/gu, "")
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);
}

/** A variable's name is drawn in italics if it is one letter. @param {string} letter */
function inItalics(letter) {
  if (letter === "h") return "\u210e"; // Planck's, which Unicode had before the others
  const row = ITALICS.find(({ from, to }) => from <= letter && letter <= to);
  return row ? String.fromCodePoint(code(letter) - code(row.from) + code(row.italic)) : letter;
}

/** @param {string} character */
function code(character) {
  return Number(character.codePointAt(0));
}

/** @param {number} point */
function hex(point) {
  return point.toString(16);
}
