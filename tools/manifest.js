// The element's manifest, for editors and catalogues: from its source, and the parameters as attributes from the engine's records.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { kebabCase } from "../www/lab/attributes.js";
import { root } from "./task.js";

/** @import { Parameter } from "../www/types.js" */

/** It has to be built. */
const LIBRARY = join(root, "dist/lib/springlab.js");

export async function manifest() {
  // only now: this file is read before packages are installed
  const { create, ts } = /** @type {any} */ (await import("@custom-elements-manifest/analyzer"));
  const text = readFileSync(join(root, "www/spring-lab.js"), "utf8");
  const source = ts.createSourceFile("dist/lib/spring-lab.js", text, ts.ScriptTarget.ES2022, true);
  const { schemaVersion, modules } = create({ modules: [source], plugins: [], context: { thirdPartyCEMs: [] } });
  const [{ kind, path, declarations, exports }] = modules;
  const [element] = declarations.filter((/** @type {any} */ { customElement }) => customElement);
  const isPublic = (/** @type {any} */ { name, privacy }) => !privacy && !/^(dis)?connectedCallback$/.test(name);
  const named = (/** @type {any} */ { name }) => name.startsWith("springlab-"); // of others the analyzer knows no more than a variable
  const told = {
    ...element,
    members: element.members.filter(isPublic),
    events: element.events.filter(named),
    attributes: [...(element.attributes ?? []), ...(await parameters())],
  };
  return { schemaVersion, modules: [{ kind, path, declarations: [told], exports }] };
}

/** All parameters of all scenes, each once. */
async function parameters() {
  /** @type {typeof import("../www/engine.js")} */
  const { scenes } = await import(LIBRARY);
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

/** A number, or one of all options that any scene has. @param {Parameter[]} records */
function typeOf(records) {
  const options = records.flatMap((record) => ("options" in record ? record.options.map(({ value }) => value) : []));
  return options.length > 0 ? [...new Set(options)].map((option) => JSON.stringify(option)).join(" | ") : "number";
}
