import { enter, expect, lessMotion, massOnScreen, openMore, openPage, read, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** Opens the page with the clock stopped at t = 0. @param {Page} page @param {string} [query] */
async function open(page, query) {
  await lessMotion(page);
  await openPage(page, "resonance", query);
}

/** Takes steps as the button does, and waits until they are shown. @param {Page} page @param {number} steps */
async function steps(page, steps) {
  await page.evaluate(async (steps) => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    for (let n = 0; n < steps; n++) lab.step();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, steps);
}

/** @param {Page} page @param {string} label */
const shown = (page, label) => page.getByLabel(label, { exact: true });

test("shows the exact motion as the sum of a transient and a steady part", async ({ page }) => {
  await open(page);
  await steps(page, 700);
  const texts = await page.locator(".legend output").allTextContents();
  const [numerical, exact, transient, steady] = texts.map((text) =>
    Number(text.replace(" m", "").replaceAll("−", "-").replace("–", "NaN")),
  );
  const u = (await read(page, "positions"))[3];
  expect(Math.abs(numerical - u)).toBeLessThan(5e-3 * Math.abs(u));
  // three digits of each are shown
  expect(Math.abs(transient + steady - exact)).toBeLessThan(5e-3 * (Math.abs(transient) + Math.abs(steady)));
  const { amplitude, phase } = await page.evaluate(() => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return simulation?.response(3) ?? { amplitude: 0, phase: 0 };
  });
  expect(Math.abs(steady - amplitude * Math.cos(3 * 7 + phase))).toBeLessThan(5e-3 * amplitude);
  await page.getByRole("checkbox", { name: "Transient and steady part" }).uncheck();
  await expect(page.locator(".legend output").nth(3)).toHaveText("–");
});

test("tells frequency, quality, resonance, amplitude and phase", async ({ page }) => {
  await open(page);
  for (const [label, text] of [
    ["ω", "4 rad/s"],
    ["Quality factor Q", "10"],
    ["Largest at", "3.99 rad/s"],
    ["Amplitude", "0.225 m"],
    ["Phase", "−9.73°"],
    ["Amplitude measured", "–"],
  ]) {
    await expect(shown(page, label)).toHaveText(text);
  }
  await enter(page.getByRole("spinbutton", { name: "Driving frequency" }), "4");
  await enter(page.getByRole("spinbutton", { name: "Damping" }), "0");
  await expect(shown(page, "Quality factor Q")).toHaveText("∞");
  await expect(shown(page, "Amplitude")).toHaveText("∞");
  await page.getByRole("combobox", { name: "Course of the drive" }).selectOption("by hand");
  for (const label of ["Quality factor Q", "Amplitude", "Phase", "Largest at"]) {
    await expect(shown(page, label)).toHaveText("–");
  }
});

test("measures the run's last periods, and marks what is not steady yet", async ({ page }) => {
  await open(page, "?drivingFrequency=4");
  const measure = page.getByRole("button", { name: "Measure" });
  const section = page.getByRole("region", { name: "Response" });
  await measure.click();
  await expect(section).toContainText("Two periods of the drive at one setting are needed: wait 4 s.");
  await steps(page, 400);
  await measure.click();
  await expect(section).toContainText("Not steady yet: the point is hollow.");
  await steps(page, 5000);
  await measure.click();
  await expect(section).not.toContainText("Not steady yet");
  await expect(shown(page, "Amplitude measured")).toHaveText(/^(1|0\.999|1\.00.*) m$/);
  await expect(shown(page, "Phase measured")).toHaveText(/^−(89\.\d|90(\.\d)?)°$/);
  await expect(section).not.toContainText("●");
  await openMore(page);
  await page.getByRole("combobox", { name: "Time integration method" }).selectOption("Implicit Euler");
  await steps(page, 400);
  await measure.click();
  await expect(section).toContainText(/● .+, ■ Implicit Euler\./);
  await page.getByRole("button", { name: "Clear the points" }).click();
  await expect(page.getByRole("button", { name: "Clear the points" })).toBeDisabled();
  await expect(section).not.toContainText("●");
});

test("sweeps on a simulation of its own, and a change of the oscillator forgets the points", async ({ page }) => {
  await open(page);
  const sweep = page.getByRole("button", { name: "Sweep", exact: true });
  const clear = page.getByRole("button", { name: "Clear the points" });
  await expect(clear).toBeDisabled();
  // it is over soon
  const stop = await sweep.evaluateHandle((button) => {
    const texts = /** @type {(string | null)[]} */ ([]);
    new MutationObserver(() => texts.push(button.textContent)).observe(button, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  await sweep.click();
  await expect(sweep).toBeVisible();
  await expect.poll(() => stop.jsonValue()).toEqual(["Stop the sweep", "Sweep"]);
  await expect(clear).toBeEnabled();
  expect(await read(page, "time")).toBe(0);
  await openMore(page);
  await enter(page.getByRole("spinbutton", { name: "Mass" }), "2");
  await expect(clear).toBeDisabled();
  await page.getByRole("combobox", { name: "Course of the drive" }).selectOption("step");
  await expect(sweep).toBeDisabled();
  await expect(page.getByRole("button", { name: "Measure" })).toBeDisabled();
});

test("a sweep that explodes says why", async ({ page }) => {
  await open(page, "?method=explicit-euler&timeStepSize=0.05");
  await page.getByRole("button", { name: "Sweep", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Explicit Euler's limit of 0.025 s");
  await expect(page.getByRole("button", { name: "Sweep", exact: true })).toBeVisible();
});

test("drags the mass along its line, and the anchor where nothing drives it", async ({ page }) => {
  await open(page, "?drive=anchor&waveform=hand");
  const mass = await massOnScreen(page);
  await page.mouse.move(mass.x, mass.y);
  await page.mouse.down();
  await page.mouse.move(mass.x + 40, mass.y - 50, { steps: 4 });
  await page.mouse.up();
  const [x0, , , x, y] = await read(page, "positions");
  expect([x0, y]).toEqual([0, 0]);
  expect(x).toBeGreaterThan(0.05);
  await page.getByRole("button", { name: "Restart" }).click();
  await page.locator("canvas").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  const moved = await read(page, "positions");
  expect(moved[0]).toBeCloseTo(0.1, 12);
  expect(moved[1]).toBe(0);
  await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/^The mass is at 0 m and is at rest/);
});

test("the drive leads its anchor, in simulated time", async ({ page }) => {
  await open(page, "?drive=anchor&drivingFrequency=2");
  await steps(page, 150);
  expect((await read(page, "positions"))[0]).toBeCloseTo(0.1 * Math.cos(3), 12);
  await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/The anchor is at −0\.099 m\.$/);
  await enter(page.getByRole("spinbutton", { name: "Driving frequency" }), "7");
  expect((await read(page, "positions"))[0]).toBeCloseTo(0.1 * Math.cos(3), 12);
});
