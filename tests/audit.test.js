// How npm's report of known faults is read.
import assert from "node:assert/strict";
import test from "node:test";
import { faults } from "../tools/audit.js";

const url = "https://github.com/advisories/GHSA-1";
const report = {
  vulnerabilities: {
    deep: { via: [{ url, name: "deep", title: "It reads too far", severity: "high" }] },
    shallow: { via: ["deep"] },
  },
};

test("a known fault is told once, and where nobody answers none is", () => {
  assert.deepEqual(faults(report, {}), [`deep, high: It reads too far (${url})`]);
  assert.deepEqual(faults({ vulnerabilities: {} }, {}), []);
  assert.equal(faults({ message: "405 Method Not Allowed" }, {}), undefined);
});

test("an exception holds as long as its fault is told", () => {
  assert.deepEqual(faults(report, { [url]: "It reads only our own files." }), []);
  assert.deepEqual(faults({ vulnerabilities: {} }, { [url]: "…" }), [`${url} is an exception, and is told no more`]);
});
