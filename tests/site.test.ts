// The pages of the built site as files: their heads, their parts, and the policy they run under.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { FRAME, FRONT, OTHERS, PAGES } from "../tools/pages.js";
import { HEADERS, POLICY } from "../tools/policy.js";
import { root } from "../tools/task.js";

const site = join(root, "dist/site");
const html = (path: string) => readFileSync(join(site, path), "utf8");

test("every page has the policy, and static hosts find all headers in a file", () => {
  for (const path of [FRONT, FRAME, ...[...OTHERS, ...PAGES].map(({ path }) => path)])
    assert.ok(html(path).includes(`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`), path);
  const lines = Object.entries(HEADERS).map(([name, value]) => `  ${name}: ${value}\n`);
  assert.equal(
    readFileSync(join(site, "_headers"), "utf8"),
    `/*\n${lines.join("")}/spring-lab.js\n  Access-Control-Allow-Origin: *\n`,
  );
});

test("each instrument is a chunk of its own, which no page loads at first", () => {
  type Chunk = { src?: string; imports?: string[]; isDynamicEntry?: boolean };
  const manifest: Record<string, Chunk> = JSON.parse(html(".vite/manifest.json"));
  const loaded = Object.values(manifest).flatMap(({ imports = [] }) => imports);
  for (const name of ["stability-region", "order/order-and-work", "inside-step", "conserved/conserved"]) {
    const path = `www/instruments/${name}.ts`;
    assert.equal(manifest[path]?.isDynamicEntry, true, path);
    assert.ok(!loaded.includes(path), path);
  }
});

test("every page has a title, a description, a picture and an icon, and links that hold wherever the site is", () => {
  for (const path of [FRONT, ...PAGES.map(({ path }) => path)]) {
    const text = html(path);
    const content = (name: string) =>
      text.match(new RegExp(`<meta [^>]*(?:name|property)="${name}"[^>]*>`))?.[0].match(/content="([^"]*)"/)?.[1] ?? "";
    const title = text.match(/<title>(.*?)<\/title>/)?.[1] ?? "";
    assert.match(title, /Springlab/, path);
    assert.equal(content("og:title"), title);
    assert.ok(content("description").length > 40, path);
    assert.equal(content("og:description"), content("description"));
    const icon = text.match(/<link [^>]*rel="icon"[^>]*>/)?.[0].match(/href="([^"]*)"/)?.[1] ?? "";
    for (const address of [content("og:image"), icon]) {
      assert.match(address, /^\.\.?\/|^data:/, path);
      if (!address.startsWith("data:"))
        assert.ok(existsSync(join(site, dirname(path), address)), `${path}: ${address}`);
    }
    assert.doesNotMatch(text, /<a [^>]*href="\//, path);
    assert.equal(text.match(/<h1[ >]/g)?.length, 1, path);
  }
});

test("every laboratory's page has three things to try, its sources and no TeX that was left", () => {
  for (const { path, name } of PAGES) {
    const text = html(path);
    const headings = [...text.matchAll(/<h[23][^>]*>(.*?)<\/h[23]>/gs)].map(([, heading]) =>
      heading.replace(/ <a class="address".*?<\/a>|<[^>]+>/g, ""),
    );
    for (const heading of ["Try this", "Where the source errs", "References"])
      assert.ok(headings.includes(heading), `${path}: ${headings}`);
    const list = text.match(/id="try"[\s\S]*?<ol>([\s\S]*?)<\/ol>/)?.[1] ?? "";
    assert.equal(list.match(/<li>/g)?.length, 3, path);
    assert.doesNotMatch(text.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ""), /\\[a-zA-Z([]/, path);
    assert.match(text, new RegExp(`<a [^>]*aria-current="page"[^>]*>${name}</a>`), path);
  }
});

test("the damper page shows a whole program of examples/, and states its length", () => {
  const [, path, shown] = html("www/damper.html").match(/<code data-program="(.+?)">(.*?)<\/code>/s) ?? [];
  const source = readFileSync(join(root, path), "utf8").trimEnd();
  const text = shown.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  assert.equal(text, source);
  assert.ok(html("www/damper.html").includes(`a program of ${source.split("\n").length} lines`));
});
