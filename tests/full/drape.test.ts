// Numbers in the text of the page of the falling cloth that take minutes to compute.
import { test } from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";
import { lesson } from "../figures/lesson.ts";

const { value, complete } = lesson("www/drape.html");

for (const count of [100, 200]) {
  test(`fastest mode and step limit of ${count} × ${count} masses`, async () => {
    const cloth = await createSimulation("drape", { width: count, height: count });
    while (!cloth.analysis.spectrum().settled);
    value(`${count}-springs`, (cloth.system.springs.length / 2).toLocaleString("en"));
    const omega = Math.round(cloth.analysis.spectrum().angularFrequency);
    value(`${count}-omega`, omega < 1e4 ? omega : omega.toLocaleString("en"));
    value(`${count}-limit`, (1000 * cloth.analysis.stepLimit).toFixed(3));
    value(`${count}-substeps`, cloth.analysis.substeps);
  });
}

complete((name) => /^[12]00-/.test(name));
