// The page that measures its reader's machine.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, saved, test, violations } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import * as Springlab from "../www/engine.js" */
/** @import * as Frames from "../measure/race/painters.js" */

const PATH = "www/benchmark.html";

/** @param {Page} page @param {string} largest */
async function measure(page, largest) {
  await page.goto(PATH);
  await page.getByLabel("Up to").selectOption(largest);
  await page.getByRole("button", { name: "Measure" }).click();
}

test("all that draw the cloth draw the same", async ({ page }) => {
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
          // colours count as far as they are there
          pictures.push(Float64Array.from(data, (part, i) => (i % 4 === 3 ? part : (part * data[i | 3]) / 255)));
        }
        const [first, strokes, pixels] = pictures;
        const all = first.reduce((sum, part) => sum + part, 0);
        const miss = (/** @type {Float64Array} */ one, /** @type {Float64Array} */ other) =>
          one.reduce((sum, part, i) => sum + Math.abs(part - other[i]), 0) / all;
        return {
          ...{ strokes: miss(strokes, first), pixels: miss(pixels, first) },
          cover: first.reduce((sum, part, i) => sum + (i % 4 === 3 ? part : 0), 0) / 255 / (first.length / 4),
        };
      },
      [width, height],
    );
    expect(drawn.cover, "of the picture").toBeGreaterThan(0.04);
    expect(drawn.strokes, "where strokes cross, rounding").toBeLessThan(1e-3);
    // of a line thinner than a pixel a canvas strokes a part of one that is a pixel wide along an axis: with slanted ones, half of all, 29 % less than there is
    expect(drawn.pixels, `${width} × ${height}`).toBeLessThan(0.2);
  }
});

test("measures steps and frames, says how many times as fast they are, and keeps all rounds", async ({ page }) => {
  await measure(page, "100 × 100");
  await expect(page.getByRole("status")).toHaveText(/^On \d+ × \d+ masses, round \d+ of 15 …$/);
  await expect(page.getByRole("progressbar", { name: "How far it is" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Measured 15 rounds.", { timeout: 60_000 });
  await expect(page.getByRole("progressbar")).toBeHidden();
  const tables = page.getByRole("table");
  await expect(tables.getByRole("caption")).toHaveText(["A step", "A frame of eight steps and a picture"]);
  for (const [i, programs] of [4, 3].entries()) {
    const groups = tables.nth(i).locator("tbody");
    await expect(groups.getByRole("rowheader", { name: "masses" })).toHaveText(["40 × 30 masses", "100 × 100 masses"]);
    for (const group of await groups.all()) {
      const times = await group.locator("b").allTextContents();
      expect(times.length).toBe(programs);
      expect(
        times.every((time) => Number(time) > 0.1 && Number(time) < 1000),
        times.join(),
      ).toBe(true);
      const factors = await group.locator("td:last-child").allTextContents();
      // by the figures as they stand in the table, to their third digit
      const expected = times.map((time) => Number(times[0]) / Number(time));
      expect(factors.every((text, i) => Math.abs(Number.parseFloat(text) / expected[i] - 1) < 0.02)).toBe(true);
    }
  }
  await expect(page.getByText(/^In JavaScript this machine passes [\d.]+ GB a second/)).toBeVisible();
  const { name, bytes } = await saved(page, page.getByRole("button", { name: "Save as JSON" }));
  expect(name).toBe("springlab-benchmark.json");
  /** @type {{ what: string, size: number[], unit: string, names: string[], rounds: number[][] }[]} */
  const results = JSON.parse(bytes.toString()).results;
  const [small, large] = [
    [40, 30],
    [100, 100],
  ];
  expect(results.map(({ what, size, unit }) => [what, size, unit])).toEqual([
    ...[
      ["step", small, "ns"],
      ["frame", small, "ms"],
    ],
    ...[
      ["step", large, "ns"],
      ["frame", large, "ms"],
    ],
  ]);
  expect(results.map(({ rounds, names }) => [rounds.length, names.length])).toEqual([
    ...[
      [15, 6],
      [15, 3],
    ],
    ...[
      [15, 4],
      [15, 3],
    ],
  ]);
  for (const [table, result] of [2, 3].entries()) {
    const least = Math.min(...results[result].rounds.map((times) => times[2]));
    const cell = tables.nth(table).locator("tbody").nth(1).locator("b").nth(2);
    expect(await cell.textContent()).toBe(least.toPrecision(3));
  }
});

test("the page answers while it measures, and stops when it is asked to", async ({ page }) => {
  await measure(page, "300 × 300");
  // it may last no longer than a second
  await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent?.startsWith("On 300"));
  await expect(page.getByLabel("Up to")).toBeDisabled();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("status")).toHaveText("Stopped.");
  await expect(page.getByLabel("Up to")).toBeEnabled();
  const times = page.getByRole("region", { name: "Times" });
  const table = await times.textContent();
  await page.waitForTimeout(500);
  expect(await times.textContent(), "nothing comes after it").toBe(table);
  await page.getByLabel("Up to").selectOption("40 × 30");
  await page.getByRole("button", { name: "Measure" }).press("Enter");
  await expect(page.getByRole("status")).toHaveText("Measured 15 rounds.", { timeout: 60_000 });
});

test("says so where no worker starts", async ({ page }) => {
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

test("is open to everybody and fits every width", async ({ page }) => {
  await measure(page, "40 × 30");
  await expect(page.getByRole("status")).toHaveText("Measured 15 rounds.", { timeout: 60_000 });
  await expect(page).toHaveTitle(/Springlab/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  for (const width of [280, 360, 768, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
  }
});
