import { colored, enter, expect, lessMotion, massOnScreen, openPage, parameter, read, saved, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

const OMEGA = Math.sqrt(10); // with the values at the start

/** Opens the page with the clock stopped at t = 0. @param {Page} page @param {string} [query] */
async function open(page, query) {
  await lessMotion(page);
  await openPage(page, "oscillator", query);
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
const choose = (page, label) => page.getByRole("combobox", { name: "Time integration method" }).selectOption(label);

/** The numbers of a legend. @param {Page} page @param {number} plot */
async function legend(page, plot) {
  const texts = await page.locator(".legend").nth(plot).locator("output").allTextContents();
  return texts.map((text) => Number(text.replace(" m", "").replace("−", "-")));
}

/** How many pixels of a canvas are drawn on within a rectangle in CSS px. @param {Page} page @param {number} canvas @param {[number, number, number, number]} [rectangle] */
function drawn(page, canvas, rectangle) {
  return page.evaluate(
    ({ canvas, rectangle }) => {
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      const node = /** @type {HTMLCanvasElement} */ (lab.shadowRoot?.querySelectorAll("canvas")[canvas]);
      const [x, y, width, height] = rectangle ?? [0, 0, node.width, node.height];
      const copy = new OffscreenCanvas(node.width, node.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
        copy.getContext("2d", { willReadFrequently: true })
      );
      context.drawImage(node, 0, 0);
      const { data } = context.getImageData(x, y, width, height);
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    },
    { canvas, rectangle },
  );
}

test("shows the numerical beside the analytic position, and the error", async ({ page }) => {
  await open(page, "?timeStepSize=0.05");
  await steps(page, 33);
  const [numerical, analytic] = await legend(page, 0);
  const [error] = await legend(page, 1);
  const x = (await read(page, "positions"))[3];
  const exact = 2 * Math.cos(1.65 * OMEGA);
  // three digits are shown
  expect(Math.abs(numerical / x - 1)).toBeLessThan(5e-3);
  expect(Math.abs(analytic / exact - 1)).toBeLessThan(5e-3);
  expect(Math.abs(error / (x - exact) - 1)).toBeLessThan(5e-3);
  const colors = ["--explicit-euler", "--runge-kutta-4"];
  for (const [i, label] of ["Explicit Euler", "Runge-Kutta 4"].entries()) {
    await choose(page, label);
    for (const plot of [1, 2]) {
      // a curve some 20 px long at least, and none of another method
      expect((await colored(page, colors[i], 0, plot)).count, label).toBeGreaterThan(20);
      expect((await colored(page, colors[1 - i], 0, plot)).count, label).toBe(0);
    }
    const swatch = page.locator(".legend path").first();
    await expect(swatch).toHaveCSS(
      "stroke",
      await swatch.evaluate((node, color) => {
        const probe = document.createElement("i");
        probe.style.color = `var(${color})`;
        node.getRootNode().appendChild(probe);
        const { color: shown } = getComputedStyle(probe);
        probe.remove();
        return shown;
      }, colors[i]),
    );
  }
});

test("what is rounding reads 0", async ({ page }) => {
  await open(page, "?method=exact&timeStepSize=0.013");
  await steps(page, 400);
  const error = await page.evaluate(() => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return simulation?.exact ? simulation.positions[3] - simulation.exact.positions[3] : Number.NaN;
  });
  expect(Math.abs(error)).toBeGreaterThan(0); // so that there is something to be cleaned
  expect(await legend(page, 1)).toEqual([0]);
  await expect(page.getByLabel("Largest error")).toHaveText("0 m");
  const curve = await colored(page, "--exact", 0, 2);
  expect(curve.count, "it is drawn").toBeGreaterThan(20);
  expect(curve.rows, "level").toBeLessThan(4);
});

test("a method that chooses its own steps shows them, and has neither amplification nor limit", async ({ page }) => {
  await open(page, "?method=runge-kutta-45&timeStepSize=0.5");
  await steps(page, 3);
  const item = page.locator(".legend li", { hasText: "its own steps" });
  await expect(item.locator("output")).toHaveText("8 in Δt, 2 rejected");
  await choose(page, "Runge-Kutta 4");
  await expect(item).toBeHidden();
});

test("tells frequency, period, steps per period, amplification and phase error of every method", async ({ page }) => {
  await open(page);
  for (const [label, text] of [
    ["ω", "3.16 rad/s"],
    ["Period", "1.987 s"],
    ["Steps per period", "397"],
  ]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveText(text);
  }
  // with y = ω h = 0.0158: 1 ± y²/2, 1 + y⁴/8, 1 − y⁶/144, and y³ over 3, 24, 6, 12, y⁵ over 120
  for (const [method, amplification, phase] of [
    ["Explicit Euler", "1 + 0.000125", "1.32 µrad behind"],
    ["Symplectic Euler", "1", "165 nrad ahead"],
    ["Symplectic Euler, positions first", "1", "165 nrad ahead"],
    ["Runge-Kutta 2", "1 + 7.81e−9", "659 nrad ahead"],
    ["Runge-Kutta 4", /^1 − 1\.(0\d|1)e−13$/, "8.23 prad behind"],
    ["Verlet", "1", "165 nrad ahead"],
    ["Velocity Verlet", "1", "165 nrad ahead"],
    ["Implicit Euler", "1 − 0.000125", "1.32 µrad behind"],
    ["Implicit midpoint", "1", "329 nrad behind"],
    ["Exact", "1", "0"],
  ]) {
    await choose(page, String(method));
    await expect(page.getByLabel("Amplification |R(iωh)|")).toHaveText(amplification);
    await expect(page.getByLabel("Phase error per step")).toHaveText(phase);
  }
});

test("readouts that have no value say so", async ({ page }) => {
  await open(page, "?timeStepSize=1.1");
  await expect(page.getByLabel("Phase error per step")).toHaveText("–"); // the step is longer than half a period
  await enter(page.getByRole("spinbutton", { name: "Stiffness" }), "0");
  await expect(page.getByLabel("ω", { exact: true })).toHaveText("0 rad/s");
  for (const label of ["Period", "Steps per period", "Amplification |R(iωh)|", "Phase error per step"]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveText("–");
  }
});

test("the largest error within 10 s is the one that the text states", async ({ page }) => {
  await open(page);
  const stated = page.locator("#errors tbody tr");
  for (const method of ["Explicit Euler", "Symplectic Euler", "Runge-Kutta 2", "Implicit Euler"]) {
    await choose(page, method);
    await page.getByRole("button", { name: "Restart" }).click();
    await steps(page, 2000);
    const row = stated.filter({ has: page.getByRole("rowheader", { name: method, exact: true }) });
    const text = await row.locator("td").last().innerText();
    const shown = Number((await page.getByLabel("Largest error").innerText()).replace(" m", ""));
    // both are rounded: the text to tenths of a millimetre, the readout to three digits
    expect(
      Math.abs(shown / Number(text.replace(" m", "").replace("−", "-")) - 1),
      `${method}: ${shown} m, ${text}`,
    ).toBeLessThan(5e-3);
  }
});

test("a change in mid-run is marked, and the analytic solution begins anew from the state then", async ({ page }) => {
  await open(page, "?method=explicit-euler&timeStepSize=0.05");
  await steps(page, 50);
  const [width] = await page
    .locator(".chart canvas")
    .first()
    .evaluate((canvas) => [canvas.clientWidth]);
  // the field has 58 px to its left and 16 to its right, and shows 10 s; over it stand the marks' labels
  const above = /** @type {[number, number, number, number]} */ ([58 + ((width - 74) * 2.5) / 10 - 8, 2, 16, 14]);
  expect(await drawn(page, 1, above)).toBe(0);
  expect(Number((await page.getByLabel("Largest error").innerText()).replace(" m", ""))).toBeGreaterThan(0.1);
  const before = [await read(page, "positions"), await read(page, "velocities")].map((vectors) => vectors[3]);
  await choose(page, "Verlet");
  await expect.poll(() => drawn(page, 1, above)).toBeGreaterThan(10);
  await expect(page.getByLabel("Largest error")).toHaveText("0 m");
  const moved = await read(page, "exact");
  expect([moved.since, moved.positions[3], moved.velocities[3]]).toEqual([2.5, ...before]);
  await steps(page, 8);
  const expected = before[0] * Math.cos(0.4 * OMEGA) + (before[1] / OMEGA) * Math.sin(0.4 * OMEGA);
  expect(Math.abs((await legend(page, 0))[1] / expected - 1)).toBeLessThan(5e-3);
  await enter(page.getByRole("spinbutton", { name: "Time step size" }), "0.02");
  expect((await read(page, "exact")).since).toBeCloseTo(2.9, 12);

  const { bytes } = await saved(page, page.getByRole("button", { name: "CSV" }));
  const rows = bytes
    .toString()
    .trim()
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(",").map(Number));
  const [last, first] = rows.filter(([time]) => time === 2.5);
  expect(Math.abs(last[3]), "the error until the change").toBeGreaterThan(0.1);
  expect(first.slice(0, 4), "from then on").toEqual([2.5, before[0], before[0], 0]);
});

test("drags the mass along its line only, and has no analytic solution meanwhile", async ({ page }) => {
  await open(page);
  await steps(page, 10);
  const mass = await massOnScreen(page);
  await page.mouse.move(mass.x, mass.y);
  await page.mouse.down();
  await page.mouse.move(mass.x - 60, mass.y - 80, { steps: 4 });
  const [, , , x, y] = await read(page, "positions");
  expect(x).toBeLessThan(1.9);
  expect(y).toBe(0);
  expect(await read(page, "exact")).toBeUndefined();
  await expect(page.locator(".legend output").nth(1)).toHaveText("–");
  await page.mouse.up();
  const exact = await read(page, "exact");
  expect([exact.since, exact.positions[3]]).toEqual([0.05, x]);
  expect((await read(page, "velocities"))[4]).toBe(0);
});

test("zooms at the pointer, off the line too", async ({ page }) => {
  await open(page);
  const mass = await massOnScreen(page);
  await page.mouse.move(mass.x, mass.y + 60);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  const zoomed = await massOnScreen(page);
  expect(zoomed.x).toBeCloseTo(mass.x, -0.5);
  expect(mass.y + 60 - zoomed.y).toBeCloseTo(60 * Math.exp(100 / 300), -0.5);
});

test("moves the mass by arrow keys, along its line, and says where it is", async ({ page }) => {
  await open(page);
  const canvas = page.locator("canvas").first();
  await canvas.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  const [, , , x, y] = await read(page, "positions");
  expect(x).toBeCloseTo(0.9, 12);
  expect(y).toBe(0);
  await expect(canvas).toHaveAccessibleDescription(
    "The mass is 0.9 m to the right of the anchor and is at rest. The analytic solution is 0.9 m to the right of the anchor.",
  );
  await enter(page.getByRole("spinbutton", { name: "Time step size" }), "0.05");
  await steps(page, 5);
  const position = (await read(page, "positions"))[3].toPrecision(3);
  await expect(canvas).toHaveAccessibleDescription(
    new RegExp(
      `^The mass is ${Number(position)} m to the right of the anchor and moves left at [\\d.]+ m/s\\. The analytic`,
    ),
  );
});

test("shows the turning arrow when asked, and keeps it in the address", async ({ page }) => {
  await open(page);
  await steps(page, 60);
  const before = await drawn(page, 0);
  await page.getByRole("checkbox", { name: "Turning arrow" }).check();
  await expect.poll(() => drawn(page, 0)).toBeGreaterThan(before + 500);
  await expect(page).toHaveURL(/\?arrow=on$/);
  await openPage(page, "oscillator", "?arrow=maybe");
  await expect(page.getByRole("alert")).toContainText('Turning arrow must be one of off, on; "maybe" was given.');
  expect(await parameter(page, "arrow")).toBe("off");
});

test("the picture follows the initial length", async ({ page }) => {
  await open(page);
  const mass = await massOnScreen(page);
  for (const length of ["0.1", "4"]) {
    await enter(page.getByRole("spinbutton", { name: "Initial length" }), length);
    expect((await read(page, "positions"))[3]).toBe(Number(length));
    expect((await massOnScreen(page)).x).toBeCloseTo(mass.x, -0.5);
  }
});

test("Backwards turns time round: Verlet returns to the start while the plot goes on", async ({ page }) => {
  await open(page, "?method=verlet&timeStepSize=0.05");
  await steps(page, 30);
  await page.getByRole("button", { name: "Backwards" }).click();
  await expect(page.getByRole("button", { name: "Forwards" })).toBeVisible();
  await steps(page, 30);
  expect(await read(page, "time")).toBe(0);
  const [numerical, analytic] = await legend(page, 0);
  // the legend rounds; the exact motion set out from where the method had come to
  expect(Math.abs(numerical - 2)).toBeLessThan(0.01);
  expect(Math.abs(analytic - 2)).toBeLessThan(0.05);
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(page.getByRole("button", { name: "Backwards" })).toBeVisible();
});
