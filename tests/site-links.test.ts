// Files that the pages of the site name: the default build writes each of them.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { modesOf } from "../tools/build.js";
import { root } from "../tools/task.js";
import { SCRIPTS } from "../www/vite.config.ts";
import "./dom.ts";

const { showEmbedding } = await import("../www/embedding.ts");

const SITE = join(root, "dist/site");

/** Address of the site in these tests. */
const HOME = "https://lab.example/course/";

/** Scripts of the site that are modes of their own, by name. */
const MODES = new Map(Object.entries(SCRIPTS).map(([mode, { file }]) => [file, mode]));

/** Requires that every build of the pages writes the file of an address. @param from  its page */
function written({ href }: URL, from: string) {
  if (!href.startsWith(HOME)) return;
  const path = decodeURIComponent(href.slice(HOME.length).replace(/[?#].*/, "")) || "index.html";
  assert.ok(existsSync(join(SITE, path)), `${from} names ${path}`);
  const mode = MODES.get(path);
  for (const extent of ["library", "engine", "pages"] as const)
    if (mode) assert.ok(modesOf(extent).includes(mode), `${from} names ${path}, which "${extent}" does not write`);
}

test("every build of the pages writes all files that they, their style sheets and the frame name", () => {
  const names = readdirSync(SITE, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  let count = 0;
  for (const name of names.filter((name) => /\.(html|css)$|^sandbox-fallback\.js$/.test(name))) {
    const text = readFileSync(join(SITE, name), "utf8");
    const attributes = text.matchAll(/\s(?:href|src|content)="(\.[^"]*|assets[^"]*)"/g);
    const sheets = text.matchAll(/url\(["']?(\.[^"')]+)/g);
    const scripts = text.matchAll(/"([\w.-]+\.js)"/g);
    for (const [, address] of [...attributes, ...sheets, ...(name.endsWith(".js") ? scripts : [])]) {
      written(new URL(address.replaceAll("&amp;", "&"), HOME + name), name);
      count += 1;
    }
  }
  assert.ok(count > 300, `${count} addresses`);
});

test("the texts of the Embed dialog and its preview name files that every build writes", () => {
  const place = globalThis.location;
  Object.assign(globalThis, { location: new URL("www/damper.html", HOME) });
  const open = Object.getPrototypeOf(document.createElement("dialog")) as any;
  open.showModal = () => {};
  const host = document.createElement("spring-lab") as any;
  host.setAttribute("scene", "damper");
  showEmbedding(Object.assign(host, { parameters: [], get: () => {}, compare: "" }));
  const dialog = document.querySelector("dialog") as Element;
  const texts = [...dialog.querySelectorAll("textarea")].map(({ value }) => value);
  const named = texts.flatMap((text) => [...text.matchAll(/src="([^"]+)"/g)].map(([, address]) => address));
  const preview = String(dialog.querySelector("iframe")?.getAttribute("src"));
  assert.equal(named.length, 2, `${texts}`);
  for (const address of [...named, preview]) {
    assert.ok(address.startsWith(HOME), address);
    written(new URL(address.replaceAll("&amp;", "&")), "Embed");
  }
  dialog.remove();
  Object.assign(globalThis, { location: place });
});
