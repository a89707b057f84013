// Figures of the page of the falling cloth that take long to compute.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";

const page = readFileSync(new URL("../../www/drape.html", import.meta.url), "utf8")
  .replace(/<[^>]+>/g, "")
  .replaceAll(/\s+/g, " ");

test("from 100 × 100 masses on the fastest mode and the step limit are those of the table", async () => {
  for (const [count, omega, limit, substeps] of [
    [100, 3958, 0.412, 26],
    [200, 25_107, 0.071, 126],
  ] as const) {
    const cloth = await createSimulation("drape", { width: count, height: count });
    while (!cloth.analysis.spectrum().settled);
    assert.equal(Math.round(cloth.analysis.spectrum().angularFrequency), omega);
    assert.equal((1000 * cloth.analysis.stepLimit).toFixed(3), String(limit));
    assert.equal(cloth.analysis.substeps, substeps);
    const springs = (cloth.system.springs.length / 2).toLocaleString("en");
    const shown = omega > 9999 ? omega.toLocaleString("en") : omega;
    const row = `${count} × ${count}${springs}${shown} s⁻¹${limit} ms${substeps}`;
    assert.ok(page.includes(row), `the page does not state “${row}”`);
  }
});
