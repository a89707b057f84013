// npm run frames: what a frame of each built page costs in headless Chromium, steps, drawing and readouts together.
import { main } from "./task.js";

/** How long each page is watched, in ms, once its code is compiled. */
const [WARM_UP, WATCH] = [3000, 5000];

await main(async () => {
  const { chromium: playwright } = await import("@playwright/test");
  const { preview } = await import("vite");
  const { chromium } = await import("./browsers.js");
  const { FRONT, PAGES } = await import("./pages.js");
  const server = await preview({ logLevel: "warn", preview: { port: 0 } });
  const browser = await playwright.launch(chromium.launchOptions);
  console.log("| page | median | 95 % | longest |\n|---|--:|--:|--:|");
  for (const path of [FRONT, ...PAGES.map((page) => page.path)]) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(watch);
    await page.goto(`${server.resolvedUrls?.local[0]}${path}`);
    await page.waitForTimeout(WARM_UP);
    await page.evaluate(() => Reflect.get(window, "frameCosts").clear());
    await page.waitForTimeout(WATCH);
    const costs = await page.evaluate(() => [
      .../** @type {Map<number, number>} */ (Reflect.get(window, "frameCosts")).values(),
    ]);
    costs.sort((a, b) => a - b);
    const at = (/** @type {number} */ part) => `${(costs[Math.floor(part * (costs.length - 1))] ?? 0).toFixed(1)} ms`;
    console.log(`| ${path} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
    await page.close();
  }
  await browser.close();
  await server.close();
});

/** Adds up, for each frame, the time that its callbacks take. */
function watch() {
  const frames = new Map();
  Reflect.set(window, "frameCosts", frames);
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      const start = performance.now();
      callback(now);
      frames.set(now, (frames.get(now) ?? 0) + performance.now() - start);
    });
}
