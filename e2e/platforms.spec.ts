// Laboratories on the platforms of others: the texts of the page for authors, in pages that treat
// them as the platforms do. Sandboxes and pages without a server need a whole build (@full).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FrameLocator, Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { SpringLab } from "../www/spring-lab.ts";
import { folders, html } from "./foreign.ts";
import { massOnScreen, passed } from "./lab.ts";

const { folderOf, serve } = folders(test);

/** Opens a page from another origin. */
async function open(page: Page, text: string, headers?: Record<string, string>) {
  const origin = await serve(folderOf({ "course.html": text }), headers);
  await page.goto(`${origin}/course.html`);
}

/** Text to copy for a platform. */
async function copied(page: Page, platform: string) {
  await page.goto("www/embed.html");
  await expect(page.getByRole("button", { name: "Copy" }).first()).toBeVisible(); // then the texts contain the site's address
  const text = await page.locator(`code[data-platform="${platform}"]`).textContent();
  await page.goto("about:blank"); // without a policy, text may become HTML there
  return text ?? "";
}

/**
 * Rest of a text after an editor has removed all elements and attributes that it does not allow.
 * @param allowed  attributes by elements
 */
function cleaned(page: Page, text: string, allowed: Record<string, string[]>) {
  return page.evaluate(
    ([text, allowed]) => {
      const { body } = new DOMParser().parseFromString(text, "text/html");
      for (const node of body.querySelectorAll("*")) {
        const name = node.localName;
        if (name === "script") node.remove();
        else if (!Object.hasOwn(allowed, name)) node.replaceWith(...node.childNodes);
        else
          for (const attribute of node.getAttributeNames())
            if (!allowed[name].includes(attribute)) node.removeAttribute(attribute);
      }
      return body.innerHTML;
    },
    [text, allowed] as const,
  );
}

/** Waits until the laboratory runs, with a control of its damping only. */
async function runs(place: Page | FrameLocator) {
  await expect(place.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(place.getByRole("slider", { name: /Damping/ })).toBeVisible();
  await expect(place.getByRole("slider", { name: /Stiffness/ })).toHaveCount(0);
  await expect(place.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  await expect.poll(() => time(place)).toBeGreaterThan(0);
}

/** Simulated time in s. */
const time = (place: Page | FrameLocator) => place.locator("spring-lab").evaluate((node) => (node as SpringLab).time);

/** Document in the page's frame. */
const inside = (page: Page) => page.frameLocator("iframe");

const MOODLE = { p: ["class"], div: ["class"], a: ["href"], iframe: ["src", "width", "height"] };

/** Moodle's page around a text. */
const moodle = (text: string) =>
  html(
    `<div id="page"><div class="box generalbox"><div class="no-overflow">${text}</div></div></div>`,
    "<style>*, ::before, ::after { box-sizing: border-box } body { margin: 0; font: 15px/1.5 system-ui } #page { max-width: 830px; margin: auto } .no-overflow { overflow: auto }</style>",
  );

test("Moodle: a frame that keeps only its address and size runs, and fills the window", async ({ page }) => {
  await open(page, moodle(await cleaned(page, await copied(page, "moodle"), MOODLE)));
  await runs(inside(page));
  const over = inside(page)
    .locator("html")
    .evaluate((root) => root.scrollWidth - root.clientWidth);
  expect(await over).toBe(0);
  // a frame without `allow` may not fill the screen
  await inside(page).getByRole("button", { name: "Full screen" }).click();
  await expect(inside(page).getByRole("button", { name: "Leave full screen" })).toBeVisible();
});

test("Moodle: a sandboxed frame runs with its style, and one without scripts says what it needs", {
  tag: "@full",
}, async ({ page }) => {
  const text = await cleaned(page, await copied(page, "moodle"), MOODLE);
  await open(page, moodle(text.replace("<iframe", '<iframe sandbox="allow-scripts"')));
  await runs(inside(page));
  await expect(inside(page).locator("body")).toHaveCSS("display", "grid");
  await open(page, moodle(text.replace("<iframe", '<iframe sandbox=""')));
  await expect(inside(page).locator("noscript p")).toBeVisible();
});

test("messages lead a sandboxed frame, which says that it has no worker for step limits", { tag: "@full" }, async ({
  page,
  baseURL,
}) => {
  const src = `${baseURL}embed.html?scene=cloth&amp;width=12&amp;height=6&amp;origin=*`;
  const leader =
    '<script>addEventListener("message", ({ data, source }) => { if (data.springlab === "ready") source.postMessage({ springlab: "set", key: "damping", value: 20 }, "*"); });</script>';
  await open(
    page,
    html(`${leader}<iframe sandbox="allow-scripts" src="${src}" width="900" height="900"></iframe>`, ""),
  );
  await expect(inside(page).getByRole("spinbutton", { name: /Damping/ })).toHaveValue("20");
  await expect(
    inside(page)
      .getByText(/starts no worker/)
      .first(),
  ).toBeVisible();
});

const CANVAS = { p: ["class"], iframe: ["src", "width", "height", "title", "style"] };

/** Canvas gives a frame the height that it asks for, as its documentation says. */
const RESIZE = `<script>
  addEventListener("message", ({ data, source }) => {
    if (data.subject !== "lti.frameResize") return;
    for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source) frame.style.height = data.height + "px";
  });
</script>`;

test("Canvas: a frame gets the height that it asks for", { tag: "@firefox" }, async ({ page, baseURL }) => {
  const text = await cleaned(page, await copied(page, "canvas"), CANVAS);
  const course = html(`${RESIZE}<div style="max-width: 1000px" class="user_content">${text}</div>`, "");
  await open(page, course, { "content-security-policy": `frame-src 'self' ${new URL(String(baseURL)).origin}` });
  await runs(inside(page));
  await expect.poll(() => page.locator("iframe").evaluate((frame) => frame.clientHeight)).toBeGreaterThan(640);
  const over = () =>
    inside(page)
      .locator("html")
      .evaluate((root) => root.scrollHeight - root.clientHeight);
  await expect.poll(over).toBe(0);
});

/**
 * Slides as reveal.js has them: scaled, in one place, the hidden ones transparent, with its keys at
 * the document.
 */
const DECK = (slide: string) => `<style>
  body { margin: 0; height: 100vh; overflow: hidden }
  .slides { position: absolute; top: 0; left: 0; width: 960px; height: 700px; transform: scale(1.25); transform-origin: 0 0 }
  body, spring-lab { --accent: #b0206a }
  section { position: absolute; width: 100%; opacity: 0; pointer-events: none }
  section.present { opacity: 1; pointer-events: auto }
</style>
<div class="reveal"><div class="slides"><section class="present"><h2>Before</h2></section>${slide}<section><h2>After</h2></section></div></div>
<script>
  window.acts = [];
  let at = 0;
  function turn(by) {
    at = Math.min(Math.max(at + by, 0), 2);
    acts.push(at);
    document.querySelectorAll("section").forEach((slide, i) => slide.classList.toggle("present", i === at));
  }
  const KEYS = { " ": () => turn(1), ArrowRight: () => turn(1), ArrowLeft: () => turn(-1), n: () => turn(1), p: () => turn(-1), b: () => acts.push("pause"), ".": () => acts.push("pause"), f: () => acts.push("full") };
  document.addEventListener("keydown", (event) => {
    if (/input|textarea/i.test(document.activeElement.tagName) || !KEYS[event.key]) return;
    KEYS[event.key]();
    event.preventDefault();
  });
</script>`;

test("reveal.js: a laboratory runs while its slide is shown, and no key acts twice", async ({ page }) => {
  const slide = await copied(page, "reveal");
  await open(page, html(DECK(slide)));
  const acts = () => page.evaluate(() => Reflect.get(window, "acts"));
  await page.waitForTimeout(300); // longer than it takes to start
  expect(await time(page)).toBeUndefined();
  await page.keyboard.press("ArrowRight");
  await runs(page);

  await page.getByRole("button", { name: "Pause" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  const picture = page.getByRole("application");
  await picture.focus();
  const before = Number(await time(page));
  await page.keyboard.press("b");
  await expect.poll(() => time(page)).toBeLessThan(before);
  for (const key of ["ArrowRight", "s"]) await page.keyboard.press(key);
  const full = page.getByRole("button", { name: "Full screen", exact: true });
  for (const shown of [false, true]) {
    await page.keyboard.press("f");
    await expect(full).toBeVisible({ visible: shown });
  }
  const field = page.getByRole("spinbutton", { name: /Damping/ });
  await field.focus();
  await field.pressSequentially("0.5");
  await field.press("Enter");
  await expect(field).toHaveValue("0.5");
  expect(await acts(), "keys of the laboratory turn no slide").toEqual([1]);

  const sharp = () => picture.evaluate((canvas) => (canvas as HTMLCanvasElement).width / canvas.clientWidth);
  await expect.poll(sharp, "a picture pixel for each pixel of the screen").toBeCloseTo(1.25, 2);

  const { x, y } = await massOnScreen(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 4 });
  const off = async () => {
    const mass = await massOnScreen(page);
    return Math.hypot(mass.x - x - 60, mass.y - y - 40);
  };
  await expect.poll(off).toBeLessThan(4);
  await page.mouse.up();

  await page.getByRole("button", { name: "Resume" }).click();
  await picture.focus();
  await page.keyboard.press("n");
  expect(await acts(), "a key without a use in the laboratory turns the slide").toEqual([1, 2]);
  const passes = () => passed(page, () => time(page));
  await expect.poll(passes).toBe(0);
  await page.keyboard.press("p");
  await expect.poll(passes).toBeGreaterThan(0);
});

/** Page as Quarto makes it. */
const quarto = (block: string) =>
  html(
    `<div id="quarto-content" class="quarto-container page-columns page-rows-contents page-layout-article"><main class="content" id="quarto-document-content"><header id="title-block-header" class="quarto-title-block default"><h1 class="title">Springs</h1></header><p>Words.</p>${block}</main></div>`,
    "<style>*, ::before, ::after { box-sizing: border-box } body { margin: 0; font: 17px/1.5 system-ui } .page-columns { display: grid; grid-template-columns: 1fr minmax(0, 800px) 1fr } .page-columns > * { grid-column: 2 }</style>",
  );

test("Quarto: it runs next to its script, and in one file with the script inside", { tag: "@full" }, async ({
  page,
}) => {
  const [, block] = /^```\{=html\}\n(.*)\n```$/s.exec(await copied(page, "quarto")) ?? [];
  const folder = folderOf({ "lesson.html": quarto(block) });
  await page.goto(folder.file("lesson.html"));
  await runs(page);
  // with embed-resources, Pandoc replaces a script's address by its text
  const name = "spring-lab.classic.js";
  const script = readFileSync(fileURLToPath(new URL(`../dist/lib/${name}`, import.meta.url)), "utf8");
  expect(block).toContain(`<script src="${name}"></script>`);
  expect(script).not.toMatch(/<\/script|<!--/i);
  folder.write("alone.html", quarto(block.replace(` src="${name}"></script>`, () => `>${script}</script>`)));
  await page.goto(folder.file("alone.html"));
  await runs(page);
});

test("Jupyter: frame and element run in exported HTML, and a link in a notebook not trusted", { tag: "@full" }, async ({
  page,
}) => {
  const cell = await copied(page, "jupyter");
  const [, src, width, height] = /IFrame\("(.+)", width="(.+)", height=(\d+)\)$/.exec(cell) ?? [];
  const [, element] = /^%%html\n(.*)$/s.exec(await copied(page, "nbconvert")) ?? [];
  const notebook = readFileSync(fileURLToPath(new URL("notebook.html", import.meta.url)), "utf8");
  // frame as IPython writes it
  const frame = `<iframe width="${width}" height="${height}" src="${src.replaceAll("&", "&amp;")}" frameborder="0" allowfullscreen></iframe>`;
  const folder = folderOf({
    "notebook.html": notebook.replace("FRAME", () => frame).replace("ELEMENT", () => element),
  });
  await page.goto(folder.file("notebook.html"));
  await runs(inside(page));
  await page.locator("spring-lab").scrollIntoViewIfNeeded();
  await runs(page);
  const box = await page.locator("spring-lab").boundingBox();
  expect(box?.width).toBeGreaterThan(560);

  const trusted = { p: ["class"], div: ["class"], a: ["href", "target"] };
  const kept = await cleaned(
    page,
    `${frame}${element}<p><a href="${src.replaceAll("&", "&amp;")}">Open</a></p>`,
    trusted,
  );
  await open(page, html(kept, ""));
  await page.getByRole("link", { name: "Open" }).click();
  await runs(page);
});
