// Touch, which tests can send only to Chromium.
import { expect, lessMotion, massOnScreen, openDamper, openMore, parameter, read, windowTest as test } from "./lab.js";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 400, height: 700 } });

/** @param {import("@playwright/test").Page} page */
async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  return (
    /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
    /** @type {{ x: number, y: number }[]} */ ...points
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
}

test.beforeEach(async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  await page.waitForTimeout(200);
});

test("a finger on the mass drags it and does not scroll", async ({ page }) => {
  const touch = await fingers(page);
  const { x, y } = await massOnScreen(page);
  await touch("touchStart", { x: x + 20, y });
  for (let step = 1; step <= 5; step++) await touch("touchMove", { x: x + 20 - 10 * step, y: y + 10 * step });
  const [, , , massX, massY] = await read(page, "positions");
  expect(massX).toBeLessThan(5.5);
  expect(massY).toBeLessThan(-0.5);
  await touch("touchEnd");
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("a finger beside the mass scrolls the page", async ({ page }) => {
  const touch = await fingers(page);
  const { x, y } = await massOnScreen(page);
  await touch("touchStart", { x: x - 150, y: y + 60 });
  for (let step = 1; step <= 8; step++) await touch("touchMove", { x: x - 150, y: y + 60 - 20 * step });
  await touch("touchEnd");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(40);
  expect((await read(page, "positions"))[3]).toBe(6);
});

test("two fingers zoom the picture", async ({ page }) => {
  const touch = await fingers(page);
  const before = await massOnScreen(page);
  const [left, right] = [before.x - 180, before.x - 100];
  const y = before.y + 50;
  await touch("touchStart", { x: left, y }, { x: right, y });
  for (let step = 1; step <= 5; step++) await touch("touchMove", { x: left + 4 * step, y }, { x: right - 4 * step, y });
  await touch("touchEnd");
  await page.waitForTimeout(100);
  const after = await massOnScreen(page);
  expect(after.x).toBeLessThan(before.x - 10);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
});

test("a pinch that begins on the mass puts it back", async ({ page }) => {
  const touch = await fingers(page);
  const { x, y } = await massOnScreen(page);
  await touch("touchStart", { x, y });
  await touch("touchMove", { x: x - 20, y: y + 20 });
  await touch("touchStart", { x: x - 20, y: y + 20 }, { x: x - 120, y: y + 20 });
  for (let step = 1; step <= 4; step++) {
    await touch("touchMove", { x: x - 20 + 5 * step, y: y + 20 }, { x: x - 120 - 5 * step, y: y + 20 });
  }
  await touch("touchEnd");
  expect((await read(page, "positions")).slice(3)).toEqual([6, 0, 0]);
});

test("a finger that scrolls over a slider leaves its value, and one along it changes it", async ({ page }) => {
  const touch = await fingers(page);
  await openMore(page);
  const place = (/** @type {string} */ key) =>
    page.evaluate((key) => {
      const root = document.querySelector("spring-lab")?.shadowRoot;
      const slider = root?.getElementById(key)?.closest(".control")?.querySelector(".slider");
      slider?.scrollIntoView({ block: "center" });
      const { x = 0, y = 0, width = 0, height = 0 } = slider?.getBoundingClientRect() ?? {};
      return { x: x + 0.3 * width, y: y + height / 2, scroll: scrollY };
    }, key);
  for (const key of ["stiffness", "damping", "mass"]) {
    const before = await parameter(page, key);
    const { x, y, scroll } = await place(key);
    await touch("touchStart", { x, y });
    // a swipe that is not quite vertical
    for (let step = 1; step <= 8; step++) await touch("touchMove", { x: x + 3 * step, y: y - 15 * step });
    await touch("touchEnd");
    await expect.poll(() => page.evaluate(() => scrollY), key).toBeGreaterThan(scroll + 20);
    expect(await parameter(page, key), key).toBe(before);
  }
  await place("stiffness");
  // the page scrolls on for a while after the last swipe
  const rests = async () => {
    const before = await page.evaluate(() => scrollY);
    await page.waitForTimeout(300);
    return (await page.evaluate(() => scrollY)) === before;
  };
  await expect.poll(rests).toBe(true);
  const { x, y, scroll } = await place("stiffness");
  await touch("touchStart", { x, y });
  for (let step = 1; step <= 8; step++) await touch("touchMove", { x: x + 10 * step, y });
  await touch("touchEnd");
  expect(await parameter(page, "stiffness")).not.toBe(5);
  expect(await page.evaluate(() => scrollY)).toBe(scroll);
});

test("a finger's tap on the track sets a value", async ({ page }) => {
  const slider = page.getByRole("slider", { name: "Stiffness" }).locator("..");
  await slider.scrollIntoViewIfNeeded();
  await slider.tap({ position: { x: 60, y: 12 } });
  expect(await parameter(page, "stiffness")).toBeLessThan(5);
});
