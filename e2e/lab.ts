// Helpers of the page tests: a page that fails its test on errors, and ways to read a laboratory.

import type { Browser, BrowserContextOptions, ConsoleMessage, Locator, Page, Request } from "@playwright/test";
import { test as base, expect } from "@playwright/test";
import axeCore from "axe-core";
import type { SpringLab } from "../www/spring-lab.ts";
import { handOver, pixels } from "./in-page.ts";

export { expect };

/** True if Chromium only says that WebGL runs without a graphics processor. */
const isOfMachine = (message: ConsoleMessage) => message.text().includes("GPU stall due to ReadPixels");

/**
 * Collects what a test fails on: console messages, uncaught errors, policy violations, and requests
 * to other origins.
 */
function watch(page: Page, origin?: string) {
  const surprises: string[] = [];
  const heard = (message: ConsoleMessage) => isOfMachine(message) || surprises.push(`console: ${message.text()}`);
  const thrown = (error: Error) => surprises.push(`error: ${error.message}`);
  const asked = (request: Request) => {
    const url = request.url();
    if (!url.startsWith(String(origin)) && !/^(data|blob):/.test(url)) surprises.push(`request: ${url}`);
  };
  page.on("console", heard).on("pageerror", thrown).on("request", asked);
  return () => {
    page.off("console", heard).off("pageerror", thrown).off("request", asked);
    return surprises;
  };
}

/** Turns offline copies off, because a later test would get them. */
export const keepNothing = (page: Page) =>
  page.addInitScript(() => {
    try {
      localStorage.setItem("springlab-offline", "off");
    } catch {} // a blank page has no storage
  });

/** Writes each violation of a page's policy to the console, where `watch` finds it. */
const tellViolations = (page: Page) =>
  page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      console.error(`policy: ${effectiveDirective} refuses ${blockedURI} ${sample}`),
    );
  });

/** Opens one more window. */
export async function openWindow(browser: Browser, options?: BrowserContextOptions) {
  const page = await browser.newPage(options);
  await keepNothing(page);
  await tellViolations(page);
  return page;
}

/** A test in a window of its own, for other settings of the browser, such as touch. */
export const windowTest = base.extend({
  page: async ({ page, baseURL }, use) => {
    await keepNothing(page);
    await tellViolations(page);
    const end = watch(page, baseURL);
    await use(page);
    expect(end()).toEqual([]);
  },
});

/** The window that all tests of a worker share. */
let shared: Page | undefined;

/**
 * A test in a window that it shares with others, because opening a window takes twice as long as
 * opening a page. After each test the window is blank again, of the first size and scheme, without
 * scripts and routes, and the pointer is in its corner; else it is closed. After a test that fails,
 * Playwright starts a new worker.
 */
export const test = base.extend({
  page: async ({ browser, baseURL, viewport }, use) => {
    shared ??= await openWindow(browser);
    const page = shared;
    const scripts: { dispose: () => Promise<void> }[] = [];
    const { addInitScript } = page;
    page.addInitScript = async (...parameters: Parameters<typeof addInitScript>) => {
      const script = await addInitScript.apply(page, parameters);
      scripts.push(script);
      return script;
    };
    if (viewport) await page.setViewportSize(viewport);
    const end = watch(page, baseURL);
    await use(page);
    await page.evaluate(() => {}).catch(() => {}); // violations are told by events of their own
    const surprises = end();
    page.addInitScript = addInitScript;
    for (const script of scripts) await script.dispose();
    // in Firefox a navigation of the test may still be under way and cancel that to the blank page
    if (!(await blank(page).catch(() => false))) {
      await page.close();
      shared = undefined;
    }
    expect(surprises).toEqual([]);
  },
});

/** Puts a window back. False if Tab has led to Firefox's own buttons: no click leads back. */
async function blank(page: Page) {
  await page.unrouteAll();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null, media: null });
  await page.goto("about:blank");
  await page.mouse.move(0, 0);
  return page.evaluate(() => document.hasFocus());
}

/**
 * Faults that axe finds by all of its rules, experimental ones included. Only faults are returned:
 * in Firefox returning the passed rules would take five times as long as the check.
 * @param part  a selector
 */
export async function violations(page: Page, part?: string) {
  await page.evaluate(axeCore.source);
  return page.evaluate(async (part) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const rules = Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: true }]));
    const { violations } = await axe.run(part ?? document, { resultTypes: ["violations"], rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  }, part);
}

/** A canvas's PNG in base64, without the chunk of Firefox that differs between equal pictures. */
export function image(url: string) {
  const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  const own = bytes.indexOf("deBG");
  return bytes.toString("base64", 0, own < 0 ? undefined : own - 4);
}

/** Collects the WebGL2 contexts of a page, for `isWhole` and `still`. */
export const watchContexts = (page: Page) =>
  page.addInitScript(() => {
    const contexts: WebGL2RenderingContext[] = [];
    Reflect.set(window, "contexts", contexts);
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...others: any) {
      const context = Reflect.apply(getContext, this, [kind, ...others]);
      if (kind === "webgl2" && context) contexts.push(context);
      return context;
    } as typeof getContext;
  });

/** True if the surface has all pixels of the picture: in software it has fewer while it moves. */
export const isWhole = (page: Page) =>
  page.evaluate(() => {
    const contexts = Reflect.get(window, "contexts") as WebGL2RenderingContext[];
    const picture = document.querySelector("spring-lab")?.shadowRoot?.querySelector(".picture:not(.off) canvas") as
      | HTMLCanvasElement
      | null
      | undefined;
    return contexts.every((gl) => gl.isContextLost() || gl.canvas.width === picture?.width);
  });

/** Repeats a look until two results in a row are equal. */
export async function atRest(look: () => Promise<string>) {
  let before = "";
  let now = await look();
  while (before !== now) {
    before = now;
    now = await look();
  }
  return now;
}

/**
 * Largest difference of a channel between two PNGs; infinite if they have other sizes.
 * @param page  any, which reads them
 * @param one  in base64
 */
export const difference = (page: Page, one: string, other: string) =>
  page.evaluate(
    async (files) => {
      const read = async (file: string) => {
        const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        if (!context) throw new Error("The browser gives no context to read a PNG.");
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const a = await read(files[0]);
      const b = await read(files[1]);
      if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
      return a.data.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b.data[i])), 0);
    },
    [one, other],
  );

/** The picture as a PNG once it is at rest and has all its pixels. */
export function still(page: Page) {
  return atRest(async () => {
    await page.waitForTimeout(500);
    await expect.poll(() => isWhole(page), "all pixels").toBe(true);
    return picture(page);
  });
}

/** Records the last call to each WebGL2 context before its canvas is drawn, for `layers`. */
export const watchLayers = (page: Page) =>
  page.addInitScript(() => {
    const layers: Set<string> = new Set();
    const last: WeakMap<object, string> = new WeakMap();
    for (const [prototype, names] of [
      [WebGL2RenderingContext.prototype, ["flush", "drawArrays", "drawElements"]],
      [CanvasRenderingContext2D.prototype, ["drawImage"]],
    ] as [Record<string, any>, string[]][]) {
      for (const name of names) {
        const usual = prototype[name];
        prototype[name] = function (this: { canvas: object }, ...parameters: any[]) {
          const told = last.get(parameters[0]);
          if (name !== "drawImage") last.set(this.canvas, name);
          else if (told) layers.add(told);
          return Reflect.apply(usual, this, parameters);
        };
      }
    }
    Reflect.set(window, "layers", layers);
  });

export const layers = (page: Page): Promise<string[]> => page.evaluate(() => [...Reflect.get(window, "layers")]);

/** Takes WebGL2 away from a page's canvases. */
export const withoutWebGL = (page: Page) =>
  page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...others: any) {
      return kind === "webgl2" ? null : Reflect.apply(getContext, this, [kind, ...others]);
    } as typeof getContext;
  });

/** The bytes of the picture's pixels, row by row, and its width. */
export async function pixelsOf(page: Page) {
  const { data, width } = await page.evaluate(() => {
    const canvas = document.querySelector("spring-lab")?.shadowRoot?.querySelector(".picture:not(.off) canvas") as
      | HTMLCanvasElement
      | null
      | undefined;
    if (!canvas) throw new Error("no picture");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let text = "";
    for (let i = 0; i < data.length; i += 4096) text += String.fromCharCode(...data.slice(i, i + 4096));
    return { data: btoa(text), width: canvas.width };
  });
  return { bytes: Buffer.from(data, "base64"), width };
}

/** Opens a page and waits until its laboratories run. */
export async function openPage(page: Page, name: string, query: string = "") {
  await page.goto(`www/${name}.html${query}`);
  await ready(page);
}

export async function openDamper(page: Page, query: string = "") {
  await openPage(page, "damper", query);
}

export async function ready(page: Page) {
  await page.waitForFunction(() => {
    const labs = [...document.querySelectorAll("spring-lab")] as SpringLab[];
    const eager = labs.filter((lab) => lab.getAttribute("loading") === "eager"); // others start when seen
    return labs.length > 0 && (eager.length > 0 ? eager : labs).every((lab) => lab.simulation);
  });
}

/** Puts a laboratory in place of what a page has. */
export async function openLab(page: Page, attributes: Record<string, string>) {
  await openDamper(page);
  await page.evaluate((attributes) => {
    const lab = document.createElement("spring-lab");
    for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
    document.querySelector("main")?.replaceChildren(lab);
  }, attributes);
  await ready(page);
}

/**
 * Result of a function that runs in the page with one of its laboratories.
 * @param place  of the laboratory
 */
export const inLab = <T, G = undefined>(
  page: Page,
  act: (lab: SpringLab, given: G) => T,
  given?: G,
  place: number = 0,
): Promise<Awaited<T>> =>
  page
    .locator("spring-lab")
    .nth(place)
    .evaluate(act as any, given);

/** Waits for some frames: what was changed before is drawn. */
export const frames = (page: Page, count: number = 2) =>
  page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
  }, count);

/**
 * Takes steps as the button does, and waits until they are drawn.
 * @param place  of the laboratory
 */
export async function takeSteps(page: Page, count: number, place?: number) {
  await inLab(
    page,
    (lab, count) => {
      for (let step = 0; step < count; step++) lab.step();
    },
    count,
    place,
  );
  await frames(page);
}

/** The drawn picture as a PNG. @param place  of the laboratory */
export async function picture(page: Page, place?: number) {
  await frames(page);
  const drawn = ({ shadowRoot }: SpringLab) => {
    const canvas = shadowRoot?.querySelector(".picture:not(.off) canvas");
    return String((canvas as HTMLCanvasElement).toDataURL());
  };
  return image(await inLab(page, drawn, undefined, place));
}

/** Presses the mouse at a place and moves it by a distance. @param how  held: it stays down */
export async function drag(
  page: Page,
  { x, y }: { x: number; y: number },
  [dx, dy]: [dx: number, dy: number],
  { held = false, button }: { held?: boolean; button?: "left" | "middle" } = {},
) {
  await page.mouse.move(x, y);
  await page.mouse.down({ button });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  if (!held) await page.mouse.up({ button });
}

/** Place in a node's box on the screen, e.g. (0.5, 0.5) its middle. */
export async function placeIn(node: Locator, right: number, down: number) {
  const box = await node.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return { x: box.x + right * box.width, y: box.y + down * box.height };
}

/** Sends touches, which only Chromium lets a test do. */
export async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", ...points: { x: number; y: number }[]) => {
    const touchPoints = points.map((point, id) => ({ ...point, id }));
    await session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  const lift = () => touch("touchEnd");
  /** Moves each finger evenly from its place by its distance. Held fingers stay on the glass. */
  const move = async (
    moves: { from: { x: number; y: number }; by: [dx: number, dy: number] }[],
    { held = false } = {},
  ) => {
    for (let step = 0; step <= 8; step++) {
      const places = moves.map(({ from: { x, y }, by: [dx, dy] }) => [x + (dx * step) / 8, y + (dy * step) / 8]);
      await touch(step > 0 ? "touchMove" : "touchStart", ...places.map(([x, y]) => ({ x, y })));
    }
    if (!held) await lift();
  };
  return { move, lift };
}

/** Checks that the page is no wider than windows. */
export async function fits(page: Page, widths: number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
  }
}

/** A value of the running simulation. */
export function read(page: Page, name: string) {
  return inLab(
    page,
    ({ simulation }, name) => {
      const groups = [simulation, simulation?.analysis, simulation?.system] as object[];
      const value = Reflect.get(groups.find((group) => name in group) as object, name);
      return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
    },
    name,
  );
}

/** Progress of a time within 0.3 s, in s. */
export async function passed(page: Page, time: () => Promise<unknown>) {
  const since = Number(await time());
  await page.waitForTimeout(300);
  return Number(await time()) - since;
}

/** Waits until step limits are known: their lines move the buttons below. */
export const limitTold = (where: Page | Locator) => expect(where.locator("[aria-busy=true]")).toHaveCount(0);

/** Value of the laboratory's parameter. */
export const parameter = (page: Page, key: string) => inLab(page, (lab, key) => lab.get(key), key);

export async function pause(page: Page) {
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
}

/**
 * Visible share of a laboratory's part, from 0 to 1.
 * @param part  a selector
 * @param lab  its index
 */
export function seen(page: Page, part: string, lab: number = 0) {
  return page.evaluate(
    ([part, index]) => {
      const labs = [...document.querySelectorAll("spring-lab")] as SpringLab[];
      const node = labs[Number(index)].shadowRoot?.querySelector(String(part));
      if (!node) throw new Error(`there is no ${part}`);
      const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
      const across = Math.min(right, innerWidth) - Math.max(left, 0);
      const down = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return (Math.max(across, 0) * Math.max(down, 0)) / (width * height);
    },
    [part, lab],
  );
}

/** Place of the mass in the window, by its colour. @param lab  index of the laboratory */
export async function massOnScreen(page: Page, lab: number = 0) {
  const { x, y } = await colored(page, "--accent", lab);
  return { x, y };
}

/**
 * Pixels in the colour of a custom property, as `pixels` in in-page.ts tells them.
 * @param lab  index of the laboratory
 * @param canvas  index of its canvas
 * @param near  largest difference of a channel
 */
export function colored(page: Page, property: string, lab: number = 0, canvas: number = 0, near: number = 0) {
  return page.evaluate(pixels, [lab, property, canvas, near] as const);
}

/** Number of such pixels in the first picture. */
export const count = async (page: Page, property: string, near = 0) =>
  (await colored(page, property, 0, 0, near)).count;

/** Asks for reduced motion; in Firefox by an answer to the page's media query. */
export async function lessMotion(page: Page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query.includes("prefers-reduced-motion") ? "all" : query);
  });
}

/** Types a new text into a field and presses Enter. */
export async function enter(field: Locator, text: string) {
  await field.focus();
  await field.press("ControlOrMeta+a");
  await field.press("Delete");
  await field.pressSequentially(text);
  await field.press("Enter");
}

/** The file that a button saves. */
export async function saved(page: Page, button: Locator) {
  const handed = page.evaluate(handOver, undefined);
  await button.click();
  const file = await handed;
  return { name: file.name, bytes: Buffer.from(file.data.split(",")[1], "base64") };
}

/** Opens "More" of all laboratories. */
export async function openMore(page: Page) {
  await page.evaluate(() => {
    for (const lab of document.querySelectorAll("spring-lab")) {
      for (const more of lab.shadowRoot?.querySelectorAll("details.more") ?? []) more.toggleAttribute("open", true);
    }
  });
}

/** In pages opened from now on, delays the answers of workers until they are released. */
export async function holdAnswers(page: Page) {
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    const held = [] as (() => void)[];
    Worker.prototype.addEventListener = function (type: string, listener: any) {
      const later = (event: Event) => held.push(() => listener(event));
      addEventListener.call(this, type, type === "message" ? later : listener);
    };
    Object.assign(window, {
      held,
      release: () => {
        for (const give of held.splice(0)) give();
      },
    });
  });
  return {
    held: () => page.evaluate(() => Reflect.get(window, "held").length),
    release: () => page.evaluate(() => Reflect.get(window, "release")()),
  };
}
