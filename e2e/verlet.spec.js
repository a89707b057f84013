import { createSimulation } from "../dist/lib/springlab.js";
import { enter, expect, lessMotion, openMore, openPage, parameter, pause, read, test, windowTest } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** Length of a link in m, and number of links, by default. */
const [LENGTH, LINKS] = [0.2, 19];

/** Opens the page with the rope at its start, at rest. @param {Page} page @param {string} [query] */
async function open(page, query = "") {
  await lessMotion(page);
  await openPage(page, "verlet", `?${new URLSearchParams([["beside", "nothing"], ...new URLSearchParams(query)])}`);
}

/** Waits until the laboratory shows its last change. @param {Page} page */
async function shown(page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Where on the screen the colour of particles is: from the left end to the right, at their mean height. @param {Page} page */
async function particles(page) {
  const box = await page.locator("canvas").first().boundingBox();
  if (!box) throw new Error("the picture is not on the screen");
  await shown(page);
  const { left, right, y } = await page.evaluate(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const canvas = /** @type {HTMLCanvasElement} */ (lab.shadowRoot?.querySelector("canvas"));
    const probe = document.createElement("span");
    probe.style.color = "var(--accent)";
    document.body.append(probe);
    const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
    probe.remove();
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (copy.getContext("2d"));
    context.drawImage(canvas, 0, 0);
    const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [left, right, sum, count] = [width, 0, 0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] !== r || data[i + 1] !== g || data[i + 2] !== b) continue;
      const x = (i / 4) % width;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      sum += Math.floor(i / 4 / width);
      count += 1;
    }
    const ratio = canvas.width / canvas.clientWidth;
    return { left: left / ratio, right: right / ratio, y: sum / count / ratio };
  });
  return { left: box.x + left, right: box.x + right, y: box.y + y };
}

/** Where on the screen the level rope is, so many links from its holder. @param {Page} page @param {number} links */
async function onRope(page, links) {
  const { left, right, y } = await particles(page);
  // of the first particle after the holder and of the last one, some 3 px to both sides are seen
  const link = (right - left - 6) / (LINKS - 1);
  return { x: left + 3 + (links - 1) * link, y };
}

/** The two particles of every link. @param {Page} page */
async function links(page) {
  const ends = /** @type {number[]} */ (await read(page, "links"));
  return Array.from({ length: ends.length / 2 }, (_, i) => `${ends[2 * i]}–${ends[2 * i + 1]}`);
}

/** A value in the legend of a plot. @param {Page} page @param {string} plot @param {number} place */
async function legend(page, plot, place) {
  await shown(page);
  const item = page.locator(".plot", { hasText: plot }).locator("output").nth(place);
  return Number.parseFloat(await item.innerText());
}

test("runs as soon as it is open, and keeps its links", async ({ page }) => {
  await openPage(page, "verlet");
  expect(await parameter(page, "beside")).toBe("springs");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.5);
  expect((await read(page, "positions"))[58]).toBeLessThan(-0.5);
  expect(await read(page, "residual")).toBeLessThan(0.005);
});

test("plots and readouts say what the positions say", async ({ page }) => {
  await open(page, "?sweeps=2");
  for (let step = 0; step < 40; step++) await page.getByRole("button", { name: "Step", exact: true }).click();
  const x = await read(page, "positions");
  const lengths = Array.from({ length: LINKS }, (_, i) =>
    Math.hypot(x[3 * i + 3] - x[3 * i], x[3 * i + 4] - x[3 * i + 1]),
  );
  const stretch = lengths.reduce((sum, length) => sum + length) / (LINKS * LENGTH) - 1;
  const residual = Math.max(...lengths.map((length) => Math.abs(length - LENGTH)));
  // three digits are shown
  expect(Math.abs((await legend(page, "stretch", 0)) / (100 * stretch) - 1)).toBeLessThan(0.005);
  expect(Math.abs((await legend(page, "residual", 0)) / (1000 * residual) - 1)).toBeLessThan(0.005);
  await expect(page.locator("output[aria-label=Links]")).toHaveText(String(LINKS));
  await expect(page.locator(".gauge")).toContainText("no springs");
});

test("more sweeps meet the links better, from the next step on", async ({ page }) => {
  await open(page, "?sweeps=1");
  const step = page.getByRole("button", { name: "Step", exact: true });
  for (let i = 0; i < 30; i++) await step.click();
  const before = await read(page, "residual");
  await enter(page.getByRole("spinbutton", { name: "Sweeps" }), "1000");
  await step.click();
  expect(await read(page, "residual")).toBeLessThan(1e-3 * before);
});

test("a click cuts the link under it, also close to a particle", async ({ page }) => {
  await open(page);
  for (const at of [9.5, 4.2]) {
    const before = await links(page);
    const { x, y } = await onRope(page, at);
    await page.mouse.click(x, y);
    const after = await links(page);
    expect(after).toHaveLength(before.length - 1);
    expect(before.filter((link) => !after.includes(link))).toEqual([`${Math.floor(at)}–${Math.ceil(at)}`]);
  }
  await expect(page.locator("output[aria-label=Links]")).toHaveText("17");
  await page.getByRole("button", { name: "Restart" }).click();
  expect(await links(page)).toHaveLength(LINKS);
});

test("a stroke over the ground cuts what it crosses", async ({ page }) => {
  await open(page);
  const before = await links(page);
  for (const at of [4.5, 12.5]) {
    const { x, y } = await onRope(page, at);
    await page.mouse.move(x, y - 28);
    await page.mouse.down();
    await page.mouse.move(x, y + 50, { steps: 3 });
    await page.mouse.up();
  }
  const after = await links(page);
  expect(before.filter((link) => !after.includes(link))).toEqual(["4–5", "12–13"]);
});

test("a click beside the rope, a drag and a long press cut nothing", async ({ page }) => {
  await open(page);
  const { x, y } = await onRope(page, 10);
  await page.mouse.click(x, y + 60);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(500);
  await page.mouse.up();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 4 });
  await page.mouse.up();
  expect(await links(page)).toHaveLength(LINKS);
  expect((await read(page, "positions"))[31]).toBeGreaterThan(0.3);
});

test("keys alone choose a link, cut it and move what hangs on it", async ({ page }) => {
  await open(page);
  const field = page.getByRole("spinbutton", { name: "Link", exact: true });
  await field.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  expect(await links(page)).not.toContain("2–3");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await links(page)).toHaveLength(LINKS - 2);
  await enter(field, "16");
  await expect(page.getByRole("alert")).toBeEmpty();
  await enter(field, "99");
  await expect(page.getByRole("alert")).toHaveText("Link must be a whole number from 0 to 15; 99 was given.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Link must be a whole number from 0 to 15; nothing was given.");
  expect(await links(page)).toHaveLength(LINKS - 3);
  await page.getByRole("button", { name: "Restart" }).click();
  await enter(field, "4");
  await page.getByRole("button", { name: "Restart" }).click();
  const canvas = page.locator("canvas").first();
  await canvas.focus();
  await page.keyboard.press("ArrowUp");
  expect((await read(page, "positions"))[16]).toBeCloseTo(0.1, 12);
  await expect(canvas).toHaveAccessibleDescription(
    /^Rope of 20 particles with 19 links \(rods\)\. The links are [\d.]+ % longer than they should be\. Particle 5 is at x = 1 m, y = 0\.1 m\.$/,
  );
});

test("springs beside it run the same scene, in the same hand and under the same cut", async ({ page }) => {
  await open(page, "?beside=springs&obstacle=sphere");
  const { right, y } = await particles(page); // the last of the springs
  await page.mouse.move(right - 2, y);
  await page.mouse.down();
  await page.mouse.move(right - 32, y - 20, { steps: 3 });
  await page.mouse.up();
  await enter(page.getByRole("spinbutton", { name: "Link", exact: true }), "6");
  const [ends, start] = [await links(page), await read(page, "positions")];
  expect(ends).not.toContain("6–7");
  expect(start[57], "the rope follows the hand that drags the other one").toBeLessThan(3.7);
  for (let i = 0; i < 30; i++) await page.getByRole("button", { name: "Step", exact: true }).click();
  const springs = await createSimulation("verlet", { links: "springs", obstacle: "sphere" });
  springs.setPosition(19, start[57], start[58], 0);
  springs.cut(6);
  springs.step(30);
  const expected = 100 * springs.stretch;
  springs.free();
  expect(Math.abs((await legend(page, "stretch", 1)) / expected - 1)).toBeLessThan(0.005);
  await expect(page.locator(".gauge")).toContainText(/^Step limit0\.01 of 0\.01\d+\ss$/);
  await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/, beside it one with springs\. /);
});

test("springs that are too stiff stop alone, and say why", async ({ page }) => {
  await openPage(page, "verlet", "?beside=springs&stiffness=100000");
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText(
    /^Beside it: The run stopped at t = [\d.]+ s: the time step of 0\.01 s is 10\.1 times/,
  );
  const stopped = await read(page, "time");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(stopped + 0.3);
  await expect(page.locator(".gauge")).toContainText("unstable");
  await openMore(page);
  await expect(page.getByRole("spinbutton", { name: "Stiffness k" }), "it is that of the springs beside").toBeEnabled();
  await enter(page.getByRole("spinbutton", { name: "Stiffness k" }), "250");
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(alert).toBeEmpty();
  await expect.poll(() => legend(page, "stretch", 1)).toBeGreaterThan(0);
});

test("a wrong choice of what is beside is named", async ({ page }) => {
  await open(page, "?beside=rubber");
  await expect(page.getByRole("alert")).toHaveText(
    'Beside it must be one of nothing, springs, fixed, maximum; "rubber" was given.',
  );
});

test("a cloth on a box with everything cut stays alive", async ({ page }) => {
  await open(page, "?shape=cloth&width=3&height=2&obstacle=box&links=maximum&beside=fixed");
  const field = page.getByRole("spinbutton", { name: "Link", exact: true });
  for (let left = 7; left > 0; left--) {
    expect(await links(page)).toHaveLength(left);
    await enter(field, "0");
  }
  await enter(field, "0");
  await expect(page.getByRole("alert")).toHaveText('The scene "verlet" has no links.');
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.3);
  await pause(page);
});

test.describe("a finger", () => {
  windowTest.use({ hasTouch: true });
  windowTest.skip(
    ({ browserName }) => browserName !== "chromium",
    "only Chromium lets a test put a finger on the glass",
  );
  windowTest("cuts a link by a tap", async ({ page }) => {
    await open(page);
    const { x, y } = await onRope(page, 12.5);
    await page.touchscreen.tap(x, y);
    expect(await links(page)).not.toContain("12–13");
  });
});

test("modes are of springs: of rods there are none, of a spring rope those in the picture are played", async ({
  page,
}) => {
  await open(page);
  const modes = page.getByRole("region", { name: "Modes" });
  await expect(modes).toContainText("Modes are of springs, and here are none.");
  await expect(modes.getByRole("button", { name: "Compute modes" })).toBeDisabled();
  await openMore(page);
  await page.getByRole("combobox", { name: "Beside it" }).selectOption("springs");
  await modes.getByRole("button", { name: "Compute modes" }).click();
  await expect(modes).toContainText("38 modes in the picture's plane; 19 across it");
  const before = await read(page, "positions");
  await modes.getByRole("button", { name: "Play" }).click();
  await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/The picture plays a mode instead\.$/);
  await modes.getByRole("button", { name: "Stop" }).click();
  expect(await read(page, "positions")).toEqual(before);
  await page.getByRole("button", { name: "Cut", exact: true }).click();
  await expect(modes.getByRole("button", { name: "Play" })).toBeDisabled();
});
