// The sizes that README.md states: each that there is, as it is.
import assert from "node:assert/strict";
import test from "node:test";
import { check, written } from "../tools/size.js";

const README =
  "# Lab\n\n<!-- sizes -->\n- The engine (wasm): 139.6 kB gzip, of at most 145.0 kB.\n<!-- /sizes -->\n\nMore.\n";
const ENGINE = { what: "The engine (wasm)", bytes: 139_600, limit: 145_000 };
const PAGE = { what: "The whole mesh page", bytes: 180_321, limit: 200_000 };

test("what is written is what is checked", () => {
  const readme = written(README, [ENGINE, PAGE]);
  assert.ok(readme.includes("- The whole mesh page: 180.3 kB gzip, of at most 200.0 kB.\n"));
  assert.ok(readme.startsWith("# Lab\n") && readme.endsWith("\nMore.\n"));
  check(readme, [ENGINE, PAGE]);
  assert.equal(written(readme, [ENGINE]), README);
});

test("a size that README.md lacks is no number", () => {
  const message = "README.md does not state: The whole mesh page. It is 180.3 kB.\n→ npm run build && npm run size";
  assert.throws(() => check(README, [ENGINE, PAGE]), { message });
  for (const broken of ["NaN", "", "some", "1,5"]) {
    const readme = written(README, [ENGINE, PAGE]).replace("180.3", broken);
    assert.throws(() => check(readme, [ENGINE, PAGE]), { message });
  }
});

test("another size is told beside the true one", () => {
  const message = "README.md states 139.6 kB for: The engine (wasm). It is 145.0 kB.\n→ npm run build && npm run size";
  assert.throws(() => check(README, [{ ...ENGINE, bytes: 145_000 }]), { message });
  check(README, [{ ...ENGINE, bytes: 140_000 }]);
});

test("without a place for the list nothing is written", () => {
  assert.throws(() => written("# Lab\n", [ENGINE]), /README.md has no list of sizes/);
});
