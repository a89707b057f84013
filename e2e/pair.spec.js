import { createHash } from "node:crypto";
import { enter, expect, image, openMore, openPage, parameter, read, ready, test, windowTest } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { Pair } from "../www/types.js" */

const START = [0.75, 1, 0, -0.75, -1, 0];

const KEYS = ["p1x", "p1y", "p1z", "p2x", "p2y", "p2z"];

/** Towards the eye in the picture of the start: turned by 0.5 rad and then by 0.3 rad. */
const EYE = [Math.sin(0.5) * Math.cos(0.3), Math.sin(0.3), Math.cos(0.5) * Math.cos(0.3)];

/** @param {Page} page @returns {Promise<Pair>} */
const pair = (page) => read(page, "pair");

/** @param {Page} page @returns {Promise<number[]>} */
const positions = (page) => read(page, "positions");

/** @param {string} text */
const number = (text) => Number.parseFloat(text.replace("−", "-"));

/** The texts of a table's cells. @param {Page} page @param {string} name  of the table, or in its head */
async function cells(page, name) {
  const table = page.locator("table", { hasText: name }).first();
  return table.locator("tbody td").allTextContents();
}

/** Waits until what has changed is shown. @param {Page} page */
function drawn(page) {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Tells pictures apart, by a digest of the pixels once they are drawn. @param {Page} page */
async function picture(page) {
  await drawn(page);
  const url = await page.locator("canvas").evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  return createHash("sha256").update(image(url)).digest("hex");
}

/** Where a point is on the screen, as the camera of the start shows it. @param {Page} page @param {number[]} point */
async function onScreen(page, [x, y, z]) {
  const box = await page.locator("canvas").boundingBox();
  if (!box) throw new Error("the picture is not on the screen");
  const scale = Math.min(box.width, box.height) / (2 * 1.65); // the nodes, 1.25 m from the middle, and 0.4 m more
  const near = x * Math.sin(0.5) + z * Math.cos(0.5);
  const right = x * Math.cos(0.5) - z * Math.sin(0.5);
  const up = y * Math.cos(0.3) - near * Math.sin(0.3);
  return { x: box.x + box.width / 2 + right * scale, y: box.y + box.height / 2 - up * scale };
}

/** @param {number[]} shown @param {number[]} actual @param {number} tolerance */
function near(shown, actual, tolerance) {
  expect(shown).toHaveLength(actual.length);
  for (const [i, value] of actual.entries())
    expect(Math.abs(shown[i] - value), `${shown[i]}, ${value}`).toBeLessThan(tolerance);
}

/** Every number on the page against the engine's. @param {Page} page */
async function compare(page) {
  await drawn(page);
  const { energy, force12, force21, stiffness, differences, jacobian, eigenvalues, eigenvectors } = await pair(page);
  const x = await positions(page);
  const numbers = async (/** @type {string} */ name) => (await cells(page, name)).filter(Boolean).map(number);
  near([number((await page.getByLabel("Energy V").textContent()) ?? "")], [energy], 0.051);
  const d = [0, 1, 2].map((axis) => x[axis] - x[3 + axis]);
  const sized = [d, force12, force21].flatMap((vector) => [...vector, Math.hypot(...vector)]);
  near(await numbers("Nodes and forces"), [...x, ...sized], 0.051); // three digits of up to 100
  const directions = eigenvectors.flatMap((vector, i) => [...vector, eigenvalues[i]]);
  near(await numbers("Eigenvectors of K"), directions, 0.051);
  near(await numbers("K [N/m]"), stiffness, 0.051);
  near(await numbers("K by differences"), differences, 0.051);
  near(await numbers("Jacobian"), jacobian, 0.051);
}

test("stands still with the example of the text", async ({ page }) => {
  await openPage(page, "pair");
  await page.waitForTimeout(300);
  expect(await read(page, "time")).toBe(0);
  expect(await positions(page)).toEqual(START);
  await compare(page);
  expect(await cells(page, "K [N/m]")).toEqual(["6.16", "2.88", "0", "2.88", "7.84", "0", "0", "0", "4.00"]);
  await expect(page.getByText("K is positive definite.")).toBeVisible();
  await expect(page.getByText(/^Largest deviation/)).toBeVisible();
  const { stiffness, differences } = await pair(page);
  const deviation = Math.max(...stiffness.map((entry, i) => Math.abs(entry - differences[i])));
  await expect(page.getByLabel("Largest deviation")).toHaveText(
    `${Number(deviation.toPrecision(3))} N/m`.replace("-", "−"),
  );
});

test("runs when it is told to, and restarts where its coordinates say", async ({ page }) => {
  await openPage(page, "pair", "?p1z=1");
  const button = page.getByRole("button", { name: "Resume" });
  await button.click();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.2);
  await page.getByRole("button", { name: "Pause" }).click();
  await compare(page);
  expect((await positions(page)).slice(0, 3)).not.toEqual([0.75, 1, 1]);
  expect(await parameter(page, "p1z")).toBe(1);
  await page.getByRole("button", { name: "Restart" }).click();
  expect(await positions(page)).toEqual([0.75, 1, 1, -0.75, -1, 0]);
  expect(await read(page, "velocities")).toEqual([0, 0, 0, 0, 0, 0]);
});

test("a typed coordinate puts the node there, and what is no place is refused", async ({ page }) => {
  await openPage(page, "pair");
  const field = page.getByRole("spinbutton", { name: "Node 2, z" });
  await openMore(page);
  await enter(field, "2.345");
  expect(await positions(page)).toEqual([0.75, 1, 0, -0.75, -1, 2.345]);
  await compare(page);
  await enter(field, "99");
  await expect(page.getByRole("alert")).toHaveText("Node 2, z must be a number from -10 to 10 m; 99 was given.");
  expect(await positions(page)).toEqual([0.75, 1, 0, -0.75, -1, 2.345]);
  await expect.poll(() => page.url()).toContain("?p2z=2.345");
});

test("says when K is indefinite, and why", async ({ page }) => {
  await openPage(page, "pair");
  const rest = page.getByRole("spinbutton", { name: "Rest length L" });
  const verdict = page.locator(".verdict");
  await enter(rest, "2.5");
  await expect(verdict).toContainText("K is positive semidefinite. The spring has its rest length of 2.5 m");
  await enter(rest, "5");
  await expect(verdict).toContainText("K is indefinite. The spring is compressed, ‖d‖ = 2.5 m < L = 5 m.");
  await expect(verdict).toContainText("kₛ (1 − L/‖d‖) = −10 N/m");
  await expect(verdict).toContainText(`an implicit step is singular at Δt = ${Math.sqrt(0.5 / 10).toPrecision(3)} s`);
  await expect(page.getByRole("status").filter({ hasText: "indefinite" })).toBeVisible();
  await compare(page);
  const jacobian = page.locator("table", { hasText: "Jacobian" }).locator("tbody td");
  for (const cell of await jacobian.all()) {
    const striped = await cell.evaluate((node) => getComputedStyle(node).backgroundImage.includes("repeating"));
    expect(striped, "stripes for what is negative").toBe(((await cell.textContent()) ?? "").startsWith("−"));
  }
  await openPage(page, "pair", "?p1x=0&p1y=0&p2x=0&p2y=0");
  await expect(verdict).toContainText("K is zero. The nodes meet");
  await openPage(page, "pair", "?stiffness=0");
  await expect(verdict).toContainText("K is zero. The spring has no stiffness.");
});

test("what is rounding reads 0", async ({ page }) => {
  // 0.4 − 0.1 is not quite 0.3
  await openPage(page, "pair", "?p1x=0.4&p1y=0&p2x=0.1&p2y=0&restLength=0.3");
  expect((await read(page, "pair")).energy).toBeGreaterThan(0);
  await expect(page.getByLabel("Energy V")).toHaveText("0 J");
  // both forces are the last two rows
  expect((await cells(page, "Nodes and forces")).slice(-8)).toEqual(Array(8).fill("0"));
});

test("a node is dragged in the plane of the picture, and the address tells where it is", async ({ page }) => {
  await openPage(page, "pair");
  const from = await onScreen(page, START.slice(0, 3));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y - 20, { steps: 5 });
  await compare(page);
  await page.mouse.up();
  await drawn(page); // which rounds the coordinates
  const after = await positions(page);
  const moved = [0, 1, 2].map((axis) => after[axis] - START[axis]);
  expect(after.slice(3)).toEqual(START.slice(3));
  expect(Math.hypot(...moved)).toBeGreaterThan(0.4);
  // rounded to 1 cm in each coordinate
  expect(Math.abs(moved.reduce((sum, part, axis) => sum + part * EYE[axis], 0))).toBeLessThan(0.01);
  for (const [i, key] of KEYS.entries()) {
    await expect.poll(() => parameter(page, key)).toBe((await positions(page))[i]);
  }
  await expect.poll(() => page.url()).toContain(`p1x=${(await positions(page))[0]}`);
  const settled = await positions(page);
  await page.reload();
  await ready(page);
  expect(await positions(page)).toEqual(settled);
});

test("a restart in the middle of a drag lets go, and keeps what the coordinates say", async ({ page }) => {
  await openPage(page, "pair");
  const from = await onScreen(page, START.slice(0, 3));
  await page.locator("canvas").focus();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y - 20);
  await drawn(page);
  const places = await Promise.all(KEYS.map((key) => parameter(page, key)));
  await page.keyboard.press("r");
  await page.mouse.move(from.x + 60, from.y - 20);
  await page.mouse.up();
  await drawn(page);
  expect(places[0]).toBeGreaterThan(0.9);
  expect(await positions(page)).toEqual(places);
});

test("keys choose a node and move it along every axis", async ({ page }) => {
  await openPage(page, "pair");
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("PageUp");
  near(await positions(page), [0.85, 2, 0.1, -0.75, -1, 0], 1e-9);
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+PageDown");
  near(await positions(page), [0.85, 2, 0.1, -0.85, -1, -1], 1e-9);
  await expect.poll(() => parameter(page, "p2z")).toBe(-1);
  await compare(page);
  await expect(page.locator("canvas")).toHaveAccessibleDescription(
    /^Node 1 is at \(0\.85, 2, 0\.1\) m, node 2 at \(−0\.85, −1, −1\) m/,
  );
});

test("the picture turns by pointer, keys and buttons, and the nodes stay", async ({ page }) => {
  await openPage(page, "pair");
  const before = await picture(page);
  for (const [there, back] of [
    ["j", "l"],
    ["i", "k"],
  ]) {
    await page.locator("canvas").focus();
    await page.keyboard.press(there);
    expect(await picture(page), there).not.toBe(before);
    await page.keyboard.press(back);
    expect(await picture(page), back).toBe(before);
  }
  await page.getByRole("button", { name: "Turn left" }).click();
  expect(await picture(page)).not.toBe(before);
  await page.getByRole("button", { name: "Turn right" }).click();
  await page.getByRole("button", { name: "Turn up" }).click();
  await page.getByRole("button", { name: "Turn down" }).click();
  expect(await picture(page)).toBe(before);
  const beside = await onScreen(page, [-0.75, 1, 0]);
  await page.mouse.move(beside.x, beside.y);
  await page.mouse.down();
  await page.mouse.move(beside.x + 40, beside.y + 30);
  await page.mouse.up();
  expect(await picture(page)).not.toBe(before);
  expect(await positions(page)).toEqual(START);
});

test("arrows can be left out", async ({ page }) => {
  await openPage(page, "pair");
  const all = await picture(page);
  await page.getByLabel("Forces", { exact: true }).uncheck();
  const some = await picture(page);
  await page.getByLabel("Eigen-directions of K").uncheck();
  expect(new Set([all, some, await picture(page)]).size).toBe(3);
});

test.describe("with fingers", () => {
  windowTest.skip(
    ({ browserName }) => browserName !== "chromium",
    "only Chromium lets a test put fingers on the glass",
  );
  windowTest.use({ hasTouch: true, viewport: { width: 400, height: 700 } });

  /** @param {Page} page */
  async function fingers(page) {
    const session = await page.context().newCDPSession(page);
    return (
      /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
      /** @type {{ x: number, y: number }[]} */ ...points
    ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  }

  windowTest("one on a node drags it, one beside scrolls, two turn and zoom", async ({ page }) => {
    await openPage(page, "pair");
    const touch = await fingers(page);
    const { x, y } = await onScreen(page, START.slice(0, 3));
    await touch("touchStart", { x, y });
    for (let step = 1; step <= 5; step++) await touch("touchMove", { x: x - 8 * step, y });
    await touch("touchEnd");
    expect((await positions(page))[0]).toBeLessThan(0.6);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await drawn(page);
    const settled = await positions(page);
    const before = await picture(page);
    const beside = await onScreen(page, [1, -0.5, 0]);
    await touch("touchStart", beside, { x: beside.x + 40, y: beside.y });
    for (let step = 1; step <= 5; step++) {
      await touch("touchMove", { x: beside.x - 6 * step, y: beside.y }, { x: beside.x + 40, y: beside.y + 4 * step });
    }
    await touch("touchEnd");
    expect(await picture(page)).not.toBe(before);
    await touch("touchStart", beside);
    for (let step = 1; step <= 8; step++) await touch("touchMove", { x: beside.x, y: beside.y - 20 * step });
    await touch("touchEnd");
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(40);
    expect(await positions(page)).toEqual(settled);
  });
});
