// The page of the rope: links cut by mouse, finger and keys, and springs in comparison.

import type { Page } from "@playwright/test";
import { colored, drag, enter, expect, lessMotion, openPage, read, test, windowTest } from "./lab.ts";

/** Number of links of the default rope. */
const LINKS = 19;

/** Opens the page with the rope at its start, at rest and alone. */
async function open(page: Page, query: string = "") {
  await lessMotion(page);
  await openPage(page, "verlet", `?${new URLSearchParams([["beside", "nothing"], ...new URLSearchParams(query)])}`);
}

/** Place on the screen of a point on the horizontal rope. @param links  from its holder */
async function onRope(page: Page, links: number) {
  const { left, right, y } = await colored(page, "--accent");
  // the colour extends 3 px beyond the centres of the first free particle and of the last one
  const link = (right - left - 6) / (LINKS - 1);
  return { x: left + 3 + (links - 1) * link, y };
}

/** Links as the numbers of their particles, e.g. "4–5". */
async function links(page: Page) {
  const ends = (await read(page, "links")) as number[];
  return Array.from({ length: ends.length / 2 }, (_, i) => `${ends[2 * i]}–${ends[2 * i + 1]}`);
}

test("a click cuts the link under it, also close to a particle", { tag: "@firefox" }, async ({ page }) => {
  await open(page);
  for (const at of [9.5, 4.2]) {
    const before = await links(page);
    const { x, y } = await onRope(page, at);
    await page.mouse.click(x, y);
    const after = await links(page);
    expect(after).toHaveLength(before.length - 1);
    expect(before.filter((link) => !after.includes(link))).toEqual([`${Math.floor(at)}–${Math.ceil(at)}`]);
  }
  await expect(page.locator("output[aria-label=Links]")).toHaveText("17");
  await page.getByRole("button", { name: "Restart" }).first().click();
  expect(await links(page)).toHaveLength(LINKS);
});

test("a stroke over the ground cuts the links that it crosses", async ({ page }) => {
  await open(page);
  const before = await links(page);
  for (const at of [4.5, 12.5]) {
    const { x, y } = await onRope(page, at);
    await drag(page, { x, y: y - 28 }, [0, 78]);
  }
  const after = await links(page);
  expect(before.filter((link) => !after.includes(link))).toEqual(["4–5", "12–13"]);
});

test("a click next to the rope, a long press and a drag cut nothing", async ({ page }) => {
  await open(page);
  const { x, y } = await onRope(page, 10);
  await page.mouse.click(x, y + 60);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(500);
  await page.mouse.up();
  await drag(page, { x, y }, [0, -40]);
  expect(await links(page)).toHaveLength(LINKS);
  expect((await read(page, "positions"))[31]).toBeGreaterThan(0.3);
});

test("keys alone choose a link, cut it and move the particle at its end", async ({ page }) => {
  await open(page);
  const field = page.getByRole("spinbutton", { name: "Link", exact: true });
  await field.focus();
  for (const key of ["ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  expect(await links(page)).not.toContain("2–3");
  for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
  expect(await links(page)).toHaveLength(LINKS - 2);
  await page.getByRole("button", { name: "Restart" }).first().click();
  await enter(field, "4");
  await page.getByRole("button", { name: "Restart" }).first().click();
  const canvas = page.locator("canvas").first();
  await canvas.focus();
  await page.keyboard.press("ArrowUp");
  expect((await read(page, "positions"))[16]).toBeCloseTo(0.1, 12);
  await expect(canvas).toHaveAccessibleDescription(
    /^Rope of 20 particles with 19 links \(rods\)\. The links are [\d.]+ % longer than they should be\. Particle 5 is at x = 1 m, y = 0\.1 m\.$/,
  );
});

test.describe("a finger", () => {
  windowTest.use({ hasTouch: true });
  windowTest.skip(
    ({ browserName }) => browserName !== "chromium",
    "only Chromium lets a test put a finger on the glass",
  );
  windowTest("a tap cuts the link under it", async ({ page }) => {
    await open(page);
    const { x, y } = await onRope(page, 12.5);
    await page.touchscreen.tap(x, y);
    expect(await links(page)).not.toContain("12–13");
  });
});
