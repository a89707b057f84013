// What the tests of pages share: a page that tells of everything it should not do, and its laboratory.
import { test as base, expect } from "@playwright/test";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/lab/spring-lab.js" */

export { expect };

/** Every test fails on a console message, an uncaught error or a request to another origin. */
export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    /** @type {string[]} */
    const surprises = [];
    page.on("console", (message) => surprises.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => surprises.push(`error: ${error.message}`));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(String(baseURL)) && !url.startsWith("data:")) surprises.push(`request: ${url}`);
    });
    await use(page);
    expect(surprises).toEqual([]);
  },
});

/** Opens a page and waits until its laboratories run. @param {Page} page @param {string} name @param {string} [query] */
export async function openPage(page, name, query = "") {
  await page.goto(`www/${name}.html${query}`);
  await ready(page);
}

/** @param {Page} page @param {string} [query] */
export async function openDamper(page, query = "") {
  await openPage(page, "damper", query);
}

/** @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(() => {
    const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
    return labs.every((lab) => lab.simulation);
  });
}

/** A value of the running simulation. @param {Page} page @param {string} name */
export function read(page, name) {
  return page.evaluate((name) => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const value = Reflect.get(/** @type {object} */ (simulation), name);
    return ArrayBuffer.isView(value) ? Array.from(/** @type {Float64Array} */ (value)) : value;
  }, name);
}

/** A parameter as the laboratory has it. @param {Page} page @param {string} key */
export function parameter(page, key) {
  return page.evaluate((key) => /** @type {SpringLab} */ (document.querySelector("spring-lab")).get(key), key);
}

/** Stops the clock, so that a test sees what it does itself. @param {Page} page */
export async function pause(page) {
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
}

/** Where the mass is on the screen, by the pixels of its colour. @param {Page} page @param {number} [lab]  which laboratory */
export async function massOnScreen(page, lab = 0) {
  const box = await page.locator("spring-lab").nth(lab).locator("canvas").first().boundingBox();
  if (!box) throw new Error("the picture is not on the screen");
  const at = await page.evaluate(async (index) => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // the picture shows the last change
    const lab = /** @type {SpringLab} */ (document.querySelectorAll("spring-lab")[index]);
    const canvas = /** @type {HTMLCanvasElement} */ (lab.shadowRoot?.querySelector("canvas"));
    const probe = document.createElement("span");
    probe.style.color = "var(--accent)";
    document.body.append(probe);
    const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
    probe.remove();
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      copy.getContext("2d", { willReadFrequently: true })
    );
    context.drawImage(canvas, 0, 0);
    const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [count, x, y] = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] !== r || data[i + 1] !== g || data[i + 2] !== b) continue;
      count += 1;
      x += (i / 4) % width;
      y += Math.floor(i / 4 / width);
    }
    const ratio = canvas.width / canvas.clientWidth;
    return { x: x / count / ratio, y: y / count / ratio };
  }, lab);
  return { x: box.x + at.x, y: box.y + at.y };
}

/** What a user sets in the system. Firefox has no switch for it in a test; there the page's question is answered. @param {Page} page */
export async function lessMotion(page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query.includes("prefers-reduced-motion") ? "all" : query);
  });
}

/** Replaces what is in a field by typing, as a person does. @param {import("@playwright/test").Locator} field @param {string} text */
export async function enter(field, text) {
  await field.focus();
  await field.press("ControlOrMeta+a");
  await field.press("Delete");
  await field.pressSequentially(text);
  await field.press("Enter");
}

/**
 * What a button hands over as a file. Not every browser tells its driver of a download: it is looked at before it goes.
 * @param {Page} page @param {import("@playwright/test").Locator} button
 */
export async function saved(page, button) {
  const handed = page.evaluate(
    () =>
      /** @type {Promise<{ name: string, bytes: number[] }>} */ (
        new Promise((resolve) => {
          const { createObjectURL } = URL;
          const { click } = HTMLAnchorElement.prototype;
          URL.createObjectURL = (/** @type {Blob} */ blob) => {
            HTMLAnchorElement.prototype.click = async function () {
              Object.assign(URL, { createObjectURL });
              Object.assign(HTMLAnchorElement.prototype, { click });
              resolve({ name: this.download, bytes: [...new Uint8Array(await blob.arrayBuffer())] });
            };
            return createObjectURL(blob);
          };
        })
      ),
  );
  await button.click();
  const file = await handed;
  return { name: file.name, bytes: Buffer.from(file.bytes) };
}
