// Steps that take seconds: a worker takes them, and the page answers meanwhile.
import { expect, openPage, read, test } from "./lab.ts";

const COMPUTING = "A step takes longer than a second: computing …";

/** Pages with settings for which a step takes seconds on any machine. */
const PAGES = {
  verlet: "?shape=cloth&width=200&height=200&sweeps=1000",
  cloth: "?width=200&height=200&method=implicit-euler&solver=newton&stiffness=100000000&timeStepSize=0.1",
  drape: "?width=200&height=200&timeStepSize=0.1",
};

for (const [name, query] of Object.entries(PAGES)) {
  const tag = name === "verlet" ? "@firefox" : "@full";
  test(`${name}: clicks are answered while a step is computed, and Stop ends it`, { tag }, async ({ page }) => {
    await openPage(page, name, query);
    const alert = page.locator("spring-lab").first().getByRole("alert");
    await expect(alert).toHaveText(COMPUTING);
    const details = page.locator("spring-lab details.help").first();
    // clicks may come at the very end of a step, and then a new step begins
    await expect(async () => {
      const time = await read(page, "time");
      await details.evaluate((node) => node.removeAttribute("open"));
      for (const open of [true, false]) {
        await details.locator("summary").click();
        await expect(details).toHaveJSProperty("open", open);
      }
      expect(await read(page, "time"), "still the same step").toBe(time);
    }).toPass();
    await expect(alert).toHaveText(COMPUTING);
    const workers = page.workers().length;
    expect(workers).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(alert).toBeEmpty();
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
    const time = await read(page, "time");
    await expect.poll(() => page.workers().length, "its worker ends").toBeLessThan(workers);
    expect(await read(page, "time"), "its step does not come").toBe(time);
  });
}

test("a long step that a worker took is shown", async ({ page }) => {
  await openPage(page, "verlet", "?shape=cloth&width=60&height=60&sweeps=400");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.015);
});
