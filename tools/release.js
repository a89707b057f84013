// npm run release: checks all that a release needs, and publishes nothing.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.js";
import { setUpBuild } from "./setup.js";
import { Failure, isMain, main, prefer, root, run } from "./task.js";

/** All that the npm package holds. */
const PACKAGE = [
  "LICENSE-APACHE",
  "LICENSE-MIT",
  "README.md",
  "dist/lib/NOTICES.txt",
  "dist/lib/custom-elements.json",
  "dist/lib/provenance.json",
  "dist/lib/spring-lab.classic.js",
  "dist/lib/spring-lab.d.ts",
  "dist/lib/spring-lab.js",
  "dist/lib/springlab.d.ts",
  "dist/lib/springlab.js",
  "docs/cloth-wide-light.png",
  "docs/damper-wide-light.png",
  "docs/drape-wide-light.png",
  "docs/pair-wide-light.png",
  "docs/verlet-wide-dark.png",
  "package.json",
];

/** What cargo writes into each crate. */
const WRITTEN = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml", "Cargo.toml.orig"];

const LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"];

/** All that each crate holds, by its name; the one that the other needs is first. @type {Record<string, () => string[]>} */
const CRATES = {
  "springlab-fast": () => [...WRITTEN, ...LICENCES, ...files("fast", "src")],
  springlab: () => [
    ...WRITTEN,
    ...LICENCES,
    ...["README.md", "CHANGELOG.md", "tests/reference/trajectories.json"],
    ...files("", "src"),
    ...["examples", "tests"].flatMap((folder) => files("", folder).filter((path) => path.endsWith(".rs"))),
  ],
};

/**
 * Where files tell another version or repository than package.json and Cargo.toml, in sentences.
 * @param {(name: string) => string} text  of a file, by its name
 */
export function disagreements(text) {
  const npm = JSON.parse(text("package.json"));
  const lock = JSON.parse(text("package-lock.json"));
  const [cargo, fast, cargoLock] = ["Cargo.toml", "fast/Cargo.toml", "Cargo.lock"].map(text);
  const [citation, changes] = [text("CITATION.cff"), text("CHANGELOG.md")];
  const [, unreleased = "", version, date] = changes.match(/^## Unreleased\n([\s\S]*?)^## (\S+) – (\S+)$/m) ?? [];
  const found = (/** @type {string} */ where, /** @type {RegExp} */ pattern) => where.match(pattern)?.[1];
  const repository = found(cargo, /^\[workspace\.package\]\n(?:.+\n)*?repository = "(.+)"$/m);
  const inherited = repository && "true";

  /** What stands where, and what should. @type {[string, unknown, unknown][]} */
  const facts = [
    ["Cargo.toml, version", found(cargo, /^\[package\]\n(?:.+\n)*?version = "(.+)"$/m), npm.version],
    ["Cargo.toml, version of springlab-fast", found(cargo, /^springlab-fast = .*version = "([^"]+)"/m), npm.version],
    ["fast/Cargo.toml, version", found(fast, /^version = "(.+)"$/m), npm.version],
    ["Cargo.lock, springlab", found(cargoLock, /name = "springlab"\nversion = "(.+)"/), npm.version],
    ["Cargo.lock, springlab-fast", found(cargoLock, /name = "springlab-fast"\nversion = "(.+)"/), npm.version],
    ["package-lock.json, version", lock.version, npm.version],
    ["package-lock.json, version of the package", lock.packages[""].version, npm.version],
    ["CITATION.cff, version", found(citation, /^version: (.+)$/m), npm.version],
    ["CHANGELOG.md, first release", version, npm.version],
    ["CHANGELOG.md, Unreleased", unreleased.trim(), ""],
    ["CITATION.cff, date-released", found(citation, /^date-released: (.+)$/m), date],
    ["Cargo.toml, repository.workspace", found(cargo, /^repository\.workspace = (.+)$/m), inherited],
    ["fast/Cargo.toml, repository.workspace", found(fast, /^repository\.workspace = (.+)$/m), inherited],
    ["package.json, repository", npm.repository, repository],
    ["CITATION.cff, repository-code", found(citation, /^repository-code: (.+)$/m), repository],
  ];
  return facts
    .filter(([, is, should]) => is !== should)
    .map(([where, is, should]) => `${where}: ${is ?? "nothing"}, in place of ${should || "nothing"}`);
}

/** What is in a list and does not belong, and what is missing, in lines. @param {string[]} list @param {string[]} wanted */
export function differences(list, wanted) {
  return [
    ...list.filter((path) => !wanted.includes(path)).map((path) => `${path} does not belong in it`),
    ...wanted.filter((path) => !list.includes(path)).map((path) => `${path} is missing`),
  ].sort();
}

/** What differs between the npm package and what it is to hold. */
export function packageDifferences() {
  const [{ files }] = JSON.parse(output("npm", "pack", "--dry-run", "--ignore-scripts", "--json"));
  return differences(
    files.map((/** @type {{ path: string }} */ { path }) => path),
    PACKAGE,
  );
}

/** The same for each crate. */
export function crateDifferences() {
  return Object.entries(CRATES).flatMap(([name, wanted]) => {
    const list = output("cargo", "package", "--list", "--allow-dirty", "--locked", "--package", name)
      .trim()
      .split("\n");
    return differences(list, wanted()).map((line) => `${name}: ${line}`);
  });
}

/** All files of a folder, from the crate's own. @param {string} crate @param {string} folder @returns {string[]} */
function files(crate, folder) {
  return readdirSync(join(root, crate, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? files(crate, path) : path;
  });
}

/** What a command prints. @param {string} program @param {...string} parameters */
function output(program, ...parameters) {
  try {
    return execFileSync(program, parameters, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stderr, message } = /** @type {{ stderr?: string, message: string }} */ (error);
    throw new Failure(stderr || message, `try it alone: ${[program, ...parameters].join(" ")}`);
  }
}

/** @param {string} what @param {string[]} faults @param {string} advice */
function check(what, faults, advice) {
  if (faults.length > 0) throw new Failure(`✗ ${what}\n${faults.join("\n")}`, advice);
  console.log(`✓ ${what}`);
}

if (isMain(import.meta)) {
  await main(async () => {
    const text = (/** @type {string} */ name) => readFileSync(join(root, name), "utf8");
    const changed = output("git", "status", "--porcelain").split("\n").filter(Boolean);
    check("all is committed", changed, "commit what belongs to the release, and stash the rest");
    check(
      "versions, dates and addresses agree",
      disagreements(text),
      "CONTRIBUTING.md, “Make a release”, says where they stand",
    );
    await setUpBuild();
    prefer(join(root, "node_modules", ".bin"));
    await build();
    check(
      "the package holds what belongs to it",
      packageDifferences(),
      "files in package.json, or PACKAGE in tools/release.js",
    );
    check(
      "the crates hold what belongs to them",
      crateDifferences(),
      "include in Cargo.toml, or CRATES in tools/release.js",
    );
    await run("the package in new projects, and its types", ["node", "--test", "tests/package.test.js"], {
      loud: true,
    });
    const crates = Object.keys(CRATES).flatMap((name) => ["--package", name]);
    await run("the crates, built as they are packed", ["cargo", "package", "--locked", ...crates], {
      advice: "needs Rust 1.90, to pack crates together of which one needs the other, and a way to crates.io",
    });
    const { name, version } = JSON.parse(text("package.json"));
    console.log(`\n${name} ${version} can be released. Nothing was published.`);
  });
}
