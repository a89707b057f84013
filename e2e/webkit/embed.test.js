// The element in pages of others, in WebKit.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Folder, html } from "../foreign.js";
import { Window } from "./browser.js";

/** @import { SpringLab } from "../../www/spring-lab.js" */

const CLASSIC = '<script src="spring-lab.classic.js" defer></script>';

/** @type {Window} */
let page;
/** @type {Folder} */
let folder;
/** @type {{ origin: string, close: () => void }} */
let server;

before(async () => {
  folder = new Folder({
    "module.html": html(
      '<div style="display: inline-block"><spring-lab scene="damper" stiffness="8" controls="stiffness"></spring-lab></div>',
    ),
    "classic.html": html('<spring-lab scene="cloth" width="12" height="6"></spring-lab>', CLASSIC),
    "frame.html": html('<iframe sandbox="allow-scripts" src="inner.html" width="700" height="700"></iframe>', ""),
    "inner.html": html(
      '<spring-lab scene="damper"></spring-lab><script>addEventListener("springlab-ready", () => parent.postMessage("ready", "*"))</script>',
      CLASSIC,
    ),
  });
  server = await folder.serve();
  page = await Window.open();
});

after(async () => {
  await page?.close();
  server?.close();
  folder?.remove();
});

/** Whether the first laboratory of the page runs. */
const runs = () => Number(/** @type {SpringLab} */ (document.querySelector("spring-lab")).time) > 0.1;

test("runs from one script, from another origin's folder", async () => {
  await page.visit(`${server.origin}/module.html`);
  await page.until(runs);
  const { width, stiffness } = await page.ask(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return { width: lab.getBoundingClientRect().width, stiffness: lab.get("stiffness") };
  });
  assert.equal(stiffness, 8);
  assert.ok(width > 500, `${width}`);
});

test("opens by a double click, with a worker that finds limits", async () => {
  await page.visit(folder.file("classic.html"));
  await page.until(runs);
  await page.until(() =>
    /limit 0\.0\d+ s/.test(document.querySelector("spring-lab")?.shadowRoot?.querySelector(".desk")?.textContent ?? ""),
  );
});

test("runs in a frame without an origin", async () => {
  await page.visit(`${server.origin}/frame.html`);
  await page.until(() => document.querySelector("iframe") !== null);
  await page.ask(() => {
    addEventListener("message", ({ data }) => Reflect.set(window, "heard", data));
    const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe"));
    frame.src = `${frame.src}`;
  });
  await page.until(() => Reflect.get(window, "heard") === "ready");
});

test("runs alone in the page for frames", async () => {
  await page.visit("embed.html?scene=damper&stiffness=8&show=picture&controls=stiffness");
  await page.until(runs);
  assert.equal(
    await page.ask(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).get("stiffness")),
    8,
  );
});

test("the page for authors shows its examples and lists all scenes", async () => {
  await page.visit("www/embed.html");
  await page.until(runs);
  await page.until(() => document.querySelectorAll("#scenes details").length > 11);
});
