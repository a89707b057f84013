// The page for authors: its examples run there, and elsewhere when they are copied.

import type { Page } from "@playwright/test";
import type { SpringLab } from "../www/spring-lab.ts";
import { folders, html } from "./foreign.ts";
import { expect, fits, lessMotion, openWindow, test, violations } from "./lab.ts";

const PATH = "www/embed.html";

const { folderOf, serve } = folders(test);

/** Texts of the examples, and of the recipes by their names. */
async function texts(page: Page) {
  const examples = await page.locator(".example code").allTextContents();
  const recipes = await page
    .locator("code[data-recipe]")
    .evaluateAll((nodes) => nodes.map((node) => [node.getAttribute("data-recipe"), node.textContent]));
  return { examples, recipes: Object.fromEntries(recipes) };
}

test("its laboratories run, it fits every width, and axe finds nothing in light and dark", async ({ page }) => {
  await lessMotion(page);
  await page.goto(PATH);
  await expect(page).toHaveTitle(/Springlab/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  for (const lab of await page.locator("spring-lab").all()) {
    await lab.scrollIntoViewIfNeeded();
    await expect(lab.getByRole("button", { name: "Resume" })).toBeVisible();
  }
  await expect(page.locator("#scenes summary").first()).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await fits(page, [280, 360, 768, 1366, 1920]);
});

test("a heading that an address names is not under the masthead", { tag: "@full" }, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(PATH);
  const heading = page.getByRole("heading", { level: 1 });
  const under = await page.locator(".masthead").evaluate((node) => node.getBoundingClientRect().bottom);
  expect((await heading.boundingBox())?.y).toBeGreaterThan(under + 10);
  await page.goto(`${PATH}#moodle`);
  await expect.poll(async () => (await page.locator("#moodle").boundingBox())?.y).toBeGreaterThanOrEqual(under);
  await expect(page.locator("#moodle")).toBeInViewport();
});

test("its examples and recipes run in pages of another origin", { tag: "@firefox" }, async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(PATH);
  const { examples, recipes } = await texts(page);
  expect(examples.length).toBe(6);
  const folder = folderOf({});
  const origin = await serve(folder);
  // the first example loads the script, and the others need its first line
  expect(examples[0]).toMatch(/^<script type="module" src="spring-lab.js"><\/script>\n/);
  for (const [i, example] of examples.entries()) {
    const text = i === 0 ? example : examples[0].split("\n")[0] + example;
    folder.write(`${i}.html`, html(text, ""));
    const other = await openWindow(browser);
    await other.goto(`${origin}/${i}.html`);
    const inside = example.includes("<iframe") ? other.frameLocator("iframe") : other;
    if (example.includes("<iframe")) expect(example).toContain(`src="${baseURL}embed.html`);
    await expect(inside.getByRole("button", { name: /^(Pause|Resume)$/ }).first(), example).toBeVisible();
    await expect(inside.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
    await other.close();
  }
  const other = await openWindow(browser);
  const said: string[] = [];
  other.on("console", (message) => said.push(message.text()));
  other.on("pageerror", (error) => said.push(error.message));

  folder.write("script.html", html(`${examples[0]}<script type="module">${recipes.element}</script>`, ""));
  await other.goto(`${origin}/script.html`);
  // lines that the recipe prints, each with a time and an energy
  await expect.poll(() => said.filter((line) => /^\d[\d.]* \d+(\.\d+)?$/.test(line)).length).toBeGreaterThan(3);
  expect(await other.locator("spring-lab").evaluate((lab) => (lab as SpringLab).get("damping"))).toBe(2);

  const frame = `<iframe src="${baseURL}embed.html?scene=damper&amp;origin=${encodeURIComponent(origin)}" height="100"></iframe>`;
  folder.write("frame.html", html(`${frame}<script>${recipes.size}${recipes.send}</script>`, ""));
  said.length = 0;
  await other.goto(`${origin}/frame.html`);
  await expect.poll(() => said.some((line) => line.endsWith(" 3")), `${said}`).toBe(true);
  await expect.poll(() => other.locator("iframe").evaluate((frame) => frame.clientHeight)).toBeGreaterThan(400);
  await other.close();
});
