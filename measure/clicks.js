// npm run clicks -- SECONDS: how soon pages answer clicks while they compute what takes seconds, in headless Chromium, on built pages.

import { main } from "../tools/task.js";
import { onSite, seconds } from "./site.js";

/** @import { Browser } from "@playwright/test" */

/** A step that takes seconds by Newton's method or by sweeps, and an explosion of a million masses that is to be explained. */
const PAGES = [
  "www/cloth.html?width=200&height=200&method=implicit-euler&solver=newton&stiffness=100000000&timeStepSize=0.1",
  "www/verlet.html?shape=cloth&width=200&height=200&sweeps=1000",
  "www/cloth.html?width=1000&height=1000&timeStepSize=0.05",
];

/** From one click to the next, whether the page has answered or not, in ms. */
const PAUSE = 230;

/** Until a page is there, and until it has answered the last click, it may take so long, in ms. */
const PATIENCE = 120_000;

/** Where clicks go, in px. */
const PLACE = { x: 10, y: 10 };

await main(async () => {
  const [, , text = "60"] = process.argv;
  const time = seconds(text);
  await onSite(async (browser, root) => {
    console.log(`Clicks for ${time} s, from when the laboratory is there:\n`);
    console.log("| page | clicks | answered after, median | 95 % | longest | seen after, median | 95 % | longest |");
    console.log("|---|--:|--:|--:|--:|--:|--:|--:|");
    for (const path of PAGES) console.log(await clicked(browser, root, path, time));
  });
});

/** The line of a page. @param {Browser} browser @param {string} root @param {string} path @param {number} time  in s */
async function clicked(browser, root, path, time) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(listen, PLACE);
  await page.goto(root + path, { timeout: PATIENCE });
  await page.waitForFunction(() => Reflect.get(window, "clicks"), undefined, { timeout: PATIENCE });
  const count = Math.ceil((1000 * time) / PAUSE);
  for (let i = 0; i < count; i++) {
    // none waits for the one before: whoever waits sees long times once and short ones often
    for (const type of /** @type {const} */ (["mousePressed", "mouseReleased"])) {
      session.send("Input.dispatchMouseEvent", { type, ...PLACE, button: "left", clickCount: 1 }).catch(() => {});
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  const seen = (/** @type {number} */ count) => Reflect.get(window, "clicks").length === count;
  await page.waitForFunction(seen, count, { timeout: PATIENCE });
  const times = /** @type {[number, number][]} */ (await page.evaluate(() => Reflect.get(window, "clicks")));
  await page.close();
  return `| ${path} | ${count} | ${[0, 1].map((kind) => row(times.map((time) => time[kind]))).join(" | ")} |`;
}

/** Median, 95 % and the longest. @param {number[]} times  in ms */
function row(times) {
  const sorted = times.sort((a, b) => a - b);
  return [0.5, 0.95, 1]
    .map((part) => `${(sorted[Math.ceil(part * sorted.length) - 1] ?? 0).toFixed(0)} ms`)
    .join(" | ");
}

/** In the page: a button above all else that notes, for each click, when it is answered and when that can be seen, in ms. @param {typeof PLACE} place */
function listen({ x, y }) {
  document.addEventListener("springlab-ready", () => {
    if (Reflect.get(window, "clicks")) return;
    const clicks = /** @type {[number, number][]} */ ([]);
    Reflect.set(window, "clicks", clicks);
    const button = document.createElement("button");
    Object.assign(button.style, {
      position: "fixed",
      left: 0,
      top: 0,
      width: `${2 * x}px`,
      height: `${2 * y}px`,
      zIndex: 99,
    });
    document.body.append(button);
    button.addEventListener("click", ({ timeStamp }) => {
      const answered = performance.now() - timeStamp;
      // after a frame's callbacks it is painted, and then comes what waits
      requestAnimationFrame(() => setTimeout(() => clicks.push([answered, performance.now() - timeStamp])));
    });
  });
}
