// The build leaves everything that package.json names.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { root } from "../tools/task.js";

const json = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Paths among the values of a record. */
function paths(value: unknown): string[] {
  if (typeof value === "object" && value) return Object.values(value).flatMap(paths);
  return typeof value === "string" ? [value] : [];
}

test("the build leaves every file that package.json names, with notices and without others", () => {
  const { main, types, exports, typesVersions, customElements, files } = json("package.json");
  for (const path of [...paths([main, types, exports, typesVersions, customElements]), ...files])
    assert.ok(readdirSync(dirname(join(root, path))).includes(path.replace(/.*\//, "")), path);
  assert.deepEqual(readdirSync(join(root, "dist/lib")), [
    "NOTICES.txt",
    "custom-elements.json",
    "jsx.d.ts",
    "spring-lab.classic.js",
    "spring-lab.d.ts",
    "spring-lab.js",
    "springlab.d.ts",
    "springlab.js",
    "springlab.streaming.d.ts",
    "springlab.streaming.js",
    "springlab.wasm",
  ]);
  const notices = readFileSync(join(root, "dist/lib/NOTICES.txt"), "utf8");
  for (const name of ["glam", "nalgebra", "wasm-bindgen", "Rust's standard library", "springlab-math.woff2"])
    assert.ok(notices.includes(`\n${name} `), name);
  for (const path of ["dist/site", "dist/offline"])
    assert.equal(readFileSync(join(root, path, "NOTICES.txt"), "utf8"), notices);
});

/** Licences of crates that may be linked: they only require a notice. */
const ALLOWED = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "Unlicense", "Unicode-3.0"];

test("the licences of all linked crates only require a notice", () => {
  const notices = readFileSync(join(root, "dist/lib/NOTICES.txt"), "utf8");
  const crates = [...notices.matchAll(/^([\w-]+) [\d.]+ \((.+)\), https:/gm)];
  assert.ok(crates.length > 10);
  for (const [, name, licence] of crates) {
    const terms = licence.replace(/[()]/g, "").split(" AND ");
    const fits = terms.every((term) => term.split(/ OR |\//).some((one) => ALLOWED.includes(one)));
    assert.ok(fits, `the licence of ${name}, ${licence}`);
  }
});

test("pictures are less than a tenth of the package", () => {
  const size = (path: string) => statSync(join(root, path)).size;
  const scripts = readdirSync(join(root, "dist/lib")).reduce((sum, name) => sum + size(`dist/lib/${name}`), 0);
  const { files } = json("package.json");
  const pictures = files.filter((path: string) => path.endsWith(".png"));
  const all = pictures.reduce((sum: number, path: string) => sum + size(path), 0);
  assert.ok(all < 0.1 * scripts, `${all} B beside ${scripts} B: 128 colours are enough`);
});

test("scripts for other pages, which may have any encoding, are ASCII", () => {
  const scripts = ["dist/lib", "dist/site", "dist/offline"].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith(".js") ? [`${folder}/${name}`] : [])),
  );
  assert.ok(scripts.length >= 9, `${scripts}`);
  for (const path of scripts) {
    const [found] = readFileSync(join(root, path), "utf8").match(/.{0,20}[^\0-\x7f].{0,20}/) ?? [];
    assert.equal(found, undefined, path);
  }
});

test("package-lock.json names no registry", () => {
  const { packages } = json("package-lock.json");
  const named = Object.values<{ resolved?: string }>(packages).filter(({ resolved }) => resolved);
  assert.deepEqual(named, [], "npm install --omit-lockfile-registry-resolved leaves the addresses out");
});
