// The cloth: explosions, limits computed in a worker, drags and keys, strain, and modes.
import {
  enter,
  expect,
  holdAnswers,
  image,
  lessMotion,
  limitTold,
  openPage,
  parameter,
  pause,
  read,
  test,
  violations,
} from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** Opens the cloth at t = 0, at rest. @param {Page} page @param {string} [query] */
async function openStill(page, query) {
  await lessMotion(page);
  await openPage(page, "cloth", query);
}

/** The demo's method and step, with which the cloth at rest uses 3.59 of the limit of 4. */
const DEMO = "timeStepSize=0.005&method=symplectic-euler";

/** Takes steps one by one, as the button does. @param {Page} page @param {number} count */
function takeSteps(page, count) {
  return page.evaluate(async (count) => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    for (let step = 0; step < count; step++) lab.step();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, count);
}

/** Takes steps until the run explodes. @param {Page} page */
function explode(page) {
  return page.evaluate(async () => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const alert = lab.shadowRoot?.querySelector("[role=alert]");
    for (let step = 0; step < 1000 && !alert?.textContent; step++) lab.step();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/** @param {Page} page */
function spectrum(page) {
  return page.evaluate(() => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    if (!simulation) throw new Error("not ready");
    return simulation.spectrum();
  });
}

/**
 * Number of pixels in the colour of a custom property, up to a difference of each channel.
 * @param {Page} page @param {string} property @param {number} [near]
 */
function pixels(page, property, near = 0) {
  return page.evaluate(
    async ([property, near]) => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const root = document.querySelector("spring-lab")?.shadowRoot;
      const canvas = /** @type {HTMLCanvasElement} */ (root?.querySelector("canvas"));
      const probe = document.createElement("span");
      probe.style.color = `var(${property})`;
      root?.append(probe);
      const wanted = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
      probe.remove();
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (copy.getContext("2d"));
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (wanted.every((part, channel) => Math.abs(data[i + channel] - part) <= Number(near))) count += 1;
      return count;
    },
    [property, near],
  );
}

const gaugeOf = (/** @type {Page} */ page) => page.locator(".gauge output");

test("its own step and method come back after those of the demo, which use 3.59 of 4", async ({ page }) => {
  await openStill(page);
  await expect(gaugeOf(page)).toHaveText("0.0005 of at least 0.0101 s");
  await page.getByRole("link", { name: "the demo's own values" }).click();
  await pause(page);
  await page.keyboard.press("r");
  expect(await parameter(page, "timeStepSize")).toBe(0.005);
  expect(await parameter(page, "method")).toBe("symplectic-euler");
  await expect(page).toHaveURL(new RegExp(`\\?${DEMO}$`));
  await expect(page.getByLabel("# particles")).toHaveText("1200");
  await expect(page.getByLabel("# springs")).toHaveText("4592");
  await expect(gaugeOf(page)).toHaveText("3.59 of 4");
  await expect(page.locator(".gauge")).not.toHaveClass(/exceeded/);
  await page.getByRole("button", { name: /Reset all/ }).click();
  expect(await parameter(page, "timeStepSize"), "the page's own value").toBe(0.0005);
  expect(await parameter(page, "method"), "the page's own method").toBe("runge-kutta-4");
  await expect(page).not.toHaveURL(/\?/);
});

test("exploded, it shows the last good state and the mode that grew, and a remedy leads back within the limit", {
  tag: "@firefox",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openStill(page, `?${DEMO}&damping=15`);
  expect(await pixels(page, "--alarm")).toBe(0);
  const alert = page.getByRole("alert");
  const canvas = page.locator("canvas").first();
  const explodes = async () => {
    await explode(page);
    await expect(alert).toContainText("The run stopped at t = 0.415 s: the motion left the scene.");
    await expect(canvas).toHaveAccessibleDescription(/^The run exploded\. This is its last good state, at 0\.2 s\. /);
  };
  await explodes();
  await expect(page.locator(".message")).toContainText(
    "The time step of 0.005 s is 1.07 times Symplectic Euler's limit of 0.00469 s",
  );
  await expect(page.getByRole("button", { name: "Restart" })).toHaveCount(1);
  await expect.poll(() => pixels(page, "--alarm"), "strokes of the mode").toBeGreaterThan(500);
  // lines thinner than a pixel are paler, hence the large difference
  expect(await pixels(page, "--muted", 60), "springs of the last good state").toBeGreaterThan(20_000);
  await expect(gaugeOf(page)).toHaveText(/^4\.[34]\d of 4$/);
  const box = await canvas.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 300, (box?.y ?? 0) + 200); // nothing to hold
  await expect(alert).toContainText("The run stopped");
  await page.getByRole("button", { name: "Replay slowly" }).click();
  await expect(alert).toBeEmpty();
  await expect(canvas).toHaveAccessibleDescription(/^The mode that grows, enlarged [\d.]+ times\. /);
  await explodes();
  await limitTold(page); // before, the button has the value found during the replay
  // it stays paused at the start: the lower the cloth hangs, the more of the limit it uses
  await page.getByRole("button", { name: "Set Damping:" }).click();
  await expect(gaugeOf(page)).toHaveText("3.99 of 4");
  await expect(page.locator(".gauge")).not.toHaveClass(/exceeded/);
  await expect(alert).toBeEmpty();
  expect(await pixels(page, "--alarm")).toBe(0);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(1);
  await expect(alert).toBeEmpty();
});

test("springs show their strain by colour and width, with a legend, on demand", async ({ page }) => {
  await openStill(page, `?${DEMO}`);
  await takeSteps(page, 180);
  const legend = page.getByRole("list", { name: "Springs" });
  await expect(legend).toBeHidden();
  expect(await pixels(page, "--stretched")).toBe(0);
  await page.getByRole("checkbox", { name: "Strain" }).check();
  await expect(legend.getByRole("listitem")).toHaveCount(5);
  await expect(page).toHaveURL(/strain=on/);
  const widths = await legend
    .locator("[stroke-width]")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("stroke-width")));
  expect(new Set(widths).size).toBe(5);
  expect(await pixels(page, "--stretched")).toBeGreaterThan(1000);
});

test("the fastest mode is drawn on demand", async ({ page }) => {
  await openStill(page);
  await page.getByRole("checkbox", { name: "Fastest mode" }).check();
  await expect.poll(() => pixels(page, "--alarm")).toBeGreaterThan(1000);
});

test("limits and modes are computed in a worker, and not in the page", async ({ page }) => {
  await openPage(page, "cloth", "?timeRate=0.01");
  const looks = await page.evaluateHandle(() => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const prototype = Object.getPrototypeOf(simulation);
    /** @type {string[]} */
    const looks = [];
    for (const name of ["spectrum", "mode", "stableRange"]) {
      const own = prototype[name];
      prototype[name] = function (/** @type {unknown[]} */ ...parameters) {
        looks.push(name);
        return own.apply(this, parameters);
      };
    }
    return looks;
  });
  await page.getByRole("checkbox", { name: "Fastest mode" }).check();
  await enter(page.getByRole("spinbutton", { name: "Stiffness" }), "5000");
  await expect(page.getByText(/^limit \d/).first()).toBeVisible();
  await expect.poll(() => pixels(page, "--alarm")).toBeGreaterThan(1000);
  expect(await looks.jsonValue()).toEqual([]);
});

test("a drag takes the nearest mass within reach, and no corner", { tag: "@firefox" }, async ({ page }) => {
  await openStill(page);
  const box = await page.locator("canvas").first().boundingBox();
  if (!box) throw new Error("the picture is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  /**
   * Presses a place, drags it to the right and back, and returns the particle that moved.
   * @param {number} from  px right of the middle
   */
  const drag = async (from) => {
    const before = await read(page, "positions");
    await page.mouse.move(x + from, y);
    await page.mouse.down();
    await page.mouse.move(x + from + 60, y, { steps: 3 });
    await page.mouse.up();
    const after = await read(page, "positions");
    const moved = after.flatMap((/** @type {number} */ place, /** @type {number} */ i) =>
      place === before[i] ? [] : [i],
    );
    await page.keyboard.press("r");
    expect(moved.length).toBe(1);
    return { place: moved[0], metres: after[moved[0]] - before[moved[0]] };
  };
  const first = await drag(0);
  expect(first.place % 3, "along x").toBe(0);
  const perMetre = 60 / first.metres;
  const columns = ((await drag(60)).place - first.place) / 3;
  // each press was up to half a spacing from its mass, and so was the first release
  expect(Math.abs(0.2 * columns * perMetre - 60)).toBeLessThan(1.5 * 0.2 * perMetre);
  expect(columns).toBeGreaterThan(2);
  const [column, row] = [(first.place / 3) % 40, Math.floor(first.place / 3 / 40)];
  // to the top left corner, up to half a spacing beside it
  await page.mouse.move(x - 0.2 * column * perMetre, y - 0.2 * row * perMetre);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.up();
  expect((await read(page, "positions")).slice(0, 3).map(Math.abs)).toEqual([0, 0, 0]);
});

test("a very large cloth is drawn in part and leaves the page alive", { tag: "@full" }, async ({ page }) => {
  await openStill(page, "?width=250&height=250");
  await expect(gaugeOf(page)).toHaveText("–");
  await expect(page.locator(".note")).toContainText("of so many particles is not computed");
  await page.getByRole("button", { name: "Step ×40" }).click();
  await expect.poll(() => read(page, "time")).toBe(0.02);
  await expect(page.getByRole("button", { name: "Step ×40" })).toHaveAttribute("title", "Key S: 40 steps of 0.0005 s");
  const bits = () =>
    page.locator("spring-lab").evaluate((lab) => String(/** @type {SpringLab} */ (lab).simulation?.velocities));
  const there = await bits();
  await page.getByRole("button", { name: "Step back" }).click();
  await expect.poll(() => read(page, "time")).toBe(0);
  await page.keyboard.press("s");
  expect(await bits(), "back and on again gives the same bits").toBe(there);
  await page.keyboard.press("b");
  // if a step is long enough to see, a press takes only one
  await enter(page.getByRole("spinbutton", { name: "Time step size" }), "0.02");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect.poll(() => read(page, "time")).toBe(0.02);
  expect(await pixels(page, "--ink"), "its corners").toBeGreaterThan(50);
});

test("draws the obstacle", async ({ page }) => {
  await openStill(page);
  const none = await pixels(page, "--line");
  for (const kind of ["ground", "sphere", "box"]) {
    await openStill(page, `?obstacle=${kind}`);
    expect(await pixels(page, "--line"), kind).toBeGreaterThan(none + 2000);
  }
});

test("the room for the step limit is there while it is computed, so that nothing below moves", {
  tag: "@full",
}, async ({ page }) => {
  const { held, release } = await holdAnswers(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await openStill(page, `?${DEMO}`);
  await expect.poll(held).toBeGreaterThan(0);
  const limit = page.locator("spring-lab .note");
  const height = () => limit.evaluate((node) => node.getBoundingClientRect().height);
  const buttons = limit.getByRole("button");
  await expect(limit).toHaveText(/^The fastest modes are being computed: /);
  for (const button of await buttons.all()) {
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleName(/^Set (Stiffness: k N\/m|Damping: μ N·s\/m|Time step size: Δt s)$/);
  }
  const before = await height();
  await release();
  await expect(limit).toHaveText(/^The fastest modes have ω = /);
  await expect(buttons.last()).toBeEnabled();
  expect(await height()).toBeCloseTo(before, 2); // rounding of lengths
});

const modes = (/** @type {Page} */ page) => page.getByRole("region", { name: "Modes" });

/** The picture's pixels as a text. @param {Page} page */
async function picture(page) {
  const url = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const canvas = document.querySelector("spring-lab")?.shadowRoot?.querySelector("canvas");
    return /** @type {HTMLCanvasElement} */ (canvas).toDataURL();
  });
  return image(url);
}

test("all modes of a small cloth are computed, and one is played while the run rests", async ({ page }) => {
  await openStill(page, `?${DEMO}&width=6&height=5`);
  await takeSteps(page, 40);
  await limitTold(page);
  await modes(page).getByRole("button", { name: "Compute modes" }).click();
  await expect(modes(page)).toContainText("Of the state at 0.200 s: 56 modes in the picture's plane; 28 across it");
  const { angularFrequency } = await spectrum(page);
  const number = page.getByRole("spinbutton", { name: "Mode" });
  await enter(number, "56");
  // the spectrum stops when its ninth digit no longer changes
  const highest = await page.evaluate(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return Number(lab.simulation?.modes().at(-1)?.angularFrequency);
  });
  expect(Math.abs(highest / angularFrequency - 1)).toBeLessThan(1e-8);
  await expect(modes(page).getByLabel("ω")).toHaveText(`${Number(highest.toPrecision(3))} rad/s`);
  const hertz = highest / (2 * Math.PI);
  await expect(modes(page).getByLabel("Frequency")).toHaveText(`${Number(hertz.toPrecision(3))} Hz`);
  await expect(modes(page)).toContainText(`Played ${Number(hertz.toPrecision(2))} times slower`);
  const before = [await read(page, "positions"), await read(page, "velocities"), await read(page, "time")];
  const still = await picture(page);
  await modes(page).getByRole("button", { name: "Play" }).press("Enter");
  await expect.poll(async () => (await picture(page)) !== still).toBe(true);
  const one = await picture(page);
  await expect.poll(async () => (await picture(page)) !== one).toBe(true);
  const canvas = page.locator("canvas").first();
  await expect(canvas).toHaveAccessibleDescription(/The picture plays a mode instead\.$/);
  await modes(page).getByRole("button", { name: "Stop" }).click();
  await modes(page).getByRole("button", { name: "Play" }).blur();
  expect([await read(page, "positions"), await read(page, "velocities"), await read(page, "time")]).toEqual(before);
  expect(await picture(page)).toBe(still);
});

test("a mode stops when the run goes on, and is forgotten when a parameter changes", async ({ page }) => {
  await openPage(page, "cloth", "?width=6&height=5");
  await modes(page).getByRole("button", { name: "Compute modes" }).click();
  await modes(page).getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await page.getByRole("button", { name: "Step ×40" }).click();
  await expect(modes(page).getByRole("button", { name: "Play" })).toBeEnabled();
  await enter(page.getByRole("spinbutton", { name: "Mode" }), "57");
  await expect(page.getByRole("alert")).toHaveText("Mode must be a number from 1 to 56; 57 was given.");
  await enter(page.getByRole("spinbutton", { name: "Mode" }), "1.5");
  await expect(page.getByRole("alert")).toHaveText("Mode must be a whole number from 1 to 56; 1.5 was given.");
  await enter(page.getByRole("spinbutton", { name: "Mode" }), "2");
  await expect(page.getByRole("alert")).toBeEmpty();
  await enter(page.getByRole("spinbutton", { name: "Stiffness" }), "4000");
  await expect(modes(page).getByRole("button", { name: "Play" })).toBeDisabled();
  await expect(page.getByRole("spinbutton", { name: "Mode" })).toBeHidden();
});

test("modes of too many masses are not computed, and a button sets fewer masses", async ({ page }) => {
  await openStill(page);
  await expect(modes(page)).toContainText("1198 particles are free. All modes are computed of at most 300");
  await expect(modes(page).getByRole("button", { name: "Compute modes" })).toBeDisabled();
  await modes(page).getByRole("button", { name: "Set 16 × 12 masses" }).click();
  await expect(page.getByLabel("# particles")).toHaveText("192");
  await expect(modes(page).getByRole("button", { name: "Compute modes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(modes(page)).toContainText("380 modes in the picture's plane; 190 across it");
  // axe takes a button that is half under the picture for a small one
  await page.evaluate(() => document.querySelector("spring-lab")?.shadowRoot?.querySelector(".lab")?.scrollTo(0, 0));
  expect(await violations(page, "spring-lab")).toEqual([]);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
