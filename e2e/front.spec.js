// The front door: a card a page, with small pictures of real simulations.
import { PAGES } from "../tools/pages.js";
import { expect, image, lessMotion, ready, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */

/** Which pictures change within a moment, by their number. @param {Page} page */
async function moving(page) {
  const look = async () => {
    const urls = await page
      .locator("canvas")
      .evaluateAll((nodes) => nodes.map((node) => /** @type {HTMLCanvasElement} */ (node).toDataURL()));
    return urls.map(image);
  };
  const before = await look();
  await page.waitForTimeout(250);
  const after = await look();
  return before.flatMap((picture, i) => (picture === after[i] ? [] : [i]));
}

/** @param {Page} page */
async function drawn(page) {
  await expect(page.getByRole("button", { name: /pictures/ })).toBeVisible();
}

test("has a card for every page, that leads to it", async ({ page }) => {
  test.slow(); // it opens all pages
  await page.goto("index.html");
  const cards = page.locator(".card");
  await expect(cards).toHaveCount(PAGES.length);
  for (const [i, { path }] of PAGES.entries()) {
    const link = cards.nth(i).getByRole("link");
    const name = String(await link.textContent());
    await expect(cards.nth(i).locator(".source")).toContainText("After the");
    await link.click();
    await expect(page).toHaveURL(new RegExp(path));
    await ready(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await page.getByRole("link", { name: "Springlab" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("laboratory");
  }
});

test("moves one picture at a time, the one that is pointed at first", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto("index.html");
  await drawn(page);
  const several = async () => (await moving(page)).length > 1;
  for (let look = 0; look < 6; look++) {
    // the turn may go from one to the next while one looks, but not also while one looks again
    expect((await several()) && (await several())).toBe(false);
    await page.waitForTimeout(400);
  }
  for (const card of [1, 3]) {
    await page.locator(".card").nth(card).hover();
    await expect.poll(() => moving(page)).toEqual([card]);
  }
});

test("every picture shows something, and holds still on demand", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto("index.html");
  await drawn(page);
  await page.getByRole("button", { name: "Hold the pictures still" }).click();
  // a shaded one comes to rest in full size a moment later
  await expect.poll(() => moving(page)).toEqual([]);
  const inks = await page.locator("canvas").evaluateAll((nodes) =>
    nodes.map((node) => {
      const canvas = /** @type {HTMLCanvasElement} */ (node);
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    }),
  );
  for (const [i, ink] of inks.entries()) expect(ink, `picture ${i}`).toBeGreaterThan(200);
  await page.getByRole("button", { name: "Move the pictures" }).click();
  await expect.poll(async () => (await moving(page)).length).toBe(1);
});

test("holds still for those who want less motion", async ({ page }) => {
  await lessMotion(page);
  await page.goto("index.html");
  await drawn(page);
  // a shaded one comes to rest in full size a moment later
  await expect.poll(() => moving(page)).toEqual([]);
});

test("a picture that does not come says so, and the others move", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.route(/assets\/cloth-[^/]*\.js$/, (route) =>
    route.fulfill({ status: 200, contentType: "text/javascript", body: "export {}" }),
  );
  await page.goto("index.html");
  await drawn(page);
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.locator(".card").nth(3).getByRole("alert")).not.toBeEmpty();
  await expect.poll(async () => (await moving(page)).length).toBe(1);
});
