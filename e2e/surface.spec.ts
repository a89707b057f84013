// The shaded picture of a cloth in space: its pixels, its context of WebGL2, and pages without one.

import type { Page } from "@playwright/test";
import type { SpringLab } from "../www/spring-lab.ts";
import {
  drag,
  expect,
  inLab,
  layers,
  lessMotion,
  openDamper,
  openLab,
  pixelsOf,
  placeIn,
  still,
  test,
  watchContexts,
  watchLayers,
  withoutWebGL,
} from "./lab.ts";

/** A cloth of one cell above the empty ground. */
const CELL = { scene: "drape", width: "2", height: "2", obstacle: "none" };

test.beforeEach(({ page }) => watchContexts(page));

/**
 * Waits until no picture comes by itself: the cost of a step is measured three times, a second
 * apart, and each measurement draws one.
 */
async function measured(page: Page) {
  await page.waitForTimeout(4000);
  await still(page);
}

/** Size of the picture, and its colours by their place row by row. */
async function pixels(page: Page) {
  await still(page);
  const { bytes, width } = await pixelsOf(page);
  return {
    width,
    height: bytes.length / 4 / width,
    at: (i: number) => [...bytes.subarray(4 * i, 4 * i + 3)],
  };
}

/** First and last pixel of a kind in each row of the picture. */
async function extent(page: Page, kind: (color: number[]) => boolean) {
  const { width, height, at } = await pixels(page);
  return Array.from({ length: height }, (_, row) => {
    const of = Array.from({ length: width }, (_, x) => x).filter((x) => kind(at(row * width + x)));
    return of.length > 0 ? [of[0], of[of.length - 1]] : undefined;
  });
}

/** Colours of one picture at some places. @param places  in px from the middle */
async function colours(page: Page, ...places: [x: number, y: number][]) {
  const { width, height, at } = await pixels(page);
  return places.map(([x, y]) => at((Math.floor(height / 2) + y) * width + Math.floor(width / 2) + x));
}

/** Colour in the middle of the picture. */
const middle = async (page: Page) => (await colours(page, [0, 0]))[0];

/** Turns the picture by presses of a key. */
async function turn(page: Page, key: string, times: number) {
  await page.locator("spring-lab .picture:not(.off) canvas").focus();
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/** Shares of red, green and blue light. */
function hue(color: number[]) {
  const light = color.map((part) => part ** 2);
  return light.map((part) => part / light.reduce((sum, other) => sum + other));
}

const difference = (a: number[], b: number[]) => Math.hypot(...hue(a).map((part, i) => part - hue(b)[i]));

const CLOTH = [0xee, 0xf3, 0xfb];
const YARN = [0x1f, 0x55, 0xa8];
const LINING = [0xc9, 0x54, 0x3a];

/** True for the front of a cloth: both yarns are bluish, and nothing else is. */
const isCloth = ([r, , b]: number[]) => b > r + 6;

async function openSheet(page: Page, attributes = {}) {
  await page.emulateMedia({ colorScheme: "light" });
  await lessMotion(page);
  await openLab(page, { ...CELL, ...attributes });
}

test("a flat cloth has a check of two colours from above and that of its lining from below", {
  tag: "@firefox",
}, async ({ page }) => {
  await openSheet(page);
  await turn(page, "k", 6);
  const above = await middle(page);
  expect(difference(above, CLOTH), `${above}`).toBeLessThan(0.1);
  expect(difference(above, LINING), `${above}`).toBeGreaterThan(0.2);
  const bands = await colours(page, ...Array.from({ length: 60 }, (_, x) => [x, 0] as [number, number]));
  for (const yarn of [CLOTH, YARN]) {
    expect(bands.filter((color) => difference(color, yarn) < 0.1).length, `${yarn}`).toBeGreaterThan(3);
  }
  await turn(page, "i", 13);
  const below = await middle(page);
  expect(difference(below, LINING), `${below}`).toBeLessThan(0.1);
  expect(difference(below, CLOTH), `${below}`).toBeGreaterThan(0.2);
});

test("the edges of a flat cloth are where its springs are drawn, within a pixel", { tag: "@full" }, async ({
  page,
}) => {
  await openSheet(page);
  await inLab(page, (lab) => {
    // one colour with a clear edge; a print reads all colours, for browsers report no such change
    for (const yarn of ["--cloth", "--yarn"]) lab.style.setProperty(yarn, "#0000ff");
    dispatchEvent(new Event("afterprint"));
  });
  await turn(page, "k", 6);
  const surface = await extent(page, ([r, , b]) => b > r + 60);
  await withoutWebGL(page);
  await openSheet(page);
  await turn(page, "k", 6);
  const springs = await extent(page, ([r, , b]) => b > r + 2);
  const rows = surface.map((_, row) => row).filter((row) => surface[row] && springs[row]);
  expect(rows.length).toBeGreaterThan(150);
  // rows away from the marks at the corners
  const corners = [0, 1].flatMap((end) => {
    const places = rows.map((row) => surface[row]?.[end] ?? 0);
    return [Math.min(...places), Math.max(...places)].map((place) => rows[places.indexOf(place)]);
  });
  const clear = rows.filter((row) =>
    [rows[0], rows[rows.length - 1], ...corners].every((corner) => Math.abs(row - corner) > 14),
  );
  expect(clear.length).toBeGreaterThan(80);
  for (const row of clear) {
    for (const end of [0, 1]) {
      const drawn = surface[row]?.[end] ?? 0;
      const meant = springs[row]?.[end] ?? 0;
      expect(Math.abs(drawn - meant), `row ${row}: ${drawn} for ${meant}`).toBeLessThanOrEqual(1);
    }
  }
});

test("WebGL is flushed before its canvas is copied to the picture", async ({ page }) => {
  await watchLayers(page);
  await openSheet(page, { obstacle: "sphere" });
  await turn(page, "k", 3);
  // without a flush a graphics processor may copy an unfinished drawing
  expect(await layers(page)).toEqual(["flush"]);
});

test("stretched cloth is amber and compressed cloth violet, as springs are", async ({ page }) => {
  await openSheet(page, { strain: "on" });
  await turn(page, "k", 6);
  const move = (place: number) =>
    inLab(
      page,
      (lab, place) => {
        for (let mass = 0; mass < 4; mass++) {
          lab.simulation?.hand.hold(mass, mass % 2 ? place : -place, 1.4, mass > 1 ? place : -place);
          lab.simulation?.hand.release(0, 0, 0);
        }
        lab.set("mode", "off"); // asks for a frame
      },
      place,
    );
  const grey = await middle(page);
  expect(Math.max(...grey) - Math.min(...grey), `${grey}`).toBeLessThan(25);
  await move(1.2);
  const [r, g, b] = await middle(page);
  expect(r - g, `amber: ${r}, ${g}, ${b}`).toBeGreaterThan(8);
  expect(g - b, `amber: ${r}, ${g}, ${b}`).toBeGreaterThan(8);
  await move(0.8);
  const [red, green, blue] = await middle(page);
  expect(blue - red, `violet: ${red}, ${green}, ${blue}`).toBeGreaterThan(8);
  expect(red - green, `violet: ${red}, ${green}, ${blue}`).toBeGreaterThan(8);
});

test("a cloth has holes where its threads have torn, until time goes back", async ({ page }) => {
  await openSheet(page, { width: "5", height: "5", tear: "50", gravity: "0" });
  await turn(page, "k", 6);
  const rows = await extent(page, isCloth);
  const [first, last] = rows[Math.floor(rows.length / 2)] ?? [0, 0];
  const span = last - first;
  expect(span).toBeGreaterThan(150);
  // distance in px from the middle to the cells right and left of the four in the middle
  const beside = Math.round(0.375 * span);
  const cells = () => colours(page, [0, 0], [beside, 0], [-beside, 0]);
  expect((await cells()).map(isCloth)).toEqual([true, true, true]);
  for (const strain of ["off", "on"]) {
    await inLab(
      page,
      (lab, strain) => {
        lab.set("strain", strain);
        lab.simulation?.hand.hold(12, 0, 4, 0);
        lab.step();
        lab.simulation?.hand.release(0, 0, 0);
      },
      strain,
    );
    const away = -Math.round(0.7 * span);
    const [hole, right, left, ground] = await colours(page, [0, 0], [beside, 0], [-beside, 0], [0, away]);
    expect(isCloth(hole), `${hole}`).toBe(false);
    for (const cell of [right, left]) {
      if (strain === "off") expect(isCloth(cell), `${cell}`).toBe(true);
      // grey, because the remaining cells are nearly at rest length
      else expect(Math.max(...cell) - Math.min(...cell)).toBeLessThan(25);
      expect(Math.hypot(...cell.map((part, i) => part - ground[i]))).toBeGreaterThan(40);
    }
    // four threads, six bending springs over them and the diagonals of four cells
    await expect(page.getByLabel("# torn springs")).toHaveText("18");
    await expect(page.locator("spring-lab .picture:not(.off) canvas")).toHaveAccessibleDescription(
      /18 springs have torn\./,
    );
    await inLab(page, (lab, strain) => (strain === "off" ? lab.stepBack() : lab.restart()), strain);
    await expect(page.getByLabel("# torn springs")).toHaveText("0");
  }
  await inLab(page, (lab) => lab.set("strain", "off"));
  expect((await cells()).map(isCloth)).toEqual([true, true, true]);
});

test("without its WebGL context the springs are drawn; a restored one draws the same picture", {
  tag: "@firefox",
}, async ({ page }) => {
  await openSheet(page, { width: "30", height: "30", obstacle: "sphere" });
  const before = await still(page);
  const tell = (what: "loseContext" | "restoreContext") =>
    page.evaluate((what) => {
      const [gl] = Reflect.get(window, "contexts") as WebGL2RenderingContext[];
      const means = Reflect.get(window, "means") ?? gl.getExtension("WEBGL_lose_context");
      Reflect.set(window, "means", means);
      means[what]();
    }, what);
  await tell("loseContext");
  await expect.poll(async () => (await still(page)) === before).toBe(false);
  const blue = (await extent(page, ([r, , b]) => b > r + 60)).filter(Boolean).length;
  expect(blue, "dots of masses").toBeGreaterThan(20);
  await tell("restoreContext");
  await expect.poll(async () => (await still(page)) === before).toBe(true);
});

test("a slow picture has fewer pixels only while it moves", { tag: "@full" }, async ({ page }) => {
  await page.addInitScript(() => {
    const widths: number[] = [];
    Reflect.set(window, "widths", widths);
    const { readPixels } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.readPixels = function (this: WebGL2RenderingContext, ...how: any[]) {
      const begin = performance.now();
      while (performance.now() < begin + 50);
      widths.push(this.canvas.width);
      return Reflect.apply(readPixels, this, how);
    } as typeof readPixels;
  });
  await openSheet(page);
  await measured(page);
  /** Widths of the pictures until it rests, relative to the last. */
  const drawn = async (presses: number) => {
    const before = await page.evaluate(() => Reflect.get(window, "widths").length);
    await page.locator("spring-lab .picture:not(.off) canvas").focus();
    for (let i = 0; i < presses; i++) {
      await page.keyboard.press("k");
      await page.evaluate(() => new Promise(requestAnimationFrame)); // one press per frame
    }
    await still(page);
    const widths = await page.evaluate((before) => Reflect.get(window, "widths").slice(before), before);
    return widths.map((width: number) => width / widths.at(-1));
  };
  expect(new Set(await drawn(1))).toEqual(new Set([1]));
  // on a busy machine it may come to rest between two presses
  await expect(async () => {
    const moving = await drawn(8);
    expect(moving[0], "before it is known to move").toBe(1);
    expect(moving.some((part: number) => part < 0.95)).toBe(true);
  }).toPass();
});

test("without WebGL2 the springs are drawn, and a mass can be dragged", async ({ page }) => {
  await withoutWebGL(page);
  await openSheet(page, { width: "20", height: "20", pins: "4" });
  expect(await extent(page, ([r, g, b]) => r + g + b < 300)).toContainEqual([expect.any(Number), expect.any(Number)]);
  const sum = () => inLab(page, ({ simulation }) => simulation?.positions.reduce((sum, x) => sum + Math.abs(x), 0));
  const before = await sum();
  await drag(page, await placeIn(page.locator("spring-lab .picture:not(.off) canvas"), 0.5, 0.4), [20, 40]);
  expect(await sum()).not.toBe(before);
});

test("a laboratory that leaves the page releases its WebGL context", async ({ page }) => {
  await openSheet(page);
  // a browser that runs out of contexts reports it in the console
  for (let i = 0; i < 20; i++) {
    await page.evaluate(async (attributes) => {
      const lab = document.createElement("spring-lab") as SpringLab;
      for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
      document.querySelector("spring-lab")?.replaceWith(lab);
      while (!lab.simulation) await new Promise(requestAnimationFrame);
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }, CELL);
  }
  const lost = await page.evaluate(() => {
    const contexts = Reflect.get(window, "contexts") as WebGL2RenderingContext[];
    return contexts.map((gl) => gl.isContextLost());
  });
  expect(lost.length).toBeGreaterThan(15);
  expect(lost.filter((gone) => !gone).length).toBeLessThanOrEqual(1);
});

test("with forced colours the cloth has no hue, and wires", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "only Chromium can emulate forced colours");
  await page.emulateMedia({ forcedColors: "active" });
  await openSheet(page, { width: "12", height: "12" });
  await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
  await turn(page, "k", 6);
  const { width, height, at } = await pixels(page);
  const row = Array.from({ length: 160 }, (_, i) =>
    at(Math.floor(height / 2) * width + Math.floor(width / 2) - 80 + i),
  );
  for (const color of row) expect(Math.max(...color) - Math.min(...color), `${color}`).toBeLessThan(6);
  const light = row.map(([r]) => r);
  expect(Math.max(...light) - Math.min(...light), "wires").toBeGreaterThan(100);
});

test("pages without a cloth in space do not load its script", async ({ page }) => {
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .join("\n"),
    );
  await openDamper(page);
  expect(await loaded()).not.toMatch(/drape/);
  await openSheet(page);
  expect(await loaded()).toMatch(/drape/);
});
