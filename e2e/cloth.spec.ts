// The cloth: what is drawn of explosions, limits, strain and modes, and its masses by the mouse.

import type { Page } from "@playwright/test";
import {
  count,
  drag,
  enter,
  expect,
  fits,
  frames,
  holdAnswers,
  inLab,
  lessMotion,
  limitTold,
  openPage,
  picture,
  placeIn,
  read,
  takeSteps,
  test,
  violations,
} from "./lab.ts";

/** Opens the cloth at t = 0, at rest. */
async function openStill(page: Page, query?: string) {
  await lessMotion(page);
  await openPage(page, "cloth", query);
}

/** The demo's method and step, with which the cloth at rest uses 3.59 of the limit of 4. */
const DEMO = "timeStepSize=0.005&method=symplectic-euler";

/** Takes steps until the run explodes. */
async function explode(page: Page) {
  await inLab(page, (lab) => {
    const alert = lab.shadowRoot?.querySelector("[role=alert]");
    for (let step = 0; step < 1000 && !alert?.textContent; step++) lab.step();
  });
  await frames(page);
}

const gaugeOf = (page: Page) => page.locator(".gauge output");

test("exploded, it shows the last good state and the mode that grew, and a remedy leads back within the limit", {
  tag: "@firefox",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openStill(page, `?${DEMO}&damping=15`);
  expect(await count(page, "--alarm")).toBe(0);
  const alert = page.getByRole("alert");
  const canvas = page.locator("canvas").first();
  const explodes = async () => {
    await explode(page);
    await expect(alert).toContainText("The run stopped at t = 0.415 s: the motion left the scene.");
    await expect(canvas).toHaveAccessibleDescription(/^The run exploded\. This is its last good state, at 0\.2 s\. /);
  };
  await explodes();
  await expect(page.getByRole("button", { name: "Restart" })).toHaveCount(1);
  await expect.poll(() => count(page, "--alarm"), "strokes of the mode").toBeGreaterThan(500);
  // lines thinner than a pixel are paler, hence the large difference
  expect(await count(page, "--muted", 60), "springs of the last good state").toBeGreaterThan(20_000);
  await expect(gaugeOf(page)).toHaveText(/^4\.[34]\d of 4$/);
  await canvas.click({ position: { x: 300, y: 200 } }); // nothing to hold
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
  expect(await count(page, "--alarm")).toBe(0);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(1);
  await expect(alert).toBeEmpty();
});

test("springs show their strain by colour and width, with a legend, on demand", async ({ page }) => {
  await openStill(page, `?${DEMO}&strain=off`);
  await takeSteps(page, 180);
  const legend = page.getByRole("list", { name: "Springs" });
  await expect(legend).toBeHidden();
  expect(await count(page, "--stretched")).toBe(0);
  await page.getByRole("checkbox", { name: "Strain" }).check();
  await expect(legend.getByRole("listitem")).toHaveCount(5);
  await expect(page).not.toHaveURL(/strain/); // it is on by default
  const widths = await legend
    .locator("[stroke-width]")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("stroke-width")));
  expect(new Set(widths).size).toBe(5);
  expect(await count(page, "--stretched")).toBeGreaterThan(1000);
});

test("a drag takes the nearest mass within reach, and no corner", { tag: "@firefox" }, async ({ page }) => {
  await openStill(page);
  const { x, y } = await placeIn(page.locator("canvas").first(), 0.5, 0.5);
  /**
   * Presses a place, drags it to the right and back, and returns the particle that moved.
   * @param from  px right of the middle
   */
  const dragged = async (from: number) => {
    const before = await read(page, "positions");
    await drag(page, { x: x + from, y }, [60, 0]);
    const after = await read(page, "positions");
    const moved = after.flatMap((place: number, i: number) => (place === before[i] ? [] : [i]));
    await page.keyboard.press("r");
    expect(moved.length).toBe(1);
    return { place: moved[0], metres: after[moved[0]] - before[moved[0]] };
  };
  const first = await dragged(0);
  expect(first.place % 3, "along x").toBe(0);
  const perMetre = 60 / first.metres;
  const columns = ((await dragged(60)).place - first.place) / 3;
  // each press was up to half a spacing from its mass, and so was the first release
  expect(Math.abs(0.2 * columns * perMetre - 60)).toBeLessThan(1.5 * 0.2 * perMetre);
  expect(columns).toBeGreaterThan(2);
  const column = (first.place / 3) % 40;
  const row = Math.floor(first.place / 3 / 40);
  // to the top left corner, up to half a spacing beside it
  await drag(page, { x: x - 0.2 * column * perMetre, y: y - 0.2 * row * perMetre }, [60, 60]);
  expect((await read(page, "positions")).slice(0, 3).map(Math.abs)).toEqual([0, 0, 0]);
});

test("a very large cloth is drawn in part and leaves the page alive", { tag: "@full" }, async ({ page }) => {
  await openStill(page, "?width=250&height=250");
  await page.getByRole("button", { name: "Step ×40" }).click();
  await expect.poll(() => read(page, "time")).toBe(0.02);
  await expect(page.getByRole("button", { name: "Step ×40" })).toHaveAttribute("title", "Key S: 40 steps of 0.0005 s");
  const bits = async () => String(await read(page, "velocities"));
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
  expect(await count(page, "--ink"), "its corners").toBeGreaterThan(50);
});

test("draws the obstacle", async ({ page }) => {
  await openStill(page);
  const none = await count(page, "--line");
  for (const kind of ["ground", "sphere", "box"]) {
    await openStill(page, `?obstacle=${kind}`);
    expect(await count(page, "--line"), kind).toBeGreaterThan(none + 2000);
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

const modes = (page: Page) => page.getByRole("region", { name: "Modes" });

test("a mode of a small cloth is played while the run rests", async ({ page }) => {
  await openStill(page, `?${DEMO}&width=6&height=5`);
  await takeSteps(page, 40);
  await limitTold(page);
  await modes(page).getByRole("button", { name: "Compute modes" }).click();
  await expect(modes(page)).toContainText("Of the state at 0.200 s: 56 modes in the picture's plane; 28 across it");
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

test("a button sets fewer masses, of which modes are computed, and axe finds nothing", async ({ page }) => {
  await openStill(page);
  await modes(page).getByRole("button", { name: "Set 16 × 12 masses" }).click();
  await expect(modes(page).getByRole("button", { name: "Compute modes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(modes(page)).toContainText("380 modes in the picture's plane; 190 across it");
  // axe takes a button that is half under the picture for a small one
  await inLab(page, (lab) => lab.shadowRoot?.querySelector(".lab")?.scrollTo(0, 0));
  expect(await violations(page, "spring-lab")).toEqual([]);
  await fits(page, [360, 1280]);
});
