// What a visitor downloads, gzipped: written into README.md, or with --check compared with it and with the budget.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Failure, main, root } from "./task.js";

const SITE = join(root, "dist/site");
const README = join(root, "README.md");

/** In bytes; a kB has 1000 of them. */
const BUDGETS = [
  { what: "The engine (wasm)", limit: 90_000, size: () => total((name) => name.endsWith(".wasm")) },
  { what: "The whole damper page", limit: 160_000, size: () => total((name) => isOf("www/damper.html", name)) },
];

/** Between machines the compiler's output differs by some bytes; more than this part is a change. */
const DRIFT = 0.02;

const LIST = /(<!-- sizes -->\n)[\s\S]*?(<!-- \/sizes -->)/;

await main(async () => {
  const rows = BUDGETS.map(({ what, limit, size }) => ({ what, limit, bytes: size() }));
  const readme = readFileSync(README, "utf8");
  for (const { what, bytes, limit } of rows) console.log(`${what}: ${kB(bytes)} of at most ${kB(limit)} gzip`);
  const over = rows.find(({ bytes, limit }) => bytes > limit);
  if (over) throw new Failure(`${over.what} is too large.`, "find what grew, or change the budget in tools/size.js");
  if (process.argv.includes("--check")) checkReadme(readme, rows);
  else {
    const list = rows.map(({ what, bytes, limit }) => `- ${what}: ${kB(bytes)} gzip, of at most ${kB(limit)}.\n`);
    writeFileSync(
      README,
      readme.replace(LIST, (_, before, after) => before + list.join("") + after),
    );
  }
});

/** @param {string} readme @param {{ what: string, bytes: number }[]} rows */
function checkReadme(readme, rows) {
  for (const { what, bytes } of rows) {
    const stated = Number(readme.split(`- ${what}: `)[1]?.split(" kB")[0]) * 1000;
    if (Math.abs(bytes - stated) <= DRIFT * bytes + 50) continue; // README states tenths of a kB
    throw new Failure(
      `README.md states ${kB(stated)} for: ${what}. It is ${kB(bytes)}.`,
      "npm run build && npm run size",
    );
  }
}

/** Bytes of the files of the site that are chosen, each gzipped as servers do it. @param {(name: string) => boolean} chosen */
function total(chosen) {
  return readdirSync(SITE, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(chosen)
    .reduce((sum, name) => sum + gzipSync(readFileSync(name), { level: 9 }).length, 0);
}

/** A page is its own file and all assets: as long as there is one page, they are all its own. @param {string} page @param {string} name */
function isOf(page, name) {
  return name === join(SITE, page) || name.startsWith(join(SITE, "assets"));
}

/** @param {number} bytes */
function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
