// The front page: its laboratory at once in hand, and the path.

import type { Page } from "@playwright/test";
import { drag, expect, lessMotion, massOnScreen, read, ready, test, violations } from "./lab.ts";

/**
 * Numbers of all runs in a plot's legend: our own, explicit and implicit Euler's.
 * @param part  of the plot
 */
async function told(page: Page, part: string) {
  const texts = await page.locator(`spring-lab [part~="${part}"] .legend output`).allTextContents();
  return texts.slice(0, 3).map((text) => Number.parseFloat(text.replace("−", "-")));
}

test("one hand moves the mass of all three methods, which then part", { tag: "@firefox" }, async ({ page }) => {
  await lessMotion(page);
  await page.goto("index.html");
  await ready(page);
  await drag(page, await massOnScreen(page), [-60, 0]);
  const held = await told(page, "plot-1");
  expect(held).toEqual([held[0], held[0], held[0]]);
  for (let step = 0; step < 100; step++) await page.keyboard.press("s");
  const [symplectic, explicit, implicit] = await told(page, "plot-3"); // energies
  expect(explicit).toBeGreaterThan(1.5 * symplectic);
  expect(implicit).toBeLessThan(symplectic / 1.5);
});

test("the mass is moved by keys alone, and the page has no fault of access", async ({ page }) => {
  await lessMotion(page);
  await page.goto("index.html");
  await ready(page);
  const [before] = await told(page, "plot-1");
  await page.locator("canvas[role=application]").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await told(page, "plot-1"))[0]).toBeGreaterThan(before);
  expect(await violations(page)).toEqual([]);
});

test("it runs at once, and stands still for a reader who wants less motion", async ({ page }) => {
  await page.goto("index.html");
  await ready(page);
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.3);
  await lessMotion(page);
  await page.reload();
  await ready(page);
  await page.waitForTimeout(300);
  expect(await read(page, "time")).toBe(0);
});

test("the path leads from card to lesson and on to the next one", async ({ page }) => {
  await page.goto("index.html");
  await page.locator(".card").nth(1).click();
  await expect(page).toHaveTitle(/Three Eulers/);
  await page.getByRole("navigation", { name: "Lessons" }).getByRole("link", { name: /^Next/ }).click();
  await expect(page).toHaveTitle(/Where the energy goes/);
});
