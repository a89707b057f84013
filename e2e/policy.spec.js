// The pages keep to their policy in all that they do, and it keeps out what is not theirs. The server of these tests sends it as a header too.
import { readFileSync } from "node:fs";
import { test as bare } from "@playwright/test";
import { BENCHMARK, FRAME, FRONT, MANUAL, PAGES } from "../tools/pages.js";
import { HEADERS, POLICY } from "../tools/policy.js";
import { expect, openMore, openPage, read, test } from "./lab.js";

/** @import { Page } from "@playwright/test" */

const ALL = [FRONT, MANUAL.path, BENCHMARK.path, `${FRAME}?scene=damper`, ...PAGES.map(({ path }) => path)];

/** Lets a page note what its policy refuses. @param {Page} page */
async function note(page) {
  await page.addInitScript(() => {
    /** @type {string[]} */
    const refused = [];
    Object.assign(window, { refused });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      refused.push(`${effectiveDirective}: ${blockedURI} ${sample}`),
    );
  });
}

/** @param {Page} page @returns {Promise<string[]>} */
const refused = (page) => page.evaluate(() => Reflect.get(window, "refused"));

for (const path of ALL) {
  test(`${path} does nothing that its policy refuses`, async ({ page }) => {
    await note(page);
    await page.goto(path);
    const answer = await page.request.get(path);
    expect(answer.headers()["content-security-policy"]).toBe(POLICY);
    await expect(page.locator("meta[http-equiv=Content-Security-Policy]")).toHaveAttribute("content", POLICY);
    if (path === MANUAL.path) await expect(page.locator("#scenes details").first()).toBeVisible();
    else if (path === BENCHMARK.path) {
      await page.getByLabel("Up to").selectOption("40 × 30");
      await page.getByRole("button", { name: "Measure" }).click();
      await expect(page.getByText("Measured 15 rounds.")).toBeVisible();
    } else if (path === FRONT)
      await expect(page.getByRole("button", { name: "Hold the pictures still" })).toBeVisible();
    else await expect.poll(() => read(page, "time").catch(() => 0)).not.toBe(path.includes("pair") ? -1 : 0);
    await openMore(page);
    expect(await refused(page)).toEqual([]);
  });
}

bare("static hosts find the same headers in a file", () => {
  const lines = Object.entries(HEADERS).map(([name, value]) => `  ${name}: ${value}\n`);
  expect(readFileSync("dist/site/_headers", "utf8")).toBe(
    `/*\n${lines.join("")}/spring-lab.js\n  Access-Control-Allow-Origin: *\n`,
  );
});

test("steps are taken ahead, and modes looked for, in workers of the page's own", async ({ page }) => {
  await note(page);
  await openPage(page, "cloth", "?width=60&height=60&method=position-based&sweeps=200");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0);
  expect(page.workers().length).toBeGreaterThan(0);
  expect(await refused(page)).toEqual([]);
});

/** What would get in without a policy, and as what it is refused. */
const INTRUDERS = {
  "a style of an attribute": {
    directive: "style-src-attr",
    act: () => document.body.setAttribute("style", "color: red"),
  },
  "a style of an element": {
    directive: "style-src-elem",
    act: () => {
      const style = document.createElement("style");
      style.append("body { color: red }");
      document.head.append(style);
    },
  },
  "a script of an element": {
    directive: "require-trusted-types-for",
    act: () => {
      const script = document.createElement("script");
      script.text = "document.title = 'in'";
      document.head.append(script);
    },
  },
  "a handler of an attribute": {
    directive: "require-trusted-types-for",
    act: () => document.body.setAttribute("onclick", "document.title = 'in'"),
  },
  HTML: { directive: "require-trusted-types-for", act: () => (document.body.innerHTML = "<b>in</b>") },
  "a worker's address": { directive: "require-trusted-types-for", act: () => new Worker("x.js") },
  "a text to run": {
    directive: "require-trusted-types-for",
    act: () => void setTimeout("document.title = 'in'"),
  },
  "another policy for trusted types": {
    directive: "trusted-types",
    act: () => Reflect.get(window, "trustedTypes").createPolicy("other", {}),
  },
  "a picture from elsewhere": {
    directive: "img-src",
    act: () => {
      new Image().src = "http://127.0.0.1:9/x.png";
    },
  },
  "another base of addresses": {
    directive: "base-uri",
    act: () => {
      const base = document.createElement("base");
      base.href = "http://127.0.0.1:9/";
      document.head.append(base);
    },
  },
};

/** A page under only one of both. @type {Record<string, (page: Page) => Promise<unknown>>} */
const ONE = {
  meta: (page) =>
    page.route("**/*.html", async (route) => {
      const response = await route.fetch();
      const { "content-security-policy": _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    }),
  header: (page) =>
    page.route("**/*.html", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
      await route.fulfill({ response, body });
    }),
};

for (const [by, only] of Object.entries(ONE)) {
  bare(`what is not the page's own is refused by the policy as ${by} alone`, async ({ page }) => {
    await only(page);
    await note(page);
    const answer = await page.goto("www/damper.html");
    await expect.poll(() => read(page, "time").catch(() => 0)).toBeGreaterThan(0);
    expect(answer?.headers()["content-security-policy"]).toBe(by === "header" ? POLICY : undefined);
    await expect(page.locator("meta[http-equiv=Content-Security-Policy]")).toHaveCount(by === "meta" ? 1 : 0);
    expect(await refused(page)).toEqual([]);
    for (const [what, { directive, act }] of Object.entries(INTRUDERS)) {
      const before = (await refused(page)).length;
      await page.evaluate(act).catch(() => {});
      const news = async () => (await refused(page)).slice(before).map((text) => text.split(":")[0]);
      await expect.poll(news, what).toContain(directive);
    }
    await expect(page).not.toHaveTitle("in");
  });
}
