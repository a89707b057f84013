// The page of two nodes and a spring: nodes by mouse and fingers, and a picture that turns.
import { createHash } from "node:crypto";
import { enter, expect, image, openMore, openPage, parameter, read, ready, test, windowTest } from "./lab.js";

/** @import { Page } from "@playwright/test" */

const START = [0.75, 1, 0, -0.75, -1, 0];

const KEYS = ["p1x", "p1y", "p1z", "p2x", "p2y", "p2z"];

/**
 * Direction to the viewer in the initial view, which is turned by 0.5 rad about y, then tilted by
 * 0.3 rad.
 */
const EYE = [Math.sin(0.5) * Math.cos(0.3), Math.sin(0.3), Math.cos(0.5) * Math.cos(0.3)];

/** @param {Page} page @returns {Promise<number[]>} */
const positions = (page) => read(page, "positions");

/** Waits until the last change is drawn. @param {Page} page */
function drawn(page) {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Digest of the drawn picture. @param {Page} page */
async function picture(page) {
  await drawn(page);
  const url = await page.locator("canvas").evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  return createHash("sha256").update(image(url)).digest("hex");
}

/**
 * Place on the screen of a point in the initial view.
 * @param {Page} page
 * @param {number[]} point  in m
 */
async function onScreen(page, [x, y, z]) {
  const box = await page.locator("canvas").boundingBox();
  if (!box) throw new Error("the picture is not on the screen");
  const scale = Math.min(box.width, box.height) / (2 * 1.65); // the nodes are 1.25 m from the middle, and 0.4 m are added
  const near = x * Math.sin(0.5) + z * Math.cos(0.5);
  const right = x * Math.cos(0.5) - z * Math.sin(0.5);
  const up = y * Math.cos(0.3) - near * Math.sin(0.3);
  return { x: box.x + box.width / 2 + right * scale, y: box.y + box.height / 2 - up * scale };
}

test("it stands still until Resume is pressed", async ({ page }) => {
  await openPage(page, "pair");
  await drawn(page);
  expect(await read(page, "time")).toBe(0);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.2);
});

test("a typed coordinate puts the node there, and the address keeps it", async ({ page }) => {
  await openPage(page, "pair");
  await openMore(page);
  await enter(page.getByRole("spinbutton", { name: "Node 2, z" }), "2.345");
  expect(await positions(page)).toEqual([0.75, 1, 0, -0.75, -1, 2.345]);
  await expect.poll(() => page.url()).toContain("?p2z=2.345");
});

test("a node is dragged in the picture's plane, and the address keeps its place", { tag: "@firefox" }, async ({
  page,
}) => {
  await openPage(page, "pair");
  const from = await onScreen(page, START.slice(0, 3));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y - 20, { steps: 5 });
  await page.mouse.up();
  await drawn(page); // coordinates are rounded to 1 cm when they are drawn
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
  await page.locator("canvas").focus();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y - 20);
  await drawn(page);
  const places = await Promise.all(KEYS.map((key) => parameter(page, key)));
  await page.keyboard.press("r");
  await page.mouse.move(from.x + 60, from.y - 20);
  await page.mouse.up();
  await drawn(page);
  expect(places[0]).toBeGreaterThan(0.9);
  expect(await positions(page)).toEqual(places);
});

test("pointer, keys and buttons turn the picture and move no node", async ({ page }) => {
  await openPage(page, "pair");
  const before = await picture(page);
  for (const [there, back] of [
    ["j", "l"],
    ["i", "k"],
  ]) {
    await page.locator("canvas").focus();
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
  await page.mouse.move(beside.x, beside.y);
  await page.mouse.down();
  await page.mouse.move(beside.x + 40, beside.y + 30);
  await page.mouse.up();
  expect(await picture(page)).not.toBe(before);
  expect(await positions(page)).toEqual(START);
});

test.describe("with fingers", () => {
  windowTest.skip(
    ({ browserName }) => browserName !== "chromium",
    "only Chromium lets a test put fingers on the glass",
  );
  windowTest.use({ hasTouch: true, viewport: { width: 400, height: 700 } });

  /** @param {Page} page */
  async function fingers(page) {
    const session = await page.context().newCDPSession(page);
    return (
      /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
      /** @type {{ x: number, y: number }[]} */ ...points
    ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  }

  windowTest("a finger on a node drags it, one next to it scrolls the page, two turn and zoom", async ({ page }) => {
    await openPage(page, "pair");
    const touch = await fingers(page);
    const { x, y } = await onScreen(page, START.slice(0, 3));
    await touch("touchStart", { x, y });
    for (let step = 1; step <= 5; step++) await touch("touchMove", { x: x - 8 * step, y });
    await touch("touchEnd");
    expect((await positions(page))[0]).toBeLessThan(0.6);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await drawn(page);
    const settled = await positions(page);
    const before = await picture(page);
    const beside = await onScreen(page, [1, -0.5, 0]);
    await touch("touchStart", beside, { x: beside.x + 40, y: beside.y });
    for (let step = 1; step <= 5; step++) {
      await touch("touchMove", { x: beside.x - 6 * step, y: beside.y }, { x: beside.x + 40, y: beside.y + 4 * step });
    }
    await touch("touchEnd");
    expect(await picture(page)).not.toBe(before);
    await touch("touchStart", beside);
    for (let step = 1; step <= 8; step++) await touch("touchMove", { x: beside.x, y: beside.y - 20 * step });
    await touch("touchEnd");
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(40);
    expect(await positions(page)).toEqual(settled);
  });
});
