// The element in pages of others.
import { expect, test } from "@playwright/test";
import { folders, html } from "./foreign.js";
import { inLab } from "./lab.js";

/** @import { Page } from "@playwright/test" */

const { folderOf, serve } = folders(test);

/**
 * Opens a page from another origin, with its own headers.
 * @param {Page} page
 * @param {string} body
 * @param {{ head?: string, headers?: Record<string, string>, query?: string, files?: Record<string,
 *   string> }} [options]
 * @returns {Promise<string[]>} console messages and errors of the page
 */
async function course(page, body, { head, headers, query = "", files = {} } = {}) {
  const origin = await serve(folderOf({ "course.html": html(body, head), ...files }), headers);
  /** @type {string[]} */
  const heard = [];
  page.on("console", (message) => heard.push(message.text()));
  page.on("pageerror", (error) => heard.push(error.message));
  await page.goto(`${origin}/course.html${query}`);
  return heard;
}

/** Laboratory of the page. @param {Page} page @param {number} [place] */
const lab = (page, place = 0) => page.locator("spring-lab").nth(place);

/** Waits until a laboratory runs. @param {Page} page @param {number} [place] */
async function runs(page, place = 0) {
  await expect.poll(() => inLab(page, ({ simulation }) => Boolean(simulation), undefined, place)).toBe(true);
}

/** Value of a parameter. @param {Page} page @param {string} key @param {number} [place] */
const value = (page, key, place = 0) => inLab(page, (lab, key) => lab.get(key), key, place);

test("it runs from one script with the values of its attributes, and leaves the address alone", {
  tag: "@firefox",
}, async ({ page }) => {
  const said = await course(page, '<spring-lab scene="damper" stiffness="8" method="runge-kutta-2"></spring-lab>', {
    query: "?id=1234&section=2",
  });
  await runs(page);
  expect(await value(page, "stiffness")).toBe(8);
  expect(await value(page, "method")).toBe("runge-kutta-2");
  await expect.poll(() => inLab(page, ({ time }) => time)).toBeGreaterThan(0.1);
  await expect(page.getByRole("alert")).toHaveText("");
  await page.getByRole("slider", { name: /Stiffness/ }).press("ArrowRight");
  await page.waitForTimeout(500); // our own pages write their address after 300 ms
  expect(new URL(page.url()).search).toBe("?id=1234&section=2");
  expect(said).toEqual([]);
});

/** Layouts whose width depends on their contents. */
const LAYOUTS = {
  "flex row": "display: flex",
  "centred flex column": "display: flex; flex-direction: column; align-items: center",
  "inline block": "display: inline-block",
  "table cell": "display: table-cell",
  "fit content": "width: fit-content",
  "centred grid": "display: grid; justify-content: center",
  float: "float: left",
  absolute: "position: absolute",
};

test("in every layout it has a width that fits into 360 px and 1366 px", { tag: "@firefox" }, async ({ page }) => {
  const labs = Object.values(LAYOUTS).map(
    (style) => `<div style="${style}"><spring-lab scene="damper" loading="eager"></spring-lab></div>`,
  );
  await course(page, labs.join("<hr style='clear: both'>"));
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [i, name] of Object.keys(LAYOUTS).entries()) {
      await runs(page, i);
      const shown = async () => (await lab(page, i).boundingBox())?.width;
      await expect.poll(shown, `${name} in ${width} px`).toBeGreaterThanOrEqual(Math.min(560, 0.9 * width - 10));
      expect(await shown(), `${name} in ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

test("the page's style does not change its own", { tag: "@firefox" }, async ({ page }) => {
  const head = `<script type="module" src="spring-lab.js"></script><style>
    html { font-size: 62.5%; }
    body { font: 30px/4 fantasy; letter-spacing: 9px; text-transform: uppercase; color: red; text-align: right; word-spacing: 1em; white-space: pre; }
    * { box-sizing: content-box; margin: 7px; }
    button, input, label { background: red !important; font-size: 40px !important; }
  </style>`;
  const styles = async () => {
    await runs(page);
    return page.evaluate(() => {
      const root = document.querySelector("spring-lab")?.shadowRoot;
      const keys = [
        "fontSize",
        "fontFamily",
        "letterSpacing",
        "textTransform",
        "color",
        "textAlign",
        "wordSpacing",
        "whiteSpace",
        "lineHeight",
        "backgroundColor",
        "boxSizing",
        "marginTop",
        "paddingLeft",
        "minHeight",
      ];
      return ["label", "button.primary", ".value span", ".readout output", ".numbers"].map((selector) => {
        const style = getComputedStyle(/** @type {Element} */ (root?.querySelector(selector)));
        return keys.map((key) => `${key}: ${Reflect.get(style, key)}`);
      });
    });
  };
  await course(page, '<spring-lab scene="damper" paused></spring-lab>');
  const usual = await styles();
  expect(usual[0]).toContain("fontSize: 14px");
  await course(page, '<spring-lab scene="damper" paused></spring-lab>', { head });
  expect(await styles()).toEqual(usual);
});

test("it is light or dark as its author says, whatever the reader's scheme", async ({ page, browserName }) => {
  const ground = (/** @type {number} */ place) =>
    lab(page, place).evaluate((node) => {
      const part = /** @type {Element} */ (node.shadowRoot?.querySelector(".lab"));
      return getComputedStyle(part).backgroundColor;
    });
  const schemes = ["light", "dark", "light dark"].map(
    (scheme) =>
      `<spring-lab scene="damper" show="picture" loading="eager" style="color-scheme: ${scheme}"></spring-lab>`,
  );
  await page.emulateMedia({ colorScheme: "light" });
  await course(page, schemes.join(""));
  for (const place of [0, 1, 2]) await runs(page, place);
  const parts = await lab(page)
    .locator("[part]:visible")
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("part")));
  expect(parts, "other parts are hidden").toEqual(["picture", "play"]);
  const [light, dark, either] = await Promise.all([0, 1, 2].map(ground));
  expect(light).toBe("rgb(255, 255, 255)");
  expect(dark).toBe("rgb(27, 30, 37)");
  expect(either).toBe(light);
  if (browserName === "firefox") return; // a test can't switch its colour scheme
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(async () => [await ground(0), await ground(1), await ground(2)]).toEqual([light, dark, dark]);
});

test("live links lead the laboratory that they name, and Set back undoes it", async ({ page }) => {
  await course(
    page,
    '<p><a href="?damping=15&amp;restart&amp;run-to=0.5" data-lab="second">much damping</a>, which is <b data-lab="second" data-number="damping">so much</b>, at <i data-lab="second" data-number="time">first</i>, <u data-lab="second" data-number="damping-ratio">some</u>, <s data-lab="second" data-number="nothing">as it was</s></p><spring-lab scene="damper"></spring-lab><spring-lab id="second" scene="damper" stiffness="8"></spring-lab>',
  );
  await page.getByRole("link", { name: "much damping" }).click();
  await expect.poll(() => value(page, "damping", 1)).toBe(15);
  expect(await value(page, "damping", 0)).toBe(0);
  expect(await value(page, "stiffness", 1)).toBe(8);
  await expect.poll(() => inLab(page, ({ time }) => time, undefined, 1)).toBeCloseTo(0.5, 9);
  // ζ = μ / (2 √(k m)) with k = 8 N/m and m = 0.5 kg
  await expect(page.locator("body > p")).toHaveText(/15 N·s\/m, at 0\.50 s, 3\.75, as it was$/);
  await page.getByRole("button", { name: "Set back" }).click();
  await expect.poll(() => value(page, "damping", 1)).toBe(0);
  await expect(page.locator("body > p > b")).toHaveText("0 N·s/m");
  expect(new URL(page.url()).search).toBe("");
});

test("it starts when it is seen, and tells its page of start, time, changes and errors", { tag: "@firefox" }, async ({
  page,
}) => {
  await course(
    page,
    '<script>addEventListener("springlab-ready", ({ target }) => (window.ready ??= []).push(target.id)); window.times = []; addEventListener("springlab-time", ({ target, detail }) => target.id === "a" && times.push([performance.now(), detail.time])); addEventListener("springlab-error", ({ detail }) => (window.errors ??= []).push(detail)); addEventListener("springlab-change", ({ detail }) => (window.changes ??= []).push(detail.key));</script><spring-lab id="a" scene="damper"></spring-lab><div style="height: 3000px"></div><spring-lab id="b" scene="oscillator"><p>Not yet.</p></spring-lab><spring-lab id="c" scene="pair" loading="eager"></spring-lab>',
  );
  const heard = (/** @type {string} */ name) => page.evaluate((name) => Reflect.get(window, name), name);
  await expect.poll(async () => ((await heard("ready")) ?? []).sort()).toEqual(["a", "c"]);
  await expect.poll(async () => (await heard("times")).length).toBeGreaterThan(4);
  const times = await heard("times");
  for (const [i, [at]] of times.entries()) if (i > 0) expect(at - times[i - 1][0]).toBeGreaterThan(90);
  await expect(page.getByText("Not yet.")).toBeAttached();
  await lab(page, 1).scrollIntoViewIfNeeded();
  await runs(page, 1);
  await expect(page.getByText("Not yet.")).toBeHidden();
  await inLab(page, (lab) => {
    lab.set("damping", 1);
    lab.set("damping", -1);
  });
  expect(await heard("changes")).toEqual(["damping"]);
  expect(await heard("errors")).toEqual([
    { subject: "damping", sentence: expect.stringMatching(/^Damping μ must be/) },
  ]);
});

test("removed and put back 80 times it takes no more memory", async ({ page }) => {
  await course(page, '<spring-lab scene="cloth" width="30" height="30"></spring-lab>');
  await runs(page);
  const memory = await inLab(page, async (lab) => {
    const sizes = [];
    for (let i = 0; i < 80; i++) {
      lab.remove();
      document.body.prepend(lab);
      await lab.open();
      // 27 simulations that are not freed take 6 MB
      if (i % 40 === 39) sizes.push(lab.simulation?.positions.buffer.byteLength);
    }
    return sizes;
  });
  expect(memory[1], `${memory}`).toBe(memory[0]);
  await expect.poll(() => inLab(page, ({ playing }) => playing)).toBe(true);
});

test("a policy has to allow it WebAssembly alone, and where it does not, a sentence says so", {
  tag: "@firefox",
}, async ({ page }) => {
  const body = '<spring-lab scene="cloth"><p>A picture of the cloth.</p></spring-lab>';
  const policy = (/** @type {string} */ more) => ({
    "content-security-policy": `default-src 'none'; img-src data:; script-src 'self'${more}`,
  });
  await course(page, body, { headers: policy(" 'wasm-unsafe-eval'") });
  await runs(page);
  await course(page, body, {
    headers: policy(" 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'"),
  });
  await runs(page);
  await course(page, body, { headers: policy("") });
  await expect(page.getByRole("alert")).toHaveText(
    "The engine did not load: the page's content security policy forbids WebAssembly; script-src must have 'wasm-unsafe-eval'.",
  );
  await expect(page.getByText("A picture of the cloth.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("under Trusted Types it starts its worker, where the page allows its policy or has a default one", async ({
  page,
}) => {
  const body = '<spring-lab scene="cloth" width="12" height="6"></spring-lab>';
  for (const [allowed, head] of [
    ["", '<script type="module" src="spring-lab.js"></script>'],
    ["; trusted-types springlab", '<script src="spring-lab.classic.js" defer></script>'],
    [
      "; trusted-types default",
      '<script src="default.js"></script><script type="module" src="spring-lab.js"></script>',
    ],
  ]) {
    const rules = `script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; require-trusted-types-for 'script'${allowed}`;
    const files = { "default.js": 'trustedTypes.createPolicy("default", { createScriptURL: (address) => address });' };
    const said = await course(page, body, { head, headers: { "content-security-policy": rules }, files });
    await runs(page);
    await expect(page.getByText(/^limit 0.0\d+ s$/), allowed).toBeVisible();
    expect(said.filter((text) => text.includes("TrustedScriptURL"))).toEqual([]);
  }
});

test("the classic script runs in a frame without an origin", { tag: "@full" }, async ({ page }) => {
  const inner = html('<spring-lab scene="damper"></spring-lab>', '<script src="spring-lab.classic.js"></script>');
  await course(page, '<iframe sandbox="allow-scripts" src="inner.html" width="700" height="700"></iframe>', {
    files: { "inner.html": inner },
  });
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("the classic script runs in a file, with a worker, and leaves no names in the page", { tag: "@full" }, async ({
  page,
}) => {
  const folder = folderOf({
    "page.html": html(
      '<spring-lab scene="cloth" width="12" height="6"></spring-lab>',
      '<script>window.before = Object.getOwnPropertyNames(window)</script><script src="spring-lab.classic.js" defer></script>',
    ),
  });
  await page.goto(folder.file("page.html"));
  await runs(page);
  const left = await page.evaluate(() => {
    const before = Reflect.get(window, "before");
    return Object.getOwnPropertyNames(window).filter(
      (name) => !before.includes(name) && name !== "before" && !name.startsWith("__pw"), // of the test driver
    );
  });
  expect(left, "names left in the page").toEqual([]);
  await expect(page.getByText(/^limit 0.0\d+ s$/)).toBeVisible();
});

test("the classic script runs in pages of any encoding", { tag: "@firefox" }, async ({ page }) => {
  for (const encoding of ["", '<meta charset="iso-8859-1">', '<meta charset="shift_jis">', '<meta charset="utf-16">']) {
    const head = `${encoding}<title>Course</title><script src="spring-lab.classic.js" defer></script>`;
    const folder = folderOf({ "page.html": `<!doctype html>${head}<spring-lab scene="damper"></spring-lab>` });
    await page.goto(folder.file("page.html"));
    await runs(page);
    await expect(page.getByRole("slider", { name: "Damping μ" }), encoding).toBeVisible();
  }
});
