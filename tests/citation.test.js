// CITATION.cff says what the packages say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const file = (/** @type {string} */ name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const citation = file("CITATION.cff");
const npm = JSON.parse(file("package.json"));
const crate = file("Cargo.toml").match(/\[package\]\n(.*?)\n\n/s)?.[1] ?? "";

/** The value of a key that stands on a line of its own. @param {string} key */
const value = (key) => citation.match(new RegExp(`^${key}: (.+)$`, "m"))?.[1];

/** The lines of a list. @param {string} key */
const list = (key) => citation.match(new RegExp(`^${key}:\\n((?:  - .+\\n?)+)`, "m"))?.[1].match(/(?<=^ {2}- ).+/gm);

test("CITATION.cff has the version of the crate and of the package", () => {
  assert.equal(value("version"), npm.version);
  assert.equal(crate.match(/^version = "(.+)"$/m)?.[1], npm.version);
});

test("CITATION.cff has the licences of the package and the author of its licence", () => {
  assert.equal(list("license")?.join(" OR "), npm.license);
  const [, author] = file("LICENSE-MIT").match(/Copyright \(c\) \d+ (.+)/) ?? [];
  assert.deepEqual(list("authors"), [`name: ${author}`]);
});

test("CITATION.cff has what its format asks for", () => {
  assert.equal(value("cff-version"), "1.2.0");
  for (const key of ["message", "title"]) assert.ok(value(key), key);
});
