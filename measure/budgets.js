// Budgets: npm test prints what is used, and fails above a limit. Only a decision record may raise
// one.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FRONT, OTHERS, PAGES } from "../tools/pages.js";
import { Failure, isMain, main, root } from "../tools/task.js";

/**
 * Limit of `npm test` on two quiet cores, in s: longer, and people stop running it before a commit.
 */
export const TEST_SECONDS = 900;

/**
 * @typedef {{ what: string, limit: number, unit: string, reason: string, used: () => number }}
 * Budget
 */

/** @type {Budget[]} */
const BUDGETS = [
  {
    what: "engine, gzipped",
    limit: 257_000,
    unit: "B",
    reason: "It's two thirds of every page, and nothing moves before it is loaded.",
    used: () => gzipped(assets().filter((name) => name.endsWith(".wasm"))),
  },
  {
    what: "element in one script, gzipped",
    limit: 418_000,
    unit: "B",
    reason: "Pages elsewhere load it beside everything of their own.",
    used: () => gzipSync(readFileSync(join(root, "dist/lib/spring-lab.js")), { level: 9 }).length,
  },
  {
    what: "heaviest page, gzipped",
    limit: 386_000,
    unit: "B",
    reason: "A phone on a slow connection (1.6 Mbit/s) loads 300 kB in 1.5 s.",
    used: () => Math.max(...[...PAGES, ...OTHERS, { path: FRONT }].map(({ path }) => gzipped(filesOf(path)))),
  },
  {
    what: "ARCHITECTURE.md",
    limit: 12_288,
    unit: "B",
    reason: "A map is read in one sitting. Reasons belong in docs/decisions, figures in docs/measurements.md.",
    used: () => text("ARCHITECTURE.md").length,
  },
  {
    what: "CHANGELOG.md",
    limit: 8192,
    unit: "B",
    reason: "It tells users what changed, not how.",
    used: () => text("CHANGELOG.md").length,
  },
  {
    what: "README.md",
    limit: 100,
    unit: "lines",
    reason: "It says what this is and how to start; the rest has its own place.",
    used: () => lines(["README.md"]),
  },
  {
    what: "decision records",
    limit: 25,
    unit: "files",
    reason: "More are not read. A record that no longer decides anything goes.",
    used: () => decisions().length,
  },
  {
    what: "longest decision record",
    limit: 60,
    unit: "lines",
    reason: "Context, decision, consequence and what was measured fit on one screen and a half.",
    used: () => Math.max(0, ...decisions().map((path) => lines([path]))),
  },
  {
    what: "tools/",
    limit: 2650,
    unit: "lines",
    reason: "This project is about physics: standard tools do the rest. The figures of the lessons are 980 lines.",
    used: () => lines(tracked("tools")),
  },
  {
    what: "entries at the top level",
    limit: 26,
    unit: "entries",
    reason: "The top level shows the rooms.",
    used: () => new Set(tracked(".").map((path) => path.split("/", 1)[0])).size,
  },
];

/** @param {string} path */
function text(path) {
  return readFileSync(join(root, path));
}

/** @param {string[]} paths */
function lines(paths) {
  return paths.reduce((sum, path) => sum + String(text(path)).split("\n").length - 1, 0);
}

function decisions() {
  return tracked("docs/decisions").filter((path) => path.endsWith(".md"));
}

/** @param {string} folder */
function tracked(folder) {
  const list = execFileSync("git", ["ls-files", "--", folder], { cwd: root, encoding: "utf8" });
  return list.split("\n").filter((path) => path && existsSync(join(root, path)));
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
  const show = (/** @type {string} */ scene) => manifest[`www/scenes/${scene}/${scene}-show.js`];
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
