// The page of the follower: Bob, led by mouse, keys and finger; trails and colours of followers.

import type { Page } from "@playwright/test";
import {
  drag,
  expect,
  fingers,
  lessMotion,
  massOnScreen,
  openPage,
  picture,
  placeIn,
  read,
  takeSteps,
  test,
  windowTest,
} from "./lab.ts";

/** Opens the page paused, with the engine's defaults: one follower, a step, full speed. */
async function openStill(page: Page, query?: string) {
  const usual = new URLSearchParams({ path: "step", followers: "1", timeRate: "1" });
  for (const [key, value] of new URLSearchParams(query)) usual.set(key, value);
  await lessMotion(page);
  await openPage(page, "follower", `?${usual}`);
}

test("without rails Bob comes to wherever the pointer presses", async ({ page }) => {
  for (const path of ["rest", "circle"]) {
    await openStill(page, `?path=${path}&trails=off`);
    const before = await read(page, "positions");
    await drag(page, await placeIn(page.locator("canvas").first(), 0.25, 0.3), [0, 0], { held: true });
    const [x, y] = await read(page, "positions");
    if (path === "rest") expect([x < -0.3, y > 0.2]).toEqual([true, true]);
    else expect(await read(page, "positions")).toEqual(before);
    await page.mouse.up();
  }
});

test("a mouse leads Bob, and he returns to his rails if he has any", { tag: "@firefox" }, async ({ page }) => {
  for (const path of ["rest", "step"]) {
    await openStill(page, `?path=${path}`);
    const bob = await massOnScreen(page);
    const [home] = await read(page, "positions");
    await drag(page, { x: bob.x + 5, y: bob.y }, [-80, -60], { held: true });
    const [x, y] = await read(page, "positions");
    expect(x).toBeLessThan(home - 0.3);
    expect(y).toBeGreaterThan(0.2);
    await takeSteps(page, 600);
    const led = await read(page, "positions");
    expect(led.slice(0, 2)).toEqual([x, y]);
    expect(Math.hypot(led[3] - x, led[4] - y)).toBeLessThan(1e-3);
    await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/in hand\./);
    await page.mouse.up();
    await takeSteps(page, 1);
    const [after] = await read(page, "positions");
    expect(after).toBe(path === "rest" ? x : 1);
  }
});

test("trails are shown, and can be hidden", async ({ page }) => {
  await openStill(page, "?path=circle");
  await takeSteps(page, 300);
  const shown = await picture(page);
  await page.getByRole("checkbox", { name: "Trails" }).uncheck();
  const hidden = await picture(page);
  expect(hidden === shown).toBe(false);
  await page.getByRole("checkbox", { name: "Trails" }).check();
  expect((await picture(page)) === shown).toBe(true);
});

test.describe("with a finger", () => {
  windowTest.use({ hasTouch: true, viewport: { width: 360, height: 800 } });
  windowTest.skip(
    ({ browserName }) => browserName !== "chromium",
    "only Chromium lets a test put fingers on the glass",
  );

  windowTest("Bob is led and the page stays", async ({ page }) => {
    await openStill(page, "?path=rest");
    const { x, y } = await massOnScreen(page);
    const { move } = await fingers(page);
    await move([{ from: { x: x + 15, y }, by: [40, -40] }]);
    const [bobX, bobY] = await read(page, "positions");
    expect(bobX).toBeGreaterThan(0.2);
    expect(bobY).toBeGreaterThan(0.2);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
