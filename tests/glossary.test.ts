// The glossary, and the order in which the lessons introduce its terms: none is used before a
// lesson explains it in a <dfn>. Folds, headings, leads and references are left out.
import assert from "node:assert/strict";
import test from "node:test";
import { methods } from "../dist/lib/springlab.js";
import { OTHERS } from "../tools/pages.js";
import { sourceOf } from "../tools/values.js";
import { LESSONS } from "../www/lessons.ts";

const read = sourceOf;
const built = (path: string) => read(`dist/site/${path}`);

const glossary = OTHERS.find(({ name }) => name === "Glossary")?.path ?? "";

/** Entries: the term, its id, and its explanation as HTML. */
const entries = [...read(glossary).matchAll(/<dt id="([^"]+)">(.+?)<\/dt>\s*<dd>(.+?)<\/dd>/gs)].map(
  ([, id, term, text]) => ({ id, term, text }),
);

/** Forms of a term that its entry does not show, as patterns. */
const FORMS: Record<string, string> = {
  explodes: "explo(de[sd]?|sions?)",
  dissipated: "dissipate[sd]?",
  factor: "factor (of a|per) step",
  step: "time steps?",
  "runge-kutta-45": "Runge-Kutta 45",
  order: "orders?",
  newton: "Newton's method",
  stable: "(un)?stable",
  "geometric-stiffness": "geometric stiffness",
  phase: "phases?(?! error)",
  state: "states?",
  "kinetic-energy": "kinetic",
  "elastic-energy": "elastic",
  damper: "dampers?|dashpots?",
  stiff: "stiff",
  drive: "drives?|driven|driving",
  link: "links?",
  implicit: "implicit(ly)?(?! Euler| midpoint)",
  explicit: "explicit(ly)?(?! Euler)",
};

/** Pattern of a term and its plural. */
const pattern = ({ id, term }: { id: string; term: string }) =>
  new RegExp(`(?<![\\w-])(${FORMS[id] ?? `${term}s?`})(?![\\w-])`, "i");

/** A lesson's text in the main flow; definitions keep their tags. */
function flow(path: string) {
  const [, main] = read(path).match(/<main.*?>(.*)<\/main>/s) as RegExpMatchArray;
  return main
    .replace(
      /<details.*?<\/details>|<(h[123]|p class="lead").*?<\/(h[123]|p)>|<section id="references">.*?<\/section>|<noscript>.*?<\/noscript>|<i>.*?<\/i>/gs,
      " ",
    )
    .replace(/<spring-lab.*?<\/spring-lab>|\\\[.*?\\\]|\\\(.*?\\\)/gs, " ")
    .replace(/<(?!dfn|\/dfn)[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

const texts = LESSONS.map(({ path }) => ({ path, text: flow(path) }));

test("every term that a lesson explains has an entry that leads there, and every link of the glossary a target", () => {
  for (const { path, text } of texts)
    for (const [, id] of text.matchAll(/<dfn id="term-(.+?)">/g)) {
      const entry = entries.find((one) => one.id === id);
      assert.ok(entry, `${path}: ${id} is not in the glossary`);
      assert.ok(
        entry.text.includes(`href="./${path.replace("www/", "")}#term-${id}"`),
        `${id} is explained in ${path}`,
      );
    }
  for (const { id, text } of entries)
    for (const [, page, anchor] of text.matchAll(/href="\.\/(.+?)#(.+?)"/g))
      assert.ok(built(`www/${page}`).includes(` id="${anchor}"`), `${id}: ${page}#${anchor}`);
});

test("an entry has two sentences and a link, and all methods have one", async () => {
  for (const { id, text } of entries) {
    const words = text
      .replace(/\\\(.*?\\\)/g, "x")
      .replace(/<a .*<\/a>/, "")
      .replace(/(?<=[.]) x( with the new x)?[.] $/, "");
    const sentences = words.split(/[.!?](?: |$)/).filter((part) => /\w{2}/.test(part));
    assert.equal(sentences.length, 2, `${id}: ${words}`);
    assert.match(text, /<a href="\.\/\w+\.html#/, id);
  }
  const ids = entries.map(({ id }) => id);
  for (const { value } of await methods()) assert.ok(ids.includes(value), value);
});

for (const entry of entries.filter(({ id }) => texts.some(({ text }) => text.includes(`<dfn id="term-${id}">`)))) {
  test(`no lesson uses “${entry.term}” before it is explained`, () => {
    for (const { path, text } of texts) {
      const at = text.indexOf(`<dfn id="term-${entry.id}">`);
      const before = (at < 0 ? text : text.slice(0, at)).replace(/<[^>]*>/g, "");
      const early = before.match(pattern(entry));
      const about = early && before.slice(Math.max(0, Number(early.index) - 60), Number(early.index) + 60);
      assert.equal(about, null, path);
      if (at >= 0) return;
    }
  });
}
