// The versions of Node.js that package.json names.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { root } from "../tools/task.js";

const json = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

const { engines, devDependencies } = json("package.json");

/** The sentence of tools/node.cjs in a version of Node.js; empty if it lets the scripts run. */
function said(node: string) {
  let text = "";
  runInNewContext(readFileSync(join(root, "tools/node.cjs"), "utf8"), {
    require: () => ({ engines }),
    process: { versions: { node }, exit: () => {} },
    console: { error: (line: string) => (text += line) },
  });
  return text;
}

/** Versions just below and at the ends of the range. */
const VERSIONS = {
  old: ["0.12.18", "18.20.8", "20.18.3", "21.7.3", "22.15.1", "23.11.1"],
  able: ["20.19.0", "20.20.2", "22.16.0", "22.21.0", "24.0.0", "25.1.0", "26.0.0"],
};

test("scripts run in the versions that package.json names, and others end with a sentence", () => {
  assert.equal(engines.node, "^20.19 || ^22.16 || >=24");
  for (const version of VERSIONS.able) assert.equal(said(version), "", version);
  for (const version of VERSIONS.old) assert.match(said(version), new RegExp(`^Node.js ${version} does not run this`));
});

test("every package that scripts use runs in these versions", () => {
  for (const name of Object.keys(devDependencies)) {
    const range = json(`node_modules/${name}/package.json`).engines?.node;
    if (range === undefined) continue;
    const parts = [...range.matchAll(/(\^|>=)? ?(\d+)(?:\.(\d+))?(?:\.\d+)?/g)];
    for (const version of VERSIONS.able) {
      const [major, minor] = version.split(".").map(Number);
      const fits = parts.some(
        ([, sign, first, second = "0"]) =>
          (major === Number(first) && minor >= Number(second)) || (sign === ">=" && major > Number(first)),
      );
      assert.ok(fits, `${name} needs ${range}; ${version} is in the range of package.json`);
    }
  }
});
