// Files that go with the library and the element: type declarations, the custom elements manifest,
// and the notices of third parties.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kebabCase } from "../www/lab/model/names.ts";
import { root, run } from "./task.js";

/** @import { Parameter } from "../www/types.ts" */

/** Writes everything into dist/lib. The scripts there must be built. */
export async function describePackage() {
  const flags = ["--noEmit", "false", "--noCheck", "--declaration", "--emitDeclarationOnly", "--outDir", "dist/types"];
  await run("writing the type declarations", ["tsc", "--project", ".", ...flags]);
  const text = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(join(root, "dist/lib", name), text);
  write("springlab.d.ts", libraryDeclarations(text("dist/types/www/engine.d.ts"), text("pkg/springlab.d.ts")));
  const [element, attributes] = ["spring-lab", "lab/attributes"].map((name) => text(`dist/types/www/${name}.d.ts`));
  const [own] = /** @type {RegExpMatchArray} */ (attributes.match(OWN));
  write("spring-lab.d.ts", elementDeclarations(element, own));
  write("springlab.streaming.d.ts", 'export * from "./springlab.js";\n');
  const described = await manifest(own);
  write("custom-elements.json", `${JSON.stringify(described, null, 2)}\n`);
  write("jsx.d.ts", jsxDeclarations(described.modules[0].declarations[0].attributes));
  // for bundlers that look for a file of this name instead of reading the package's `exports`
  writeFileSync(join(root, "element.js"), 'export * from "./dist/lib/spring-lab.js";\n');
  write(NOTICES, notices());
}

/** Declarations of wasm-bindgen that only www/engine.ts uses. */
const GLUE = /^export (default )?function |^export (type|interface) (Sync)?Init(In|Out)put\b/m;

/**
 * The declarations of www/engine.ts and of everything it exports, in one file.
 * @param {string} engine  tsc's declarations of www/engine.ts
 * @param {string} glue  wasm-bindgen's declarations of the module
 */
function libraryDeclarations(engine, glue) {
  const blocks = glue.replace(/^(\/\* [te]slint.*\n)+/, "").split(/\n{2,}/);
  const used = blocks.filter((block) => !GLUE.test(block));
  // a simulation returns moments and drawings; the library exports their types, not their classes
  const classes = used.map((block) => block.replace(/^export class (Moment|Drawing)\b/m, "declare class $1"));
  const own = engine.replaceAll(/^(import .*|export \{.*\};)\n/gm, "").trim();
  return `${[...classes, own, "export type { Drawing, Moment };"].join("\n\n")}\n`;
}

/** The element's own attributes in tsc's declarations of www/lab/attributes.ts. */
const OWN = /^export declare const OWN: \{.*?^\};/ms;

/**
 * The element's declarations, which import the library's types, with its additions to the DOM.
 * @param {string} element  tsc's declarations of www/spring-lab.ts
 * @param {string} own  of its own attributes
 */
function elementDeclarations(element, own) {
  const texts = [
    element.replaceAll('"./types.ts"', '"./springlab.js"').replace(/^import .*attributes\.ts";\n/m, ""),
    `/** Properties that reflect attributes. */\n${own.replace("export ", "")}`,
  ];
  return `${texts.map((text) => text?.trim()).join("\n\n")}\n`;
}

/**
 * Types of the element in JSX, for React 19 and what has its types.
 * @param {{ name: string, type: { text: string } }[]} attributes  of the manifest
 */
function jsxDeclarations(attributes) {
  const types = new Map(attributes.map(({ name, type }) => [name, type.text]));
  const lines = [...types].map(([name, type]) => `  ${JSON.stringify(name)}?: ${type} | string;`);
  return `// Types of <spring-lab> in JSX: import type {} from "springlab/jsx".
import type { SpringLab } from "./spring-lab.js";

/** Attributes of <spring-lab>. */
export interface SpringLabAttributes {
${lines.join("\n")}
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "spring-lab": SpringLabAttributes & DetailedHTMLProps<HTMLAttributes<SpringLab>, SpringLab>;
    }
  }
}
`;
}

/** One of the own attributes: comment, name and type. */
const ATTRIBUTE = /\/\*\*((?:(?!\*\/).)*)\*\/\s+(\w+): (\w+);/gs;

/**
 * The custom elements manifest, from the element's source and the engine's parameters.
 * @param {string} own  tsc's declarations of the element's own attributes
 */
async function manifest(own) {
  // imported late: this file is loaded before packages are installed
  const { create, ts } = /** @type {any} */ (await import("@custom-elements-manifest/analyzer"));
  // the analyzer would take the tag's type, which is in the signature, for none
  const text = readFileSync(join(root, "www/spring-lab.ts"), "utf8").replaceAll("@returns ", "Returns ");
  const source = ts.createSourceFile("dist/lib/spring-lab.js", text, ts.ScriptTarget.ES2022, true);
  const { schemaVersion, modules } = create({ modules: [source], plugins: [], context: { thirdPartyCEMs: [] } });
  const [{ kind, path, declarations, exports }] = modules;
  const [element] = declarations.filter((/** @type {any} */ { customElement }) => customElement);
  const isPublic = (/** @type {any} */ { name, privacy }) => !privacy && !/Callback$/.test(name);
  const attributes = [...own.matchAll(ATTRIBUTE)].map(([, comment, name, type]) => ({
    name,
    type: { text: type },
    description: comment.replace(/\s*\*?\s+/g, " ").trim(),
  }));
  const described = {
    ...element,
    members: [
      ...element.members.filter(isPublic),
      ...attributes.map((one) => ({ kind: "field", ...one, attribute: one.name, reflects: true })),
    ],
    // of other events the analyzer knows only a variable
    events: element.events.filter((/** @type {any} */ { name }) => name.startsWith("springlab-")),
    attributes: [...attributes.map((one) => ({ ...one, fieldName: one.name })), ...(await parameters())],
  };
  return { schemaVersion, modules: [{ kind, path, declarations: [described], exports }] };
}

/** The parameters of all scenes as attributes, each once. */
async function parameters() {
  /** @type {typeof import("../www/engine.ts")} */
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
    const text = licence(dirname(manifest_path));
    heads.set(text, [...(heads.get(text) ?? []), `${name} ${version} (${license}), ${repository}`]);
  }
  return [
    "Springlab is licensed under MIT OR Apache-2.0. It contains parts of others:",
    ...[...heads].map(([text, lines]) => `${lines.join("\n")}\n\n${text}`),
  ].join(`\n\n${"-".repeat(80)}\n\n`);
}

/** The text of a crate's licence, and its notice if it has one. @param {string} folder */
function licence(folder) {
  const files = readdirSync(folder).sort();
  const [file] = LICENCES.flatMap((kind) => files.filter((name) => kind.test(name)).slice(0, 1));
  if (!file) throw new Error(`${folder} has no text of a licence.`);
  const texts = [file, ...files.filter((name) => /^notice/i.test(name))];
  return texts.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n");
}

/** @param {string} command @param {string[]} parameters */
function output(command, parameters) {
  const options = { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] };
  return execFileSync(command, parameters, /** @type {{ encoding: "utf8" }} */ (options));
}
