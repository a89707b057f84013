// Two laboratories on one page: drags, the choice of methods, and forced colours.

import type { Page } from "@playwright/test";
import {
  drag,
  expect,
  inLab,
  lessMotion,
  massOnScreen,
  openPage,
  picture,
  placeIn,
  takeSteps,
  test,
  violations,
} from "./lab.ts";

const DECAY = 0;
const ROTATION = 1;

/** Opens the page with the clocks stopped at t = 0. */
async function open(page: Page, query?: string) {
  await lessMotion(page);
  await openPage(page, "stability", query);
}

const laboratory = (page: Page, index: number) => page.locator("spring-lab").nth(index);

/** Takes steps as the button does, and waits until they are shown. */
async function steps(page: Page, lab: number, count: number) {
  await laboratory(page, lab).scrollIntoViewIfNeeded();
  await takeSteps(page, count, lab);
  await seen(page, lab);
}

/**
 * Waits until a laboratory shows the present: one that has just come into view draws only when the
 * browser reports it. The clock is written after picture and legend.
 */
async function seen(page: Page, lab: number) {
  const state = ({ time, simulation } = {} as any) => [Number(time), simulation.get("timeStepSize")];
  const [time, step] = await inLab(page, state, undefined, lab);
  const shown = async () =>
    Number.parseFloat((await laboratory(page, lab).getByLabel("Current time").textContent()) ?? "");
  await expect.poll(async () => Math.abs((await shown()) - time)).toBeLessThan(step / 2);
}

/** x, y of the chosen method's point. */
function point(page: Page, lab: number): Promise<number[]> {
  const place = ({ simulation } = {} as any) => [simulation.positions[0], simulation.positions[1]];
  return inLab(page, place, undefined, lab);
}

/** Visible entries of the legend, by label. */
async function legend(page: Page, lab: number) {
  const texts = await laboratory(page, lab)
    .locator(".legend li:visible")
    .evaluateAll((items) => items.map((item) => ["span", "output"].map((tag) => item.querySelector(tag)?.textContent)));
  return Object.fromEntries(texts);
}

test("both laboratories run as soon as they are in view", { tag: "@firefox" }, async ({ page }) => {
  await openPage(page, "stability");
  for (const lab of [DECAY, ROTATION]) {
    await laboratory(page, lab).scrollIntoViewIfNeeded();
    const time = () => inLab(page, ({ simulation }) => simulation?.time ?? 0, undefined, lab);
    await expect.poll(time).toBeGreaterThan(0.3);
  }
});

test("x is dragged up and down, while time stands still, and moved by keys", async ({ page }) => {
  await open(page, "?decay.timeStepSize=0.5&decay.region=off");
  await steps(page, DECAY, 2);
  const from = await massOnScreen(page, DECAY);
  await drag(page, { x: from.x + 3, y: from.y }, [37, -40], { held: true });
  const canvas = laboratory(page, DECAY).locator("canvas[role=application]").first();
  await expect(canvas).toHaveAccessibleDescription(/It is held\.$/);
  await page.mouse.up();
  const [x, y] = await point(page, DECAY);
  expect(x).toBeGreaterThan(0.4);
  expect(y).toBe(0);
  const to = await massOnScreen(page, DECAY);
  expect(to.y - (from.y - 40)).toBeLessThan(2);
  expect(Math.abs(to.x - from.x), "time stands still").toBeLessThan(1);
  await canvas.focus();
  await page.keyboard.press("ArrowUp");
  expect((await point(page, DECAY))[0]).toBeCloseTo(x + 0.1, 12);
  await steps(page, DECAY, 1);
  expect((await point(page, DECAY))[0]).toBeCloseTo(0.5 * (x + 0.1), 12);
});

test("every method of the scene has a box and a line of its own, by its dash alone where colours are forced", async ({
  page,
  browserName,
}) => {
  await open(page);
  const lab = laboratory(page, ROTATION);
  const methods = ({ parameters = [] as any[] }) => {
    const method = parameters.find(({ key }) => key === "method");
    return method.options as { value: string; label: string }[];
  };
  const lines = await inLab(page, methods, undefined, ROTATION);
  for (const { label } of lines.filter(({ value }) => value !== "exact")) {
    await lab.getByRole("checkbox", { name: `+ ${label}`, exact: true }).check();
  }
  await expect.poll(async () => Object.keys(await legend(page, ROTATION)).length).toBe(lines.length);
  const looks = await lab
    .locator(".legend li:visible svg path")
    .evaluateAll((paths) =>
      paths.map((path) => `${getComputedStyle(path).stroke} ${path.getAttribute("stroke-dasharray")}`),
    );
  expect(looks).toHaveLength(lines.length);
  for (const look of looks) expect(look).not.toContain("none");
  expect(new Set(looks).size).toBe(looks.length);
  if (browserName !== "chromium") return; // a test can't force colours in Firefox
  const { own, system } = await forced(page);
  expect(new Set(own["--panel"]), "halos").toEqual(new Set([system.Canvas]));
  expect(own["--ink"]).toEqual([system.CanvasText]);
  expect(own["--accent"]).toEqual([system.LinkText]);
  expect(own["--on-accent"], "numbers on discs").toEqual([system.Canvas]);
  expect(new Set([system.Canvas, system.CanvasText, system.LinkText]).size).toBe(3);
  const plots = await page.locator("spring-lab .plot .legend").evaluateAll((legends) =>
    legends.map((legend) =>
      [...legend.querySelectorAll("li:not([hidden]) path")].map((path) => ({
        stroke: getComputedStyle(path).stroke,
        dash: String(path.getAttribute("stroke-dasharray")),
      })),
    ),
  );
  expect(plots.map((curves) => curves.length)).toEqual([2, lines.length]);
  for (const curves of plots) {
    for (const { stroke } of curves) expect([system.CanvasText, system.LinkText]).toContain(stroke);
    expect(new Set(curves.map(({ dash }) => dash)).size, "dashes").toBe(curves.length);
  }
  const rails = await page.locator("spring-lab .gauged > .rail").evaluateAll((nodes) =>
    nodes.map((node) => {
      const { forcedColorAdjust, backgroundImage } = getComputedStyle(node);
      return [forcedColorAdjust, ...(backgroundImage.match(/\brgb\([^)]*\)/g) ?? [])];
    }),
  );
  expect(rails.length).toBeGreaterThan(1);
  for (const rail of rails) {
    expect(rail[0]).toBe("none");
    expect(rail, "plain, and stripes").toEqual(
      expect.arrayContaining([system.CanvasText, system.LinkText, system.Canvas]),
    );
  }
});

/** Forces the system's colours on the page. Returns the colours of roles, and the system's. */
async function forced(page: Page) {
  await page.emulateMedia({ forcedColors: "active" });
  const exact = page.locator("spring-lab .legend path[style*='--exact']").first();
  await exact.scrollIntoViewIfNeeded(); // out of view it is not drawn
  await expect(exact).not.toHaveAttribute("stroke-dasharray", "");
  return page.evaluate(() => {
    const probe = document.createElement("span");
    probe.style.forcedColorAdjust = "none";
    const colour = (parent: Element, text: string) => {
      parent.append(probe);
      probe.style.color = text;
      return getComputedStyle(probe).color;
    };
    const roots = [...document.querySelectorAll("spring-lab")].map((lab) => lab.shadowRoot?.firstElementChild);
    const roles = ["--panel", "--ink", "--accent", "--on-accent"].map((role) => [
      role,
      [...new Set(roots.map((root) => colour(root as Element, `var(${role})`)))],
    ]);
    const names = ["Canvas", "CanvasText", "LinkText"].map((name) => [name, colour(document.body, name)]);
    probe.remove();
    return {
      own: Object.fromEntries(roles) as Record<string, string[]>,
      system: Object.fromEntries(names) as Record<string, string>,
    };
  });
}

test("a box adds a method with its run so far, and removes it", async ({ page }) => {
  await open(page);
  const lab = laboratory(page, ROTATION);
  await steps(page, ROTATION, 10);
  expect(Object.keys(await legend(page, ROTATION))).toEqual([
    "Explicit Euler",
    "Runge-Kutta 4",
    "Implicit Euler",
    "exact",
  ]);
  const before = await picture(page, ROTATION);
  await lab.getByRole("checkbox", { name: "+ Runge-Kutta 2" }).check();
  await expect.poll(async () => (await legend(page, ROTATION))["Runge-Kutta 2"]).toBe("1 m");
  expect(await picture(page, ROTATION)).not.toBe(before);
  await lab.getByRole("checkbox", { name: "+ Runge-Kutta 2" }).uncheck();
  await expect.poll(() => picture(page, ROTATION)).toBe(before);
  await lab.getByRole("checkbox", { name: "+ Implicit Euler" }).uncheck();
  await expect.poll(async () => Object.keys(await legend(page, ROTATION))).not.toContain("Implicit Euler");
});

test("a link goes inside a step, by keys from stage to stage and into the next step @firefox", async ({ page }) => {
  await open(page);
  await page.getByRole("link", { name: "through one step" }).click();
  const lab = laboratory(page, ROTATION);
  const panel = lab.getByRole("application", { name: /^Inside a step/ });
  await panel.scrollIntoViewIfNeeded();
  await panel.focus();
  await page.keyboard.press("Home");
  await expect(panel).toHaveAccessibleDescription(/^1 of 6\. Before the step/);
  for (let stage = 1; stage <= 4; stage++) {
    await page.keyboard.press("ArrowRight");
    await expect(panel).toHaveAccessibleDescription(new RegExp(`Stage ${stage}: .*k${"₁₂₃₄"[stage - 1]} = f`));
  }
  expect(await violations(page)).toEqual([]);
  const time = () => inLab(page, (lab) => lab.time, undefined, ROTATION);
  const before = await time();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await expect(panel).toHaveAccessibleDescription(/^1 of 6/);
  expect(await time()).toBeCloseTo(Number(before) + 1, 9);
});

test("a legend that is longer than its place is scrolled by keys", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page);
  const list = laboratory(page, ROTATION).getByRole("list", { name: "Legend" });
  await expect(list).toHaveAttribute("tabindex", "0");
  expect(await violations(page)).toEqual([]);
  await list.focus();
  await page.keyboard.press("End");
  await expect.poll(() => list.evaluate((node) => node.scrollTop)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1920, height: 1200 }); // all entries fit
  await expect(list).not.toHaveAttribute("tabindex");
});

test("a link shows the stability region, where a point is dragged, and moved by keys @firefox", async ({ page }) => {
  await open(page);
  await page.getByRole("link", { name: "Drag the point" }).click();
  const region = laboratory(page, DECAY).getByRole("application", { name: /^Stability region/ });
  await expect(region).toBeVisible();
  await region.scrollIntoViewIfNeeded();
  await expect(region).toHaveAccessibleDescription(/with 1 point\. The largest factor per step is 0\.5/);
  const middle = await placeIn(region, 0.5, 0.5);
  const box = await region.boundingBox();
  const scale = Math.min((box?.width ?? 0) / 6, (box?.height ?? 0) / 6.4);
  await drag(page, { x: middle.x + scale, y: middle.y }, [-2 * scale, 0]); // from z = −0.5 to −2.5
  const rate = () => inLab(page, (lab) => Number(lab.get("rate")), undefined, DECAY);
  expect(await rate()).toBeCloseTo(5, 1);
  await expect(region).toHaveAccessibleDescription(/is 1\.5\d?, at −2\.5\d?, 0: it grows/); // to a pixel
  await region.focus();
  await page.keyboard.press("ArrowRight");
  expect(await rate()).toBeCloseTo(4.8, 1);
  expect(await violations(page)).toEqual([]);
});
