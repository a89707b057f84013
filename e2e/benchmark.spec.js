// The page that measures its reader's machine.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, fits, saved, test, violations } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import * as Springlab from "../www/engine.js" */
/** @import * as Frames from "../measure/race/painters.js" */

/**
 * @typedef {{ what: string, size: number[], unit: string, names: string[], rounds: number[][] }}
 *   Result
 */

/**
 * Opens the page and starts to measure.
 * @param {Page} page
 * @param {string} largest
 */
async function measure(page, largest) {
  await page.goto("www/benchmark.html");
  await page.getByLabel("Up to").selectOption(largest);
  await page.getByRole("button", { name: "Measure" }).click();
}

test("all programs draw the same picture of the cloth", async ({ page }) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../measure/race/painters.js", import.meta.url))],
    ...{ bundle: true, write: false, format: "esm", logLevel: "error" },
  });
  const library = readFileSync(new URL("../dist/lib/springlab.js", import.meta.url));
  for (const [name, body] of /** @type {[string, string | Buffer][]} */ ([
    ["frames", outputFiles[0].text],
    ["springlab", library],
  ]))
    await page.route(`**/${name}.js`, (route) => route.fulfill({ contentType: "text/javascript", body }));
  await page.route("**/empty.html", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await page.goto("empty.html");
  for (const [width, height] of [
    [12, 9],
    [40, 30],
  ]) {
    const drawn = await page.evaluate(
      async ([width, height]) => {
        /** @type {typeof Springlab} */
        const { createSimulation } = await import(`${location.origin}/springlab.js`);
        /** @type {typeof Frames} */
        const { painters } = await import(`${location.origin}/frames.js`);
        const pictures = [];
        for (const { create } of painters(createSimulation)) {
          const cloth = await create(width, height, 0.0005);
          for (let frame = 0; frame < 20; frame++) cloth.step(8);
          const { canvas } = /** @type {{ canvas: OffscreenCanvas }} */ (/** @type {unknown} */ (cloth));
          const { data } = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(
            ...[0, 0, canvas.width, canvas.height],
          );
          // colours weighted by their opacity
          pictures.push(Float64Array.from(data, (part, i) => (i % 4 === 3 ? part : (part * data[i | 3]) / 255)));
        }
        const [first, strokes, pixels] = pictures;
        const all = first.reduce((sum, part) => sum + part, 0);
        const miss = (/** @type {Float64Array} */ one) =>
          one.reduce((sum, part, i) => sum + Math.abs(part - first[i]), 0) / all;
        const opacity = first.reduce((sum, part, i) => sum + (i % 4 === 3 ? part : 0), 0) / 255;
        return { strokes: miss(strokes), pixels: miss(pixels), cover: opacity / (first.length / 4) };
      },
      [width, height],
    );
    expect(drawn.cover, "part of the picture").toBeGreaterThan(0.04);
    expect(drawn.strokes, "rounding where strokes cross").toBeLessThan(1e-3);
    // a canvas strokes a line thinner than a pixel as a pale line one pixel wide along an axis:
    // diagonal lines, half of all, then cover 29 % less
    expect(drawn.pixels, `${width} × ${height}`).toBeLessThan(0.2);
  }
});

test("it states all rounds in tables and a file, fits every width, and axe finds nothing", async ({ page }) => {
  await measure(page, "40 × 30");
  await expect(page.getByRole("progressbar", { name: "How far it is" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Measured 15 rounds.", { timeout: 50_000 });
  await expect(page.getByRole("progressbar")).toBeHidden();
  const tables = page.getByRole("table");
  await expect(tables.getByRole("caption")).toHaveText(["A step", "A frame of eight steps and a picture"]);
  await expect(page.getByText(/^In JavaScript this machine passes [\d.]+ GB a second/)).toBeVisible();
  const { name, bytes } = await saved(page, page.getByRole("button", { name: "Save as JSON" }));
  expect(name).toBe("springlab-benchmark.json");
  /** @type {Result[]} */
  const results = JSON.parse(bytes.toString()).results;
  expect(results.map(({ what, size, unit, rounds }) => [what, size, unit, rounds.length])).toEqual([
    ["step", [40, 30], "ns", 15],
    ["frame", [40, 30], "ms", 15],
  ]);
  for (const [i, { names, rounds }] of results.entries()) {
    const rows = tables
      .nth(i)
      .getByRole("row")
      .filter({ has: page.locator("b") });
    const programs = await rows.count();
    await expect(rows.getByRole("rowheader")).toHaveText(names.slice(0, programs));
    const times = await rows.locator("b").allTextContents();
    const least = times.map((_, program) => Math.min(...rounds.map((round) => round[program])));
    expect(times).toEqual(least.map((time) => time.toPrecision(3)));
    const factors = await rows.locator("td:last-child").allTextContents();
    expect(factors).toEqual(least.map((time) => `${(least[0] / time).toFixed(2)} ×`));
  }
  expect(await violations(page)).toEqual([]);
  await fits(page, [280, 360, 768, 1366, 1920]);
});

test("it answers while it measures, and stops on demand", { tag: "@firefox" }, async ({ page }) => {
  await measure(page, "300 × 300");
  await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent?.startsWith("On 40"));
  await expect(page.getByLabel("Up to")).toBeDisabled();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("status")).toHaveText("Stopped.");
  await expect(page.getByLabel("Up to")).toBeEnabled();
  const times = page.getByRole("region", { name: "Times", includeHidden: true });
  const table = await times.textContent();
  await page.waitForTimeout(300); // longer than a round takes
  expect(await times.textContent()).toBe(table);
});

test("a sentence says so where the browser starts no worker", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      Worker: class {
        constructor() {
          throw new DOMException("no", "SecurityError");
        }
      },
    });
  });
  await measure(page, "40 × 30");
  await expect(page.getByRole("status")).toHaveText(
    "The browser did not start a worker, which measures beside the page.",
  );
  await expect(page.getByRole("button", { name: "Measure" })).toBeVisible();
});
