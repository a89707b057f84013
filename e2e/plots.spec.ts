// Cursors, zoom and legends of plots, by mouse and keys.
import { expect, frames, inLab, openPage, placeIn, read, takeSteps, test } from "./lab.ts";

test("a cursor reads values by mouse and keys, shows its moment, and measures from a second one @firefox", async ({
  page,
}) => {
  await openPage(page, "oscillator", "?method=symplectic-euler&timeStepSize=0.005");
  await inLab(page, (lab) => {
    lab.pause();
    lab.restart();
  });
  await takeSteps(page, 600); // 3 s of 10 s
  const plot = page.locator(".plot canvas").first();
  const value = page.locator(".legend output").nth(1);
  const present = await value.textContent();
  const bar = page.getByRole("group", { name: "Cursor" }).first();
  const at = await placeIn(plot, 0.25, 0.5);
  await page.mouse.move(at.x, at.y);
  await expect(value, "the value under the mouse").not.toHaveText(String(present));
  await expect(bar).toBeHidden();
  await page.mouse.move(0, 0);
  await expect(value, "the present value").toHaveText(String(present));
  await page.mouse.click(at.x, at.y);
  await expect(bar).toBeVisible();
  await expect(plot).toBeFocused();
  const time = Number(await plot.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowRight");
  await expect(plot).toHaveAttribute("aria-valuetext", new RegExp(`^${(time + 0.01).toFixed(3)} s; Numerical`));
  await bar.getByRole("button", { name: /^Pause and show/ }).click();
  expect(await read(page, "time")).toBeCloseTo(time + 0.01, 9);
  await page.keyboard.down("Shift");
  const before = await placeIn(plot, 0.21, 0.5);
  await page.mouse.click(before.x, before.y);
  await page.keyboard.up("Shift");
  await expect(bar).toContainText(/^Δt = 0\.\d{3} s, 1\/Δt = \d/);
  await expect(value).toContainText(/^Δ .+ m, .+ m\/s$/);
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await page.keyboard.down("Shift");
  await page.mouse.click(before.x, before.y);
  await page.keyboard.up("Shift");
  await page.mouse.move(at.x, at.y);
  await expect(bar, "the mouse alone reads differences").toContainText("Δt = 0.");
  const text = await bar.boundingBox();
  await page.mouse.move((text?.x ?? 0) + 5, (text?.y ?? 0) + 8);
  await frames(page, 5);
  await expect(bar, "the bar is no obstacle").toBeVisible();
});

test("Ctrl and wheel zoom a plot in time, the wheel alone scrolls, and a double press resets @firefox", async ({
  page,
}) => {
  await openPage(page, "oscillator", "?method=symplectic-euler&timeStepSize=0.005");
  await inLab(page, (lab) => {
    lab.pause();
    lab.restart();
  });
  await takeSteps(page, 600);
  const plot = page.locator(".plot canvas").first();
  await plot.focus();
  const first = async () => {
    await page.keyboard.press("Home");
    await expect(plot).toHaveAttribute("aria-valuetext", /^\d/);
    return Number(await plot.getAttribute("aria-valuenow"));
  };
  expect(await first()).toBe(0);
  const { x, y } = await placeIn(plot, 0.3, 0.5);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -200);
  expect(await first(), "no zoom").toBe(0);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(first, "zoomed").toBeGreaterThan(0.3);
  await page.mouse.dblclick(x, y);
  await expect.poll(first).toBe(0);
});

test("an entry of a legend hides and shows its curve by keys", async ({ page }) => {
  await openPage(page, "damper");
  await inLab(page, (lab) => lab.pause());
  const button = page.getByRole("button", { name: "elastic", exact: true });
  const image = () => page.locator(".plot canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  await takeSteps(page, 100);
  await frames(page, 5);
  const both = await image();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await expect.poll(image).not.toBe(both);
  await page.keyboard.press("Enter");
  await expect.poll(image).toBe(both);
});

test("a plot shows velocity over position, where the mouse finds the nearest moment, and a spectrum @firefox", async ({
  page,
}) => {
  await openPage(page, "oscillator", "?method=symplectic-euler&timeStepSize=0.005");
  await inLab(page, (lab) => {
    lab.pause();
    lab.restart();
  });
  await takeSteps(page, 1200); // 6 s
  const plot = page.locator(".plot canvas").first();
  const choice = page.getByRole("group", { name: "Plot what?" });
  const button = page.locator(".plot").first().getByRole("button", { name: "Plot what?" });
  const bar = page.getByRole("group", { name: "Cursor" }).first();
  await button.click();
  await choice.getByLabel("Vertical", { exact: true }).selectOption("vx");
  await choice.getByLabel("Horizontal", { exact: true }).selectOption("x");
  await page.keyboard.press("Escape");
  await expect(choice).toBeHidden();
  await expect(button).toBeFocused();
  const box = (await plot.boundingBox()) as { width: number; height: number };
  // the middle of the field's left side, where the mass turns back
  const at = await placeIn(plot, 70 / box.width, 0.5);
  await page.mouse.click(at.x, at.y);
  await expect(plot).toHaveAttribute("aria-valuetext", /; vx −?[0-3][.\d]* m\/s at −(2|1\.[89]\d?) m$/);
  const time = Number(await plot.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowRight");
  await expect(plot).toHaveAttribute("aria-valuetext", new RegExp(`^${(time + 0.01).toFixed(3)} s; vx`));
  const above = (await bar.boundingBox()) as { y: number; height: number };
  const { y } = (await plot.boundingBox()) as { y: number };
  expect(above.y + above.height, "the bar is above the field").toBeLessThan(y + 26);
  await bar.getByRole("button", { name: /^Pause and show/ }).click();
  expect(await read(page, "time")).toBeCloseTo(time + 0.01, 9);
  await plot.press("End");
  await plot.press("Enter");
  await plot.press("Escape");
  await button.click();
  await choice.getByLabel("Horizontal", { exact: true }).selectOption("frequency (spectrum)");
  await expect(page.locator(".legend output").first()).toContainText(/ m\/s at 3\.\d+ rad\/s$/);
});
