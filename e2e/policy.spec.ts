// The policy keeps foreign scripts, styles and addresses out of pages, as a header and as a tag.
// `watch` in lab.ts checks in every test that the pages themselves keep to it.

import type { Page } from "@playwright/test";
import { test } from "@playwright/test";
import { POLICY } from "../tools/policy.js";
import { expect, read } from "./lab.ts";

/** Collects the violations of a page's policy. */
async function note(page: Page) {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      refused.push(`${effectiveDirective}: ${blockedURI} ${sample}`),
    );
  });
}

const refused = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, "refused"));

/** Attempts to add styles, scripts or addresses, each with the directive that refuses it. */
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

/** Ways to open a page with only one of the two policies, that of its tag or of its header. */
const ONE: Record<string, (page: Page) => Promise<unknown>> = {
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
  test(`the policy as ${by} alone refuses all that is foreign`, { tag: "@firefox" }, async ({ page }) => {
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
