// What a visitor downloads, gzipped: written into README.md, or with --check compared with it and with the budget.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { BENCHMARK, FRONT, MANUAL, PAGES } from "./pages.js";
import { Failure, isMain, main, root } from "./task.js";

const SITE = join(root, "dist/site");
const README = join(root, "README.md");

/** In bytes; a kB has 1000 of them. */
const BUDGETS = [
  { what: "The engine (wasm)", limit: 199_000, size: () => total(assets().filter((name) => name.endsWith(".wasm"))) },
  {
    what: "The element in one script, engine included",
    limit: 295_000,
    size: () => gzipSync(readFileSync(join(root, "dist/lib/spring-lab.js")), { level: 9 }).length,
  },
  ...[...PAGES, MANUAL, BENCHMARK, { path: FRONT, name: "front" }].map(({ path, name }) => ({
    what: `The whole ${name.toLowerCase()} page`,
    limit: 293_000,
    size: () => total(filesOf(path)),
  })),
];

/** Between machines the compiler's output differs by some bytes; more than this part is a change. */
const DRIFT = 0.02;

const LIST = /(<!-- sizes -->\n)[\s\S]*?(<!-- \/sizes -->)/;

/** @typedef {{ what: string, bytes: number, limit: number }} Size */

/**
 * README.md with its list of sizes anew.
 * @param {string} readme
 * @param {Size[]} sizes
 * @throws {Failure} if README.md has no place for it
 */
export function written(readme, sizes) {
  if (!LIST.test(readme))
    throw new Failure("README.md has no list of sizes.", "put <!-- sizes --> … <!-- /sizes --> where it is to be");
  const lines = sizes.map(({ what, bytes, limit }) => `- ${what}: ${kB(bytes)} gzip, of at most ${kB(limit)}.\n`);
  return readme.replace(LIST, (_, before, after) => before + lines.join("") + after);
}

/**
 * Compares README.md with the sizes that there are.
 * @param {string} readme
 * @param {Size[]} sizes
 * @throws {Failure} if it lacks one, or states another
 */
export function check(readme, sizes) {
  for (const { what, bytes } of sizes) {
    const line = readme.split("\n").find((line) => line.startsWith(`- ${what}: `)) ?? "";
    const [, number] = line.match(/: (\d+\.\d) kB/) ?? [];
    if (Math.abs(bytes - Number(number) * 1000) <= DRIFT * bytes + 50) continue; // README states tenths of a kB
    const states = number ? `states ${number} kB for: ${what}.` : `does not state: ${what}.`;
    throw new Failure(`README.md ${states} It is ${kB(bytes)}.`, "npm run build && npm run size");
  }
}

function assets() {
  return readdirSync(join(SITE, "assets")).map((name) => `assets/${name}`);
}

/** Bytes of files of the site, each gzipped as servers do it. @param {Iterable<string>} names */
function total(names) {
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(SITE, name)), { level: 9 }).length, 0);
}

/**
 * What a page loads: itself, what it and its scripts name, and the shows of its scenes; of one without a show of its own both general ones
 * count, though it loads only one of them. Cards are for social networks.
 * @param {string} page
 */
function filesOf(page) {
  /** @type {Record<string, { file: string }>} */
  const manifest = JSON.parse(readFileSync(join(SITE, ".vite/manifest.json"), "utf8"));
  const html = readFileSync(join(SITE, page), "utf8");
  const own = (/** @type {string} */ scene) => manifest[`www/scenes/${scene}/show.js`];
  const general = ["system", "flow"].map(own);
  const shows = [...html.matchAll(/scene="([\w-]+)"/g)].flatMap(([, scene]) => own(scene) ?? general);
  const found = new Set([page]);
  const add = (/** @type {string} */ name) => {
    if (found.has(name) || name.endsWith(".png")) return;
    found.add(name);
    follow(readFileSync(join(SITE, name), "latin1"), name.endsWith(".js"));
  };
  // a script names all shows, and loads some of them: of other scripts only what it imports, and its worker, count
  const follow = (/** @type {string} */ text, /** @type {boolean} */ script) => {
    const imports = [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"|\b(analysis-worker-[^"`]+)/g)].map(
      ([, name, worker]) => name ?? worker,
    );
    for (const name of assets()) {
      const named = script && name.endsWith(".js") ? imports.includes(basename(name)) : text.includes(basename(name));
      if (named) add(name);
    }
  };
  follow(html, false);
  for (const { file } of shows) add(file);
  return found;
}

/** @param {number} bytes */
function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

if (isMain(import.meta)) {
  await main(async () => {
    const sizes = BUDGETS.map(({ what, limit, size }) => ({ what, limit, bytes: size() }));
    const readme = readFileSync(README, "utf8");
    for (const { what, bytes, limit } of sizes) console.log(`${what}: ${kB(bytes)} of at most ${kB(limit)} gzip`);
    const over = sizes.find(({ bytes, limit }) => bytes > limit);
    if (over) throw new Failure(`${over.what} is too large.`, "find what grew, or change the budget in tools/size.js");
    if (process.argv.includes("--check")) check(readme, sizes);
    else writeFileSync(README, written(readme, sizes));
  });
}
