// The site without a network in WebKit, after one visit.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FRONT, PAGES } from "../../tools/pages.js";
import { Window } from "./browser.js";

/** @import { SpringLab } from "../../www/spring-lab.js" */

/** @type {Window} */
let page;

before(async () => {
  page = await Window.open();
});

after(() => page?.close());

test("after one visit every page opens and runs without a network", async () => {
  await page.visit("www/verlet.html");
  await page.until(() => navigator.serviceWorker.controller?.state === "activated");
  await page.disconnect();
  await assert.rejects(
    page.ask(() => fetch("/benchmarks-that-are-not-there")),
    "there is no network",
  );
  for (const { path, name } of PAGES) {
    await page.goTo(path);
    const before = await page.ask(() => {
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      const { time = 0 } = lab;
      lab.step();
      return time;
    });
    await page.until((before) => {
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      return (lab.time ?? 0) > before;
    }, before);
    assert.deepEqual(await page.errors(), [], name);
  }
  await page.visit(FRONT);
  await page.until(() => document.querySelectorAll("a.card, .card a, main a").length > 5);
});
