// The stage: what is on the screen together, at every size, and what fills it.
import { PAGES } from "../tools/pages.js";
import { expect, lessMotion, openDamper, openPage, parameter, pause, read, ready, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

const NAMES = PAGES.map(({ path }) => path.replace("www/", "").replace(".html", ""));

/** The window of a laptop, a phone and a projector. */
const [LAPTOP, PHONE, PROJECTOR] = [
  { width: 1366, height: 768 },
  { width: 360, height: 740 },
  { width: 1920, height: 1080 },
];

/** How much of a part of a laboratory is on the screen, from 0 to 1. @param {Page} page @param {string} part  a selector @param {number} [lab]  which laboratory */
function seen(page, part, lab = 0) {
  return page.evaluate(
    ([part, index]) => {
      const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
      const node = labs[Number(index)].shadowRoot?.querySelector(String(part));
      if (!node) throw new Error(`there is no ${part}`);
      const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
      const across = Math.min(right, innerWidth) - Math.max(left, 0);
      const down = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return (Math.max(across, 0) * Math.max(down, 0)) / (width * height);
    },
    [part, lab],
  );
}

/** What of the first laboratory lies over its picture and play bar, and is none of them. @param {Page} page */
function over(page) {
  return page.evaluate(() => {
    const root = document.querySelector("spring-lab")?.shadowRoot;
    const front = root?.querySelector(".front");
    if (!root || !front) throw new Error("there is no laboratory");
    const { left, top, width, height } = front.getBoundingClientRect();
    const parts = Array.from({ length: 400 }, (_, i) => [(i % 20) + 0.5, Math.floor(i / 20) + 0.5]);
    const nodes = parts.map(([x, y]) => root.elementFromPoint(left + (x * width) / 20, top + (y * height) / 20));
    return nodes.filter((node) => node && !front.contains(node)).map((node) => node?.outerHTML);
  });
}

/** Where the picture is. @param {Page} page */
async function place(page) {
  return page.locator("spring-lab canvas").first().boundingBox();
}

for (const name of NAMES) {
  test(`${name}: picture, play bar, plots and main controls are on one screen, on a phone each control with the picture`, async ({
    page,
  }) => {
    await lessMotion(page); // where things are does not depend on what they show
    await page.setViewportSize(LAPTOP);
    await openPage(page, name);
    for (const size of [LAPTOP, PROJECTOR]) {
      await page.setViewportSize(size);
      for (const part of [".scene", ".play", ".side"]) expect(await seen(page, part), part).toBeGreaterThan(0.99);
      const controls = page.locator("spring-lab").first().locator(".parameters > .controls > *");
      for (const control of await controls.all()) await expect(control).toBeInViewport({ ratio: 0.95 });
      const { width = 0, height = 0 } = (await place(page)) ?? {};
      expect((width * height) / (size.width * size.height), `part of ${size.width} px`).toBeGreaterThan(0.19);
    }
    await page.setViewportSize(PHONE);
    const controls = await page
      .locator("spring-lab")
      .first()
      .locator(".desk :is(input, select)")
      .filter({ visible: true })
      .all();
    expect(controls.length).toBeGreaterThan(2);
    const tops = await page
      .locator("spring-lab")
      .first()
      .locator(".play > .buttons > button")
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size, "rows of buttons").toBe(1);
    for (const control of controls) {
      await control.scrollIntoViewIfNeeded();
      // what is under the picture can be scrolled out from there
      await control.evaluate((node) => node.scrollIntoView({ block: "end" }));
      expect(await seen(page, ".scene")).toBeGreaterThan(0.99);
      expect(await seen(page, ".play")).toBeGreaterThan(0.99);
      await expect(control).toBeInViewport({ ratio: 0.98 }); // a rounded pixel less
    }
    expect(await over(page), "what lies over the picture and the play bar").toEqual([]);
  });
}

test("the stage holds still while the words scroll, and the picture stays with the words on a phone", async ({
  page,
}) => {
  await page.setViewportSize(LAPTOP);
  await openDamper(page);
  const before = await place(page);
  await page.evaluate(() => scrollBy(0, 3000));
  expect(await place(page)).toEqual(before);
  await page.setViewportSize(PHONE);
  await page.locator("article h3").last().scrollIntoViewIfNeeded();
  expect(await seen(page, ".scene")).toBeGreaterThan(0.99);
  expect(await seen(page, ".play")).toBeGreaterThan(0.99);
});

test("each of two laboratories holds the stage while its part is read", async ({ page }) => {
  for (const size of [LAPTOP, PHONE]) {
    await page.setViewportSize(size);
    await openPage(page, "stability");
    for (const [i, lesson] of (await page.locator(".lesson").all()).entries()) {
      const words = await lesson.locator("article h2, article h3").all();
      for (const word of words.slice(size === PHONE ? 1 : 0)) {
        await word.evaluate((node) => node.scrollIntoView({ block: "center" }));
        const shares = [await seen(page, ".scene", 0), await seen(page, ".scene", 1)];
        if (size === PHONE && i === 0 && shares[0] === 0) continue; // words before the laboratory
        expect(shares[i], String(await word.textContent())).toBeGreaterThan(0.5);
      }
    }
  }
});

test("fills the screen by button and by key, with picture and plot side by side, and keeps its state", async ({
  page,
}) => {
  await page.setViewportSize(LAPTOP);
  await openDamper(page, "?damping=2");
  await pause(page);
  const time = await read(page, "time");
  const full = () => page.evaluate(() => document.fullscreenElement?.localName);
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(full).toBe("spring-lab");
  await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  expect(await seen(page, ".side")).toBeGreaterThan(0.99);
  const boxes = await page.evaluate(() => {
    const root = document.querySelector("spring-lab")?.shadowRoot;
    return [".scene", ".side"].map((part) => root?.querySelector(part)?.getBoundingClientRect().toJSON());
  });
  expect(boxes[1].left).toBeGreaterThanOrEqual(boxes[0].right - 1);
  expect(Math.abs(boxes[1].top - boxes[0].top)).toBeLessThan(2);
  await page.keyboard.press("f");
  await expect.poll(full).toBeUndefined();
  await expect(page.getByRole("button", { name: "Full screen", exact: true })).toBeVisible();
  expect(await read(page, "time")).toBe(time);
  expect(await parameter(page, "damping")).toBe(2);
});

test("fills the window where a browser refuses the screen", async ({ page }) => {
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError("not here"));
  });
  await page.setViewportSize(LAPTOP);
  await openDamper(page);
  await page.keyboard.press("f");
  const { width = 0, height = 0 } = (await page.locator("spring-lab").boundingBox()) ?? {};
  expect([width, height]).toEqual([LAPTOP.width, LAPTOP.height]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Full screen", exact: true })).toBeVisible();
  expect((await page.locator("spring-lab").boundingBox())?.width).toBeLessThan(LAPTOP.width);
});

test("is as sharp in full screen, where it is drawn larger", async ({ page }) => {
  await page.setViewportSize(PROJECTOR);
  await openDamper(page);
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  for (const canvas of await page.locator("spring-lab canvas").all()) {
    await expect
      .poll(() =>
        canvas.evaluate((node) => {
          const { width, height } = node.getBoundingClientRect();
          const canvas = /** @type {HTMLCanvasElement} */ (node);
          return Math.max(Math.abs(canvas.width - width), Math.abs(canvas.height - height));
        }),
      )
      .toBeLessThan(2);
  }
});

test("fills a phone's screen to its edges, and no farther", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openDamper(page);
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  const beyond = () =>
    page.evaluate(() => {
      const lab = document.querySelector("spring-lab")?.shadowRoot?.querySelector(".lab");
      return lab ? lab.scrollWidth - lab.clientWidth : Number.NaN;
    });
  await expect.poll(beyond).toBe(0);
  expect(await seen(page, ".scene")).toBeGreaterThan(0.99);
});

/** Runs that change much of what a page shows: all pages, explosions, and what falls on the ground. */
const RUNS = [
  ...NAMES.map((name) => `${name}.html?timeRate=10`),
  "damper.html?timeStepSize=0.7&timeRate=10",
  "cloth.html?timeStepSize=0.005&damping=15",
  "cloth.html?obstacle=ground&fixedParticles=1",
];

for (const address of RUNS) {
  test(`${address}: nothing jumps while it runs`, async ({ page, browserName }) => {
    test.skip(browserName !== "chromium", "Firefox does not tell of what jumps");
    await page.setViewportSize(LAPTOP);
    await page.goto(`www/${address}`);
    await ready(page);
    await page.evaluate(() => {
      const jumps = /** @type {string[]} */ ([]);
      Reflect.set(window, "jumps", jumps);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sources = /** @type {{ node?: Node }[]} */ (Reflect.get(entry, "sources"));
          const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.textContent));
          jumps.push(nodes.map((text) => text?.slice(0, 80)).join(" | "));
        }
      }).observe({ type: "layout-shift" });
    });
    await page.waitForTimeout(2500);
    expect(await page.evaluate(() => Reflect.get(window, "jumps"))).toEqual([]);
  });
}

test("two presses of F, however quick, leave it as it was", async ({ page }) => {
  await openPage(page, "damper");
  const lab = page.locator("spring-lab");
  await lab.evaluate((node) => {
    const lab = /** @type {SpringLab} */ (node);
    const ask = lab.requestFullscreen.bind(lab);
    // a browser that takes its time
    lab.requestFullscreen = () => new Promise((done) => setTimeout(() => ask().then(done), 300));
  });
  await page.keyboard.press("f");
  await page.keyboard.press("f");
  await page.waitForTimeout(600); // it has come by then
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(lab).not.toHaveAttribute("data-full");
});
