// The element in other pages and the pages without a server, in WebKit. They need a whole build.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../tools/task.js";
import type { SpringLab } from "../../www/spring-lab.ts";
import { Folder, html } from "../foreign.ts";
import { Window } from "./browser.ts";

const CLASSIC = '<script src="spring-lab.classic.js" defer></script>';

/** Policy that a careful course may have. */
const POLICY = "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; frame-src 'self'";

const folder = new Folder({
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

let page: Window;
let server: { origin: string; close: () => void };
/** Server of the same folder with `POLICY`. */
let strict: { origin: string; close: () => void };

before(async () => {
  server = await folder.serve();
  strict = await folder.serve({ "content-security-policy": POLICY });
  page = await Window.open();
});

after(async () => {
  await page?.close();
  server?.close();
  strict?.close();
  folder.remove();
});

/** True if the first laboratory of the page runs. */
const runs = () => Number((document.querySelector("spring-lab") as SpringLab | null)?.time) > 0.1;

/** Waits until a worker has found the step limit of the cloth. */
const limitFound = () =>
  page.until(() => /limit 0\.0\d+ s/.test(document.querySelector("spring-lab")?.shadowRoot?.textContent ?? ""));

test("it runs from one script, also under a policy that allows WebAssembly alone", async () => {
  await page.visit(`${server.origin}/module.html`);
  await page.until(runs);
  const { width, stiffness } = await page.ask(() => {
    const lab = document.querySelector("spring-lab") as SpringLab;
    return { width: lab.getBoundingClientRect().width, stiffness: lab.get("stiffness") };
  });
  assert.equal(stiffness, 8);
  assert.ok(width > 500, `${width}`);
  await page.visit(`${strict.origin}/module.html`);
  await page.until(runs);
});

test("the page's style does not change its own", async () => {
  await page.visit(`${server.origin}/reset.html`);
  await page.until(() => (document.querySelector("spring-lab") as SpringLab | null)?.simulation);
  const [size, transform, ground] = await page.ask(() => {
    const label = document.querySelector("spring-lab")?.shadowRoot?.querySelector("label");
    const { fontSize, textTransform, backgroundColor } = getComputedStyle(label as Element);
    return [fontSize, textTransform, backgroundColor];
  });
  assert.deepEqual([size, transform, ground], ["14px", "none", "rgba(0, 0, 0, 0)"]);
});

test("the classic script runs in a file, with a worker", async () => {
  await page.visit(folder.file("classic.html"));
  await page.until(runs);
  await limitFound();
});

test("the classic script runs in a frame without an origin", async () => {
  await page.visit(`${server.origin}/frame.html`);
  await page.until(() => document.querySelector("iframe") !== null);
  await page.ask(() => {
    addEventListener("message", ({ data }) => Reflect.set(window, "heard", data));
    const frame = document.querySelector("iframe") as HTMLIFrameElement;
    frame.src = `${frame.src}`;
  });
  await page.until(() => Reflect.get(window, "heard") === "ready");
});

for (const [what, front] of Object.entries({ folder: "dist/offline/index.html", "one file": "dist/springlab.html" })) {
  test(`pages from the ${what} link to each other, with workers and the font of formulas`, async () => {
    await page.visit("about:blank");
    await page.visit(pathToFileURL(join(root, front)).href);
    await page.until(() => Boolean(Reflect.get(document.querySelector("spring-lab") ?? {}, "simulation")));
    await page.ask(() => (document.querySelector(".card a") as HTMLElement).click());
    await page.until(() => document.title.startsWith("What is a step?"));
    await page.ask(() => {
      const link = document.querySelector('nav a:is([href$="cloth.html"], [href$="#cloth"])');
      (link as HTMLElement).click();
    });
    await page.until(() => document.title.startsWith("Many springs"));
    await limitFound();
    await page.until(() => [...document.fonts].map(({ status }) => status).join() === "loaded");
  });
}
