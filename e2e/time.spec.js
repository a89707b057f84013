// Control of time: the time bar, *Run to*, and the buttons after an explosion.
import { expect, openDamper, pause, read, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** State of the simulation as text. @param {Page} page */
function bits(page) {
  return page.evaluate(() => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return String(simulation?.snapshot());
  });
}

test("mouse and keys move the time bar, back and on to the bit", { tag: "@firefox" }, async ({ page }) => {
  await openDamper(page, "?timeRate=10");
  const bar = page.getByRole("slider", { name: "Time", exact: true });
  await pause(page);
  await page.getByRole("textbox", { name: "Run to" }).fill("8");
  await page.getByRole("button", { name: "Run to" }).click();
  await expect(page.locator("spring-lab p[role=status]")).toHaveText("Reached 8.00 s.");
  const there = await bits(page);
  const box = await bar.boundingBox();
  if (!box) throw new Error("there is no bar");
  await page.mouse.move(box.x + box.width - 9, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.25 * box.width, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  expect(Math.abs(Number(await read(page, "time")) - 2)).toBeLessThan(0.2);
  await bar.press("End");
  expect(await bits(page)).toBe(there);
  await bar.press("Home");
  expect(await read(page, "time")).toBe(0);
  await expect(bar).toHaveAttribute("aria-valuetext", "0.00 s");
});

test("after an explosion a press takes a shorter step, and it runs on", async ({ page }) => {
  await openDamper(page, "?timeStepSize=0.7&timeRate=10");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The run stopped");
  await expect(page.getByRole("button", { name: "Replay slowly" })).toBeVisible();
  const stopped = Number(await read(page, "time"));
  await page.getByRole("button", { name: "Take Δt = 0.3 s" }).click();
  await expect(alert).toBeEmpty();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(stopped);
});
