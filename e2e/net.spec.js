// What draws many springs: pixels of the engine, or lines by WebGL2 where these are sooner done.
import { expect, layers, lessMotion, openPage, pixelsOf, test, watchLayers, withoutWebGL } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** Cloths of more than 10 000 springs, in the plane, and in space where some tear: pages, their addresses, and the time in s for which they fall. */
const LARGE = /** @type {const} */ ({
  cloth: ["cloth", "?width=60&height=45&timeStepSize=0.008&strain=off", 12],
  "strained cloth": ["cloth", "?width=60&height=45&timeStepSize=0.008&strain=on", 12],
  "torn cloth in space": ["drape", "?width=42&height=42&tear=2&strain=on", 1.5],
});

/** Has one kind of picture take 0.3 s longer than it does, and the other one never come late, and counts both. @param {Page} page @param {"pixels" | "lines"} kind */
const slow = (page, kind) =>
  page.addInitScript((kind) => {
    const drawn = { pixels: 0, lines: 0 };
    /** @param {"pixels" | "lines"} what @param {Record<string, any>} prototype @param {string} name */
    const watch = (what, prototype, name) => {
      const usual = prototype[name];
      prototype[name] = /** @this {object} */ function (/** @type {any[]} */ ...parameters) {
        drawn[what] += 1;
        const end = performance.now() + 300;
        while (what === kind && performance.now() < end);
        return Reflect.apply(usual, this, parameters);
      };
    };
    watch("pixels", CanvasRenderingContext2D.prototype, "putImageData");
    watch("pixels", OffscreenCanvasRenderingContext2D.prototype, "putImageData");
    watch("lines", WebGL2RenderingContext.prototype, "clear");
    // without a graphics processor a busy machine may be two frames behind
    if (kind === "pixels") WebGL2RenderingContext.prototype.getSyncParameter = () => WebGL2RenderingContext.SIGNALED;
    const { getContext } = OffscreenCanvas.prototype;
    /** @type {WebGL2RenderingContext[]} */
    const contexts = [];
    OffscreenCanvas.prototype.getContext = /** @type {typeof getContext} */ (
      /** @this {OffscreenCanvas} */ function (/** @type {string} */ name, /** @type {any} */ ...others) {
        const context = Reflect.apply(getContext, this, [name, ...others]);
        if (name === "webgl2" && context) contexts.push(context);
        return context;
      }
    );
    Object.assign(window, { drawn, contexts });
  }, kind);

/** How many springs have torn. @param {Page} page */
const torn = (page) =>
  page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).simulation?.torn.length ?? 0);

/** Draws the picture some times more, and tells how often it was drawn in which way. @param {Page} page */
const drawnBy = (page) =>
  page.evaluate(async () => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const drawn = /** @type {Record<"pixels" | "lines", number>} */ (Reflect.get(window, "drawn"));
    const before = { ...drawn };
    for (let picture = 0; picture < 4; picture++) {
      lab.set("timeRate", 1 + picture / 10); // it asks for a frame
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }
    return { pixels: drawn.pixels - before.pixels, lines: drawn.lines - before.lines };
  });

/** Which of both it is alone that draws the picture. @param {Page} page */
async function choice(page) {
  const { pixels, lines } = await drawnBy(page);
  return [pixels > 0 && "pixels", lines > 0 && "lines"].filter(Boolean).join(" and ");
}

/** The picture's pixels, their colours as far as they are there. @param {Page} page */
async function parts(page) {
  const { bytes } = await pixelsOf(page);
  return Float64Array.from(bytes, (part, i) => (i % 4 === 3 ? part : (part * bytes[i | 3]) / 255));
}

/** Opens a cloth, lets it fall, and waits until its pictures are made in one way. @param {Page} page @param {keyof typeof LARGE} cloth @param {"pixels" | "lines"} kind */
async function open(page, cloth, kind) {
  const [name, address, time] = LARGE[cloth];
  await lessMotion(page);
  await openPage(page, name, address);
  await page.evaluate((time) => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    simulation?.step(Math.round(time / Number(simulation.get("timeStepSize"))));
  }, time);
  await expect.poll(() => choice(page)).toBe(kind);
}

for (const cloth of /** @type {(keyof typeof LARGE)[]} */ (Object.keys(LARGE))) {
  test(`whatever is sooner draws the same ${cloth}`, async ({ page }) => {
    await withoutWebGL(page); // springs are drawn in space, too; lines have a canvas that is none of the page
    const script = await slow(page, "lines");
    await open(page, cloth, "pixels");
    const pixels = await parts(page);
    expect((await torn(page)) > 0).toBe(cloth.startsWith("torn"));
    const given = () =>
      page.evaluate(() =>
        /** @type {WebGL2RenderingContext[]} */ (Reflect.get(window, "contexts")).map((gl) => gl.isContextLost()),
      );
    expect(await given(), "the context is given back").toEqual([true]);

    await script.dispose();
    await slow(page, "pixels");
    await watchLayers(page);
    await open(page, cloth, "lines");
    expect(await layers(page)).toEqual(["flush"]);
    const lines = await parts(page);
    const all = pixels.reduce((sum, part) => sum + part, 0);
    const apart = lines.map((part, i) => Math.abs(part - pixels[i]));
    expect(all / 255 / lines.length, "something is drawn").toBeGreaterThan(0.05);
    expect(apart.reduce((sum, part) => sum + part, 0) / all, "of all that is drawn").toBeLessThan(0.01);
    // roundings to eight bits where several lines cover a pixel; for each at 45°, of which there are none in a cloth that has moved, rounding decides how its ends look
    expect(
      apart.reduce((most, part) => Math.max(most, part), 0),
      "of 255",
    ).toBeLessThan(10);
  });
}

test("a graphics processor that falls behind leaves the picture to the engine", async ({ page }) => {
  await slow(page, "pixels");
  await page.addInitScript(() => {
    WebGL2RenderingContext.prototype.getSyncParameter = () => WebGL2RenderingContext.UNSIGNALED;
  });
  await open(page, "cloth", "pixels");
});

test("without its context the engine draws on, and with it again WebGL2 does", async ({ page }) => {
  await slow(page, "pixels");
  await open(page, "cloth", "lines");
  await page.evaluate(async () => {
    const [gl] = /** @type {WebGL2RenderingContext[]} */ (Reflect.get(window, "contexts"));
    const extension = gl.getExtension("WEBGL_lose_context");
    Reflect.set(window, "extension", extension);
    extension?.loseContext();
  });
  await expect.poll(() => choice(page)).toBe("pixels");
  await page.evaluate(() => Reflect.get(window, "extension").restoreContext());
  await expect.poll(() => choice(page)).toBe("lines");
});
