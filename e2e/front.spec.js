// The front page: a card for each page, with a small picture of a running simulation.
import { expect, image, lessMotion, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */

/** Indices of the pictures that change within a quarter of a second. @param {Page} page */
async function moving(page) {
  const look = async () => {
    const urls = await page
      .locator("canvas")
      .evaluateAll((nodes) => nodes.map((node) => /** @type {HTMLCanvasElement} */ (node).toDataURL()));
    return urls.map(image);
  };
  const before = await look();
  await page.waitForTimeout(250);
  const after = await look();
  return before.flatMap((picture, i) => (picture === after[i] ? [] : [i]));
}

/** Waits until all cards are drawn. @param {Page} page */
async function drawn(page) {
  await expect(page.getByRole("button", { name: /pictures/ })).toBeVisible();
}

test("one picture moves at a time, and the one under the pointer before others", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto("index.html");
  await drawn(page);
  const several = async () => (await moving(page)).length > 1;
  for (let look = 0; look < 3; look++) {
    // another picture may start to move during one of these calls, but not during both
    expect((await several()) && (await several())).toBe(false);
    await page.waitForTimeout(400);
  }
  for (const card of [1, 3]) {
    await page.locator(".card").nth(card).hover();
    await expect.poll(() => moving(page)).toEqual([card]);
  }
});

test("every picture shows something, and a press stops them all", { tag: "@firefox" }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto("index.html");
  await drawn(page);
  await page.getByRole("button", { name: "Hold the pictures still" }).click();
  // a shaded picture is drawn once more, in full size, when it comes to rest
  await expect.poll(() => moving(page)).toEqual([]);
  const inks = await page.locator("canvas").evaluateAll((nodes) =>
    nodes.map((node) => {
      const canvas = /** @type {HTMLCanvasElement} */ (node);
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    }),
  );
  for (const [i, ink] of inks.entries()) expect(ink, `picture ${i}`).toBeGreaterThan(200);
  await page.getByRole("button", { name: "Move the pictures" }).click();
  await expect.poll(async () => (await moving(page)).length).toBe(1);
});

test("pictures that are out of sight or at rest are not drawn", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.addInitScript(() => {
    // turns come ten times as fast
    const { setInterval, requestAnimationFrame } = window;
    Reflect.set(window, "setInterval", (/** @type {() => void} */ act, /** @type {number} */ ms) =>
      setInterval(act, ms / 10),
    );
    Reflect.set(window, "drawn", 0);
    window.requestAnimationFrame = (draw) => {
      Reflect.set(window, "drawn", Reflect.get(window, "drawn") + 1);
      return requestAnimationFrame(draw);
    };
  });
  await page.goto("index.html");
  await drawn(page);
  const frames = async () => {
    await page.waitForTimeout(500); // until the last change is drawn
    const before = await page.evaluate(() => Reflect.get(window, "drawn"));
    await page.waitForTimeout(1200); // two turns
    return (await page.evaluate(() => Reflect.get(window, "drawn"))) - before;
  };
  expect(await frames()).toBeGreaterThan(10);
  await page.evaluate(() => {
    document.body.style.paddingBottom = "200vh";
    scrollTo(0, document.body.scrollHeight);
  });
  expect(await frames(), "out of sight").toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Hold the pictures still" }).click();
  expect(await frames(), "at rest").toBe(0);
});

test("no picture moves for a reader who wants less motion", async ({ page }) => {
  await lessMotion(page);
  await page.goto("index.html");
  await drawn(page);
  // a shaded picture is drawn once more, in full size, when it comes to rest
  await expect.poll(() => moving(page)).toEqual([]);
});

test("a picture that fails to load says so, and the others move", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.route(/assets\/cloth-[^/]*\.js$/, (route) =>
    route.fulfill({ status: 200, contentType: "text/javascript", body: "export {}" }),
  );
  await page.goto("index.html");
  await drawn(page);
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.locator(".card").nth(3).getByRole("alert")).not.toBeEmpty();
  await expect.poll(async () => (await moving(page)).length).toBe(1);
});
