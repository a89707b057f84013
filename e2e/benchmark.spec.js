// The page that measures its reader's machine.
import { expect, saved, test, violations } from "./lab.js";

/** @import { Page } from "@playwright/test" */

const PATH = "www/benchmark.html";

/** @param {Page} page @param {string} largest */
async function measure(page, largest) {
  await page.goto(PATH);
  await page.getByLabel("Up to").selectOption(largest);
  await page.getByRole("button", { name: "Measure" }).click();
}

test("measures four programs, says how many times as fast they are, and keeps all rounds", async ({ page }) => {
  await measure(page, "100 × 100");
  await expect(page.getByRole("status")).toHaveText(/^On \d+ × \d+ masses, round \d+ of 15 …$/);
  await expect(page.getByRole("progressbar", { name: "How far it is" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Measured 15 rounds.", { timeout: 60_000 });
  await expect(page.getByRole("progressbar")).toBeHidden();
  const groups = page.locator(".race tbody");
  await expect(groups).toHaveCount(2);
  for (const group of await groups.all()) {
    const rows = group.getByRole("row");
    await expect(rows).toHaveCount(5);
    const times = await group.locator("b").allTextContents();
    expect(
      times.every((time) => Number(time) > 0.1 && Number(time) < 1000),
      times.join(),
    ).toBe(true);
    const factors = await group.locator("td:last-child").allTextContents();
    // by the figures as they stand in the table, to their third digit
    const expected = times.map((time) => Number(times[0]) / Number(time));
    expect(factors.every((text, i) => Math.abs(Number.parseFloat(text) / expected[i] - 1) < 0.02)).toBe(true);
  }
  await expect(page.getByText(/^In JavaScript this machine passes [\d.]+ GB a second/)).toBeVisible();
  const { name, bytes } = await saved(page, page.getByRole("button", { name: "Save as JSON" }));
  expect(name).toBe("springlab-benchmark.json");
  const { unit, results } = JSON.parse(bytes.toString());
  expect([unit, results.length, results[0].rounds.length, results[1].names.length]).toEqual(["ns", 2, 15, 4]);
  const least = Math.min(.../** @type {number[][]} */ (results[1].rounds).map((times) => times[2]));
  expect(await groups.nth(1).locator("b").nth(2).textContent()).toBe(least.toPrecision(3));
});

test("the page answers while it measures, and stops when it is asked to", async ({ page }) => {
  await measure(page, "300 × 300");
  // it may last no longer than a second
  await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent?.startsWith("On 300"));
  await expect(page.getByLabel("Up to")).toBeDisabled();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("status")).toHaveText("Stopped.");
  await expect(page.getByLabel("Up to")).toBeEnabled();
  const table = await page.locator(".race").textContent();
  await page.waitForTimeout(500);
  expect(await page.locator(".race").textContent(), "nothing comes after it").toBe(table);
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
