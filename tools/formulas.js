// Turns the TeX in a page's source, \( … \) within a line and \[ … \] on its own, into MathML.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import temml from "temml";
import { root } from "./task.js";

const SHEET = readFileSync(join(root, "www/style/math.css"), "utf8");

/** Classes for the styles of MathML elements, by their declarations. @type {Map<string, string>} */
const CLASSES = new Map(
  [...SHEET.matchAll(/^\.(math-[\w-]+) \{([^}]*)\}/gm)].map(([, name, rules]) => [compact(rules), name]),
);

/** First and last code points of each range that the font of formulas covers. */
const RANGES = [...SHEET.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/g)].map(([, first, last = first]) =>
  [first, last].map((hex) => Number.parseInt(hex, 16)),
);

/** Ranges of letters in MathML, and the code point of the first italic letter of each range. */
const ITALICS = [
  { from: "A", to: "Z", italic: 0x1d434 },
  { from: "a", to: "z", italic: 0x1d44e },
  { from: "Α", to: "Ω", italic: 0x1d6e2 },
  { from: "α", to: "ω", italic: 0x1d6fc },
];

/** Entities in MathML, and their characters. @type {Record<string, string>} */
const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&amp;": "&" };

/** @returns {import("vite").Plugin} */
export function formulas() {
  return { name: "formulas", transformIndexHtml: { order: "pre", handler: withFormulas } };
}

/** @param {string} html */
function withFormulas(html) {
  return html
    .replace(/\\\[(.+?)\\\]/gs, (_, tex) => `<span class="formula">${lines(tex).join(" ")}</span>`)
    .replace(/\\\((.+?)\\\)([.,;:)]*)/gs, (_, tex, mark) => unbroken(mathml(tex, false), mark));
}

/**
 * Parts of a formula between its wide spaces, which may stand on lines of their own.
 * @param {string} tex
 */
function lines(tex) {
  const parts = [""];
  let depth = 0;
  for (const token of tex.split(/(\\qquad|\\begin|\\end|\\left|\\right(?!arrow)|[{}])/)) {
    if (token === "\\qquad" && depth === 0) {
      parts.push("");
      continue;
    }
    depth += Number(/^(\{|\\begin|\\left)$/.test(token)) - Number(/^(\}|\\end|\\right)$/.test(token));
    parts[parts.length - 1] += token;
  }
  return parts.map((part) => mathml(part, true));
}

/**
 * Keeps a formula and the punctuation mark after it on one line.
 * @param {string} math @param {string} mark
 */
function unbroken(math, mark) {
  return mark ? `<span class="whole">${math}${mark}</span>` : math;
}

/**
 * @param {string} tex @param {boolean} displayMode
 * @throws {Error} if the font lacks a character, or the style sheet a style
 */
export function mathml(tex, displayMode) {
  const source = tex.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim();
  const math = temml.renderToString(source, { displayMode, throwOnError: true, strict: true, annotate: false });
  const lacking = [...drawn(math)].find((character) => !isInFont(character));
  if (lacking)
    throw new Error(`The font of formulas lacks ${lacking} in ${tex}: avoid it, or see www/fonts/README.md.`);
  // browsers don't need these attributes: they repeat the default
  return math.replace(/ (fence|separator)="true"/g, "").replace(/<[^<>]+ style="[^<>]+>/g, withClass);
}

/**
 * A tag with a class in place of its style, which the pages' policy forbids.
 * @param {string} tag
 */
function withClass(tag) {
  const [attribute, rules] = /** @type {RegExpMatchArray} */ (tag.match(/ style="([^"]*)"/));
  const name = CLASSES.get(compact(rules));
  if (!name) throw new Error(`www/style/math.css has no class for "${rules}": add it there.`);
  const bare = tag.replace(attribute, "");
  return bare.includes(' class="')
    ? bare.replace(' class="', ` class="${name} `)
    : bare.replace(/^<\w+/, `$& class="${name}"`);
}

/** CSS declarations without white space. @param {string} rules */
function compact(rules) {
  return rules.replace(/\s/g, "");
}

/** The visible characters of MathML, as browsers draw them. @param {string} math */
function drawn(math) {
  return math
    .replace(/<mi>([^<])<\/mi>/gu, (_, letter) => inItalics(letter))
    .replace(/<[^>]*>|[\s\p{Cf}]/gu, "")
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Browsers draw an identifier of one letter in italics. @param {string} letter */
function inItalics(letter) {
  if (letter === "h") return "\u210e"; // Planck's constant, older than the other italics in Unicode
  const row = ITALICS.find(({ from, to }) => from <= letter && letter <= to);
  return row ? String.fromCodePoint(row.italic + Number(letter.codePointAt(0)) - row.from.charCodeAt(0)) : letter;
}

/** @param {string} character */
function isInFont(character) {
  const point = Number(character.codePointAt(0));
  return RANGES.some(([first, last]) => first <= point && point <= last);
}
