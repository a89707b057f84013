// The pages without a server in WebKit: from a folder, and all in one file.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { FRONT, PAGES } from "../../tools/pages.js";
import { root } from "../../tools/task.js";
import { Window } from "./browser.js";

/** @import { SpringLab } from "../../www/spring-lab.js" */

/** @type {Window} */
let page;

before(async () => {
  page = await Window.open();
});

after(() => page?.close());

const folder = (/** @type {string} */ path) => pathToFileURL(join(root, "dist/offline", path)).href;
const file = (/** @type {string} */ way) => pathToFileURL(join(root, "dist/springlab.html")).href + way;

/** Whether the laboratories of a page run, with a font for the formulas. @param {string} title */
const runs = (title) => {
  const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
  const going = labs.length > 0 && labs.every((lab) => lab.simulation && (lab.time ?? 0) > 0);
  const fonts = [...document.fonts].map(({ status }) => status);
  return document.title === title && going && fonts.length === 1 && fonts[0] === "loaded";
};

for (const { path, name } of PAGES) {
  test(`${name}: runs from the folder, and from the one file`, async () => {
    for (const address of [folder(path), file(`#${path.replace(/^www\/|\.html$/g, "")}`)]) {
      await page.visit("about:blank"); // another place of the one file is no new page
      await page.visit(address);
      await page.until(() => Reflect.get(document.querySelector("spring-lab") ?? {}, "simulation"));
      const title = await page.ask(() => {
        for (const lab of /** @type {NodeListOf<SpringLab>} */ (document.querySelectorAll("spring-lab"))) lab.step();
        return document.title;
      });
      assert.match(title, /Springlab/);
      await page.until(runs, title);
    }
  });
}

test("a worker finds limits", async () => {
  for (const address of [folder("www/cloth.html"), file("#cloth")]) {
    await page.visit("about:blank");
    await page.visit(address);
    await page.until(() => /limit 0\.0\d+ s/.test(document.querySelector("spring-lab")?.shadowRoot?.textContent ?? ""));
  }
});

test("the pages lead to each other", async () => {
  for (const address of [folder(FRONT), file("")]) {
    await page.visit("about:blank");
    await page.visit(address);
    await page.until(() => /pictures/.test(document.querySelector("main button")?.textContent ?? ""));
    await page.ask(() => /** @type {HTMLElement} */ (document.querySelector(".card a")).click());
    await page.until(() => document.title.startsWith("Mass on a spring"));
    await page.until(() => Reflect.get(document.querySelector("spring-lab") ?? {}, "simulation"));
    await page.ask(() =>
      /** @type {HTMLElement} */ (document.querySelector('nav a:is([href$="pair.html"], [href$="#pair"])')).click(),
    );
    await page.until(() => document.title.startsWith("Two nodes"));
    await page.until(() => Reflect.get(document.querySelector("spring-lab") ?? {}, "simulation"));
  }
});
