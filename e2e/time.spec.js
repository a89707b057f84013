// Time: back to any moment that is kept, on to a time, late, and what follows an explosion.
import { enter, expect, holdAnswers, openDamper, openPage, parameter, pause, read, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** The bar of time. @param {Page} page */
const bar = (page) => page.getByRole("slider", { name: "Time", exact: true });

/** The state as text. @param {Page} page */
function bits(page) {
  return page.evaluate(() => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return String(simulation?.snapshot());
  });
}

/** Steps to a time and pauses there. @param {Page} page @param {number} time */
async function runTo(page, time) {
  await page.getByRole("textbox", { name: "Run to" }).fill(String(time));
  await page.getByRole("button", { name: "Run to" }).click();
  await expect.poll(() => read(page, "time")).toBeCloseTo(time, 9);
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
}

test("the bar of time goes back and on to the bit, and a change makes another future", async ({ page }) => {
  await openDamper(page, "?timeRate=10");
  const told = page.locator("spring-lab p[role=status]");
  await expect(told).toBeEmpty();
  await pause(page);
  await expect(told).toHaveText(/^Paused at \d+\.\d\d s\.$/);
  await runTo(page, 8);
  await expect(told).toHaveText("Reached 8.00 s.");
  const there = await bits(page);
  const box = await bar(page).boundingBox();
  if (!box) throw new Error("there is no bar");
  await page.mouse.move(box.x + box.width - 9, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.25 * box.width, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  const early = Number(await read(page, "time"));
  expect(Math.abs(early - 2)).toBeLessThan(0.2);
  await bar(page).press("End");
  expect(await bits(page)).toBe(there);
  await bar(page).press("Home");
  expect(await read(page, "time")).toBe(0);

  await page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).seek(2));
  expect(await read(page, "time")).toBe(2);
  await expect(bar(page)).toHaveAttribute("aria-valuetext", "2.00 s");
  await enter(page.getByRole("spinbutton", { name: "Damping" }), "1");
  await runTo(page, 3);
  await page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).seek(1));
  expect(await parameter(page, "damping"), "at 1 s it was not yet set").toBe(0);
  await expect(page.getByRole("spinbutton", { name: "Damping" })).toHaveValue("0");
  await expect(page.locator(".marks > i")).toHaveAttribute("title", /^Damping μ 1/);
  await expect(told).toHaveText("Gone to 1.00 s.");
  await bar(page).press("End");
  expect(await read(page, "time"), "the old future is gone").toBe(3);
  expect(await parameter(page, "damping")).toBe(1);
  const plot = page.getByRole("img", { name: /^Plot of energy over time/ });
  await expect(plot).toHaveAccessibleName(/, 0 to 3 s: kinetic .+; total .+ Changes: at 2 s: Damping μ 1 N·s\/m\.$/);
  const total = await page.locator(".legend li", { hasText: "total" }).locator("output").textContent();
  await expect(plot, "ends where the curve does").toHaveAccessibleName(
    new RegExp(`; total [^;]+\\b${total}( at the end)?;`),
  );
  const words = await plot.getAttribute("aria-label");
  await page.keyboard.press("Space");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(4);
  expect(await plot.getAttribute("aria-label"), "says nothing new while it runs").toBe(words);
  await expect(told).toHaveText(/^Runs from \d+\.\d\d s\.$/);
  await page.keyboard.press("Space");
  await expect(plot).not.toHaveAccessibleName(/, 0 to 3 s/);

  // a hand that held the mass then holds it no longer when the run goes on from there
  const then = await page.evaluate(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    lab.restart();
    for (let step = 0; step < 20; step++) lab.step();
    lab.simulation?.hold(1, 7, 0, 0, 0);
    for (let step = 0; step < 20; step++) lab.step();
    lab.simulation?.release(0, 0, 0);
    for (let step = 0; step < 20; step++) lab.step();
    lab.seek(0.35);
    lab.play();
    return lab.simulation?.positions[3];
  });
  expect(then).toBe(7);
  await expect.poll(async () => Number((await read(page, "positions"))[3])).not.toBe(7);
  await pause(page);
  const now = await bits(page);
  await page.keyboard.press("b");
  await page.keyboard.press("s");
  expect(await bits(page), "nor in what was kept").toBe(now);
  await page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).seek(0.37));
  expect((await read(page, "positions"))[3]).not.toBe(7);
});

test("a refused time to run to is named, and the run stays", async ({ page }) => {
  await openDamper(page);
  await page.getByRole("textbox", { name: "Run to" }).fill("ten");
  await page.getByRole("button", { name: "Run to" }).click();
  await expect(page.getByRole("alert")).toContainText(
    'The time to run to must be a number from 0 to 10000 s; "ten" was given.',
  );
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  const field = page.getByRole("textbox", { name: "Run to" });
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("0.5");
  await field.press("Enter");
  await expect(field).not.toHaveAttribute("aria-invalid");
});

test("after an explosion substeps help, and the step stays as long", async ({ page }) => {
  await openDamper(page, "?timeStepSize=0.7&timeRate=10");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The run stopped");
  await page.getByRole("button", { name: "Take 2 substeps" }).click();
  await expect(alert).toBeEmpty();
  expect([await parameter(page, "timeStepSize"), await parameter(page, "substeps")]).toEqual([0.7, "automatic"]);
  await expect(page.getByRole("status", { name: "Step limit" })).toHaveText("2 × 0.35 of 0.632 s");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(20);
  await expect(page).toHaveURL(/substeps=automatic/);
});

test("substeps are offered where they help only", async ({ page }) => {
  for (const [query, help] of [
    ["?timeStepSize=0.7&timeRate=10", true],
    // a damper gives it a limit, but none that holds for every motion
    ["?timeStepSize=0.7&timeRate=10&damping=0.5&method=explicit-euler", false],
  ]) {
    await openDamper(page, String(query));
    await expect(page.getByRole("button", { name: "Take Δt" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Take \d+ substeps/ })).toHaveCount(help ? 1 : 0);
  }
});

test("where the machine does not keep up, the clock says at which rate it runs", async ({ page }) => {
  await openDamper(page, "?timeStepSize=0.000001&timeRate=10");
  await expect(page.getByLabel("Current time")).toHaveText(/ · 0?\.\d+×$| · \d\.?\d*×$/);
  await pause(page);
  await expect(page.getByLabel("Current time")).toHaveText(/ s$/);
});

test("after an explosion: a look at it in slow motion, what helps, and it runs again", async ({ page }) => {
  await openDamper(page, "?timeStepSize=0.7&timeRate=10");
  const alert = page.getByRole("alert");
  const explodes = (text = "") => expect(alert, text).toContainText("The run stopped");
  await explodes();
  await expect(page.locator("spring-lab p[role=status]")).toHaveText(/^Stopped at \d/);
  await expect(page.getByRole("button", { name: "Restart" })).toHaveCount(1);
  const stopped = Number(await read(page, "time"));
  await page.getByRole("button", { name: "Replay slowly" }).click();
  expect(Number(await read(page, "time"))).toBeLessThan(stopped);
  await expect(alert).toBeEmpty();
  await explodes("again, at the same time");
  expect(await read(page, "time")).toBe(stopped);
  await page.getByRole("button", { name: "Take Δt = 0.3 s" }).click();
  expect(await parameter(page, "timeStepSize")).toBe(0.3);
  await expect(alert).toBeEmpty();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(stopped);
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();

  await enter(page.getByRole("spinbutton", { name: "Time step size" }), "0.7");
  await explodes();
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(alert).toBeEmpty();
  await expect(page.getByRole("button", { name: "Pause" }), "Restart plays").toBeVisible();
  await explodes();
  await enter(page.getByRole("spinbutton", { name: "Stiffness" }), "1");
  await expect(alert).toBeEmpty();
  await expect(page.getByRole("button", { name: "Pause" }), "what helps plays").toBeVisible();
});

test("what helps is told of this explosion, also where an earlier one is still being looked at", async ({ page }) => {
  const { held, release } = await holdAnswers(page);
  const explodes = () => expect(page.getByRole("alert")).toContainText("The run stopped");
  const cure = page.getByRole("button", { name: /^Take Δt = / });
  const cloth = "?width=6&height=5&method=symplectic-euler&timeStepSize=0.05&stiffness=";
  await openPage(page, "cloth", `${cloth}1000`);
  await explodes();
  // what the limit, the mode that grew and the explosion ask for
  await expect.poll(held).toBe(3);
  await release();
  const text = String(await cure.textContent());
  await openPage(page, "cloth", `${cloth}4000`);
  await explodes();
  await expect.poll(held).toBe(3);
  await page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).set("stiffness", 1000));
  await explodes();
  await expect.poll(held).toBe(4);
  const replay = page.getByRole("button", { name: "Replay slowly" });
  await replay.focus();
  await release();
  await expect(cure).toHaveText(text);
  await expect(replay, "a button that stays keeps the focus").toBeFocused();
});
