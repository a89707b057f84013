// Budgets for what users feel: npm test prints what is used, and fails above a limit. Only a
// decision record may raise one.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FRONT, OTHERS, PAGES } from "../tools/pages.js";
import { Failure, isMain, main, root } from "../tools/task.js";

/**
 * @typedef {{ what: string, limit: number, unit: string, reason: string, used: () => number }}
 * Budget
 */

/** @type {Budget[]} */
const BUDGETS = [
  {
    what: "engine, gzipped",
    limit: 280_000,
    unit: "B",
    reason: "It's two thirds of every page, and nothing moves before it is loaded.",
    used: () => gzipped(assets().filter((name) => name.endsWith(".wasm"))),
  },
  {
    what: "element in one script, gzipped",
    limit: 450_000,
    unit: "B",
    reason: "Pages elsewhere load it beside everything of their own.",
    used: () => gzipSync(readFileSync(join(root, "dist/lib/spring-lab.js")), { level: 9 }).length,
  },
  {
    what: "heaviest page, gzipped",
    limit: 405_000,
    unit: "B",
    reason: "A phone on a slow connection (1.6 Mbit/s) loads 400 kB in 2 s.",
    used: () => Math.max(...[...PAGES, ...OTHERS, { path: FRONT }].map(({ path }) => gzipped(filesOf(path)))),
  },
];

/** @param {string} path */
function text(path) {
  return readFileSync(join(root, path));
}

function assets() {
  return readdirSync(join(root, "dist/site/assets")).map((name) => `assets/${name}`);
}

/** Bytes of files of the site, each gzipped as by a server. @param {Iterable<string>} names */
function gzipped(names) {
  return [...names].reduce((sum, name) => sum + gzipSync(text(`dist/site/${name}`), { level: 9 }).length, 0);
}

/**
 * The files that a page loads: itself, its scripts with what they import, and the shows of its
 * scenes. Preview cards are for social networks. A scene without a show of its own loads one of two
 * general ones.
 * @param {string} page
 */
function filesOf(page) {
  /** @typedef {{ file: string, imports?: string[], css?: string[], assets?: string[] }} Chunk */
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(String(text("dist/site/.vite/manifest.json")));
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  const html = String(text(`dist/site/${page}`));
  const found = new Set([page]);
  const add = (/** @type {string} */ file) => {
    if (found.has(file) || file.endsWith(".png")) return;
    found.add(file);
    const { imports = [], css = [], assets = [] } = chunks.get(file) ?? {};
    for (const next of [...imports.map((name) => manifest[name].file), ...css, ...assets]) add(next);
  };
  for (const [, file] of html.matchAll(/(?:src|href)="[./]*(assets\/[^"]+)"/g)) add(file);
  const show = (/** @type {string} */ scene) => manifest[`www/scenes/${scene}/${scene}-show.ts`];
  const shows = [...html.matchAll(/ scene="([\w-]+)"/g)].flatMap(
    ([, scene]) => show(scene) ?? ["system", "flow"].map(show),
  );
  for (const { file } of shows) add(file);
  return found;
}

if (isMain(import.meta)) {
  await main(async () => {
    const all = BUDGETS.map((budget) => ({ ...budget, is: budget.used() }));
    for (const { what, limit, unit, is } of all)
      console.log(`${is > limit ? "✗" : "✓"} ${what}: ${is} of ${limit} ${unit}, ${Math.round((100 * is) / limit)} %`);
    const over = all.filter(({ is, limit }) => is > limit).map(({ what, reason }) => `${what}: ${reason}`);
    if (over.length > 0)
      throw new Failure(`Over budget.\n${over.join("\n")}`, "make it smaller, or raise it with a decision record");
  });
}
