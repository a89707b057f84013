// The page of the oscillator: its mass by pointer and keys, and the colours of methods.

import type { Page } from "@playwright/test";
import {
  colored,
  drag,
  expect,
  inLab,
  lessMotion,
  massOnScreen,
  openPage,
  parameter,
  read,
  ready,
  takeSteps,
  test,
  violations,
} from "./lab.ts";

/** Opens the page with the clock stopped at t = 0. */
async function open(page: Page, query?: string) {
  await lessMotion(page);
  await openPage(page, "oscillator", query);
}

const choose = (page: Page, label: string) =>
  page.getByRole("combobox", { name: "Time integration method" }).selectOption(label);

/**
 * Number of pixels of a canvas that are drawn on, in a rectangle in CSS px.
 * @param canvas  its place in the laboratory
 */
function drawn(page: Page, canvas: number, rectangle?: [number, number, number, number]) {
  return inLab(
    page,
    ({ shadowRoot }, { canvas, rectangle }) => {
      const seen = [...(shadowRoot?.querySelectorAll("canvas") ?? [])].filter((node) => node.checkVisibility());
      const node = seen[canvas];
      const [x, y, width, height] = rectangle ?? [0, 0, node.width, node.height];
      const copy = new OffscreenCanvas(node.width, node.height);
      const context = copy.getContext("2d", { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
      context.drawImage(node, 0, 0);
      const { data } = context.getImageData(x, y, width, height);
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    },
    { canvas, rectangle },
  );
}

test("curves and their swatches have the colour of the method at work", async ({ page }) => {
  await open(page, "?timeStepSize=0.05");
  await takeSteps(page, 33);
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
  await takeSteps(page, 50);
  const width = await page
    .locator(".plot canvas")
    .first()
    .evaluate((canvas) => canvas.clientWidth);
  // the plot's area has 10 s and margins of 58 px and 16 px; labels of marks are above it
  const above = [58 + ((width - 74) * 2.5) / 10 - 8, 2, 16, 14] as [number, number, number, number];
  expect(await drawn(page, 1, above)).toBe(0);
  await choose(page, "Verlet");
  await expect.poll(() => drawn(page, 1, above)).toBeGreaterThan(10);
});

test("the mouse drags the mass along its line only", { tag: "@firefox" }, async ({ page }) => {
  await open(page);
  await takeSteps(page, 10);
  const mass = await massOnScreen(page);
  await drag(page, mass, [-60, -80], { held: true });
  const [, , , x, y] = await read(page, "positions");
  expect(x).toBeLessThan(1.9);
  expect(y).toBe(0);
  await expect(page.locator(".legend output").nth(1), "no exact motion while it is held").toHaveText("–");
  await page.mouse.up();
  expect((await read(page, "exact")).positions[3]).toBe(x);
});

test("the turning arrow is drawn when its box is checked, and the address keeps it", async ({ page }) => {
  await open(page);
  await takeSteps(page, 60);
  const before = await drawn(page, 0);
  await page.getByRole("checkbox", { name: "Turning arrow" }).check();
  await expect.poll(() => drawn(page, 0)).toBeGreaterThan(before + 500);
  await expect(page).toHaveURL(/\?arrow=on$/);
  await page.reload();
  await ready(page);
  expect(await parameter(page, "arrow")).toBe("on");
});

test("a link measures orders, keys choose a point, and axe finds nothing in light and dark @firefox", async ({
  page,
}) => {
  await open(page);
  await page.getByRole("link", { name: "Measure the errors of four methods" }).click();
  const panel = page.getByRole("group", { name: /^Order and work/ });
  await expect(panel.getByRole("button", { name: "Measure again" })).toBeVisible();
  const orders = (await panel.locator(".legend output").allTextContents()).map((text) =>
    Number(text.match(/[\d.]+/)?.[0]),
  );
  expect(orders.map(Math.round)).toEqual([1, 2, 2, 4]);
  const chart = panel.getByRole("img", { name: /^Order and work/ });
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(panel.locator("p")).toHaveText(/^Runge-Kutta 2, Δt = .* force evaluations/);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
});

test("a link shows what is conserved, a curve hides by key, and axe finds nothing in light and dark", async ({
  page,
}) => {
  await open(page);
  await page.getByText("Symplectic Euler is half a step off").click();
  await page.getByRole("link", { name: "modified energy" }).click();
  const panel = page.getByRole("region", { name: /^Conserved/ });
  await expect(panel).toBeVisible();
  await takeSteps(page, 40);
  await takeSteps(page, 40);
  await expect(panel.getByRole("row", { name: /^Area of the drop/ }).getByRole("cell")).toHaveText([
    "1.00000",
    "1.00000",
  ]);
  await expect(panel.getByRole("img", { name: /^Drop of phase space: 50 states/ })).toBeVisible();
  const curve = panel.getByRole("button", { name: "modified energy", exact: true });
  await curve.press("Enter");
  await expect(curve).toHaveAttribute("aria-pressed", "false");
  await curve.press("Enter");
  await expect(curve).toHaveAttribute("aria-pressed", "true");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
});
