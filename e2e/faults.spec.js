// What goes wrong around a page, and what it makes of it.
import { test as plain } from "@playwright/test";
import { PAGES } from "../tools/pages.js";
import {
  enter,
  expect,
  image,
  keepNothing,
  lessMotion,
  massOnScreen,
  openDamper,
  openPage,
  openWindow,
  parameter,
  pause,
  read,
  ready,
  saved,
  test,
  windowTest,
} from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** The pixels of all pictures and plots of the page. @param {Page} page */
async function pixels(page) {
  const urls = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const roots = [document, ...[...document.querySelectorAll("spring-lab")].flatMap((lab) => lab.shadowRoot ?? [])];
    return roots.flatMap((root) => [...root.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL()));
  });
  return urls.map(image);
}

for (const name of ["damper", "cloth"]) {
  test(`${name}: what was drawn is drawn anew when a canvas gets its context back`, async ({ page }) => {
    await lessMotion(page);
    await page.addInitScript(() => {
      const request = window.requestAnimationFrame.bind(window);
      Reflect.set(window, "frames", 0);
      window.requestAnimationFrame = (callback) => {
        Reflect.set(window, "frames", Number(Reflect.get(window, "frames")) + 1);
        return request(callback);
      };
    });
    await openPage(page, name);
    const frames = () => page.evaluate(() => Number(Reflect.get(window, "frames")));
    // at first it measures and looks, and draws again what it finds
    await expect
      .poll(async () => {
        const before = await frames();
        await page.waitForTimeout(2000);
        return (await frames()) - before;
      })
      .toBe(0);
    const before = await pixels(page);
    await page.evaluate(() => {
      const roots = [document, ...[...document.querySelectorAll("spring-lab")].flatMap((lab) => lab.shadowRoot ?? [])];
      for (const canvas of roots.flatMap((root) => [...root.querySelectorAll("canvas")])) {
        canvas.dispatchEvent(new Event("contextlost", { cancelable: true }));
        canvas.getContext("2d")?.reset();
        canvas.dispatchEvent(new Event("contextrestored"));
      }
    });
    await expect.poll(async () => JSON.stringify(await pixels(page)) === JSON.stringify(before)).toBe(true);
  });
}

test("a clock that jumps, by an hour on and by an hour back, moves nothing by more than a moment", async ({ page }) => {
  await page.addInitScript(() => {
    const request = window.requestAnimationFrame.bind(window);
    Reflect.set(window, "jump", 0);
    window.requestAnimationFrame = (callback) => request((now) => callback(now + Number(Reflect.get(window, "jump"))));
    const { now } = Date;
    Date.now = () => now() + 1000 * Number(Reflect.get(window, "jump"));
  });
  await openDamper(page);
  for (const jump of [3.6e6, 0, -3.6e6, 3.6e6]) {
    const { moved, passed, after } = await page.evaluate(async (jump) => {
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      const [begin, before] = [performance.now(), Number(lab.time)];
      Reflect.set(window, "jump", jump);
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      const after = Number(lab.time);
      return { moved: after - before, passed: (performance.now() - begin) / 1000, after };
    }, jump);
    // a frame makes up for a quarter of a second at most
    expect(moved, `by ${jump} ms`).toBeLessThan(passed + 1);
    await expect.poll(() => read(page, "time"), `goes on after ${jump} ms`).toBeGreaterThan(after);
  }
});

/** What comes in place of the engine, and what the page says of it. @type {Record<string, { answer: (engine: Buffer) => { status?: number, contentType?: string, body?: Buffer } | "abort", sentence: RegExp }>} */
const ENGINES = {
  "cut off": {
    answer: (engine) => ({ body: engine.subarray(0, engine.length / 2) }),
    sentence: /its file is damaged or cut off/,
  },
  "with nothing in it": { answer: () => ({ body: Buffer.alloc(0) }), sentence: /its file is damaged or cut off/ },
  "as a page to log in": {
    answer: () => ({ contentType: "text/html", body: Buffer.from("<html>Please log in.</html>") }),
    sentence: /its server sends text\/html in place of WebAssembly\.$/,
  },
  "not at all": {
    answer: () => ({ status: 404 }),
    sentence: /its server answers 404 for \/assets\/springlab_bg-[\w-]+\.wasm\.$/,
  },
  "from a server that is away": { answer: () => "abort", sentence: /its server can't be reached\.$/ },
};

for (const [name, { answer, sentence }] of Object.entries(ENGINES)) {
  // a browser tells of it, too
  plain(`an engine that comes ${name} is told, and comes at Try again`, async ({ page }) => {
    await keepNothing(page);
    const file = "**/*.wasm";
    await page.route(file, async (route) => {
      const engine = await (await route.fetch()).body();
      const given = answer(engine);
      if (given === "abort") await route.abort();
      else await route.fulfill({ contentType: "application/wasm", ...given });
    });
    await page.goto("www/damper.html");
    const alert = page.getByRole("alert");
    await expect(alert).toHaveText(/^The engine did not load: ./);
    await expect(alert).toHaveText(sentence);
    await page.unroute(file);
    await page.getByRole("button", { name: "Try again" }).click();
    await ready(page);
    await expect.poll(() => read(page, "time")).toBeGreaterThan(0);
    await expect(alert).toHaveText("");
  });
}

test("an engine whose server does not know what it is runs as well", async ({ page }) => {
  await page.route("**/*.wasm", async (route) => {
    const body = await (await route.fetch()).body();
    await route.fulfill({ contentType: "application/octet-stream", body });
  });
  await openDamper(page);
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0);
});

test("a page reads its address and writes its numbers, also when its own script comes after the laboratory runs", async ({
  page,
}) => {
  const number = page.locator("[data-number=damping-ratio]");
  await page.route(/\/assets\/page-[^/]*\.js$/, async (route) => {
    await page.waitForFunction(
      () => /** @type {SpringLab | null} */ (document.querySelector("spring-lab"))?.simulation,
    );
    await number.evaluate((node) => node.replaceChildren("not yet written"));
    await route.continue();
  });
  await lessMotion(page);
  await page.goto("www/damper.html?mass=-1");
  await expect(page.getByRole("alert")).toHaveText("Mass m must be a number from 1e-9 to 100 kg; -1 was given.");
  await expect(number).toHaveText("0");
});

test("a laboratory that ran before its page's script came begins anew with what the address has", async ({ page }) => {
  const address = "www/damper.html?damping=1&run-to=0.7";
  const end = async () => {
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
    return [await read(page, "time"), await read(page, "positions")];
  };
  await page.goto(address);
  const once = await end();
  await page.route(/\/assets\/page-[^/]*\.js$/, async (route) => {
    await page.waitForFunction(
      () => Number(/** @type {SpringLab | null} */ (document.querySelector("spring-lab"))?.time) > 0.2,
    );
    await route.continue();
  });
  await page.goto(address);
  expect(await end()).toEqual(once);
});

test("every page works where a browser keeps nothing", async ({ page }) => {
  await page.addInitScript(() => {
    for (const key of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, key, {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    }
    Object.defineProperty(document, "cookie", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  for (const { path } of PAGES) {
    await openPage(page, path.replace(/www\/|\.html/g, ""));
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  }
});

test("a drag whose pointer is lost lets go, and a press by no pointer harms nobody", async ({ page }) => {
  await openDamper(page, "?damping=0");
  await pause(page);
  const { x, y } = await massOnScreen(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 3 });
  const held = await read(page, "positions");
  const canvas = page.locator("canvas[role=application]").first();
  await canvas.evaluate((canvas) => {
    for (let id = 0; id < 100; id++) if (canvas.hasPointerCapture(id)) canvas.releasePointerCapture(id);
  });
  await page.mouse.move(x - 200, y, { steps: 3 });
  expect(await read(page, "positions"), "it stays").toEqual(held);
  await page.mouse.up();
  for (const node of [canvas, page.locator(".slider").first()]) {
    await node.dispatchEvent("pointerdown", { pointerId: 99, button: 0, pointerType: "mouse", clientX: 1, clientY: 1 });
    await node.dispatchEvent("pointerup", { pointerId: 99, button: 0, pointerType: "mouse", clientX: 1, clientY: 1 });
  }
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => read(page, "positions")).not.toEqual(held);
});

test("a storm of sizes leaves the picture as it is in the last of them", async ({ page }) => {
  await lessMotion(page);
  await page.addInitScript(() => addEventListener("error", ({ message }) => console.log(message)));
  await openDamper(page);
  const before = await pixels(page);
  await page.evaluate(async () => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    for (let i = 0; i < 100; i++) {
      lab.style.width = `${(i * 7919) % 1500}px`;
      lab.style.display = i % 10 === 9 ? "none" : "";
      dispatchEvent(new Event("resize"));
      if (i % 3 === 0) await new Promise(requestAnimationFrame);
    }
    lab.removeAttribute("style");
  });
  for (const width of [100, 2000, 333, 1280]) await page.setViewportSize({ width, height: 900 });
  await expect.poll(async () => JSON.stringify(await pixels(page)) === JSON.stringify(before)).toBe(true);
});

test("pictures have the pixels of the screen, at a ratio from 0.25 to 8", async ({ browser }) => {
  for (const deviceScaleFactor of [0.25, 0.5, 2.625, 8]) {
    const page = await openWindow(browser, { deviceScaleFactor, viewport: { width: 900, height: 600 } });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openDamper(page);
    const excess = () =>
      page.evaluate((ratio) => {
        const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
        const canvases = [...(lab.shadowRoot?.querySelectorAll("canvas") ?? [])];
        const drawn = (/** @type {HTMLCanvasElement} */ { width, height, clientWidth, clientHeight }) =>
          [width, height].map((size, axis) => size - Math.round([clientWidth, clientHeight][axis] * ratio));
        return canvases.flatMap(drawn).filter((size) => size !== 0);
      }, deviceScaleFactor);
    await expect.poll(excess, `${deviceScaleFactor}`).toEqual([]);
    const { x } = await massOnScreen(page);
    expect(x, "the mass is there").toBeGreaterThan(0);
    await page.close();
  }
});

windowTest.describe("where people write a decimal comma", () => {
  windowTest.use({ locale: "de-DE" });

  windowTest("a comma is read as one, and what is shown and saved has points", async ({ page }) => {
    await lessMotion(page);
    await openDamper(page);
    expect((1.5).toLocaleString(await page.evaluate(() => navigator.language))).toBe("1,5");
    await enter(page.getByLabel(/^Stiffness/).and(page.getByRole("spinbutton")), "7,25");
    expect(await parameter(page, "stiffness")).toBe(7.25);
    await page.getByRole("button", { name: "Step", exact: true }).click();
    const { bytes } = await saved(page, page.getByRole("button", { name: /^CSV/ }));
    const lines = bytes.toString().split("\n");
    expect(lines).toContain("# stiffness = 7.25 N/m");
    const rows = lines.filter((line) => line && !line.startsWith("#"));
    const columns = rows[0].split(",").length;
    for (const row of rows.slice(1)) expect(row.split(",").map(Number).filter(Number.isFinite)).toHaveLength(columns);
    const told = await page.evaluate(
      () => document.querySelector("spring-lab")?.shadowRoot?.querySelector(".lab")?.textContent,
    );
    expect(told).not.toMatch(/\d,\d/);
  });
});

test("a laboratory that leaves the page while it computes modes or a file leaves nothing to go wrong", async ({
  page,
}) => {
  await openPage(page, "cloth", "?width=9&height=8");
  await page.evaluate(async () => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const { parentElement } = lab;
    for (const name of ["Compute modes", "Save K"]) {
      const buttons = [...(lab.shadowRoot?.querySelectorAll("button") ?? [])];
      buttons.find(({ textContent }) => textContent === name)?.click();
      lab.remove();
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      await new Promise((done) => setTimeout(done, 100));
      parentElement?.append(lab);
      while (!lab.simulation) await new Promise(requestAnimationFrame);
    }
  });
});
