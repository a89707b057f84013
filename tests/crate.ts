// The files of a Rust crate and which of them use each other.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A name that a file imports, with its path, e.g. `crate::models::System`. */
type Import = { name: string; path: string };

/** Module of a file as a path in the crate, e.g. `models::forces`. */
const moduleOf = (file: string) => file.replace(/(^lib|(^|\/)mod)?\.rs$/, "").replaceAll("/", "::");

const joined = (...names: string[]) => names.filter(Boolean).join("::");

/** Code without comments, tests, and imports of modules within the file. */
function read(file: string) {
  const text = readFileSync(file, "utf8").replaceAll(/\/\/.*/g, "");
  return text.split(/#\[cfg\(test\)\]\s*mod \w+ \{/)[0].replaceAll(/^ +use super::[^;]+;/gm, "");
}

/** Paths of a use tree: `a::{b, c::{d, e}}` has a::b, a::c::d and a::c::e. */
function leaves(tree: string) {
  let flat = tree;
  while (flat.includes("{")) {
    flat = flat.replace(/([\w:]*)\{([^{}]*)\}/, (_, head, items) =>
      items.replaceAll(/[^,\s][^,]*/g, (item: string) => head + item.trim()),
    );
  }
  return flat.split(",").flatMap((path) => path.trim().replace(/::self$/, "") || []);
}

function importsOf(code: string): Import[] {
  return [...code.matchAll(/^ *(?:pub(?:\(\w+\))? )?use ([^;]+);/gm)].flatMap(([, tree]) =>
    leaves(tree).map((leaf) => {
      const [path, name = path.replace(/.*::/, "")] = leaf.split(" as ");
      return { name, path };
    }),
  );
}

/**
 * Files of a crate except `lib.rs`, with the files that each uses. A name counts where it is
 * defined, not where it is exported again.
 */
export function uses(folder: string): Map<string, string[]> {
  const root = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!tests)\.rs$/.test(file));
  const code = new Map(files.map((file) => [file, read(join(root, file))]));
  const imports = new Map([...code].map(([file, text]) => [file, importsOf(text)]));
  const modules = new Map(files.map((file) => [moduleOf(file), file]));

  /**
   * The file that defines a path in the code of a module; `undefined` for a module, or for a name
   * of another crate.
   */
  const definer = (path: string, module: string): string | undefined => {
    const [first, ...rest] = path.split("::");
    const parent = module.replace(/(::|^)\w+$/, "");
    if (first === "crate") return inModule(rest, "");
    if (first === "self") return inModule(rest, module);
    if (first === "super") return rest[0] === "super" ? definer(joined(...rest), parent) : inModule(rest, parent);
    return modules.has(joined(module, first)) ? inModule([first, ...rest], module) : undefined;
  };

  const inModule = ([first, ...rest]: string[], module: string): string | undefined => {
    if (!first) return undefined;
    if (modules.has(joined(module, first))) return inModule(rest, joined(module, first));
    const file = modules.get(module) ?? "";
    const again = imports.get(file)?.find(({ name }) => name === first);
    return again ? definer(joined(again.path, ...rest), module) : file;
  };

  const used = (file: string) => {
    const own = imports.get(file) ?? [];
    // in the code a path starts at the crate, at a module, or at an imported name
    const rest = code.get(file)?.replaceAll(/^.*\buse [^;]+;/gm, "") ?? "";
    const paths = [...rest.matchAll(/(?<![\w:])(\w+)((?:::\w+)+)/g)].map(([path, first, end]) => {
      const imported = own.find(({ name }) => name === first);
      return { path: imported ? imported.path + end : path };
    });
    const targets = [...own, ...paths].flatMap(({ path }) => definer(path, moduleOf(file)) ?? []);
    return [...new Set(targets)].filter((target) => target !== file && target !== "lib.rs");
  };
  return new Map(files.filter((file) => file !== "lib.rs").map((file) => [file, used(file)]));
}
