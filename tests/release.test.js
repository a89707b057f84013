// What `npm run release` checks: the lists of what is handed on, and that all files tell the same of a release.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { crateDifferences, differences, disagreements, packageDifferences } from "../tools/release.js";

test("the package holds what belongs to it, and nothing else", () => {
  assert.deepEqual(packageDifferences(), []);
});

test("the crates hold what belongs to them, and nothing else", () => {
  assert.deepEqual(crateDifferences(), []);
});

test("what does not belong in a list and what it lacks are told", () => {
  assert.deepEqual(differences(["a", "c"], ["a", "b"]), ["b is missing", "c does not belong in it"]);
});

const ADDRESS = "https://springlab.test/springlab";

/** The files of a release, with the address of its repository. @type {Record<string, string>} */
const RELEASE = {
  "package.json": `{"version": "1.2.3", "repository": "${ADDRESS}"}`,
  "package-lock.json": '{"version": "1.2.3", "packages": {"": {"version": "1.2.3"}}}',
  "Cargo.toml": `[workspace.package]\nedition = "2024"\nrepository = "${ADDRESS}"\n\n[package]\nname = "springlab"\nversion = "1.2.3"\nrepository.workspace = true\n\n[dependencies]\nspringlab-fast = { version = "1.2.3", path = "fast" }\n`,
  "fast/Cargo.toml": '[package]\nname = "springlab-fast"\nversion = "1.2.3"\nrepository.workspace = true\n',
  "Cargo.lock": 'name = "springlab"\nversion = "1.2.3"\n\nname = "springlab-fast"\nversion = "1.2.3"\n',
  "CITATION.cff": `version: 1.2.3\ndate-released: 2027-01-31\nrepository-code: ${ADDRESS}\n`,
  "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.3 – 2027-01-31\n\n### Added\n\n- All.\n",
};

test("a release whose files agree is one", () => {
  assert.deepEqual(
    disagreements((name) => RELEASE[name]),
    [],
  );
});

for (const [file, is, becomes, told] of [
  [
    "Cargo.toml",
    '"springlab"\nversion = "1.2.3"',
    '"springlab"\nversion = "1.2.2"',
    "Cargo.toml, version: 1.2.2, in place of 1.2.3",
  ],
  [
    "Cargo.toml",
    '{ version = "1.2.3"',
    '{ version = "1.1.0"',
    "Cargo.toml, version of springlab-fast: 1.1.0, in place of 1.2.3",
  ],
  ["fast/Cargo.toml", "1.2.3", "1.2.4", "fast/Cargo.toml, version: 1.2.4, in place of 1.2.3"],
  [
    "Cargo.lock",
    '"springlab"\nversion = "1.2.3"',
    '"springlab"\nversion = "1.0.0"',
    "Cargo.lock, springlab: 1.0.0, in place of 1.2.3",
  ],
  [
    "package-lock.json",
    '{"version": "1.2.3", "p',
    '{"version": "1.0.0", "p',
    "package-lock.json, version: 1.0.0, in place of 1.2.3",
  ],
  ["CITATION.cff", "version: 1.2.3\n", "", "CITATION.cff, version: nothing, in place of 1.2.3"],
  ["CITATION.cff", "2027-01-31", "2027-01-30", "CITATION.cff, date-released: 2027-01-30, in place of 2027-01-31"],
  ["CHANGELOG.md", "Unreleased\n", "Unreleased\n\n- More.\n", "CHANGELOG.md, Unreleased: - More., in place of nothing"],
  ["CHANGELOG.md", "## 1.2.3", "## 1.2.2", "CHANGELOG.md, first release: 1.2.2, in place of 1.2.3"],
  ["Cargo.toml", `repository = "${ADDRESS}"\n`, "", `package.json, repository: ${ADDRESS}, in place of nothing`],
  ["package.json", ADDRESS, `${ADDRESS}2`, `package.json, repository: ${ADDRESS}2, in place of ${ADDRESS}`],
  [
    "fast/Cargo.toml",
    "repository.workspace = true\n",
    "",
    "fast/Cargo.toml, repository.workspace: nothing, in place of true",
  ],
])
  test(`told: ${told}`, () => {
    assert.ok(RELEASE[file].includes(is));
    const faults = disagreements((name) => (name === file ? RELEASE[name].replace(is, becomes) : RELEASE[name]));
    assert.ok(faults.includes(told), faults.join("\n"));
  });

test("what is checked of a release stands in the files that there are", () => {
  const file = (/** @type {string} */ name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
  const faults = disagreements(file).filter((fault) => !/^CHANGELOG.md|date-released/.test(fault));
  assert.deepEqual(faults, []); // between releases only what has the date of one is missing
});
