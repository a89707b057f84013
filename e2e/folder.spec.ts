// The pages without a server, from a folder and in one file. Both come with a whole build (@full).
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { FRONT, PAGES } from "../tools/pages.js";
import { root } from "../tools/task.js";
import { expect, inLab, parameter, read, ready, windowTest as test } from "./lab.ts";

// requests for anything but files fail a test
test.use({ baseURL: "file:///" });

const folder = (path: string) => pathToFileURL(join(root, "dist/offline", path)).href;
const file = (end: string) => pathToFileURL(join(root, "dist/springlab.html")).href + end;

const nameOf = (path: string) => path.replace(/^www\/|\.html$/g, "");

/** Waits until a laboratory runs. */
async function moves(page: Page) {
  await ready(page);
  const before = await read(page, "time");
  await page.keyboard.press("s");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(before);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
}

/** Waits until a page runs, with its formulas in their font. */
async function runs(page: Page) {
  await moves(page);
  await expect(page.locator("math").first()).toBeVisible();
  const fonts = () => page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family}: ${status}`));
  await expect.poll(fonts).toEqual([expect.stringMatching(/^"?Springlab Math"?: loaded$/)]);
}

for (const path of [FRONT, ...PAGES.map(({ path }) => path)]) {
  test(`${path} runs from the folder and from the one file`, { tag: "@full" }, async ({ page }) => {
    for (const address of [folder(path), file(`#${nameOf(path)}`)]) {
      await page.goto(address);
      await (path === FRONT ? moves(page) : runs(page));
    }
  });
}

for (const [what, at] of Object.entries({ folder: folder("www/cloth.html"), "one file": file("#cloth") })) {
  test(`from the ${what} a worker, links and the address work as from a server`, { tag: "@full" }, async ({ page }) => {
    await page.goto(at);
    await ready(page);
    await expect(page.getByText(/^limit 0.0\d+ s$/).first()).toBeVisible();
    await page.locator("#try a[data-lab]").first().click();
    await expect(page.getByText(/^Set: /)).toBeVisible();
    await inLab(page, (lab) => lab.set("mass", 2));
    await expect(page).toHaveURL(/mass=2/);
    await page.reload();
    await ready(page);
    await expect.poll(() => parameter(page, "mass")).toBe(2);
    await expect(page.getByRole("button", { name: "Embed" }), "others cannot open a file of this machine").toHaveCount(
      0,
    );
  });
}

test("the folder's pages link to each other", { tag: "@full" }, async ({ page }) => {
  await page.goto(folder(FRONT));
  await moves(page);
  await page.locator(".card").first().getByRole("link").click();
  await runs(page);
  await page.getByRole("link", { name: "Pair", exact: true }).click();
  await expect(page).toHaveTitle(/stiffness matrix/);
  await runs(page);
  await expect(page.getByRole("link", { name: "Embed" })).toHaveCount(0);
  await page.getByRole("link", { name: "Springlab" }).click();
  await moves(page);
});

test("the one file's pages link to each other, and none takes over another's parameters", { tag: "@full" }, async ({
  page,
}) => {
  await page.goto(file(""));
  await moves(page);
  await page.locator(".card").nth(2).getByRole("link").click();
  await expect(page).toHaveTitle(/Where the energy goes/);
  await runs(page);
  await page.goto(file("?stiffness=8#damper"));
  await ready(page);
  await expect.poll(() => parameter(page, "stiffness")).toBe(8);
  await page.getByRole("link", { name: "Oscillator", exact: true }).click();
  await expect(page).toHaveTitle(/Two ways to be wrong/);
  expect(new URL(page.url()).search, "parameters of the page before").toBe("");
  await runs(page);
  await page.getByRole("link", { name: "Verlet", exact: true }).click();
  await expect(page).toHaveTitle(/constraints/);
  await runs(page);
  await page.goBack();
  await expect(page).toHaveTitle(/Two ways to be wrong/);
  await page.evaluate(() => location.assign("#main"));
  await runs(page);
});
