// All pages: one test that each is sound, and tests of the element on a page with one laboratory
// and on one with two. On the other pages these are in the full run.

import type { Locator, Page } from "@playwright/test";
import { FRONT, PAGES } from "../tools/pages.js";
import type { SpringLab } from "../www/spring-lab.ts";
import {
  atRest,
  expect,
  frames,
  image,
  lessMotion,
  limitTold,
  openPage,
  ready,
  seen,
  test,
  violations,
  windowTest,
} from "./lab.ts";

/** A value of a parameter that is not its default. */
type Setting = { lab: number; key: string; value: number | string };

const NAMES = PAGES.map(({ path }) => path.replace("www/", "").replace(".html", ""));

/** The windows of a laptop, a projector and a phone. */
const LAPTOP = { width: 1366, height: 768 };
const PROJECTOR = { width: 1920, height: 1080 };
const PHONE = { width: 360, height: 740 };

/** The print area of A4 within margins of 15 mm, in CSS px. */
const PAPER = { width: 680, height: 1009 };

/**
 * Defines a test on every page; on pages that are not named it is in the full run only.
 * @param fast  names of pages
 */
function onPages(claim: string, fast: string[], body: (page: Page, name: string) => Promise<void>, tag: string[] = []) {
  for (const name of NAMES) {
    const tags = fast.includes(name) ? tag : [...tag.filter((tag) => tag !== "@firefox"), "@full"];
    test(`${name}: ${claim}`, { tag: tags }, async ({ page }) => {
      await lessMotion(page);
      await body(page, name);
    });
  }
}

for (const path of [FRONT, ...PAGES.map((page) => page.path)]) {
  const open = async (page: Page) => {
    await lessMotion(page);
    await page.setViewportSize(LAPTOP);
    await page.goto(path);
    if (path !== FRONT) await ready(page);
  };

  test(`${path} is sound: accessible, its main parts on one screen, no wider than any window`, {
    tag: "@firefox",
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page);
    await expect(page).toHaveTitle(/Springlab/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    if (path !== FRONT) {
      await isOnOneScreen(page);
      await page.keyboard.press("Space");
    }
    await fits(page);
  });

  test(`${path} is accessible on a phone`, {
    tag: path === "www/damper.html" ? [] : ["@full"],
  }, async ({ page }) => {
    await open(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForTimeout(300); // formulas wider than the page become groups
    expect(await violations(page)).toEqual([]);
  });

  test(`${path} is accessible in the dark`, {
    tag: path === "www/damper.html" ? ["@dark"] : ["@dark", "@full"],
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page);
    expect(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
    expect(await violations(page)).toEqual([]);
  });
}

/**
 * Checks that picture, play bar, plots and main controls are in one window, and on a phone each
 * control together with the picture.
 */
async function isOnOneScreen(page: Page) {
  const lab = page.locator("spring-lab").first();
  for (const size of [LAPTOP, PROJECTOR]) {
    await page.setViewportSize(size);
    for (const part of [".scene", ".play", ".side"]) expect(await seen(page, part), part).toBeGreaterThan(0.99);
    for (const control of await lab.locator(".parameters > .controls > *").all())
      await expect(control).toBeInViewport({ ratio: 0.95 });
    const { width = 0, height = 0 } = (await lab.locator(".scene > .view").boundingBox()) ?? {};
    expect((width * height) / (size.width * size.height), `part of ${size.width} px`).toBeGreaterThan(0.19);
  }
  await page.setViewportSize(PHONE);
  const tops = await lab
    .locator(".play > .buttons > button")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size, "rows of buttons").toBe(1);
  const controls = await lab.locator(".desk :is(input, select)").filter({ visible: true }).all();
  expect(controls.length).toBeGreaterThan(2);
  for (const control of controls) {
    await control.scrollIntoViewIfNeeded();
    // a control under the picture can be scrolled out from there
    await control.evaluate((node) => node.scrollIntoView({ block: "end" }));
    expect(await seen(page, ".scene")).toBeGreaterThan(0.99);
    expect(await seen(page, ".play")).toBeGreaterThan(0.99);
    await expect(control).toBeInViewport({ ratio: 0.98 }); // a rounded pixel less
  }
  expect(await over(page), "parts over the picture and the play bar").toEqual([]);
}

/** Parts of the first laboratory that lie over its picture and play bar. */
function over(page: Page) {
  return page.evaluate(() => {
    const root = document.querySelector("spring-lab")?.shadowRoot;
    const front = root?.querySelector(".front");
    if (!root || !front) throw new Error("there is no laboratory");
    const { left, top, width, height } = front.getBoundingClientRect();
    const parts = Array.from({ length: 400 }, (_, i) => [(i % 20) + 0.5, Math.floor(i / 20) + 0.5]);
    const nodes = parts.map(([x, y]) => root.elementFromPoint(left + (x * width) / 20, top + (y * height) / 20));
    return nodes.filter((node) => node && !front.contains(node)).map((node) => node?.outerHTML);
  });
}

/** Checks that neither the page nor a laboratory has anything beyond its edge. */
async function fits(page: Page) {
  for (const width of [320, 360, 600, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    const [cut, narrow] = await page.evaluate(() => {
      const roots = [...document.querySelectorAll("spring-lab")].map((lab) => lab.shadowRoot);
      const parts = roots.flatMap((root) => [...(root?.querySelectorAll(".lab > *") ?? [])]);
      const cut = parts.flatMap((part) => {
        const edge = part.getBoundingClientRect().right + 1 / 64; // browsers round lengths to 1/64 px
        const texts = [...part.querySelectorAll("output, .unit, label, button")];
        return texts.filter((node) => !node.closest(".tabs") && node.getBoundingClientRect().right > edge);
      });
      const sliders = roots.flatMap((root) => [...(root?.querySelectorAll(".parameters .slider") ?? [])]);
      const shown = sliders.filter((slider) => slider.checkVisibility());
      const narrow = shown.filter((slider) => slider.getBoundingClientRect().width < 200);
      return [cut, narrow].map((nodes) => nodes.map((node) => node.outerHTML));
    });
    expect(cut, `texts beyond the edge of the laboratory at ${width} px`).toEqual([]);
    if (width > 320) expect(narrow, `sliders of less than 200 px at ${width} px`).toEqual([]);
  }
}

onPages(
  "a shared link gives the same picture",
  ["stability"],
  async (page, name) => {
    await page.addInitScript(() => {
      const writeText = async (text: string) => Reflect.set(window, "copied", text);
      Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    });
    await openPage(page, name);
    const changed = await settings(page);
    await page.evaluate((changed) => {
      const labs = [...document.querySelectorAll("spring-lab[loading=eager]")] as SpringLab[];
      for (const { lab, key, value } of changed) labs[lab].set(key, value);
      for (const lab of labs) lab.restart();
    }, changed);
    await limitTold(page);
    await page.getByRole("button", { name: "Share" }).first().click();
    await expect(page.getByText("Link copied")).toBeVisible();
    const before = await pictures(page);
    const link = await page.evaluate(() => String(Reflect.get(window, "copied")));
    await page.goto("about:blank");
    await page.goto(link);
    await ready(page);
    const restored = await page.evaluate((changed) => {
      const labs = [...document.querySelectorAll("spring-lab[loading=eager]")] as SpringLab[];
      return changed.map(({ lab, key }) => ({ lab, key, value: labs[lab].get(key) }));
    }, changed);
    expect(restored).toEqual(changed);
    expect(await pictures(page)).toEqual(before);
    expect(page.url()).toBe(link);
  },
  ["@firefox"],
);

onPages("works by keys alone", ["damper", "stability"], async (page, name) => {
  // few masses, because a worker would take a long step later
  await openPage(page, name, name === "drape" ? "?width=12&height=12" : "");
  for (const lab of await page.locator("spring-lab[loading=eager]").all()) {
    const time = () => lab.evaluate((node) => (node as SpringLab).simulation?.time ?? 0);
    const canvas = lab.locator("canvas[role=application]").first();
    await canvas.focus();
    await page.keyboard.press("s");
    expect(await time()).toBeGreaterThan(0);
    await page.keyboard.press("b");
    await page.keyboard.press("b");
    const early = await time();
    await page.keyboard.press("s");
    expect(await time()).toBeGreaterThan(early);
    await page.keyboard.press("r");
    expect(await time()).toBe(0);
    await page.keyboard.press("Space");
    await expect.poll(time).toBeGreaterThan(0);
    await page.keyboard.press("Space");
    await expect(lab.getByRole("button", { name: "Resume" })).toBeVisible();
    await expect(canvas).toHaveAccessibleDescription(/\w.*\.$/);
    await lab.evaluate((node) => {
      const reached = new Set();
      node.shadowRoot?.addEventListener("focusin", ({ target }) => reached.add(target));
      Reflect.set(node, "reached", reached);
    });
    await lab.getByRole("button", { name: "Restart" }).focus();
    const controls = await lab.locator("input:visible, select:visible, button:visible, summary:visible").count();
    const missed = () =>
      lab.locator(":is(input, select):visible").evaluateAll((nodes) => {
        const { host } = nodes[0].getRootNode() as ShadowRoot;
        return nodes.filter((node) => !Reflect.get(host, "reached").has(node)).map((node) => node.outerHTML);
      });
    for (let press = 0; press < 2 * controls + 20 && (await missed()).length > 0; press++)
      await page.keyboard.press("Tab");
    expect(await missed()).toEqual([]);
  }
});

onPages(
  "a link in the words sets the stage, the words stay, and one press takes it back",
  ["damper", "stability"],
  async (page, name) => {
    if (["cloth", "drape"].includes(name)) test.slow(); // many links, and many springs
    await openPage(page, name);
    await page.evaluate(() => Reflect.set(window, "same", true));
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    const links = page.locator("a[data-lab]:not(spring-question a)"); // those are behind an answer
    const addresses = await links.evaluateAll((links) => links.map((link) => String(link.getAttribute("href"))));
    expect(addresses.length).toBeGreaterThan(0);
    // a value that no link asks for: a link takes it back to its default
    await page.evaluate(() => {
      for (const lab of document.querySelectorAll("spring-lab[loading=eager]") as NodeListOf<SpringLab>)
        lab.set("timeStepSize", 0.9 * Number(lab.get("timeStepSize")));
    });
    const before = await values(page);
    const usual = await values(page, true);
    for (const [i, address] of addresses.entries()) {
      const link = links.nth(i);
      const query = new URLSearchParams(address.split("#")[0]);
      // laboratories within the text start when they are seen
      const asked = [...query].filter(([key]) => !/(^|\.)(restart|run-to|compare)$|^implicit\./.test(key));
      await link.scrollIntoViewIfNeeded();
      const place = await placeAtRest(page, link);
      await link.click();
      expect(await link.boundingBox(), `the words at ${query}`).toEqual(place);
      const after = await values(page);
      for (const [key, value] of asked) expect(String(after[key]), key).toBe(value);
      const labs = new Set([...query.keys()].map((key) => key.split(".").slice(0, -1).join()));
      for (const [key, value] of Object.entries(after)) {
        const own = labs.has(key.split(".").slice(0, -1).join());
        if (!query.has(key)) expect(value, key).toBe(own ? usual[key] : before[key]);
      }
      const alerts = await page.getByRole("alert").allTextContents();
      expect(alerts.join(), String(query)).not.toMatch(/must be|There is no/);
      await page.getByRole("button", { name: "Set back" }).click();
      expect(await values(page)).toEqual(before);
      await expect(page.getByRole("button", { name: "Set back" })).toBeHidden();
    }
    expect(await page.evaluate(() => Reflect.get(window, "same")), "without loading anew").toBe(true);
  },
);

onPages(
  "prints on light ground whatever the scheme",
  ["damper"],
  async (page, name) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await openPage(page, name);
    const dark = await pictures(page);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const printed = await pictures(page);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    for (const [i, picture] of printed.entries()) expect(picture === dark[i], `picture ${i} is repainted`).toBe(false);
    // without a graphics processor a surface gets all its pixels when it rests
    await expect.poll(async () => String(await pictures(page)) === String(dark)).toBe(true);
    await page.emulateMedia({ media: "print" });
    if (!(await page.evaluate(() => matchMedia("print").matches))) return; // a test can't tell Firefox to print
    await page.setViewportSize(PAPER);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER.width);
    for (const lab of await page.locator("spring-lab[loading=eager]").all()) {
      await expect(
        lab.locator(":is(button, input:not([role=spinbutton]), summary):not(.note button):visible"),
      ).toHaveCount(0);
      const whole = (await lab.locator(".matrices, .comparison:not([hidden])").count()) === 0;
      const [box] = await lab.locator(".lab").all();
      await expect(box).toHaveCSS("break-inside", whole ? "avoid" : "auto");
      // with the page's title and lead above it
      for (const part of whole ? [box] : await box.locator("> *").all())
        expect((await part.boundingBox())?.height).toBeLessThan(PAPER.height - 170);
    }
  },
  ["@dark"],
);

/** Place of an element once nothing scrolls: a browser may end a scroll a frame later. */
async function placeAtRest(page: Page, of: Locator) {
  const place = await atRest(async () => {
    await frames(page, 3);
    return JSON.stringify(await of.boundingBox());
  });
  return JSON.parse(place);
}

/** Values or defaults of all parameters by their keys in the address. */
function values(page: Page, usually: boolean = false) {
  return page.evaluate((usually) => {
    const labs = [...document.querySelectorAll("spring-lab[loading=eager]")] as SpringLab[];
    const pairs = labs.flatMap((lab) =>
      lab.parameters.map(({ key, default: usual }) => [
        labs.length > 1 ? `${lab.id}.${key}` : key,
        usually ? usual : lab.get(key),
      ]),
    );
    return Object.fromEntries(pairs) as Record<string, number | string>;
  }, usually);
}

/** For every parameter of every laboratory a value that changes little. */
function settings(page: Page): Promise<Setting[]> {
  return page.evaluate(() => {
    const labs = [...document.querySelectorAll("spring-lab[loading=eager]")] as SpringLab[];
    return labs.flatMap((lab, index) =>
      lab.parameters.map((parameter) => {
        const { key, default: usual } = parameter;
        if ("options" in parameter) {
          return { lab: index, key, value: parameter.options.find(({ value }) => value !== usual)?.value ?? usual };
        }
        const step = parameter.whole ? 1 : parameter.step || 0.01 * parameter.default;
        const next = Number((parameter.default + step).toPrecision(12));
        const value = next <= parameter.max ? next : Number((parameter.default - step).toPrecision(12));
        return { lab: index, key, value };
      }),
    );
  });
}

/** The pixels of all pictures, each drawn while it is in view. */
async function pictures(page: Page) {
  for (const lab of await page.locator("spring-lab[loading=eager]").all()) {
    await lab.locator("canvas[role=application]").first().scrollIntoViewIfNeeded();
    await frames(page, 6); // the browser reports that it is in view, and it is drawn
  }
  // the fastest mode and a stability region wait for the analysis, and without a graphics processor
  // a surface gets all its pixels when it rests
  await limitTold(page);
  let urls = await drawn(page);
  await expect(async () => {
    await page.waitForTimeout(700);
    const before = urls;
    urls = await drawn(page);
    expect(urls).toEqual(before);
  }).toPass();
  return urls.map(image);
}

async function drawn(page: Page) {
  await frames(page);
  return page.evaluate(() =>
    [...document.querySelectorAll("spring-lab[loading=eager]")].flatMap((lab) =>
      [...(lab.shadowRoot?.querySelectorAll(".picture:not(.off) canvas") ?? [])].map((canvas) =>
        (canvas as HTMLCanvasElement).toDataURL(),
      ),
    ),
  );
}

for (const path of [FRONT, ...["damper", "cloth", "drape", "glossary", "embed"].map((name) => `www/${name}.html`)]) {
  // in a window of its own, which keeps the size of type
  windowTest(`${path || "front"}: large type does not widen the page on a phone`, async ({ page, browserName }) => {
    windowTest.skip(browserName !== "chromium", "only Chromium lets a test set the size of type");
    const session = await page.context().newCDPSession(page);
    await lessMotion(page);
    await page.setViewportSize(PHONE);
    for (const standard of [24, 32]) {
      await session.send("Page.setFontSizes", { fontSizes: { standard } });
      await page.goto(path);
      if (await page.locator("spring-lab[loading=eager]").count()) await ready(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${standard} px`).toBeLessThanOrEqual(PHONE.width);
    }
  });
}
