// The front page and the path: cards, headings, reading times, and links between lessons.
import assert from "node:assert/strict";
import test from "node:test";
import { pageShell } from "../tools/page-shell.js";
import { sourceOf } from "../tools/values.js";
import { LESSONS } from "../www/lessons.ts";

const read = sourceOf;

/** A page as the build makes it. */
function built(path: string): string {
  const shell = pageShell().find(({ name }) => name === "shell") as any;
  return shell.transformIndexHtml.handler(read(path), { path: `/${path}` });
}

/** Text of the first element of a kind. */
const textOf = (html: string, tag: string) =>
  html
    .match(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s"))?.[1]
    .replace(/<[^>]+>/g, "")
    .trim();

/** Number of words of a page, without references, folds, tables and programs. */
function wordsOf(html: string) {
  const text = html
    .replace(
      /<section id="references">.*?<\/section>|<details.*?<\/details>|<table.*?<\/table>|<pre.*?<\/pre>|<head>.*?<\/head>/gs,
      " ",
    )
    .replace(/\\\[.*?\\\]|\\\(.*?\\\)/gs, " x ")
    .replace(/<[^>]+>|&\w+;/g, " ");
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

test("the front page has a laboratory, and a card for each lesson with its heading and a question", () => {
  const html = built("index.html");
  assert.match(html, /<spring-lab /);
  const cards = [...html.matchAll(/<li class="card">(.*?)<\/li>/gs)].map(([, card]) => card);
  assert.deepEqual(
    cards.map((card) => card.match(/href="\.\/([^"]+)"/)?.[1]),
    LESSONS.map(({ path }) => path),
  );
  for (const [i, { path, question }] of LESSONS.entries()) {
    assert.equal(textOf(cards[i], "a"), textOf(read(path), "h1"), path);
    assert.match(question, /\?$/, path);
    assert.ok(cards[i].includes(question), path);
  }
});

test("the time to read a lesson is that of its words, 150 a minute", () => {
  for (const { path, minutes } of LESSONS) {
    const words = wordsOf(read(path));
    assert.ok(Math.abs(words / 150 - minutes) <= 1, `${path}: ${words} words, ${minutes} minutes`);
  }
  const [{ minutes }] = LESSONS;
  assert.match(read("index.html"), new RegExp(`What is a step\\?</a> ${minutes}&nbsp;min`));
});

test("a lesson builds only on earlier ones, and names its neighbours", () => {
  for (const [i, { path, after }] of LESSONS.entries()) {
    const before = LESSONS.slice(0, i).map(({ path }) => path);
    for (const one of after) assert.ok(before.includes(one), `${path} builds on ${one}`);
    const [, nav] = built(path).match(/<nav class="lessons" aria-label="Lessons">(.*?)<\/nav>/s) ?? [];
    const links = [...(nav ?? "").matchAll(/href="\.\/([^"]+)"/g)].map(([, href]) => `www/${href}`);
    assert.deepEqual(
      links,
      [LESSONS[i - 1], LESSONS[i + 1]].flatMap((one) => one?.path ?? []),
      path,
    );
  }
});

test("every lesson ends with three sentences to take away", () => {
  for (const { path } of LESSONS) {
    const [, list] = read(path).match(/<section id="take-away">.*?<ol>(.*?)<\/ol>/s) ?? [];
    const sentences = [...(list ?? "").matchAll(/<li>(.*?)<\/li>/gs)].map(([, text]) => text);
    assert.equal(sentences.length, 3, path);
    for (const sentence of sentences) assert.match(sentence, /^[A-Z\\].*[.]$/s, path);
  }
});

test("every heading of a lesson has an address of its own", () => {
  for (const { path } of LESSONS) {
    const html = built(path);
    const ids = [...html.matchAll(/ id="(.+?)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, `${path}: ${ids}`);
    const headings = [...html.matchAll(/(<\/small>)?(<h2.*?<\/h2>)/g)];
    assert.ok(headings.length > 3, path);
    for (const [, fold, heading] of headings) {
      if (fold)
        assert.match(heading, /^<h2 id="/, path); // a summary holds no link
      else assert.ok(ids.includes(heading.match(/class="address" href="#([^"]+)"/)?.[1] ?? ""), `${path}: ${heading}`);
    }
  }
});
