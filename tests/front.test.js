// The front page: its cards against the pages that they lead to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { PAGES } from "../tools/pages.js";

const read = (/** @type {string} */ path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Text of the first element of a kind. @param {string} html @param {string} tag */
const textOf = (html, tag) =>
  html
    .match(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s"))?.[1]
    .replace(/<[^>]+>/g, "")
    .trim();

test("each page has a card, in the order of the navigation, with the page's heading and its source", () => {
  const cards = [...read("index.html").matchAll(/<section class="card">(.*?)<\/section>/gs)].map(([, card]) => card);
  assert.deepEqual(
    cards.map((card) => card.match(/href="\.\/([^"]+)"/)?.[1]),
    PAGES.map(({ path }) => path),
  );
  for (const [i, { path }] of PAGES.entries()) {
    assert.equal(textOf(cards[i], "a"), textOf(read(path), "h1"), path);
    assert.match(cards[i], /<p class="source">After the /, path);
  }
});
