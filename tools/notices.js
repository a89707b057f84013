// What of others is in what is built, and the notices that their licences want to go with it.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./task.js";

/** The file that has them. */
export const NOTICES = "NOTICES.txt";

/** @typedef {{ name: string, version: string, license: string, repository: string, text: string }} Part */

/** Whose text is taken of several, the first that there is; under the last name a crate has only one. */
const KINDS = [/^licen[cs]e.*mit/i, /^licen[cs]e.*apache/i, /^licen[cs]e.*zlib/i, /^licen[cs]e/i];

const TARGET = "wasm32-unknown-unknown";

/** What a command prints. @param {string} command @param {string[]} parameters */
export function output(command, parameters) {
  return execFileSync(command, parameters, {
    cwd: root,
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  }).toString();
}

/** What the wasm was compiled of beside our own code, and the font of formulas. @returns {Part[]} */
export function parts() {
  const tree = ["tree", "--locked", "--edges", "normal,no-proc-macro", "--target", TARGET, "--prefix", "none"];
  const known = new Set(
    output("cargo", [...tree, "--format", "{p}"])
      .split("\n")
      .map(nameOf),
  );
  const metadata = ["metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET];
  const { packages } = JSON.parse(output("cargo", metadata));
  const others = packages.filter(
    (/** @type {any} */ { name, version, source }) => source && known.has(`${name} ${version}`),
  );
  const crates = others.map((/** @type {any} */ { name, version, license, repository, manifest_path }) => {
    return { name, version, license, repository, text: licence(dirname(manifest_path)) };
  });
  return [...crates, standardLibrary(), mathFont()];
}

/** Name and version of a line of the tree. @param {string} line */
function nameOf(line) {
  const [name, version = ""] = line.split(" ");
  return `${name} ${version.slice(1)}`;
}

/** The text of a crate's licence, with its notice if it has one. @param {string} folder */
function licence(folder) {
  const files = readdirSync(folder).sort();
  const [file] = KINDS.map((kind) => files.find((name) => kind.test(name))).filter((name) => name !== undefined);
  if (!file) throw new Error(`${folder} has no text of a licence.`);
  const texts = [file, ...files.filter((name) => /^notice/i.test(name))];
  return texts.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n");
}

/** @returns {Part} */
function standardLibrary() {
  const [, version] = output("rustc", ["--version"]).split(" ");
  const folder = join(output("rustc", ["--print", "sysroot"]).trim(), "share/doc/rust");
  const [file] = ["licenses/MIT.txt", "LICENSE-MIT"].map((name) => join(folder, name)).filter(existsSync);
  if (!file) throw new Error(`${folder} has no text of Rust's licence.`);
  const text = `Copyright (c) The Rust Project Contributors\n\n${readFileSync(file, "utf8").trim()}`;
  const [name, repository] = ["Rust's standard library", "https://github.com/rust-lang/rust"];
  return { name, version, license: "MIT OR Apache-2.0", repository, text };
}

/** @returns {Part} */
function mathFont() {
  const text = readFileSync(join(root, "www/fonts/LICENSE.txt"), "utf8").trim();
  const [name, repository] = ["springlab-math.woff2", "https://www.stixfonts.org"];
  return { name, version: "of STIXMath 1.1.1", license: "OFL-1.1", repository, text };
}

/** All of them, each text once. */
export function notices() {
  const all = parts();
  /** @type {Map<string, Part[]>} */
  const same = new Map();
  for (const part of all) same.set(part.text, [...(same.get(part.text) ?? []), part]);
  const blocks = [...same].map(([text, parts]) => {
    const heads = parts.map(
      ({ name, version, license, repository }) => `${name} ${version} (${license}), ${repository}`,
    );
    return `${heads.join("\n")}\n\n${text}`;
  });
  return ["Springlab is licensed under MIT OR Apache-2.0. In what is built of it there are also:", ...blocks].join(
    `\n\n${"-".repeat(80)}\n\n`,
  );
}
