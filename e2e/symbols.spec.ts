// Symbols in the text, and their controls, curves and objects.
import { colored, expect, lessMotion, massOnScreen, openPage, test } from "./lab.ts";

test("a symbol marks control and object, by pointer and by focus, and a control marks the symbol", {
  tag: "@firefox",
}, async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "damper");
  const stiffness = page.locator("article math .symbol").filter({ hasText: /^k$/ });
  const control = page.locator("spring-lab .control.marked");
  const before = await colored(page, "--accent");
  const mass = await massOnScreen(page);
  await stiffness.first().hover();
  await expect(control).toHaveCount(1);
  await expect(control).toContainText("Stiffness");
  await expect(stiffness.nth(3)).toHaveClass(/marked/);
  await page.locator("h1").hover();
  await expect(control).toHaveCount(0);
  expect((await colored(page, "--accent")).count).toBe(before.count);
  const damping = page.locator("article math .symbol[tabindex]").filter({ hasText: /^μ$/ });
  await damping.focus();
  await expect(control).toContainText("Damping");
  await page.locator("spring-lab .control[data-symbol=m] label").hover();
  await expect(page.locator("article math .symbol.marked").first()).toHaveText("m");
  await page.mouse.move(mass.x, mass.y);
  await expect(control).toContainText("Mass");
});

test("a link into a fold opens it", async ({ page }) => {
  await openPage(page, "damper", "#methods");
  await expect(page.getByRole("heading", { name: "Runge-Kutta 4" })).toBeVisible();
});
