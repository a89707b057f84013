// A laboratory in a frame: its messages, its address, and the Embed button, which gives its HTML.

import type { Page } from "@playwright/test";
import { expect as expected, test as foreign } from "@playwright/test";
import { folders, html } from "./foreign.ts";
import { expect, openDamper, test } from "./lab.ts";

type Message = { springlab: string; [key: string]: any };

const { folderOf, serve } = folders(foreign);

/**
 * Opens a page of another origin with a frame of ours, whose messages it keeps in `heard`.
 * @param address  of the frame; ORIGIN stands for the page's own origin
 */
async function frame(page: Page, address: string) {
  const folder = folderOf({});
  const origin = await serve(folder);
  const src = address.replace("ORIGIN", encodeURIComponent(origin)).replaceAll("&", "&amp;");
  folder.write(
    "course.html",
    html(
      `<script>window.heard = []; addEventListener("message", ({ data }) => heard.push(data));</script><iframe src="${src}" width="800" height="300"></iframe>`,
      "",
    ),
  );
  await page.goto(`${origin}/course.html`);
  const heard = (kind: string) =>
    page.evaluate(
      (kind) => (Reflect.get(window, "heard") as Message[]).filter(({ springlab }) => springlab === kind),
      kind,
    );
  const send = (message: unknown) =>
    page.evaluate((message) => document.querySelector("iframe")?.contentWindow?.postMessage(message, "*"), message);
  return { heard, send };
}

const inside = (page: Page) => page.frameLocator("iframe");

foreign("an origin that the address names leads the laboratory and hears of it", async ({ page, baseURL }) => {
  const { heard, send } = await frame(
    page,
    `${baseURL}embed.html?scene=damper&stiffness=8&timeStepSize=0.02&controls=damping&paused&origin=ORIGIN`,
  );
  await expected.poll(() => heard("ready")).toHaveLength(1);
  const [ready] = await heard("ready");
  expected(ready).toMatchObject({ scene: "damper", time: 0, playing: false });
  expected(ready.parameters).toMatchObject({ stiffness: 8, timeStepSize: 0.02, damping: 0 });
  await expected(inside(page).getByRole("slider", { name: /Damping/ })).toBeVisible();
  await expected(inside(page).getByRole("slider", { name: /Stiffness/ })).toHaveCount(0);
  await expected.poll(async () => (await heard("size")).at(-1)?.height).toBeGreaterThan(300);
  await send({ springlab: "set", key: "damping", value: 3 });
  await expected.poll(async () => (await heard("state")).at(-1)?.parameters.damping).toBe(3);
  await send({ springlab: "run-to", time: 0.5 });
  await expected.poll(async () => (await heard("time")).at(-1)?.time).toBeCloseTo(0.5, 9);
  const states = (await heard("state")).length;
  await send({ springlab: "set", key: "damping", value: -3 });
  await expected
    .poll(async () => (await heard("error")).at(-1))
    .toEqual({
      springlab: "error",
      subject: "damping",
      sentence: expected.stringMatching(/^Damping μ must be .*-3 was given/),
    });
  expected((await heard("state")).length, "a refusal is answered by an error alone").toBe(states);
  for (const [message, sentence] of [
    [{ springlab: "explode" }, /^springlab must be one of get, set, .*; "explode" was given\.$/],
    [{ springlab: "set", key: {}, value: 1 }, /^key must be a text; object was given\.$/],
    [
      { springlab: "set", key: "damping", value: { toString: "3" } },
      /^value must be a number or a text; object was given\.$/,
    ],
    [{ springlab: "run-to", time: "1" }, /^time must be a number; string was given\.$/],
    [{ springlab: "constructor" }, /"constructor" was given/],
  ] as [object, RegExp][]) {
    await send(message);
    await expected.poll(async () => (await heard("error")).at(-1)?.sentence).toMatch(sentence);
  }
  const count = (await heard("error")).length;
  for (const message of [null, 3, "set", [], {}, { springlab: 4 }]) await send(message);
  await send({ springlab: "reset" });
  await expected.poll(async () => (await heard("state")).at(-1)?.parameters.damping).toBe(0);
  expected((await heard("error")).length).toBe(count);
});

foreign(
  "an origin that the address does not name hears of the height only, and leads nothing",
  async ({ page, baseURL }) => {
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    const { heard, send } = await frame(page, `${baseURL}embed.html?scene=damper`);
    await expected(inside(page).getByRole("button", { name: "Pause" })).toBeVisible();
    await send({ springlab: "set", key: "damping", value: 3 });
    await send({ springlab: "pause" });
    await expected.poll(() => heard("size")).not.toEqual([]);
    await page.waitForTimeout(300); // other messages would have come by then
    const kinds = await page.evaluate(() =>
      (Reflect.get(window, "heard") as Message[]).map(({ springlab }) => springlab),
    );
    expected([...new Set(kinds)]).toEqual(["size"]);
    expected(said).toEqual([]);
    await expected(inside(page).getByRole("spinbutton", { name: /Damping/ })).toHaveValue("0");
    await expected(inside(page).getByRole("button", { name: "Pause" })).toBeVisible();
  },
);

foreign("the address sets the colour scheme, and an unknown one is refused", async ({ page, baseURL }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await frame(page, `${baseURL}embed.html?scene=damper&color-scheme=dark`);
  await expected(inside(page).locator(".lab")).toHaveCSS("background-color", "rgb(27, 30, 37)");
  await expected(inside(page).getByRole("alert")).toHaveText("");
  await frame(page, `${baseURL}embed.html?scene=damper&color-scheme=pink`);
  await expected(inside(page).getByRole("alert").first()).toContainText(
    'Color-scheme must be light or dark; "pink" was given.',
  );
});

test("Embed gives texts for the laboratory as it is set, and a preview", async ({ page }) => {
  await openDamper(page, "?damping=1.5&method=verlet");
  await page.getByRole("button", { name: "Embed" }).click();
  const dialog = page.getByRole("dialog", { name: "Embed this laboratory" });
  await expect(dialog).toBeVisible();
  const [script, frame] = await dialog
    .getByRole("textbox")
    .evaluateAll((nodes) => nodes.map((node) => Reflect.get(node, "value")));
  const { origin } = new URL(page.url());
  expect(script).toBe(
    `<script src="${origin}/spring-lab.classic.js" defer></script>\n<spring-lab scene="damper" damping="1.5" method="verlet"></spring-lab>`,
  );
  expect(frame).toContain(`<iframe src="${origin}/embed.html?scene=damper&amp;damping=1.5&amp;method=verlet"`);
  const look = dialog.frameLocator("iframe");
  await expect(look.getByRole("spinbutton", { name: /Damping/ })).toHaveValue("1.5");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
