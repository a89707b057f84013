// The page of the falling cloth: it falls and is caught, is dragged by mouse and keys, turned, put on other bodies, and keeps its net within range.
import {
  enter,
  expect,
  lessMotion,
  openMore,
  openPage,
  parameter,
  pixelsOf,
  read,
  still,
  test,
  watchContexts,
} from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** Few masses, for steps and pictures that take little time on any machine. */
const NET = "width=16&height=16";

/** The heights of all masses in m. @param {Page} page */
const heights = async (page) =>
  /** @type {number[]} */ (await read(page, "positions")).filter(
    (/** @type {number} */ _, /** @type {number} */ i) => i % 3 === 1,
  );

/** Goes on to a time, faster than it passes. @param {Page} page @param {number} time in s */
const runTo = (page, time) =>
  page.evaluate((time) => /** @type {SpringLab} */ (document.querySelector("spring-lab")).runTo(time), time);

test.beforeEach(({ page }) => watchContexts(page));

/** Does something, and waits until the picture rests and is another one. @param {Page} page @param {() => Promise<unknown>} act */
async function redrawn(page, act) {
  const before = await still(page);
  await act();
  await expect.poll(async () => (await still(page)) === before).toBe(false);
}

test("the cloth falls on the ball and comes to rest on it", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${NET}`);
  expect(Math.max(...(await heights(page)))).toBe(1.4);
  await runTo(page, 4);
  await expect.poll(async () => Number(await read(page, "time")), { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
  const y = await heights(page);
  // the ball is 0.9 m high, and the ground is at 0
  expect(Math.max(...y)).toBeGreaterThan(0.88);
  expect(Math.max(...y)).toBeLessThan(0.95);
  expect(Math.min(...y)).toBeGreaterThan(-0.005);
  expect(Math.min(...y)).toBeLessThan(0.1);
  const { kinetic } = /** @type {{ kinetic: number }} */ (await read(page, "energy"));
  expect(kinetic).toBeLessThan(0.02);
});

test("where wind blows, its work has a curve: what the total gains", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${NET}&wind=3`);
  const work = page.locator(".plot .legend li").filter({ hasText: "work of the wind" });
  await expect(work).toBeHidden();
  await runTo(page, 1);
  await expect.poll(async () => Number(await read(page, "time")), { timeout: 30_000 }).toBeGreaterThanOrEqual(1);
  const { wind, total, hand, numerical } = /** @type {Record<string, number>} */ (await read(page, "energy"));
  expect(wind).toBeGreaterThan(0.5);
  await expect(work.locator("output")).toHaveText(`${wind.toFixed(2)} J`);
  await openPage(page, "drape", `?${NET}&wind=0`);
  const { total: start } = /** @type {Record<string, number>} */ (await read(page, "energy"));
  expect(Math.abs(total - start - hand - numerical - wind)).toBeLessThan(1e-9);
  expect(Math.abs(total - start - wind), "what the method makes is little").toBeLessThan(0.05 * wind);
  await runTo(page, 1);
  await expect.poll(async () => Number(await read(page, "time")), { timeout: 30_000 }).toBeGreaterThanOrEqual(1);
  await expect(work).toBeHidden();
});

test("an energy that is rounding does not stretch its axis", async ({ page }) => {
  await lessMotion(page);
  await page.addInitScript(() => {
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      this.canvas.dataset.texts = `${this.canvas.dataset.texts ?? ""} ${text}`;
      write.call(this, text, ...place);
    };
  });
  await openPage(page, "drape");
  const { elastic } = /** @type {{ elastic: number }} */ (await read(page, "energy"));
  expect(elastic, "so that there is something").toBeGreaterThan(0);
  expect(elastic, "lengths of neighbours are differences of coordinates").toBeLessThan(1e-20);
  const plot = page.getByRole("img", { name: /^Plot of energy/ });
  await expect(plot).toHaveAttribute("data-texts", / 1 /);
  await expect(plot).not.toHaveAttribute("data-texts", / [\d.]+e/);
});

test("a mass follows the mouse, and one that keys choose follows arrows, in depth as well", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${NET}`);
  const picture = page.locator("spring-lab canvas[role=application]");
  await expect(picture).toHaveAccessibleDescription(/Mass \d+ is at/);
  const before = await heights(page);
  const box = await picture.boundingBox();
  if (!box) throw new Error("no picture");
  // the sheet fills the upper part of the picture
  const [x, y] = [box.x + 0.5 * box.width, box.y + 0.25 * box.height];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 60, { steps: 4 });
  await page.mouse.up();
  const dragged = await heights(page);
  const lower = dragged.filter((height, i) => height < before[i] - 0.05);
  expect(lower, "one mass is pulled down").toHaveLength(1);
  await picture.focus();
  await page.keyboard.press("N");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  const moved = /** @type {number[]} */ (await read(page, "positions"));
  expect(Math.max(...moved.filter((_, i) => i % 3 === 1))).toBeGreaterThan(1.41);
  expect(await page.locator("spring-lab").getByRole("alert").textContent()).toBe("");
});

test("buttons and keys turn the picture, and the run stays as it is", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${NET}`);
  const masses = await read(page, "positions");
  await redrawn(page, () => page.getByRole("button", { name: "Turn left" }).click());
  await page.locator("spring-lab canvas[role=application]").focus();
  await redrawn(page, () => page.keyboard.press("l"));
  await redrawn(page, () => page.keyboard.press("i"));
  expect(await read(page, "positions")).toEqual(masses);
});

test("other bodies and pins begin anew, and wires and strain are drawn", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${NET}`);
  for (const [body, shapes] of /** @type {const} */ ([
    ["box", ["plane", "box"]],
    ["table", ["plane", "box"]],
    ["none", ["plane"]],
    ["sphere", ["plane", "sphere"]],
  ])) {
    await redrawn(page, () => page.getByRole("combobox", { name: "Obstacle" }).selectOption(body));
    expect(await parameter(page, "obstacle")).toBe(body);
    const bodies = /** @type {{ shape: string }[]} */ (await read(page, "obstacles"));
    expect(bodies.map(({ shape }) => shape)).toEqual(shapes);
  }
  await page.getByRole("combobox", { name: "Pins" }).selectOption("2");
  expect(await read(page, "fixed")).toHaveLength(2);
  // where the surface can't be shaded, springs are drawn, and no wires on it
  const shaded = await page.evaluate(() => Reflect.get(window, "contexts").length > 0);
  for (const option of shaded ? ["Wires", "Strain"] : ["Strain"]) {
    await redrawn(page, () => page.getByRole("checkbox", { name: option }).check());
  }
});

test("a net beyond its range is refused in a sentence, and the one that was there stays", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${NET}`);
  await openMore(page);
  await enter(page.getByRole("spinbutton", { name: "Width" }), "1001");
  await expect(page.locator("spring-lab").getByRole("alert")).toHaveText(
    /Width must be a whole number from 2 to 1000; 1001 was given\./,
  );
  expect(/** @type {number[]} */ (await read(page, "positions")).length).toBe(3 * 16 * 16);
  await enter(page.getByRole("spinbutton", { name: "Width" }), "20");
  expect(/** @type {number[]} */ (await read(page, "positions")).length).toBe(3 * 20 * 16);
});

test("automatic substeps are told beside the step limit", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${NET}`);
  await expect(page.locator("spring-lab")).toContainText(/of 4 in \d+ substeps/);
  expect(await parameter(page, "substeps")).toBe("automatic");
});

test("beyond the limit no stiffness is offered as a cure, as it is one of several", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${NET}&substeps=1&timeStepSize=0.02`);
  const cures = page.locator("spring-lab").getByRole("button", { name: /alone|Time step|Δt/ });
  await expect(cures.first()).toBeVisible();
  await expect(page.locator("spring-lab").getByRole("button", { name: /Stiffness/ })).toHaveCount(0);
});

test("on a phone the picture is as wide as the screen, and nothing is wider", async ({ page }) => {
  await lessMotion(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, "drape", `?${NET}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const box = await page.locator("spring-lab canvas[role=application]").boundingBox();
  expect(box?.width).toBeGreaterThan(320);
  expect(box?.height).toBeGreaterThan(150);
});

test("on a phone nothing of an exploded cloth lies under what is written above it", async ({ page }) => {
  await lessMotion(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, "drape", `?${NET}&method=symplectic-euler&timeStepSize=0.05&substeps=1`);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Replay slowly" })).toBeVisible();
  await still(page);
  const { bytes, width } = await pixelsOf(page);
  // the cloth, its strokes and nothing else have a colour
  const ratio = width / 360;
  const coloured = { above: 0, below: 0 };
  for (let i = 0; i < bytes.length; i += 4) {
    const parts = bytes.subarray(i, i + 3);
    if (Math.max(...parts) - Math.min(...parts) < 60) continue;
    coloured[Math.floor(i / 4 / width) < 20 * ratio ? "above" : "below"] += 1;
  }
  expect(coloured.above).toBe(0);
  expect(coloured.below).toBeGreaterThan(100);
});
