// Files that go with the library and the element: type declarations, the custom elements manifest,
// and the notices of third parties.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kebabCase } from "../www/lab/attributes.js";
import { root, run } from "./task.js";

/** @import { Parameter } from "../www/types.js" */

/** Writes everything into dist/lib. The scripts there must be built. */
export async function describePackage() {
  const flags = ["--noEmit", "false", "--noCheck", "--declaration", "--emitDeclarationOnly", "--outDir", "dist/types"];
  await run("writing the type declarations", ["tsc", "--project", ".", ...flags]);
  const text = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(join(root, "dist/lib", name), text);
  write("springlab.d.ts", libraryDeclarations(text("dist/types/www/engine.d.ts"), text("pkg/springlab.d.ts")));
  const element = text("dist/types/www/spring-lab.d.ts");
  write("spring-lab.d.ts", elementDeclarations(element, text("www/types.d.ts")));
  write("custom-elements.json", `${JSON.stringify(await manifest(element), null, 2)}\n`);
  write(NOTICES, notices());
}

/** Declarations of wasm-bindgen that only www/engine.js uses. */
const GLUE = /^export (default )?function |^export (type|interface) (Sync)?Init(In|Out)put\b/m;

/**
 * The declarations of www/engine.js and of everything it exports, in one file.
 * @param {string} engine  tsc's declarations of www/engine.js
 * @param {string} glue  wasm-bindgen's declarations of the module
 */
function libraryDeclarations(engine, glue) {
  const blocks = glue.trim().split(/\n{2,}/);
  const used = blocks.filter((block) => !GLUE.test(block) && !block.startsWith("/* tslint"));
  // a simulation returns moments and drawings; the library exports their types, not their classes
  const classes = used.map((block) => block.replace(/^export class (Moment|Drawing)\b/m, "declare class $1"));
  const own = engine.replaceAll(/^(import .*|export \{.*\};)\n/gm, "").trim();
  return `${[...classes, own, "export type { Drawing, Moment };"].join("\n\n")}\n`;
}

/**
 * The element's declarations, which import the library's types, with its additions to the DOM.
 * @param {string} element  tsc's declarations of www/spring-lab.js
 * @param {string} types  www/types.d.ts
 */
function elementDeclarations(element, types) {
  const [dom] = types.match(/^declare global \{.*?^\}/ms) ?? [];
  return `${element.replaceAll('"./types.js"', '"./springlab.js"').trim()}\n\n${dom}\n`;
}

/** The element's class in its declarations: its comment and its body. */
const CLASS = /\/\*\*((?:(?!\*\/).)*)\*\/\nexport declare class SpringLab [^\n]*\n(.*?)\n\}/s;

/** A public member: comment, `get` if it is a getter, name and type. Others have no comment. */
const MEMBER = /\/\*\*((?:(?!\*\/).)*)\*\/\s+(get )?(\w+)\([^\n]*\): ([^\n]*);/gs;

/**
 * The custom elements manifest, from the element's declarations and the engine's parameters.
 * @param {string} element  tsc's declarations of www/spring-lab.js
 */
async function manifest(element) {
  const [, comment, body] = /** @type {RegExpMatchArray} */ (element.match(CLASS));
  const { description, tags } = jsdoc(comment);
  const path = "dist/lib/spring-lab.js";
  const declaration = { name: "SpringLab", module: path };
  const described = {
    kind: "class",
    name: "SpringLab",
    tagName: "spring-lab",
    customElement: true,
    superclass: { name: "HTMLElement", package: "global:" },
    description,
    members: [...body.matchAll(MEMBER)].map(([, comment, get, name, type]) =>
      member(comment, Boolean(get), name, type),
    ),
    attributes: [...tags("attr"), ...(await parameters())],
    events: tags("fires").map((event) => ({ ...event, type: { text: "CustomEvent" } })),
    cssProperties: tags("cssprop"),
    cssParts: tags("csspart"),
  };
  const exports = [
    { kind: "js", name: "SpringLab", declaration },
    { kind: "custom-element-definition", name: "spring-lab", declaration },
  ];
  return { schemaVersion: "1.0.0", modules: [{ kind: "javascript-module", path, declarations: [described], exports }] };
}

/**
 * A member of the class in the manifest.
 * @param {string} comment @param {boolean} isGetter @param {string} name @param {string} text  type
 */
function member(comment, isGetter, name, text) {
  const { description, tags } = jsdoc(comment);
  return isGetter
    ? { kind: "field", name, description, type: { text }, readonly: true }
    : { kind: "method", name, description, parameters: tags("param"), return: { type: { text } } };
}

/**
 * The description in a comment, and its tags of a kind: `@kind {type} name description`.
 * @param {string} comment  without slashes
 */
function jsdoc(comment) {
  const [description, ...tags] = comment
    .replace(/\n *\*/g, "\n")
    .split(/\s@/)
    .map((text) => text.trim().replace(/ *\n */g, "\n"));
  return {
    description,
    tags: (/** @type {string} */ kind) =>
      tags.flatMap((tag) => {
        const [, of, type, name, description] =
          tag.replace(/\s+/g, " ").match(/^(\w+) (?:\{(.*?)\} )?(\S+) ?(.*)$/) ?? [];
        return of === kind ? [{ name, description, ...(type && { type: { text: type } }) }] : [];
      }),
  };
}

/** The parameters of all scenes as attributes, each once. */
async function parameters() {
  /** @type {typeof import("../www/engine.js")} */
  const { scenes } = await import(join(root, "dist/lib/springlab.js"));
  /** @type {Map<string, Parameter[]>} */
  const all = new Map();
  for (const parameter of (await scenes()).flatMap(({ parameters }) => parameters))
    all.set(parameter.key, [...(all.get(parameter.key) ?? []), parameter]);
  return [...all].map(([key, records]) => ({
    name: kebabCase(key),
    type: { text: typeOf(records) },
    description: records[0].effect,
  }));
}

/** A number, or one of the options that any scene has. @param {Parameter[]} records */
function typeOf(records) {
  const options = records.flatMap((record) => ("options" in record ? record.options.map(({ value }) => value) : []));
  return options.length > 0 ? [...new Set(options)].map((option) => JSON.stringify(option)).join(" | ") : "number";
}

/** The file with the notices that licences of third parties require. */
export const NOTICES = "NOTICES.txt";

/** Names of a crate's licence files, in order of preference: the first that exists is used. */
const LICENCES = [/^licen[cs]e.*mit/i, /^licen[cs]e.*apache/i, /^licen[cs]e.*zlib/i, /^licen[cs]e/i];

/** Licences of crates that may be linked: they only require a notice. */
const ALLOWED = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "Unlicense", "Unicode-3.0"];

const TARGET = "wasm32-unknown-unknown";

/** Licences of the crates in the wasm, of Rust's library and of the font; each text once. */
export function notices() {
  const tree = ["tree", "--locked", "--edges", "normal,no-proc-macro", "--target", TARGET, "--prefix", "none"];
  const linked = new Set(output("cargo", [...tree, "--format", "{p}"]).match(/^\S+ v\S+/gm));
  const metadata = ["metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET];
  const crates = JSON.parse(output("cargo", metadata)).packages.filter(
    (/** @type {any} */ { name, version, source }) => source && linked.has(`${name} v${version}`),
  );
  const text = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8").trim();
  const rust = text("LICENSE-MIT").replace(/^Copyright .*$/m, "Copyright (c) The Rust Project Contributors");
  const version = output("rustc", ["--version"]).split(" ")[1];
  const font = "springlab-math.woff2 of STIXMath 1.1.1 (OFL-1.1), https://www.stixfonts.org";
  /** @type {Map<string, string[]>} */
  const heads = new Map([
    [rust, [`Rust's standard library ${version} (MIT OR Apache-2.0), https://github.com/rust-lang/rust`]],
    [text("www/fonts/LICENSE.txt"), [font]],
  ]);
  for (const { name, version, license, repository, manifest_path } of crates) {
    if (!isAllowed(license ?? "")) throw new Error(`The licence of ${name}, ${license}, may not allow what we do.`);
    const text = licence(dirname(manifest_path));
    heads.set(text, [...(heads.get(text) ?? []), `${name} ${version} (${license}), ${repository}`]);
  }
  return [
    "Springlab is licensed under MIT OR Apache-2.0. It contains parts of others:",
    ...[...heads].map(([text, lines]) => `${lines.join("\n")}\n\n${text}`),
  ].join(`\n\n${"-".repeat(80)}\n\n`);
}

/** @param {string} license  an SPDX expression, in which a slash may stand for OR */
function isAllowed(license) {
  const terms = license.replace(/[()]/g, "").split(" AND ");
  return terms.every((term) => term.split(/ OR |\//).some((name) => ALLOWED.includes(name)));
}

/** The text of a crate's licence, and its notice if it has one. @param {string} folder */
function licence(folder) {
  const files = readdirSync(folder).sort();
  const [file] = LICENCES.flatMap((kind) => files.filter((name) => kind.test(name)).slice(0, 1));
  if (!file) throw new Error(`${folder} has no text of a licence.`);
  const texts = [file, ...files.filter((name) => /^notice/i.test(name))];
  return texts.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n");
}

/** The output of a command. @param {string} command @param {string[]} parameters */
function output(command, parameters) {
  const options = { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] };
  return execFileSync(command, parameters, /** @type {{ encoding: "utf8" }} */ (options));
}
