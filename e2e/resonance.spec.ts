// The page of the driven mass: its mass by the mouse, and a sweep that draws its points.
import { colored, drag, expect, lessMotion, massOnScreen, openPage, read, test } from "./lab.ts";

test("the mouse drags the mass along its line only", { tag: "@firefox" }, async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "resonance", "?drive=anchor&waveform=hand");
  await drag(page, await massOnScreen(page), [40, -50]);
  const [anchor, , , x, y] = await read(page, "positions");
  expect([anchor, y]).toEqual([0, 0]);
  expect(x).toBeGreaterThan(0.05);
});

test("a sweep draws a point for each frequency while time stands still", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "resonance");
  const points = async () => (await colored(page, "--velocity-verlet", 0, 1)).count;
  expect(await points()).toBe(0);
  await page.getByRole("button", { name: "Sweep", exact: true }).click();
  await expect(page.getByRole("button", { name: "Clear the points" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Sweep", exact: true })).toBeVisible();
  // 44 marks of about 8 px each, whose edges have other colours by antialiasing
  await expect.poll(points).toBeGreaterThan(44 * 4);
  expect(await read(page, "time")).toBe(0);
});
