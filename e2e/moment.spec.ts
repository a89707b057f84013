// Moments: shared by an address, saved as a file, and opened again.

import type { Page } from "@playwright/test";
import { expect, inLab, openPage, pause, read, ready, saved, test } from "./lab.ts";

/** All bits of the laboratory's run, and its words of compared ones. */
const bits = (page: Page) => inLab(page, (lab) => [...(lab.simulation?.snapshot() ?? []), lab.compare].join());

test("a moment after a throw is shared by an address, saved as a file, and opened again from both", {
  tag: "@firefox",
}, async ({ page }) => {
  await page.addInitScript(() => {
    const writeText = async (text: string) => Reflect.set(window, "copied", text);
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  });
  await openPage(page, "damper", "?compare=verlet");
  await pause(page);
  await inLab(page, (lab) => {
    lab.simulation?.hand.setVelocity(1, 3, 2, 0);
    for (let i = 0; i < 20; i++) lab.step();
  });
  const before = await bits(page);
  await page.getByRole("button", { name: "Share this moment" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const link = await page.evaluate(() => String(Reflect.get(window, "copied")));
  const { name, bytes: buffer } = await saved(page, page.getByRole("button", { name: "Moment: Save" }));
  const file = { name, mimeType: "application/json", buffer };
  await page.goto(link);
  await ready(page);
  await expect.poll(() => bits(page)).toBe(before);
  await page.waitForTimeout(400); // the address is written 0.3 s after a change
  expect(page.url()).toBe(link);
  await openPage(page, "damper");
  await page.locator("input[type=file][accept='.json']").setInputFiles(file);
  await expect.poll(() => bits(page)).toBe(before);
  expect(await inLab(page, (lab) => lab.playing)).toBe(false);
  await inLab(page, (lab) => lab.step());
  expect(await read(page, "time")).toBeGreaterThan(0.2);
  await openPage(page, "oscillator");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a moment" }).click();
  await (await chooser).setFiles(file);
  await expect(page.getByRole("alert")).toHaveText(/of the scene "damper", and this is "oscillator"\.$/);
});
