// Faults around a page: lost contexts, servers, storage, pointers and sizes.

import type { Page } from "@playwright/test";
import { test as plain } from "@playwright/test";
import type { SpringLab } from "../www/spring-lab.ts";
import {
  drag,
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
} from "./lab.ts";

/** Pictures and plots of the page as files. */
async function pixels(page: Page) {
  const urls = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const roots = [document, ...[...document.querySelectorAll("spring-lab")].flatMap((lab) => lab.shadowRoot ?? [])];
    const canvases = roots.flatMap((root) => [...root.querySelectorAll("canvas")]);
    return canvases.filter((canvas) => canvas.checkVisibility()).map((canvas) => canvas.toDataURL());
  });
  return urls.map(image);
}

for (const name of ["damper", "cloth"]) {
  const tag = name === "damper" ? [] : ["@full"];
  test(`${name}: a canvas that loses its context is drawn again when it gets it back`, { tag }, async ({ page }) => {
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
    // the first measurements of a step's cost and of the limit request frames
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

// without `watch` of lab.ts, because browsers report this fault in the console
plain("an engine that is cut off is reported, and Try again loads it", { tag: "@firefox" }, async ({ page }) => {
  await keepNothing(page);
  const file = "**/*.wasm";
  await page.route(file, async (route) => {
    const engine = await (await route.fetch()).body();
    await route.fulfill({ contentType: "application/wasm", body: engine.subarray(0, engine.length / 2) });
  });
  await page.goto("www/damper.html");
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText(/^The engine did not load: its file is damaged or cut off/);
  await page.unroute(file);
  await page.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0);
  await expect(alert).toHaveText("");
});

test("a page's script that comes late still reads the address and writes the numbers", { tag: "@firefox" }, async ({
  page,
}) => {
  const number = page.locator("[data-number=damping-ratio]");
  await page.route(/\/assets\/page-[^/]*\.js$/, async (route) => {
    await page.waitForFunction(() => (document.querySelector("spring-lab") as SpringLab | null)?.simulation);
    await number.evaluate((node) => node.replaceChildren("not yet written"));
    await route.continue();
  });
  await lessMotion(page);
  await page.goto("www/damper.html?mass=-1");
  await expect(page.getByRole("alert")).toHaveText("Mass m must be a number from 1e-9 to 100 kg; -1 was given.");
  await expect(number).toHaveText("0.158"); // 0.5 / (2 √(5 · 0.5))
});

test("a laboratory that ran before its page's script came restarts with the address's parameters", async ({ page }) => {
  const address = "www/damper.html?damping=1&run-to=0.7";
  const end = async () => {
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
    return [await read(page, "time"), await read(page, "positions")];
  };
  await page.goto(address);
  const once = await end();
  await page.route(/\/assets\/page-[^/]*\.js$/, async (route) => {
    await page.waitForFunction(() => Number((document.querySelector("spring-lab") as SpringLab | null)?.time) > 0.2);
    await route.continue();
  });
  await page.goto(address);
  expect(await end()).toEqual(once);
});

test("laboratory and front page work where the browser keeps nothing", { tag: "@firefox" }, async ({ page }) => {
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
  await openDamper(page);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  await page.goto("index.html");
  await ready(page);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
});

test("a drag whose pointer is lost releases the mass, and events of unknown pointers do nothing", {
  tag: "@firefox",
}, async ({ page }) => {
  await openDamper(page, "?damping=0");
  await pause(page);
  const { x, y } = await massOnScreen(page);
  await drag(page, { x, y }, [-60, 0], { held: true });
  const held = await read(page, "positions");
  const canvas = page.locator("canvas[role=application]").first();
  await canvas.evaluate((canvas) => {
    for (let id = 0; id < 100; id++) if (canvas.hasPointerCapture(id)) canvas.releasePointerCapture(id);
  });
  await page.mouse.move(x - 200, y, { steps: 3 });
  expect(await read(page, "positions"), "it is no longer dragged").toEqual(held);
  await page.mouse.up();
  for (const node of [canvas, page.locator(".slider").first()]) {
    await node.dispatchEvent("pointerdown", { pointerId: 99, button: 0, pointerType: "mouse", clientX: 1, clientY: 1 });
    await node.dispatchEvent("pointerup", { pointerId: 99, button: 0, pointerType: "mouse", clientX: 1, clientY: 1 });
  }
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => read(page, "positions")).not.toEqual(held);
});

test("after 100 changes of its size the picture is that of the last", async ({ page }) => {
  await lessMotion(page);
  await page.addInitScript(() => addEventListener("error", ({ message }) => console.log(message)));
  await openDamper(page);
  const before = await pixels(page);
  await page.evaluate(async () => {
    const lab = document.querySelector("spring-lab") as SpringLab;
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

test("pictures have the screen's pixels at ratios of 0.5, 1.5 and 2.625", async ({ browser }) => {
  for (const deviceScaleFactor of [0.5, 1.5, 2.625]) {
    const page = await openWindow(browser, { deviceScaleFactor, viewport: { width: 900, height: 600 } });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openDamper(page);
    const excess = () =>
      page.evaluate((ratio) => {
        const lab = document.querySelector("spring-lab") as SpringLab;
        const canvases = [...(lab.shadowRoot?.querySelectorAll("canvas") ?? [])].filter((node) =>
          node.checkVisibility(),
        );
        const drawn = ({ width, height, clientWidth, clientHeight }: HTMLCanvasElement) =>
          [width, height].map((size, axis) => size - Math.round([clientWidth, clientHeight][axis] * ratio));
        return canvases.flatMap(drawn).filter((size) => size !== 0);
      }, deviceScaleFactor);
    await expect.poll(excess, `${deviceScaleFactor}`).toEqual([]);
    const { x } = await massOnScreen(page);
    expect(x, "place of the mass").toBeGreaterThan(0);
    await page.close();
  }
});

windowTest.describe("where people write a decimal comma", () => {
  windowTest.use({ locale: "de-DE" });

  windowTest(
    "a decimal comma is read, and numbers are shown and saved with points",
    { tag: "@full" },
    async ({ page }) => {
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
      const shown = await page.evaluate(
        () => document.querySelector("spring-lab")?.shadowRoot?.querySelector(".lab")?.textContent,
      );
      expect(shown).not.toMatch(/\d,\d/);
    },
  );
});

test("a laboratory may leave the page while it computes modes or a file", { tag: "@firefox" }, async ({ page }) => {
  await openPage(page, "cloth", "?width=9&height=8");
  await page.evaluate(async () => {
    const lab = document.querySelector("spring-lab") as SpringLab;
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
