// The documents: what they name exists.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { root } from "../tools/task.js";

const RECORDS = readdirSync(join(root, "docs/decisions")).map((name) => `docs/decisions/${name}`);
const MAPS = ["ARCHITECTURE.md", "README.md", "docs/CONTRIBUTING.md", "docs/SECURITY.md", "CHANGELOG.md"];

/** Entries of the package, such as `springlab/element`. */
const ENTRIES = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports).map((path) =>
  join("springlab", path),
);

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Paths that only a build makes, and the examples of CONTRIBUTING.md. */
const ABSENT = /^(dist|target|pkg)\/|\/(ralston|ring|trap)\b/;

for (const path of [...MAPS, ...RECORDS]) {
  test(`every link and every file that ${path} names exists`, () => {
    const text = read(path).replace(/```[\s\S]*?```/g, "");
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target]) => join(dirname(path), target));
    const files = [...text.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, target]) => target);
    const missing = [...links, ...files].filter(
      (target) => !ENTRIES.includes(target) && !ABSENT.test(target) && !existsSync(join(root, target)),
    );
    assert.deepEqual(missing, []);
  });
}

test("a decision record has a context, a decision and a consequence", () => {
  for (const path of RECORDS) {
    for (const part of ["**Context.**", "**Decision.**", "**Consequence.**"])
      assert.ok(read(path).includes(part), `${path} lacks ${part}`);
  }
});

test("the manual states the size of the element's script", () => {
  const stated = Number(/<span id="weight">(\d+)<\/span> kB/.exec(read("www/embed.html"))?.[1]);
  const kB = gzipSync(readFileSync(join(root, "dist/lib/spring-lab.js")), { level: 9 }).length / 1000;
  assert.ok(kB <= stated && kB > 0.9 * stated, `${kB} kB, stated ${stated} kB`);
});
