// Alice follows Bob: what only this page has.
import { createSimulation } from "../dist/lib/springlab.js";
import {
  expect,
  image,
  lessMotion,
  massOnScreen,
  openPage,
  parameter,
  pause,
  read,
  saved,
  test,
  windowTest,
} from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** Opens the page with one follower of a Bob who jumps, at full speed, as the engine's defaults are. @param {Page} page @param {string} [query] */
async function open(page, query) {
  const usual = new URLSearchParams({ path: "step", followers: "1", timeRate: "1" });
  for (const [key, value] of new URLSearchParams(query)) usual.set(key, value);
  await openPage(page, "follower", `?${usual}`);
}

/** The same with time standing still. @param {Page} page @param {string} [query] */
async function openStill(page, query) {
  await lessMotion(page);
  await open(page, query);
}

/** Takes steps as the button does. @param {Page} page @param {number} steps */
function step(page, steps) {
  return page.evaluate((steps) => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    for (let i = 0; i < steps; i++) lab.step();
  }, steps);
}

/** @param {Page} page @param {string} key @param {number | string} value */
function set(page, key, value) {
  return page.evaluate(
    ({ key, value }) => /** @type {SpringLab} */ (document.querySelector("spring-lab")).set(key, value),
    { key, value },
  );
}

/** What is plotted: rows of time in s, x of Bob, of Alice and of the exact Alice in m, and the error in mm. @param {Page} page */
async function plotted(page) {
  const { bytes } = await saved(page, page.getByRole("button", { name: "CSV" }));
  const lines = bytes
    .toString()
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  expect(lines[0].split(",").slice(0, 5).join()).toBe("time [s],Bob [m],Alice [m],exact Alice [m],Alice − exact [mm]");
  return lines.slice(1).map((line) => line.split(",").map(Number));
}

test("runs as soon as it is open", async ({ page }) => {
  await open(page, "?repeat=off");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(1.2);
  const [bob, , , alice] = await read(page, "positions");
  expect(bob).toBe(1);
  expect(Math.abs(alice - 1)).toBeLessThan(0.01);
});

test("begins the step anew when it is over, unless it shall not or Bob is in hand", async ({ page }) => {
  await openStill(page);
  await step(page, 500);
  expect(await read(page, "time")).toBe(1);
  await step(page, 1);
  expect(await read(page, "time")).toBe(0);
  expect((await plotted(page)).map(([time]) => time)).toEqual([0]);
  const { x, y } = await massOnScreen(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/in hand/);
  await step(page, 501);
  expect(await read(page, "time")).toBe(1.002);
  await page.mouse.up();
  await page.keyboard.press("r");
  await page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).runTo(1.5));
  await expect.poll(() => read(page, "time")).toBeGreaterThan(1.4);
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  expect(await read(page, "time"), "on the way to a time it does not begin anew").toBeCloseTo(1.5, 9);
  await page.keyboard.press("r");
  await page.getByRole("checkbox", { name: "Repeat the step" }).uncheck();
  await step(page, 501);
  expect(await read(page, "time")).toBe(1.002);
});

test("plots the response to a step and the exact one as the engine has them", async ({ page }) => {
  await openStill(page);
  await step(page, 400);
  const rows = await plotted(page);
  expect(rows.length).toBe(401);
  const engines = [await createSimulation("follower"), await createSimulation("follower", { method: "exact" })];
  for (const [time, bob, alice, exact, error] of rows) {
    expect(bob).toBe(1);
    expect(alice).toBe(engines[0].positions[3]);
    expect(Math.abs(exact - engines[1].positions[3])).toBeLessThan(1e-12); // Bob led and Bob on rails round differently
    expect(Math.abs(error - 1000 * (alice - exact))).toBeLessThan(1e-9);
    expect(Math.abs(time - engines[0].time)).toBeLessThan(1e-12);
    for (const engine of engines) engine.step(1);
  }
  const errors = rows.map(([, , , , error]) => error);
  expect(Math.max(...errors).toFixed(1)).toBe("11.9");
});

test("gives the exact Alice the same Bob, on every rail, in hand, and whatever is changed on the way", async ({
  page,
}) => {
  await openStill(page, "?method=exact&path=circle&drive=velocities&trails=off");
  await step(page, 300);
  await set(page, "damping", 5);
  await step(page, 200);
  await set(page, "stiffness", 300);
  await set(page, "mass", 2);
  await set(page, "timeStepSize", 0.005);
  await step(page, 200);
  await set(page, "drive", "positions");
  await step(page, 100);
  const onRails = await plotted(page);
  expect(onRails.length).toBeGreaterThan(300);
  await page.locator("canvas").first().focus();
  await page.keyboard.press("ArrowRight");
  await step(page, 100);
  await page.keyboard.press("Shift+ArrowUp");
  await step(page, 100);
  const { x, y } = await massOnScreen(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.getByRole("button", { name: "Resume" }).press("Enter");
  for (let i = 0; i < 20; i++) {
    await page.mouse.move(x - 6 * i, y + 3 * i);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  const inHand = await plotted(page);
  const way = inHand.map(([, bob]) => bob);
  expect(Math.max(...way) - Math.min(...way)).toBeGreaterThan(0.3);
  const errors = [...onRails, ...inHand].map(([, , , , error]) => Math.abs(error));
  expect(Math.max(...errors)).toBeLessThan(1e-9); // mm: rounding
});

test("does not slow the exact Alice down", async ({ page }) => {
  await openStill(page, "?maximumSpeed=2");
  await step(page, 100);
  const [, , alice, exact] = (await plotted(page))[100];
  expect(alice).toBeLessThan(0.5);
  expect(exact).toBeGreaterThan(0.9);
});

test("the constants stand in their equations", async ({ page }) => {
  await openStill(page, "?mass=2&damping=7.3&timeStepSize=0.03");
  const equations = page.getByRole("group", { name: "A step in numbers" });
  const shown = async () => {
    const texts = await equations.locator("b").allTextContents();
    return texts.map((text) => Number(text.replaceAll("−", "-").replace(/[\s+]/g, "")));
  };
  const constants = async () =>
    (await read(page, "constants")).map((/** @type {number} */ c) => Number(c.toPrecision(6)));
  await expect.poll(shown).toEqual(await constants());
  const [c0, c1, , , c4] = await shown();
  expect([c0 + c1, c4]).toEqual([1, -9]);
  await set(page, "stiffness", 50);
  await expect.poll(shown).toEqual(await constants());
  await expect(equations).toContainText(/p1 =.*p0.*q0.*v0.*u0.*v1 =.*p0.*q0.*v0.*u0/);
  await expect(equations.getByText("Not at work")).toBeHidden();
  await set(page, "method", "exact");
  await expect(equations.getByText("Not at work")).toBeVisible();
});

test("reads out what a step does", async ({ page }) => {
  await openStill(page);
  await expect(page.getByLabel("Damping ratio ζ")).toHaveText("0.714 under-damped");
  await expect(page.getByLabel("Step limit")).toHaveText("0.002 of 0.0571 s");
  const { modulus } = await read(page, "amplification");
  await expect(page.getByLabel("Growth per step")).toHaveText(`× ${Number(modulus.toFixed(5))}`);
  await page.getByRole("button", { name: "Critical damping" }).click();
  expect(await parameter(page, "damping")).toBe(48.99);
  await expect(page.getByLabel("Damping ratio ζ")).toHaveText("1 critical");
  await set(page, "damping", 0);
  await expect(page.getByLabel("Growth per step")).toHaveText("× 1.0006");
  await expect(page.getByLabel("Step limit")).toHaveText("0.002 of 0 s, grows at every step");
  await set(page, "stiffness", 0);
  await expect(page.getByLabel("Growth per step")).toHaveText("–");
});

test("with no rails the pointer is Bob, wherever it presses", async ({ page }) => {
  await openStill(page, "?path=rest&trails=off");
  const box = await page.locator("canvas").first().boundingBox();
  if (!box) throw new Error("no picture");
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 0.3 * box.height);
  await page.mouse.down();
  const [x, y] = await read(page, "positions");
  expect(x).toBeLessThan(-0.3);
  expect(y).toBeGreaterThan(0.2);
  await page.mouse.up();
  await openStill(page, "?path=circle&trails=off");
  const before = await read(page, "positions");
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 0.3 * box.height);
  await page.mouse.down();
  expect(await read(page, "positions")).toEqual(before);
  await page.mouse.up();
});

test("arrow keys take Bob off his rails and lead him", async ({ page }) => {
  await openStill(page, "?path=eight");
  await step(page, 100);
  const canvas = page.locator("canvas").first();
  await canvas.focus();
  await page.keyboard.press("ArrowUp");
  expect(await parameter(page, "path")).toBe("rest");
  await page.keyboard.press("Shift+ArrowLeft");
  expect((await read(page, "positions")).slice(0, 2)).toEqual([-1, 0.1]);
  await step(page, 500);
  const [, , , x, y] = await read(page, "positions");
  expect(Math.hypot(x + 1, y - 0.1)).toBeLessThan(1e-6);
  await expect(canvas).toHaveAccessibleDescription(
    "Bob is at x −1 m, y 0.1 m. Alice is 0 m from him, moves at 0 m/s, and is 0 m from where she should be.",
  );
});

test("a mouse leads Bob, who returns to his rails if he has any", async ({ page }) => {
  for (const path of ["rest", "step"]) {
    await openStill(page, `?path=${path}`);
    const bob = await massOnScreen(page);
    const [home] = await read(page, "positions");
    await page.mouse.move(bob.x + 5, bob.y);
    await page.mouse.down();
    await page.mouse.move(bob.x - 75, bob.y - 60, { steps: 3 });
    const [x, y] = await read(page, "positions");
    expect(x).toBeLessThan(home - 0.3);
    expect(y).toBeGreaterThan(0.2);
    await step(page, 600);
    const led = await read(page, "positions");
    expect(led.slice(0, 2)).toEqual([x, y]);
    expect(Math.hypot(led[3] - x, led[4] - y)).toBeLessThan(1e-3);
    await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/in hand\./);
    await page.mouse.up();
    await step(page, 1);
    const [after] = await read(page, "positions");
    expect(after).toBe(path === "rest" ? x : 1);
  }
});

test("a chain follows Alice", async ({ page }) => {
  await openStill(page, "?followers=4&path=circle");
  await step(page, 1500);
  expect(await read(page, "positions")).toHaveLength(15);
  await expect(page.locator("canvas").first()).toHaveAccessibleDescription(/3 more follow her\.$/);
});

test("starts slowly on the figure eight with ten who follow, each of a tint of its own, and comes back to that", async ({
  page,
}) => {
  await lessMotion(page);
  await openPage(page, "follower");
  const start = { path: "eight", followers: 10, timeRate: 0.25 };
  const now = async () =>
    Object.fromEntries(await Promise.all(Object.keys(start).map(async (key) => [key, await parameter(page, key)])));
  expect(await now()).toEqual(start);
  await step(page, 200); // off the middle, where all ways cross
  const tints = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const canvas = /** @type {HTMLCanvasElement} */ (lab.shadowRoot?.querySelector("canvas"));
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      copy.getContext("2d", { willReadFrequently: true })
    );
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Map();
    for (const [i, pixel] of new Uint32Array(data.buffer).entries())
      if (data[4 * i + 3] === 255) seen.set(pixel, (seen.get(pixel) ?? 0) + 1);
    const probe = document.createElement("span");
    document.body.append(probe);
    const [first, last] = ["--taylor", "--implicit-midpoint"].map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    const own = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    );
    return Array.from({ length: 10 }, (_, i) => {
      own.fillStyle = i > 0 ? `color-mix(in oklch increasing hue, ${first}, ${last} ${(100 * i) / 9}%)` : first;
      own.fillRect(0, 0, 1, 1);
      const [pixel] = new Uint32Array(own.getImageData(0, 0, 1, 1).data.buffer);
      return { pixel, count: seen.get(pixel) ?? 0 };
    });
  });
  expect(new Set(tints.map(({ pixel }) => pixel)).size).toBe(10);
  // of the smallest discs at least a crescent is seen
  expect(Math.min(...tints.map(({ count }) => count)), JSON.stringify(tints)).toBeGreaterThan(2);
  await set(page, "path", "circle");
  await expect(page).toHaveURL(/\?path=circle$/);
  await page.getByRole("button", { name: "Reset all" }).click();
  expect(await now()).toEqual(start);
  await expect(page).toHaveURL(/follower\.html$/);
});

test("trails are shown, and can be hidden", async ({ page }) => {
  await openStill(page, "?path=circle");
  await step(page, 300);
  const picture = async () => {
    const url = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      return String(lab.shadowRoot?.querySelector("canvas")?.toDataURL());
    });
    return image(url);
  };
  const shown = await picture();
  await page.getByRole("checkbox", { name: "Trails" }).uncheck();
  const hidden = await picture();
  expect(hidden === shown).toBe(false);
  await page.getByRole("checkbox", { name: "Trails" }).check();
  expect((await picture()) === shown).toBe(true);
});

test("stops beyond the limit that no maximum speed can move, and starts again", async ({ page }) => {
  await open(page, "?timeStepSize=0.1&maximumSpeed=5&repeat=off");
  await expect(page.getByRole("alert")).toContainText("the time step of 0.1 s is 1.75 times");
  await expect(page.getByRole("button", { name: "Restart" })).toHaveCount(1);
  await set(page, "timeStepSize", 0.002);
  await expect(page.getByRole("alert")).toBeEmpty();
  await expect.poll(async () => Math.abs((await read(page, "positions"))[3] - 1)).toBeLessThan(0.05);
});

test("names what is wrong with its own options", async ({ page }) => {
  await open(page, "?trails=maybe&repeat=2&path=spiral");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText('Trails must be one of off, on; "maybe" was given.');
  await expect(alert).toContainText("Repeat the step must be one of off, on; 2 was given.");
  await expect(alert).toContainText(`Bob's path must be one of rest, step, circle, eight; "spiral" was given.`);
  expect(await parameter(page, "trails")).toBe("on");
  await pause(page);
});

test.describe("with a finger", () => {
  windowTest.use({ hasTouch: true, viewport: { width: 360, height: 800 } });
  windowTest.skip(
    ({ browserName }) => browserName !== "chromium",
    "only Chromium lets a test put fingers on the glass",
  );

  windowTest("Bob is led and the page stays", async ({ page }) => {
    await openStill(page, "?path=rest");
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {object[]} */ ...points) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: /** @type {any} */ (points) });
    const { x, y } = await massOnScreen(page);
    await touch("touchStart", { x: x + 15, y });
    for (let i = 1; i <= 5; i++) await touch("touchMove", { x: x + 15 + 8 * i, y: y - 8 * i });
    const [bobX, bobY] = await read(page, "positions");
    await touch("touchEnd");
    expect(bobX).toBeGreaterThan(0.2);
    expect(bobY).toBeGreaterThan(0.2);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
