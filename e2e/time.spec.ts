// Control of time by the time bar and *Run to*.

import type { Page } from "@playwright/test";
import { drag, expect, inLab, openDamper, pause, placeIn, read, test } from "./lab.ts";

/** State of the simulation as text. */
const bits = (page: Page) => inLab(page, ({ simulation }) => String(simulation?.snapshot()));

test("mouse and keys move the time bar, back and on to the bit", { tag: "@firefox" }, async ({ page }) => {
  await openDamper(page, "?timeRate=10");
  const bar = page.getByRole("slider", { name: "Time", exact: true });
  await pause(page);
  await page.getByRole("textbox", { name: "Run to" }).fill("8");
  await page.getByRole("button", { name: "Run to" }).click();
  await expect(page.locator("spring-lab p[role=status]")).toHaveText("Reached 8.00 s.");
  const there = await bits(page);
  const end = await placeIn(bar, 1, 0.5);
  const target = await placeIn(bar, 0.25, 0.5);
  await drag(page, { x: end.x - 9, y: end.y }, [target.x - end.x + 9, 0]);
  expect(Math.abs(Number(await read(page, "time")) - 2)).toBeLessThan(0.2);
  await bar.press("End");
  expect(await bits(page)).toBe(there);
  await bar.press("Home");
  expect(await read(page, "time")).toBe(0);
  await expect(bar).toHaveAttribute("aria-valuetext", "0.00 s");
});
