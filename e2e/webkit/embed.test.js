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
/** The same folder, with the policy of a careful course. @type {{ origin: string, close: () => void }} */
let strict;

before(async () => {
  folder = new Folder({
    "module.html": html(
      '<div style="display: inline-block"><spring-lab scene="damper" stiffness="8" controls="stiffness"></spring-lab></div>',
    ),
    "reset.html": html(
      '<spring-lab scene="damper" paused></spring-lab>',
      `<script type="module" src="spring-lab.js"></script><style>
        html { font-size: 62.5%; }
        body { font: 30px/4 fantasy; text-transform: uppercase; color: red; }
        * { box-sizing: content-box; margin: 7px; }
        button, label { background: red !important; font-size: 40px !important; }
      </style>`,
    ),
    "classic.html": html('<spring-lab scene="cloth" width="12" height="6"></spring-lab>', CLASSIC),
    "frame.html": html('<iframe sandbox="allow-scripts" src="inner.html" width="700" height="700"></iframe>', ""),
    "inner.html": html(
      '<spring-lab scene="damper"></spring-lab><script>addEventListener("springlab-ready", () => parent.postMessage("ready", "*"))</script>',
      CLASSIC,
    ),
  });
  server = await folder.serve();
  strict = await folder.serve({
    "content-security-policy": "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'",
  });
  page = await Window.open();
});

after(async () => {
  await page?.close();
  server?.close();
  strict?.close();
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

test("needs no more of a policy than WebAssembly", async () => {
  await page.visit(`${strict.origin}/module.html`);
  await page.until(runs);
});

test("is as it is whatever the page's style", async () => {
  await page.visit(`${server.origin}/reset.html`);
  await page.until(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).simulation !== undefined);
  const [size, transform, ground] = await page.ask(() => {
    const label = document.querySelector("spring-lab")?.shadowRoot?.querySelector("label");
    const { fontSize, textTransform, backgroundColor } = getComputedStyle(/** @type {Element} */ (label));
    return [fontSize, textTransform, backgroundColor];
  });
  assert.deepEqual([size, transform, ground], ["14px", "none", "rgba(0, 0, 0, 0)"]);
});

test("removed and put back a thousand times it takes no more memory", async () => {
  await page.visit(`${server.origin}/module.html`);
  await page.until(runs);
  await page.ask(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const sizes = /** @type {number[]} */ ([]);
    const again = async () => {
      for (let i = 0; i < 1000; i++) {
        lab.remove();
        document.body.prepend(lab);
        await lab.open();
        sizes.push(lab.simulation?.positions.buffer.byteLength ?? 0);
      }
      Reflect.set(window, "sizes", sizes);
    };
    again();
  });
  await page.until(() => Reflect.get(window, "sizes") !== undefined);
  const sizes = await page.ask(() => Reflect.get(window, "sizes"));
  assert.equal(new Set(sizes.slice(10)).size, 1);
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
