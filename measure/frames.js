// npm run frames -- SECONDS: the rate of each built page in headless Chromium, in simulated per
// real time, and the cost of its frames (steps, drawing and readouts together); then how large
// cloths run during that time.

import { main } from "../tools/task.js";
import { onSite, seconds } from "./site.js";
import { markdown, origin, report } from "./tables.js";

/** @import { Browser, CDPSession, Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.ts" */

/** Time in ms for a page's code to be compiled. */
const WARM_UP = 3000;

/** Time in ms for which a page is watched after that. */
const WATCH = 5000;

/** Cloths of a million springs or masses. */
const LARGE_CLOTHS = [
  "www/cloth.html?width=500&height=500",
  "www/cloth.html?width=1000&height=1000",
  "www/drape.html?width=400&height=400",
];

/** Longest time until a large cloth runs, in ms. */
const TIMEOUT_MS = 60_000;

await main(async () => {
  const [text = String(WATCH / 1000)] = process.argv.slice(2);
  const time = seconds(text);
  const { FRONT, PAGES } = await import("../tools/pages.js");
  await onSite(async (browser, root) => {
    const version = `Chromium ${browser.version()}`;
    const rows = [];
    for (const path of [FRONT, ...PAGES.map((page) => page.path)]) {
      const page = await open(browser, root + path);
      await page.evaluate(start);
      const begin = performance.now();
      const costs = await watched(page, WATCH);
      const passed = (performance.now() - begin) / 1000;
      const achieved = (await page.evaluate(rate)).toFixed(2);
      const frames = (costs.length / passed).toFixed(1);
      rows.push([path, achieved, frames, ...[0.5, 0.95, 1].map((part) => cost(costs, part))]);
      await page.close();
    }
    report(
      "frames",
      origin(version) + markdown(["page", "rate", "frames a second", "median", "95 %", "longest"], rows),
    );
    const head = ["page", "springs", "frames a second", "a frame, median", "95 %", "motion a second"];
    const others = [];
    for (const path of LARGE_CLOTHS) others.push(await large(browser, root, path, 1000 * time));
    const table = markdown([...head, "memory at first", "at the end"], others);
    report("large frames", origin(`${version}, ${time} s`) + table);
  });
});

/** @param {Browser} browser @param {string} address */
async function open(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(watch);
  await page.goto(address);
  await page.waitForTimeout(WARM_UP);
  return page;
}

/** Costs of all frames in ms, in ascending order. @param {Page} page @param {number} time  in ms */
async function watched(page, time) {
  await page.evaluate(() => Reflect.get(window, "frameCosts").clear());
  await page.waitForTimeout(time);
  const costs = await page.evaluate(() => [
    .../** @type {Map<number, number>} */ (Reflect.get(window, "frameCosts")).values(),
  ]);
  return costs.sort((a, b) => a - b);
}

/** @param {number[]} costs @param {number} part */
function cost(costs, part) {
  return `${(costs[Math.floor(part * (costs.length - 1))] ?? 0).toFixed(1)} ms`;
}

/**
 * The row of a large cloth.
 * @param {Browser} browser @param {string} root @param {string} path @param {number} time  in ms
 */
async function large(browser, root, path, time) {
  const page = await open(browser, root + path);
  const session = await page.context().newCDPSession(page);
  await page.waitForFunction(moved, undefined, { timeout: TIMEOUT_MS });
  const before = await page.evaluate(moved);
  const first = await memory(page, session);
  const begin = performance.now();
  const costs = await watched(page, time);
  const passed = (performance.now() - begin) / 1000;
  const after = await page.evaluate(moved);
  const last = await memory(page, session);
  const springs = await page.evaluate(
    () => /** @type {SpringLab} */ (document.querySelector("spring-lab")).simulation?.system.restLengths.length,
  );
  await page.close();
  const motion = `${((1000 * (after - before)) / passed).toPrecision(2)} ms`;
  const rate = (costs.length / passed).toFixed(1);
  return [path, Number(springs), rate, cost(costs, 0.5), cost(costs, 0.95), motion, first, last];
}

/** In the page: starts the first laboratory and watches its time, also over restarts. */
function start() {
  const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
  lab.play();
  /** Sum of simulated time in s, from the first to the last moment in ms at which it moved. */
  const passed = { sum: 0, first: 0, last: 0 };
  let before = Number(lab.time);
  setInterval(() => {
    const time = Number(lab.time);
    if (time === before) return;
    passed.last = performance.now();
    if (passed.first === 0) passed.first = passed.last;
    else passed.sum += Math.max(time - before, 0);
    before = time;
  }, 5);
  Reflect.set(window, "passed", passed);
}

/** In the page: the rate since `start`, relative to the chosen one. */
function rate() {
  const { sum, first, last } = Reflect.get(window, "passed");
  const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
  return sum / ((last - first) / 1000) / Number(lab.get("timeRate"));
}

/** In the page: simulated time in s. */
function moved() {
  return Number(/** @type {SpringLab} */ (document.querySelector("spring-lab")).time);
}

/** Memory of the engine, and of scripts in use. @param {Page} page @param {CDPSession} session */
async function memory(page, session) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const engine = await page.evaluate(
    () => /** @type {SpringLab} */ (document.querySelector("spring-lab")).simulation?.positions.buffer.byteLength ?? 0,
  );
  return `${(engine / 1e6).toFixed(0)} + ${(usedSize / 1e6).toFixed(0)} MB`;
}

/** In the page: sums the time of all callbacks of each frame. */
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
