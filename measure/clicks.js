// npm run clicks -- SECONDS: the delay of clicks on built pages whose computations take seconds, in
// headless Chromium.

import { main } from "../tools/task.js";
import { onSite, seconds } from "./site.js";
import { markdown, origin, report } from "./tables.js";

/** @import { Browser } from "@playwright/test" */

/**
 * Steps that take seconds (Newton's method, sweeps), and the analysis of an exploded cloth of a
 * million masses.
 */
const PAGES = [
  "www/cloth.html?width=200&height=200&method=implicit-euler&solver=newton&stiffness=100000000&timeStepSize=0.1",
  "www/verlet.html?shape=cloth&width=200&height=200&sweeps=1000",
  "www/cloth.html?width=1000&height=1000&timeStepSize=0.05",
];

/** Time between clicks in ms, whether or not the page has answered. */
const PAUSE = 230;

/** Longest time for a page to open, and to answer the last click, in ms. */
const TIMEOUT_MS = 120_000;

/** Position of the clicks in px. */
const PLACE = { x: 10, y: 10 };

await main(async () => {
  const [text = "60"] = process.argv.slice(2);
  const time = seconds(text);
  await onSite(async (browser, root) => {
    const head = ["page", "clicks", ...["answered", "seen"].flatMap((what) => [`${what}, median`, "95 %", "longest"])];
    const rows = [];
    for (const path of PAGES) rows.push(await clicked(browser, root, path, time));
    report("clicks", origin(`Chromium ${browser.version()}, ${time} s`) + markdown(head, rows));
  });
});

/**
 * The row of a page.
 * @param {Browser} browser @param {string} root @param {string} path @param {number} time  in s
 */
async function clicked(browser, root, path, time) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(listen, PLACE);
  await page.goto(root + path, { timeout: TIMEOUT_MS });
  await page.waitForFunction(() => Reflect.get(window, "clicks"), undefined, { timeout: TIMEOUT_MS });
  const count = Math.ceil((1000 * time) / PAUSE);
  for (let i = 0; i < count; i++) {
    // a click doesn't wait for the answer to the one before, which would hide long delays
    for (const type of /** @type {const} */ (["mousePressed", "mouseReleased"])) {
      session.send("Input.dispatchMouseEvent", { type, ...PLACE, button: "left", clickCount: 1 }).catch(() => {});
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  const seen = (/** @type {number} */ count) => Reflect.get(window, "clicks").length === count;
  await page.waitForFunction(seen, count, { timeout: TIMEOUT_MS });
  const times = /** @type {[number, number][]} */ (await page.evaluate(() => Reflect.get(window, "clicks")));
  await page.close();
  return [path, count, ...[0, 1].flatMap((kind) => cells(times.map((time) => time[kind])))];
}

/** Median, 95th percentile and maximum. @param {number[]} times  in ms */
function cells(times) {
  const sorted = times.sort((a, b) => a - b);
  return [0.5, 0.95, 1].map((part) => `${(sorted[Math.ceil(part * sorted.length) - 1] ?? 0).toFixed(0)} ms`);
}

/**
 * In the page: puts a button above all else that notes, for each click, the delay of its listener
 * and of the next painted frame, in ms.
 * @param {typeof PLACE} place
 */
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
      // a frame is painted after its callbacks, and timers run after that
      requestAnimationFrame(() => setTimeout(() => clicks.push([answered, performance.now() - timeStamp])));
    });
  });
}
