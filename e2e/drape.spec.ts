// The page of the falling cloth: masses by the mouse, a picture that turns, and a phone's screen.

import type { Page } from "@playwright/test";
import {
  drag,
  expect,
  lessMotion,
  openLab,
  openPage,
  parameter,
  pixelsOf,
  placeIn,
  read,
  saved,
  still,
  test,
  watchContexts,
} from "./lab.ts";

/** Few masses, so that steps and pictures take little time on any machine. */
const SMALL = "width=16&height=16";

/** Heights of all masses in m. */
const heights = async (page: Page) =>
  ((await read(page, "positions")) as number[]).filter((_: number, i: number) => i % 3 === 1);

test.beforeEach(({ page }) => watchContexts(page));

/** Does something, and waits until the picture rests and differs. */
async function redrawn(page: Page, act: () => Promise<unknown>) {
  const before = await still(page);
  await act();
  await expect.poll(async () => (await still(page)) === before).toBe(false);
}

test("the mouse drags one mass", { tag: "@firefox" }, async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${SMALL}`);
  const picture = page.locator("spring-lab .picture:not(.off) canvas");
  await expect(picture).toHaveAccessibleDescription(/Mass \d+ is at/);
  const before = await heights(page);
  // the cloth fills the upper part of the picture
  await drag(page, await placeIn(picture, 0.5, 0.25), [0, 60]);
  const dragged = await heights(page);
  const lower = dragged.filter((height, i) => height < before[i] - 0.05);
  expect(lower, "masses that are pulled down").toHaveLength(1);
  expect(await page.locator("spring-lab").getByRole("alert").textContent()).toBe("");
});

test("buttons and keys turn the picture and move no mass", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${SMALL}`);
  const masses = await read(page, "positions");
  await redrawn(page, () => page.getByRole("button", { name: "Turn left" }).click());
  await page.locator("spring-lab .picture:not(.off) canvas").focus();
  await redrawn(page, () => page.keyboard.press("l"));
  expect(await read(page, "positions")).toEqual(masses);
});

test("strain and wires are drawn when their boxes are checked", { tag: "@full" }, async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${SMALL}&pins=2`);
  // without WebGL the springs are drawn, and no wires on them
  const shaded = await page.evaluate(() => Reflect.get(window, "contexts").length > 0);
  for (const option of shaded ? ["Wires", "Strain"] : ["Strain"]) {
    await redrawn(page, () => page.getByRole("checkbox", { name: option }).check());
  }
});

test("keys choose an example of an embedded cloth, whose small pictures are drawn", async ({ page }) => {
  await lessMotion(page);
  await openLab(page, { scene: "drape", width: "12", height: "12" });
  const examples = page.getByRole("group", { name: "Examples" }).getByRole("button");
  await expect(examples).toHaveCount(6);
  const sizes = () =>
    examples
      .locator("canvas")
      .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).toDataURL().length));
  // an empty canvas has less than 1000 characters
  await expect.poll(async () => Math.min(...(await sizes())), { timeout: 30_000 }).toBeGreaterThan(4000);
  await examples.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(examples.nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(examples.nth(0)).toHaveAttribute("aria-pressed", "false");
  expect(await parameter(page, "obstacle")).toBe("box");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("a poster is 2400 px wide, and the picture is the same after it", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "drape", `?${SMALL}`);
  const before = await still(page);
  const { name, bytes } = await saved(page, page.getByRole("button", { name: "Poster" }));
  expect(name).toBe("springlab-drape-poster.png");
  expect(bytes.readUInt32BE(16)).toBe(2400); // width in the header of a PNG
  expect(await still(page)).toBe(before);
});

test("on a phone no part of an exploded cloth is drawn under the text above it", { tag: "@full" }, async ({ page }) => {
  await lessMotion(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, "drape", `?${SMALL}&method=symplectic-euler&timeStepSize=0.05&substeps=1`);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Replay slowly" })).toBeVisible();
  await still(page);
  const { bytes, width } = await pixelsOf(page);
  // only the cloth and its strokes have a hue
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
