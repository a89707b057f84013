// The page of two nodes and a spring: nodes by mouse and fingers, and a picture that turns.

import type { Page } from "@playwright/test";
import {
  drag,
  expect,
  fingers,
  frames,
  openPage,
  parameter,
  picture,
  placeIn,
  read,
  ready,
  test,
  windowTest,
} from "./lab.ts";

const START = [0.75, 1, 0, -0.75, -1, 0];

const KEYS = ["p1x", "p1y", "p1z", "p2x", "p2y", "p2z"];

/**
 * Direction to the viewer in the initial view, which is turned by 0.5 rad about y, then tilted by
 * 0.3 rad.
 */
const EYE = [Math.sin(0.5) * Math.cos(0.3), Math.sin(0.3), Math.cos(0.5) * Math.cos(0.3)];

const positions = (page: Page): Promise<number[]> => read(page, "positions");

/** Place on the screen of a point in the initial view. @param point  in m */
async function onScreen(page: Page, [x, y, z]: number[]) {
  const canvas = page.locator("canvas").first();
  const sizes = await canvas.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
  const scale = Math.min(...sizes) / (2 * 1.65); // the nodes are 1.25 m from the middle, and 0.4 m are added
  const near = x * Math.sin(0.5) + z * Math.cos(0.5);
  const right = x * Math.cos(0.5) - z * Math.sin(0.5);
  const up = y * Math.cos(0.3) - near * Math.sin(0.3);
  const middle = await placeIn(canvas, 0.5, 0.5);
  return { x: middle.x + right * scale, y: middle.y - up * scale };
}

test("a node is dragged in the picture's plane, and the address keeps its place", { tag: "@firefox" }, async ({
  page,
}) => {
  await openPage(page, "pair");
  const from = await onScreen(page, START.slice(0, 3));
  await drag(page, from, [60, -20]);
  await frames(page); // coordinates are rounded to 1 cm when they are drawn
  const after = await positions(page);
  const moved = [0, 1, 2].map((axis) => after[axis] - START[axis]);
  expect(after.slice(3)).toEqual(START.slice(3));
  expect(Math.hypot(...moved)).toBeGreaterThan(0.4);
  expect(Math.abs(moved.reduce((sum, part, axis) => sum + part * EYE[axis], 0))).toBeLessThan(0.01);
  for (const [i, key] of KEYS.entries()) {
    await expect.poll(() => parameter(page, key)).toBe((await positions(page))[i]);
  }
  await expect.poll(() => page.url()).toContain(`p1x=${(await positions(page))[0]}`);
  const settled = await positions(page);
  await page.reload();
  await ready(page);
  expect(await positions(page)).toEqual(settled);
});

test("a restart during a drag releases the node and keeps its coordinates", async ({ page }) => {
  await openPage(page, "pair");
  const from = await onScreen(page, START.slice(0, 3));
  await page.locator("canvas").first().focus();
  await drag(page, from, [30, -20], { held: true });
  await frames(page);
  const places = await Promise.all(KEYS.map((key) => parameter(page, key)));
  await page.keyboard.press("r");
  await page.mouse.move(from.x + 60, from.y - 20);
  await page.mouse.up();
  await frames(page);
  expect(places[0]).toBeGreaterThan(0.9);
  expect(await positions(page)).toEqual(places);
});

test("pointer, keys and buttons turn the picture and move no node", async ({ page }) => {
  await openPage(page, "pair");
  await page.getByRole("button", { name: "Show large: picture" }).click();
  const before = await picture(page);
  for (const [there, back] of [
    ["j", "l"],
    ["i", "k"],
  ]) {
    await page.locator("canvas").first().focus();
    await page.keyboard.press(there);
    expect(await picture(page), there).not.toBe(before);
    await page.keyboard.press(back);
    expect(await picture(page), back).toBe(before);
  }
  await page.getByRole("button", { name: "Turn left" }).click();
  expect(await picture(page)).not.toBe(before);
  await page.getByRole("button", { name: "Turn right" }).click();
  await page.getByRole("button", { name: "Turn up" }).click();
  await page.getByRole("button", { name: "Turn down" }).click();
  expect(await picture(page)).toBe(before);
  const beside = await onScreen(page, [-0.75, 1, 0]);
  await drag(page, beside, [40, 30]);
  expect(await picture(page)).not.toBe(before);
  expect(await positions(page)).toEqual(START);
});

test.describe("with fingers", () => {
  windowTest.skip(
    ({ browserName }) => browserName !== "chromium",
    "only Chromium lets a test put fingers on the glass",
  );
  windowTest.use({ hasTouch: true, viewport: { width: 400, height: 700 } });

  windowTest("a finger on a node drags it, one next to it scrolls the page, two turn and zoom", async ({ page }) => {
    await openPage(page, "pair");
    const { move } = await fingers(page);
    await move([{ from: await onScreen(page, START.slice(0, 3)), by: [-40, 0] }]);
    expect((await positions(page))[0]).toBeLessThan(0.6);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await frames(page);
    const settled = await positions(page);
    const before = await picture(page);
    const beside = await onScreen(page, [1, -0.5, 0]);
    await move([
      { from: beside, by: [-30, 0] },
      { from: { x: beside.x + 40, y: beside.y }, by: [0, 20] },
    ]);
    expect(await picture(page)).not.toBe(before);
    await move([{ from: beside, by: [0, -160] }]);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(40);
    expect(await positions(page)).toEqual(settled);
  });
});
