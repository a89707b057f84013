// The site without a network after one visit: a copy of it on a server of its own that goes away.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { test as base, expect } from "@playwright/test";
import { preview } from "vite";
import { writeWorker } from "../tools/offline.js";
import { FRAME, FRONT, MANUAL, PAGES } from "../tools/pages.js";
import { root } from "../tools/task.js";
import { freePort, portOf } from "./foreign.ts";
import { lessMotion, read } from "./lab.ts";

/** Copy of the built site, and a server for it that comes and goes at one address. */
class Site {
  folder = mkdtempSync(join(tmpdir(), "site-"));
  #port = 0;
  #server: Awaited<ReturnType<typeof preview>> | undefined;

  constructor() {
    cpSync(join(root, "dist/site"), this.folder, { recursive: true });
  }

  async open() {
    this.#port ||= await freePort();
    this.#server = await preview({
      root,
      configFile: join(root, "www/vite.config.ts"),
      appType: "mpa", // answers 404 for an unknown address
      build: { outDir: this.folder },
      preview: { port: this.#port, strictPort: true },
      logLevel: "silent",
    });
  }

  async close() {
    await this.#server?.close();
    this.#server = undefined;
  }

  at(path: string) {
    return `http://localhost:${this.#port}/${path}`;
  }

  /** Replaces the build by a new one, in which a page has another text. */
  rebuild(path: string, from: string, to: string) {
    const file = join(this.folder, path);
    const text = readFileSync(file, "utf8");
    expect(text).toContain(from);
    writeFileSync(file, text.replaceAll(from, to));
    writeWorker(this.folder);
  }
}

const test: import("@playwright/test").TestType<
  import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions & { site: Site },
  import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions
> = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for it
  site: async ({}, use) => {
    const site = new Site();
    await site.open();
    await use(site);
    await site.close();
    rmSync(site.folder, { recursive: true });
  },
});

/** Names of the builds that the browser keeps. */
const builds = (page: Page) => page.evaluate(() => caches.keys());

/** Waits until the browser keeps the server's whole build, and its worker is active. */
async function kept(page: Page, site: Site) {
  const [, version] = readFileSync(join(site.folder, "offline-worker.js"), "utf8").match(/"version":"(\w+)"/) ?? [];
  await expect.poll(() => builds(page)).toEqual([`springlab ${site.at("")} ${version}`]);
  await expect.poll(() => page.evaluate(state), "the worker's state").toBe("activated");
}

/**
 * State of the page's worker. Firefox leaves it at `activating` at times until the page asks for
 * its registration.
 */
async function state() {
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  return active === navigator.serviceWorker.controller ? active?.state : undefined;
}

/** Opens a page and waits until it runs. */
async function runs(page: Page, address: string) {
  await page.goto(address);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("spring-lab[loading=eager]")].every((lab) => "simulation" in lab && lab.simulation),
  );
  const before = await read(page, "time");
  await page.keyboard.press("s");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(before);
  await expect(page.locator("spring-lab").first().getByRole("alert")).toHaveText("");
}

test("after one visit laboratories, their workers, front page and manual run offline", { tag: "@firefox" }, async ({
  page,
  site,
}) => {
  await page.goto(site.at("www/verlet.html"));
  await kept(page, site);
  await site.close();
  await test.step("front page", () => runs(page, site.at("")));
  await test.step("a laboratory by the short address of some servers", () => runs(page, site.at("www/cloth")));
  await test.step("its worker", () => expect(page.getByText(/^limit \d/).first()).toBeVisible());
  await test.step("an address that sets parameters", async () => {
    await runs(page, site.at("www/damper.html?stiffness=8"));
    await expect(page.getByRole("spinbutton", { name: "Stiffness" })).toHaveValue("8");
  });
  await test.step("frame", () => runs(page, site.at(`${FRAME}?scene=chain`)));
  await test.step("manual", async () => {
    await page.goto(site.at(MANUAL.path));
    await expect(page.locator("#scenes details").first()).toBeVisible();
  });
});

test("after one visit every page runs offline", { tag: "@full" }, async ({ page, site }) => {
  await page.goto(site.at("www/verlet.html"));
  await kept(page, site);
  await site.close();
  for (const { path } of PAGES) await test.step(path, () => runs(page, site.at(path)));
});

test("the next load has the newest build, which replaces the one before", async ({ page, site }) => {
  const title = page.getByRole("heading", { level: 1 });
  await lessMotion(page); // Chromium updates a worker while it is idle
  await page.goto(site.at("www/damper.html"));
  await kept(page, site);
  const [before] = await builds(page);
  site.rebuild("www/damper.html", "Where the energy goes</h1>", "The second build</h1>");
  await page.reload();
  await expect(title).toHaveText("The second build");
  await kept(page, site);
  expect(await builds(page)).not.toContain(before);
  await site.close();
  await page.reload();
  await expect(title).toHaveText("The second build");
});

test("a build that cannot be kept whole is dropped, and the one before stays", async ({ page, site }) => {
  await lessMotion(page);
  await page.goto(site.at("www/damper.html"));
  await kept(page, site);
  const [before] = await builds(page);
  site.rebuild("www/damper.html", "Where the energy goes</h1>", "The second build</h1>");
  rmSync(join(site.folder, "www/pair.html"));
  const updated = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const coming = new Promise<ServiceWorker | null>((found) =>
      registration.addEventListener("updatefound", () => found(registration.installing)),
    );
    await registration.update();
    const worker = await coming;
    if (!worker || worker.state === "redundant") return;
    await new Promise((done) => worker.addEventListener("statechange", () => worker.state === "redundant" && done(0)));
  });
  await updated;
  await site.close();
  await runs(page, site.at("www/pair.html"));
  await page.goto(site.at("www/damper.html"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Where the energy goes/);
  expect(await builds(page)).toContain(before);
});

test("a wrong or damaged answer that is stored does no harm", { tag: "@firefox" }, async ({ page, site }) => {
  await page.goto(site.at("www/damper.html"));
  await kept(page, site);
  // as a captive portal and a broken download would have left them
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]);
    for (const { url } of await cache.keys()) {
      const portal = new Response("<title>Log in</title>", { headers: { "content-type": "text/html" } });
      if (url.endsWith(".js")) await cache.put(url, portal);
      const bytes = await (await cache.match(url))?.arrayBuffer();
      if (url.endsWith(".wasm")) {
        const headers = { "content-type": "application/wasm" };
        await cache.put(url, new Response(bytes?.slice(0, 1000), { headers }));
      }
    }
  });
  await runs(page, site.at("www/damper.html"));
  await site.close();
  await runs(page, site.at("www/damper.html"));
});

test("a press on the front page removes the offline copy, and another keeps it again", { tag: "@firefox" }, async ({
  page,
  site,
}) => {
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await page.goto(site.at("index.html"));
  await kept(page, site);
  // a page that closes in between must leave no copy behind
  await page.evaluate(() => {
    const { unregister } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.unregister = async function () {
      Reflect.set(window, "left", await caches.keys());
      return unregister.call(this);
    };
  });
  await page.getByRole("button", { name: "Remove the offline copy" }).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "left"))).toEqual([]);
  await expect.poll(registrations).toBe(0);
  await expect.poll(() => builds(page)).toEqual([]);
  await test.step("it stays removed", async () => {
    await page.goto(site.at("www/damper.html"));
    await page.waitForLoadState();
    await runs(page, site.at("index.html"));
    expect([await registrations(), await builds(page)]).toEqual([0, []]);
    await site.close();
    const other = await page.context().newPage();
    await expect(other.goto(site.at("index.html"))).rejects.toThrow();
    await other.close();
  });
  await site.open();
  await page.goto(site.at("index.html"));
  await page.getByRole("button", { name: "Keep these pages offline" }).click();
  await kept(page, site);
  await site.close();
  await runs(page, site.at("www/pair.html"));
});

test("in a frame of another page nothing is kept offline", async ({ page, site }) => {
  const course = createServer((_, answer) =>
    answer.setHeader("content-type", "text/html").end(`<iframe src="${site.at("www/damper.html")}"></iframe>`),
  );
  await page.goto(`http://localhost:${await portOf(course)}/`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("button", { name: "Pause" })).toBeVisible();
  const [, inside] = page.frames();
  expect(await inside.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await inside.evaluate(() => caches.keys())).toEqual([]);
  course.close();
});

test("two copies of the site on one server do not share their offline files", { tag: "@full" }, async ({
  page,
  site,
}) => {
  const copies = ["one", "other"].map((name) => ({ name, folder: join(site.folder, name) }));
  for (const { folder } of copies) cpSync(join(root, "dist/site"), folder, { recursive: true });
  await lessMotion(page);
  for (const { name } of copies) {
    await page.goto(site.at(`${name}/www/pair.html`));
    await expect.poll(() => page.evaluate(state), "the worker's state").toBe("activated");
  }
  const [one, other] = await builds(page);
  writeFileSync(join(copies[0].folder, "www/ring.html"), "");
  writeWorker(copies[0].folder);
  await page.goto(site.at("one/www/pair.html"));
  await expect.poll(() => builds(page)).not.toContain(one);
  await expect.poll(() => builds(page)).toEqual([other, expect.stringContaining(site.at("one/"))]);
  await site.close();
  for (const { name } of copies) await runs(page, site.at(`${name}/www/damper.html`));
});

test("a page of the site that was opened as a file says that it needs a server", { tag: "@firefox" }, async ({
  page,
  site,
}) => {
  const sentence = page.getByText("Browsers load these laboratories from a web server only.");
  for (const path of [FRONT, "www/damper.html"]) {
    await page.goto(pathToFileURL(join(site.folder, path)).href);
    await expect(sentence).toBeVisible();
    await page.goto(site.at(path));
    await expect(sentence).toBeHidden();
    await page.goto(pathToFileURL(join(root, "dist/offline", path)).href);
    await expect(sentence).toHaveCount(0);
  }
});
