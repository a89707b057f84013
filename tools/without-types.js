// A loader of modules for Node, which takes the types out of TypeScript.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transform } from "rolldown/utils";

/** @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  const { pathname } = new URL(url);
  if (!pathname.endsWith(".ts")) return next(url, context);
  const path = fileURLToPath(url);
  const { code, map, errors } = await transform(path, await readFile(path, "utf8"), { sourcemap: true });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const lines = Buffer.from(JSON.stringify(map)).toString("base64");
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${lines}`;
  return { format: "module", source, shortCircuit: true };
}
