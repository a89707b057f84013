// The page of the oscillator: its mass by pointer and keys, and the colours of methods.
import { colored, expect, lessMotion, massOnScreen, openPage, parameter, read, ready, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** Opens the page with the clock stopped at t = 0. @param {Page} page @param {string} [query] */
async function open(page, query) {
  await lessMotion(page);
  await openPage(page, "oscillator", query);
}

/**
 * Takes steps and waits until they are drawn.
 * @param {Page} page
 * @param {number} steps
 */
async function steps(page, steps) {
  await page.evaluate(async (steps) => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    for (let n = 0; n < steps; n++) lab.step();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, steps);
}

/** @param {Page} page @param {string} label */
const choose = (page, label) => page.getByRole("combobox", { name: "Time integration method" }).selectOption(label);

/**
 * Number of pixels of a canvas that are drawn on, in a rectangle in CSS px.
 * @param {Page} page
 * @param {number} canvas  its place in the laboratory
 * @param {[number, number, number, number]} [rectangle]
 */
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

test("curves and their swatches have the colour of the method at work", async ({ page }) => {
  await open(page, "?timeStepSize=0.05");
  await steps(page, 33);
  const colors = ["--explicit-euler", "--runge-kutta-4"];
  for (const [i, label] of ["Explicit Euler", "Runge-Kutta 4"].entries()) {
    await choose(page, label);
    for (const plot of [1, 2]) {
      // a curve is 20 px long at least
      expect((await colored(page, colors[i], 0, plot)).count, label).toBeGreaterThan(20);
      expect((await colored(page, colors[1 - i], 0, plot)).count, label).toBe(0);
    }
    const swatch = page.locator(".legend path").first();
    const color = await swatch.evaluate((node, color) => {
      const probe = document.createElement("i");
      probe.style.color = `var(${color})`;
      node.getRootNode().appendChild(probe);
      const { color: shown } = getComputedStyle(probe);
      probe.remove();
      return shown;
    }, colors[i]);
    await expect(swatch).toHaveCSS("stroke", color);
  }
});

test("a change during the run is marked above the plot", async ({ page }) => {
  await open(page, "?method=explicit-euler&timeStepSize=0.05");
  await steps(page, 50);
  const width = await page
    .locator(".chart canvas")
    .first()
    .evaluate((canvas) => canvas.clientWidth);
  // the plot's area has 10 s and margins of 58 px and 16 px; labels of marks are above it
  const above = /** @type {[number, number, number, number]} */ ([58 + ((width - 74) * 2.5) / 10 - 8, 2, 16, 14]);
  expect(await drawn(page, 1, above)).toBe(0);
  await choose(page, "Verlet");
  await expect.poll(() => drawn(page, 1, above)).toBeGreaterThan(10);
});

test("the mouse drags the mass along its line only", { tag: "@firefox" }, async ({ page }) => {
  await open(page);
  await steps(page, 10);
  const mass = await massOnScreen(page);
  await page.mouse.move(mass.x, mass.y);
  await page.mouse.down();
  await page.mouse.move(mass.x - 60, mass.y - 80, { steps: 4 });
  const [, , , x, y] = await read(page, "positions");
  expect(x).toBeLessThan(1.9);
  expect(y).toBe(0);
  await expect(page.locator(".legend output").nth(1), "no exact motion while it is held").toHaveText("–");
  await page.mouse.up();
  expect((await read(page, "exact")).positions[3]).toBe(x);
});

test("arrow keys move the mass along its line, and the picture's description says where it is", async ({ page }) => {
  await open(page);
  const canvas = page.locator("canvas").first();
  await canvas.focus();
  for (const key of ["ArrowUp", "ArrowLeft", "Shift+ArrowLeft"]) await page.keyboard.press(key);
  const [, , , x, y] = await read(page, "positions");
  expect(x).toBeCloseTo(0.9, 12);
  expect(y).toBe(0);
  await expect(canvas).toHaveAccessibleDescription(
    "The mass is 0.9 m to the right of the anchor and is at rest. The analytic solution is 0.9 m to the right of the anchor.",
  );
  await steps(page, 5);
  await expect(canvas).toHaveAccessibleDescription(
    /^The mass is [\d.]+ m to the right of the anchor and moves left at [\d.]+ m\/s\. The analytic/,
  );
});

test("the turning arrow is drawn when its box is checked, and the address keeps it", async ({ page }) => {
  await open(page);
  await steps(page, 60);
  const before = await drawn(page, 0);
  await page.getByRole("checkbox", { name: "Turning arrow" }).check();
  await expect.poll(() => drawn(page, 0)).toBeGreaterThan(before + 500);
  await expect(page).toHaveURL(/\?arrow=on$/);
  await page.reload();
  await ready(page);
  expect(await parameter(page, "arrow")).toBe("on");
});
