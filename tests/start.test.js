// What is read before any package is installed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What a file imports as it is read, and what these do. @param {string} path @param {Set<string>} found */
function imports(path, found) {
  for (const [, target] of readFileSync(path, "utf8").matchAll(
    /^(?:(?:import|export|\}) .*from |import |\} from )"([^"]+)";$/gm,
  )) {
    const file = target.startsWith(".") ? join(path, "..", target) : target;
    if (found.has(file)) continue;
    found.add(file);
    if (target.startsWith(".")) imports(file, found);
  }
  return found;
}

test("tools that install packages need none themselves", () => {
  for (const tool of ["start", "test", "build", "setup", "release"]) {
    const found = [...imports(join(root, `tools/${tool}.js`), new Set())];
    assert.ok(found.length > 2, "imports are found");
    const packages = found.filter((target) => !target.startsWith(root) && !target.startsWith("node:"));
    assert.deepEqual(packages, [], `tools/${tool}.js`);
  }
});
