// What all pages have in common.
import { FRONT, PAGES } from "../tools/pages.js";
import {
  atRest,
  expect,
  image,
  lessMotion,
  limitTold,
  openDamper,
  openPage,
  openWindow,
  pause,
  ready,
  saved,
  test,
  violations,
} from "./lab.js";

/** @import { Locator, Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** What a set-up is in: the number of its laboratory on the page, the parameter, a value that is not the default. */
/** @typedef {{ lab: number, key: string, value: number | string }} Setting */

for (const path of [FRONT, ...PAGES.map((page) => page.path)]) {
  const open = async (/** @type {Page} */ page) => {
    await lessMotion(page);
    await page.goto(path);
    if (path !== FRONT) await ready(page);
  };

  test(`${path} tells what it is, is open to everybody and fits into every width`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page);
    await test.step("tells what it is", () => introducesItself(page));
    await test.step("has all its parts", () => (path === FRONT ? undefined : hasItsParts(page, path)));
    await test.step("has no accessibility violation", async () => expect(await violations(page)).toEqual([]));
    await test.step("fits while it runs", async () => {
      if (path !== FRONT) await page.keyboard.press("Space");
      await fits(page);
    });
  });

  test(`${path} has no accessibility violation in the dark`, { tag: "@dark" }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page);
    expect(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
    expect(await violations(page)).toEqual([]);
  });
}

/** Title, description, picture and icon, and links that hold wherever the site is. @param {Page} page */
async function introducesItself(page) {
  await expect(page).toHaveTitle(/Springlab/);
  const content = (/** @type {string} */ name) => page.locator(`meta[${name}]`).getAttribute("content");
  expect(String(await content('name="description"')).length).toBeGreaterThan(40);
  expect(await content('property="og:title"')).toBe(await page.title());
  expect(await content('property="og:description"')).toBe(await content('name="description"'));
  const image = String(await content('property="og:image"'));
  const icon = String(await page.locator('link[rel="icon"]').getAttribute("href"));
  for (const address of [image, icon]) {
    expect(address).toMatch(/^\.\.?\/|^data:/);
    expect((await page.request.get(new URL(address, page.url()).href)).ok()).toBe(true);
  }
  const links = await page.locator("a").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("href")));
  expect(links.filter((link) => link?.startsWith("/"))).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
}

/** What every page's text has. @param {Page} page @param {string} path */
async function hasItsParts(page, path) {
  const title = String(PAGES.find((page) => page.path === path)?.name);
  await expect(page.getByRole("link", { name: title, exact: true })).toHaveAttribute("aria-current", "page");
  for (const heading of ["Try this", "Where the source errs", "References"]) {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
  await expect(page.locator("#try > ol > li")).toHaveCount(3);
  expect(await page.locator("main").innerText(), "TeX that was left").not.toMatch(/\\[a-zA-Z([]/);
}

/** No page and no laboratory has anything beyond its edge. @param {Page} page */
async function fits(page) {
  for (const width of [320, 360, 600, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("spring-lab")].flatMap((element) => {
        const parts = [...(element.shadowRoot?.querySelectorAll(".lab > *") ?? [])];
        return parts.flatMap((part) => {
          const edge = part.getBoundingClientRect().right + 1 / 64; // a browser's unit of lengths
          const texts = [...part.querySelectorAll("output, .unit, label, button")];
          return texts.filter((node) => node.getBoundingClientRect().right > edge).map((node) => node.outerHTML);
        });
      }),
    );
    expect(cut, `texts beyond the edge of the laboratory at ${width} px`).toEqual([]);
  }
}

/** Where something is in the window once nothing scrolls any more: a browser may end a scroll a frame later, at a whole pixel. @param {Page} page @param {Locator} of */
async function placeAtRest(page, of) {
  const place = await atRest(async () => {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
    return JSON.stringify(await of.boundingBox());
  });
  return JSON.parse(place);
}

/** What every laboratory of a page is set to, or usually is, by the keys of its address. @param {Page} page @param {boolean} [usually] */
function values(page, usually = false) {
  return page.evaluate((usually) => {
    const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
    const pairs = labs.flatMap((lab) =>
      lab.parameters.map(({ key, default: usual }) => [
        labs.length > 1 ? `${lab.id}.${key}` : key,
        usually ? usual : lab.get(key),
      ]),
    );
    return /** @type {Record<string, number | string>} */ (Object.fromEntries(pairs));
  }, usually);
}

for (const { path } of PAGES) {
  const name = path.replace("www/", "").replace(".html", "");

  test(`${name}: every control sets its parameter`, async ({ page }) => {
    await lessMotion(page);
    await openPage(page, name);
    const changed = await settings(page);
    const taken = await page.evaluate((changed) => {
      const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
      return changed.map(({ lab, key, value }) => {
        const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (
          labs[lab].shadowRoot?.querySelector(`#${key}`)
        );
        input.closest("details")?.setAttribute("open", "");
        if (input.type === "checkbox") input.click();
        else input.value = String(value);
        input.dispatchEvent(new Event("change", { bubbles: true }));
        return { lab, key, value: labs[lab].get(key) };
      });
    }, changed);
    expect(taken).toEqual(changed);
    for (const alert of await page.getByRole("alert").all()) await expect(alert).toBeEmpty();
  });

  test(`${name}: a shared link gives the same picture`, async ({ page }) => {
    await lessMotion(page);
    await page.addInitScript(() => {
      const writeText = async (/** @type {string} */ text) => Reflect.set(window, "copied", text);
      Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    });
    await openPage(page, name);
    const changed = await settings(page);
    await page.evaluate((changed) => {
      const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
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
      const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
      return changed.map(({ lab, key }) => ({ lab, key, value: labs[lab].get(key) }));
    }, changed);
    expect(restored).toEqual(changed);
    expect(await pictures(page)).toEqual(before);
    expect(page.url()).toBe(link);
  });

  test(`${name}: bad keys and values in the address are named`, async ({ page }) => {
    await lessMotion(page);
    await page.goto(path);
    await ready(page);
    const ids = await page.locator("spring-lab").evaluateAll((labs) => labs.map(({ id }) => id));
    const prefix = ids.length > 1 ? `${ids[0]}.` : "";
    await openPage(page, name, `?nonsense=1&${prefix}timeStepSize=-1&${prefix}method=frog&${prefix}timeRate=99`);
    const alert = page.getByRole("alert").first();
    await expect(alert).toContainText(/There is no parameter "nonsense"; known: (\w+, )+\w+\./);
    await expect(alert).toContainText(/Time step size Δt must be a number from 0\.000001 to [\d.]+ s; -1 was given\./);
    await expect(alert).toContainText(/Time integration method must be one of .+; "frog" was given\./);
    await expect(alert).toContainText("Time rate must be a number from 0.01 to 10 ×; 99 was given.");
    await page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).set("timeRate", 0.5));
    await expect
      .poll(() => new URL(page.url()).search, "somebody else's stays")
      .toBe(`?nonsense=1&${prefix}timeRate=0.5`);
  });

  test(`${name}: data and pictures can be taken along`, async ({ page }) => {
    await openPage(page, name);
    const labs = await page.locator("spring-lab").all();
    for (const lab of labs) {
      await lab.scrollIntoViewIfNeeded();
      const scene = await lab.getAttribute("scene");
      await lab.getByRole("button", { name: /^Step( ×\d+)?$/ }).click();
      await lab.getByRole("button", { name: /^Step( ×\d+)?$/ }).click();
      await limitTold(lab);
      const csv = await saved(page, lab.getByRole("button", { name: "CSV" }));
      expect(csv.name).toBe(`springlab-${scene}.csv`);
      const lines = csv.bytes.toString().trimEnd().split("\n");
      expect(lines[0]).toMatch(new RegExp(`^# Springlab \\d+\\.\\d+\\.\\d+, scene ${scene}$`));
      expect(lines.some((line) => /^# timeStepSize = [\d.]+ s$/.test(line))).toBe(true);
      expect(lines.some((line) => /^# method = [\w-]+$/.test(line))).toBe(true);
      const head = lines.findIndex((line) => !line.startsWith("#"));
      const names = lines[head].split(",");
      expect(names[0]).toBe("time [s]");
      expect(names.length).toBeGreaterThan(1);
      expect(lines.length).toBeGreaterThan(head + 2);
      for (const line of lines.slice(head + 1)) expect(line.split(",")).toHaveLength(names.length);
      const png = await saved(page, lab.getByRole("button", { name: "PNG" }));
      expect(png.name).toBe(`springlab-${scene}.png`);
      expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
    }
  });

  test(`${name}: works by keys alone`, async ({ page }) => {
    await lessMotion(page);
    // a step that takes long on a busy machine would be taken beside the page, and not at once
    await openPage(page, name, name === "drape" ? "?width=12&height=12" : "");
    for (const lab of await page.locator("spring-lab").all()) {
      const time = () => lab.evaluate((node) => /** @type {SpringLab} */ (node).simulation?.time ?? 0);
      const canvas = lab.locator("canvas[role=application]").first();
      await canvas.focus();
      await page.keyboard.press("s");
      expect(await time()).toBeGreaterThan(0);
      const bits = () =>
        lab.evaluate((node) => {
          const lab = /** @type {SpringLab} */ (node);
          const states = [lab.simulation?.snapshot()];
          for (let step = 0; step < 100; step++) lab.step();
          states.push(lab.simulation?.snapshot());
          for (let step = 0; step < 100; step++) lab.stepBack();
          states.push(lab.simulation?.snapshot());
          for (let step = 0; step < 100; step++) lab.step();
          states.push(lab.simulation?.snapshot());
          return states.map((state) => String(state));
        });
      const [start, there, back, again] = await bits();
      expect(back === start, "100 steps and 100 back").toBe(true);
      expect(again === there, "100 steps back and 100 forward give the same bits").toBe(true);
      expect(back === there).toBe(false);
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
          const { host } = /** @type {ShadowRoot} */ (nodes[0].getRootNode());
          return nodes.filter((node) => !Reflect.get(host, "reached").has(node)).map((node) => node.outerHTML);
        });
      for (let press = 0; press < 2 * controls + 20 && (await missed()).length > 0; press++)
        await page.keyboard.press("Tab");
      expect(await missed()).toEqual([]);
    }
  });

  test(`${name}: links in the words set the stage in place, and one press takes it back`, async ({ page }) => {
    if (["cloth", "drape"].includes(name)) test.slow(); // many links, and many springs
    await lessMotion(page);
    await openPage(page, name);
    await page.evaluate(() => Reflect.set(window, "same", true));
    const links = page.locator("a[data-lab]");
    const addresses = await links.evaluateAll((links) => links.map((link) => String(link.getAttribute("href"))));
    expect(addresses.length).toBeGreaterThan(0);
    const [before, usual] = [await values(page), await values(page, true)];
    for (const [i, address] of addresses.entries()) {
      const link = links.nth(i);
      const query = new URLSearchParams(address.split("#")[0]);
      const asked = [...query].filter(([key]) => !/(^|\.)(restart|run-to)$/.test(key));
      await link.scrollIntoViewIfNeeded();
      const place = await placeAtRest(page, link);
      await link.click();
      expect(await link.boundingBox(), `the words at ${query}`).toEqual(place);
      const after = await values(page);
      for (const [key, value] of asked) expect(String(after[key]), key).toBe(value);
      const labs = new Set(asked.map(([key]) => key.split(".").slice(0, -1).join()));
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
  });

  test(`${name}: prints on light ground whatever the scheme`, { tag: "@dark" }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await lessMotion(page);
    await openPage(page, name);
    await page.waitForTimeout(200);
    const dark = await pictures(page);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const printed = await pictures(page);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    for (const [i, picture] of printed.entries()) expect(picture === dark[i], `picture ${i} is repainted`).toBe(false);
    // without a graphics processor a surface gets all its pixels when it rests
    await expect.poll(async () => String(await pictures(page)) === String(dark)).toBe(true);
    await page.emulateMedia({ media: "print" });
    if (!(await page.evaluate(() => matchMedia("print").matches))) return; // a test can't tell Firefox to print
    await page.setViewportSize(SHEET);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SHEET.width);
    for (const lab of await page.locator("spring-lab").all()) {
      await expect(
        lab.locator(":is(button, input:not([role=spinbutton]), summary):not(.note button):visible"),
      ).toHaveCount(0);
      const whole = (await lab.locator(".matrices").count()) === 0;
      const [box] = await lab.locator(".lab").all();
      await expect(box).toHaveCSS("break-inside", whole ? "avoid" : "auto");
      // with the page's title and lead above it
      for (const part of whole ? [box] : await box.locator("> *").all())
        expect((await part.boundingBox())?.height).toBeLessThan(SHEET.height - 170);
    }
  });
}

/** What a sheet of A4 has room for within margins of 15 mm, in CSS px. */
const SHEET = { width: 680, height: 1009 };

/** For every parameter of every laboratory a value that is not its default and changes little. @param {Page} page @returns {Promise<Setting[]>} */
function settings(page) {
  return page.evaluate(() => {
    const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
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

/** The pixels of all pictures, each drawn after it came into view: one that nobody sees may never have been. @param {Page} page */
async function pictures(page) {
  for (const lab of await page.locator("spring-lab").all()) {
    await lab.locator("canvas[role=application]").first().scrollIntoViewIfNeeded();
    await page.waitForTimeout(150);
  }
  // what shows the fastest mode has to look for it
  await limitTold(page);
  let urls = await drawn(page);
  // without a graphics processor a surface gets all its pixels when it rests
  if ((await page.locator("spring-lab[scene=drape]").count()) > 0) {
    await expect(async () => {
      await page.waitForTimeout(1000);
      const before = urls;
      urls = await drawn(page);
      expect(urls).toEqual(before);
    }).toPass();
  }
  return urls.map(image);
}

/** @param {Page} page */
async function drawn(page) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(() =>
    [...document.querySelectorAll("spring-lab")].flatMap((lab) =>
      [...(lab.shadowRoot?.querySelectorAll("canvas[role=application]") ?? [])].map((canvas) =>
        /** @type {HTMLCanvasElement} */ (canvas).toDataURL(),
      ),
    ),
  );
}

test("a browser that does not copy shows the link", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await openDamper(page);
  await page.getByRole("button", { name: "Share" }).first().click();
  await expect(page.getByLabel("Link to copy")).toHaveValue(page.url());
});

test("pictures are sharp at any pixel ratio", async ({ browser }) => {
  for (const deviceScaleFactor of [1, 1.5, 3]) {
    const page = await openWindow(browser, { deviceScaleFactor });
    await openDamper(page);
    // at the first frame it gets its size
    const excess = () =>
      page.evaluate((ratio) => {
        const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
        const canvas = /** @type {HTMLCanvasElement} */ (lab.shadowRoot?.querySelector("canvas"));
        return canvas.width - Math.round(canvas.clientWidth * ratio);
      }, deviceScaleFactor);
    await expect.poll(excess).toBe(0);
    await page.close();
  }
});

test("an element takes its parameters from attributes and names those it does not know", async ({ page }) => {
  await openDamper(page);
  await pause(page);
  await page.evaluate(() => {
    document.querySelector("spring-lab")?.remove();
    const lab = document.createElement("spring-lab");
    const attributes = { scene: "damper", stiffness: 8, "time-step-size": 0.02, stifness: 9, class: "x", "data-y": 1 };
    for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, String(value));
    document.querySelector("main")?.prepend(lab);
  });
  await ready(page);
  await expect(page.getByRole("alert")).toHaveText(/^There is no parameter "stifness"; known: [\w, ]+\.$/);
  const values = await page.evaluate(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const values = () => [lab.get("stiffness"), lab.get("timeStepSize")];
    const first = values();
    lab.set("stiffness", 3);
    lab.set("timeStepSize", 0.05);
    const other = values();
    lab.reset();
    return [first, other, values()];
  });
  expect(values, "a reset goes back to them").toEqual([
    [8, 0.02],
    [3, 0.05],
    [8, 0.02],
  ]);
  const again = await page.evaluate(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    lab.set("stiffness", 9);
    lab.reset();
    return lab.get("stiffness");
  });
  expect(again, "its default there").toBe(8);
});

test("an element without a scene says which there are", async ({ page }) => {
  await openDamper(page);
  await page.evaluate(() => {
    const lab = document.createElement("spring-lab");
    lab.setAttribute("scene", "dampr");
    document.querySelector("main")?.replaceChildren(lab);
  });
  await expect(page.getByRole("alert")).toContainText('There is no scene "dampr"; known: damper, oscillator,');
});

test("an element leaves nothing running behind and can come back", async ({ page }) => {
  await openDamper(page);
  const frames = await page.evaluate(async () => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const parent = lab.parentElement;
    lab.remove();
    lab.remove();
    let requests = 0;
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => {
      requests += 1;
      return request(callback);
    };
    await new Promise((done) => setTimeout(done, 200));
    window.requestAnimationFrame = request;
    const left = [requests, lab.simulation, lab.shadowRoot?.childElementCount];
    parent?.append(lab);
    return left;
  });
  expect(frames).toEqual([0, undefined, 0]);
  await ready(page);
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(1);
});
