// The page of the follower: Bob, led by mouse, keys and finger; trails and colours of followers.
import { expect, image, lessMotion, massOnScreen, openPage, parameter, read, test, windowTest } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/**
 * Opens the page paused, with the engine's defaults: one follower, a step, full speed.
 * @param {Page} page @param {string} [query]
 */
async function openStill(page, query) {
  const usual = new URLSearchParams({ path: "step", followers: "1", timeRate: "1" });
  for (const [key, value] of new URLSearchParams(query)) usual.set(key, value);
  await lessMotion(page);
  await openPage(page, "follower", `?${usual}`);
}

/** Takes steps as the button does. @param {Page} page @param {number} steps */
function step(page, steps) {
  return page.evaluate((steps) => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    for (let i = 0; i < steps; i++) lab.step();
  }, steps);
}

/** @param {Page} page @param {string} key @param {number | string} value */
function set(page, key, value) {
  return page.evaluate(
    ({ key, value }) => /** @type {SpringLab} */ (document.querySelector("spring-lab")).set(key, value),
    { key, value },
  );
}

test("without rails Bob comes to wherever the pointer presses", async ({ page }) => {
  await openStill(page, "?path=rest&trails=off");
  const box = await page.locator("canvas").first().boundingBox();
  if (!box) throw new Error("no picture");
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 0.3 * box.height);
  await page.mouse.down();
  const [x, y] = await read(page, "positions");
  expect(x).toBeLessThan(-0.3);
  expect(y).toBeGreaterThan(0.2);
  await page.mouse.up();
  await openStill(page, "?path=circle&trails=off");
  const before = await read(page, "positions");
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 0.3 * box.height);
  await page.mouse.down();
  expect(await read(page, "positions")).toEqual(before);
  await page.mouse.up();
});

test("a mouse leads Bob, and he returns to his rails if he has any", { tag: "@firefox" }, async ({ page }) => {
  for (const path of ["rest", "step"]) {
    await openStill(page, `?path=${path}`);
    const bob = await massOnScreen(page);
    const [home] = await read(page, "positions");
    await page.mouse.move(bob.x + 5, bob.y);
    await page.mouse.down();
    await page.mouse.move(bob.x - 75, bob.y - 60, { steps: 3 });
    const [x, y] = await read(page, "positions");
    expect(x).toBeLessThan(home - 0.3);
    expect(y).toBeGreaterThan(0.2);
    await step(page, 600);
    const led = await read(page, "positions");
    expect(led.slice(0, 2)).toEqual([x, y]);
    expect(Math.hypot(led[3] - x, led[4] - y)).toBeLessThan(1e-3);
    await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/in hand\./);
    await page.mouse.up();
    await step(page, 1);
    const [after] = await read(page, "positions");
    expect(after).toBe(path === "rest" ? x : 1);
  }
});

test("starts slowly on the figure eight with ten followers, each of its own tint, and Reset all restores that", async ({
  page,
}) => {
  await lessMotion(page);
  await openPage(page, "follower");
  const start = { path: "eight", followers: 10, timeRate: 0.25 };
  const now = async () =>
    Object.fromEntries(await Promise.all(Object.keys(start).map(async (key) => [key, await parameter(page, key)])));
  expect(await now()).toEqual(start);
  await step(page, 200); // away from the centre, where all paths cross
  const tints = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const canvas = /** @type {HTMLCanvasElement} */ (lab.shadowRoot?.querySelector("canvas"));
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      copy.getContext("2d", { willReadFrequently: true })
    );
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Map();
    for (const [i, pixel] of new Uint32Array(data.buffer).entries())
      if (data[4 * i + 3] === 255) seen.set(pixel, (seen.get(pixel) ?? 0) + 1);
    const probe = document.createElement("span");
    document.body.append(probe);
    const [first, last] = ["--taylor", "--implicit-midpoint"].map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    const own = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    );
    return Array.from({ length: 10 }, (_, i) => {
      own.fillStyle = i > 0 ? `color-mix(in oklch increasing hue, ${first}, ${last} ${(100 * i) / 9}%)` : first;
      own.fillRect(0, 0, 1, 1);
      const [pixel] = new Uint32Array(own.getImageData(0, 0, 1, 1).data.buffer);
      return { pixel, count: seen.get(pixel) ?? 0 };
    });
  });
  expect(new Set(tints.map(({ pixel }) => pixel)).size).toBe(10);
  // at least a crescent of the smallest discs is visible
  expect(Math.min(...tints.map(({ count }) => count)), JSON.stringify(tints)).toBeGreaterThan(2);
  await set(page, "path", "circle");
  await expect(page).toHaveURL(/\?path=circle$/);
  await page.getByRole("button", { name: "Reset all" }).click();
  expect(await now()).toEqual(start);
  await expect(page).toHaveURL(/follower\.html$/);
});

test("trails are shown, and can be hidden", async ({ page }) => {
  await openStill(page, "?path=circle");
  await step(page, 300);
  const picture = async () => {
    const url = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      return String(lab.shadowRoot?.querySelector("canvas")?.toDataURL());
    });
    return image(url);
  };
  const shown = await picture();
  await page.getByRole("checkbox", { name: "Trails" }).uncheck();
  const hidden = await picture();
  expect(hidden === shown).toBe(false);
  await page.getByRole("checkbox", { name: "Trails" }).check();
  expect((await picture()) === shown).toBe(true);
});

test.describe("with a finger", () => {
  windowTest.use({ hasTouch: true, viewport: { width: 360, height: 800 } });
  windowTest.skip(
    ({ browserName }) => browserName !== "chromium",
    "only Chromium lets a test put fingers on the glass",
  );

  windowTest("Bob is led and the page stays", async ({ page }) => {
    await openStill(page, "?path=rest");
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {object[]} */ ...points) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: /** @type {any} */ (points) });
    const { x, y } = await massOnScreen(page);
    await touch("touchStart", { x: x + 15, y });
    for (let i = 1; i <= 5; i++) await touch("touchMove", { x: x + 15 + 8 * i, y: y - 8 * i });
    const [bobX, bobY] = await read(page, "positions");
    await touch("touchEnd");
    expect(bobX).toBeGreaterThan(0.2);
    expect(bobY).toBeGreaterThan(0.2);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
