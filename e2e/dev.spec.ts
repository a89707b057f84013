// The pages that `npm run dev` serves follow their sources, which the test changes in a copy.
import { spawn } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../tools/task.js";

const COPY = join(root, "target/tmp/dev");
const SOURCES = [".cargo", "Cargo.toml", "Cargo.lock", "src", "fast", "measure"];
const PAGES = ["package.json", "package-lock.json", "index.html", "www", "tools", "examples"];

/** Folders that the copy shares: what is built stays, and Cargo.toml names a test. */
const LINKED = ["target", "node_modules", "tests"];

/** Replaces a text in a file of the copy. */
function edit(file: string, from: string, to: string) {
  const text = readFileSync(join(COPY, file), "utf8");
  expect(text, `${file} has what the test changes`).toContain(from);
  writeFileSync(join(COPY, file), text.replace(from, to));
}

function serve(): Promise<{ address: string; end: () => Promise<unknown> }> {
  const server = spawn("node", ["tools/dev.js"], { cwd: COPY, env: { ...process.env, NO_COLOR: "1" } });
  const end = () =>
    new Promise((done) => {
      server.on("close", done);
      server.kill();
    });
  return new Promise((done, fail) => {
    let said = "";
    const listen = (data: Buffer) => {
      said += data;
      const [address] = said.match(/http:\/\/localhost:\d+\//) ?? [];
      if (address) done({ address, end });
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("close", () => fail(new Error(said)));
  });
}

test("a change of a style, a script or the engine appears on the page", { tag: "@full" }, async ({ page }) => {
  test.setTimeout(300_000); // a first run compiles what the engine depends on
  rmSync(COPY, { recursive: true, force: true });
  for (const name of [...SOURCES, ...PAGES]) cpSync(join(root, name), join(COPY, name), { recursive: true });
  for (const name of LINKED) symlinkSync(join(root, name), join(COPY, name));
  const { address, end } = await serve();
  try {
    await page.goto(`${address}www/damper.html`);
    const stiffness = page.getByRole("slider", { name: "Stiffness k" });
    await expect(stiffness).toBeVisible();
    await expect(page.locator("math").first()).toBeVisible();

    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(await workers(), "no offline copy").toBe(0);

    await page.evaluate(() => Object.assign(window, { same: true }));
    edit("www/style/page.css", "body {", "body { outline: 3px solid rgb(1, 2, 3);");
    await expect(page.locator("body")).toHaveCSS("outline-color", "rgb(1, 2, 3)");
    expect(await page.evaluate(() => "same" in window)).toBe(true);

    edit("www/page.ts", "\n", "\ndocument.documentElement.lang = 'la';\n");
    await expect(page.locator("html")).toHaveAttribute("lang", "la");

    edit("src/scenes/shared/springs.rs", '"Stiffness"', '"Springiness"');
    await expect(page.getByRole("slider", { name: "Springiness" })).toBeVisible({ timeout: 60_000 });

    edit("src/scenes/shared/springs.rs", '"Springiness"', "no text");
    await expect(page.locator("vite-error-overlay")).toContainText("src/scenes/shared/springs.rs", { timeout: 60_000 });
    edit("src/scenes/shared/springs.rs", "no text", '"Stiffness"');
    await expect(stiffness).toBeVisible({ timeout: 60_000 });
    await expect(page.locator("vite-error-overlay")).toHaveCount(0);
  } finally {
    await end();
  }
});
