// The stage beside the words and in full screen. e2e/pages.spec.ts tests what is on one screen.

import type { Page } from "@playwright/test";
import { PAGES } from "../tools/pages.js";
import type { SpringLab } from "../www/spring-lab.ts";
import {
  drag,
  expect,
  frames,
  inLab,
  lessMotion,
  massOnScreen,
  openDamper,
  openPage,
  parameter,
  pause,
  read,
  ready,
  seen,
  test,
} from "./lab.ts";

const NAMES = PAGES.map(({ path }) => path.replace("www/", "").replace(".html", ""));

/** The windows of a laptop, a projector and a phone. */
const LAPTOP = { width: 1366, height: 768 };
const PROJECTOR = { width: 1920, height: 1080 };
const PHONE = { width: 360, height: 740 };

/** The picture's box. */
async function place(page: Page) {
  return page.locator("spring-lab canvas").first().boundingBox();
}

test("the stage holds still while the words scroll, and the picture stays with the words on a phone", {
  tag: "@firefox",
}, async ({ page }) => {
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

test("each of several laboratories holds the stage while its part is read", async ({ page }) => {
  for (const size of [LAPTOP, PHONE]) {
    await page.setViewportSize(size);
    await openPage(page, "stability");
    for (const [i, lesson] of (await page.locator(".lesson").all()).entries()) {
      const words = await lesson.locator("article h2:not(summary h2), article h3").all();
      for (const word of words.slice(size === PHONE ? 1 : 0)) {
        await word.evaluate((node) => node.scrollIntoView({ block: "center" }));
        const share = await seen(page, ".scene", i);
        if (size === PHONE && i === 0 && share === 0) continue; // words before the laboratory
        expect(share, String(await word.textContent())).toBeGreaterThan(0.5);
      }
    }
  }
});

test("fills the screen by button and by key, sharp, with picture and plot side by side, and keeps its state", {
  tag: "@firefox",
}, async ({ page }) => {
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
  const blur = () =>
    page.locator("spring-lab canvas:visible").evaluateAll((nodes) =>
      nodes.map((node) => {
        const { width, height } = node.getBoundingClientRect();
        const canvas = node as HTMLCanvasElement;
        return Math.max(Math.abs(canvas.width - width), Math.abs(canvas.height - height));
      }),
    );
  await expect.poll(async () => Math.max(...(await blur())), "canvas pixels beside CSS px").toBeLessThan(2);
  await page.keyboard.press("f");
  await expect.poll(full).toBeUndefined();
  await expect(page.getByRole("button", { name: "Full screen", exact: true })).toBeVisible();
  expect(await read(page, "time")).toBe(time);
  expect(await parameter(page, "damping")).toBe(2);
});

test("a view that is shown large by keys fills the large place, and the picture is dragged in a small one", {
  tag: "@firefox",
}, async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await openDamper(page);
  await pause(page);
  const large = await place(page);
  const button = page.getByRole("button", { name: "Show large: plot of energy" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toBeFocused();
  const plot = await page.locator(".plot").boundingBox();
  expect([plot?.x, plot?.width]).toEqual([large?.x, large?.width]);
  const before = await read(page, "positions");
  await drag(page, await massOnScreen(page), [20, 10]);
  expect(await read(page, "positions")).not.toEqual(before);
  await page.keyboard.press("f");
  expect(await seen(page, ".side")).toBeGreaterThan(0.99);
  await page.keyboard.press("f");
  await page.getByRole("button", { name: "Show large: picture" }).click();
  await expect.poll(() => place(page)).toEqual(large);
  await expect(button).toBeFocused();
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

/** Runs that change much on a page: all pages, explosions, and a cloth that falls on the ground. */
const RUNS = [
  ...NAMES.map((name) => `${name}.html?timeRate=10`),
  "damper.html?timeStepSize=0.7&timeRate=10",
  "cloth.html?timeStepSize=0.005&damping=15",
  "cloth.html?obstacle=ground&fixedParticles=1",
];

for (const address of RUNS) {
  test(`${address}: no part of the page shifts while it runs`, { tag: "@full" }, async ({ page, browserName }) => {
    test.skip(browserName !== "chromium", "Firefox does not report layout shifts");
    await page.setViewportSize(LAPTOP);
    await page.goto(`www/${address}`);
    await ready(page);
    await page.evaluate(() => {
      const jumps = [] as string[];
      Reflect.set(window, "jumps", jumps);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sources = Reflect.get(entry, "sources") as { node?: Node }[];
          const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.textContent));
          jumps.push(nodes.map((text) => text?.slice(0, 80)).join(" | "));
        }
      }).observe({ type: "layout-shift" });
    });
    await page.waitForTimeout(2500);
    expect(await page.evaluate(() => Reflect.get(window, "jumps"))).toEqual([]);
  });
}

/** Numbers of bluish pixels that the buttons of the picture cover. */
const covered = (page: Page) =>
  inLab(page, ({ shadowRoot }) => {
    const canvas = shadowRoot?.querySelector(".scene > .picture canvas") as HTMLCanvasElement;
    const { left, top } = canvas.getBoundingClientRect();
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const buttons = [...(shadowRoot?.querySelectorAll(".scene > .picture button:not(.swap), .full") ?? [])];
    return buttons
      .map((button) => button.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map((box) => {
        const place = [box.left - left, box.top - top, box.width, box.height].map(Math.round);
        const bytes = copy?.getImageData(place[0], place[1], place[2], place[3]).data;
        return bytes?.filter((blue, i) => i % 4 === 2 && blue > bytes[i - 2] + 6).length;
      });
  });

// nothing but the cloth is bluish; that in the plane is lowest after 0.92 s
for (const { name, query, time, buttons } of [
  { name: "drape", query: "?obstacle=box&width=30&height=30", time: 2, buttons: 8 },
  { name: "cloth", query: "?strain=off", time: 0.92, buttons: 4 },
]) {
  test(`${name}: no button lies over the cloth on a phone, on a laptop and on a projector`, async ({ page }) => {
    await lessMotion(page);
    for (const window of [PHONE, LAPTOP, PROJECTOR]) {
      await page.setViewportSize(window);
      await openPage(page, name, query);
      const advance = (lab: SpringLab, time: number) => {
        while (Number(lab.time) < time) lab.step();
      };
      await inLab(page, advance, time);
      await frames(page, 2);
      expect(await covered(page), `${window.width} px`).toEqual(Array(buttons).fill(0));
    }
  });
}

test("a second press of F takes back the first one that the browser has not answered yet", async ({ page }) => {
  await openPage(page, "damper");
  const lab = page.locator("spring-lab");
  await lab.evaluate((node) => {
    const lab = node as SpringLab;
    const ask = lab.requestFullscreen.bind(lab);
    lab.requestFullscreen = () =>
      new Promise((done) => {
        Reflect.set(window, "answer", async () => {
          await ask();
          done();
        });
      });
  });
  await page.keyboard.press("f");
  await page.keyboard.press("f");
  await page.evaluate(() => Reflect.get(window, "answer")());
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(lab).not.toHaveAttribute("data-full");
});
