// Whether all that the project is built of may be used as it uses it, by what it says of itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { notices, output, parts } from "../tools/notices.js";

/** @type {(expression: string, allowed: string[]) => boolean} */
const satisfies = createRequire(import.meta.url)("spdx-satisfies");

const root = fileURLToPath(new URL("..", import.meta.url));

/** What can be handed on under the project's own two licences, with the notice kept. */
const SHIPPED = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "Unlicense", "Unicode-3.0"];

/** What may be used besides by tools, of which nothing is handed on: they lay down rules for those who change or copy them. */
const USED = [...SHIPPED, "MPL-2.0", "BlueOak-1.0.0", "0BSD", "Python-2.0", "CC-BY-3.0", "CC-BY-4.0", "CC0-1.0"];

/** @param {string} expression  some crates still write a stroke for OR */
const spelt = (expression) => expression.replaceAll("/", " OR ");

test("the crates' licences agree with the project's", () => {
  const [host = ""] = /(?<=host: ).*/.exec(output("rustc", ["-vV"])) ?? [];
  // those of other machines need not be here
  const packages = [host, "wasm32-unknown-unknown"].flatMap((platform) => {
    const parameters = ["metadata", "--format-version", "1", "--locked", "--filter-platform", platform];
    return /** @type {{ name: string, license: string | null }[]} */ (JSON.parse(output("cargo", parameters)).packages);
  });
  assert.ok(packages.length > 50, "they are found");
  const others = packages.filter(({ license }) => !license || !satisfies(spelt(license), SHIPPED));
  assert.deepEqual(others, []);
});

test("what is built has the notice of everything in it", () => {
  const names = parts().map(({ name }) => name);
  for (const name of ["glam", "nalgebra", "wide", "wasm-bindgen", "Rust's standard library", "springlab-math.woff2"])
    assert.ok(names.includes(name), name);
  assert.ok(!names.some((name) => ["springlab", "criterion", "serde_json", "syn"].includes(name)), `${names}`);
  for (const { name, text } of parts()) assert.match(text, /copyright/i, name);
  for (const folder of ["site", "lib", "offline"])
    assert.equal(readFileSync(`${root}dist/${folder}/NOTICES.txt`, "utf8"), notices());
  const file = readFileSync(`${root}dist/springlab.html`, "utf8");
  for (const name of names) assert.ok(file.includes(`\n${name} `), name);
});

test("the tools' licences let them be used", () => {
  /** @type {{ packages: Record<string, { license?: string }> }} */
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8"));
  const all = Object.entries(packages).filter(([path]) => path !== "");
  assert.ok(all.length > 50, "they are found");
  const others = all.filter(([, { license }]) => !license || !satisfies(license, USED)).map(([path]) => path);
  assert.deepEqual(others, []);
});

test("a licence that is not on the list is found", () => {
  assert.ok(!satisfies("GPL-3.0-only", USED));
  assert.ok(!satisfies("MIT AND GPL-3.0-only", USED));
  assert.ok(satisfies("(MIT OR GPL-3.0-only) AND Unicode-3.0", SHIPPED));
});
