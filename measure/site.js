// The built site in headless Chromium, for tools that measure it.
import { join } from "node:path";
import { Failure, root } from "../tools/task.js";

/** @import { Browser } from "@playwright/test" */

/**
 * Serves the built site and opens a browser while some work runs.
 * @template T
 * @param {(browser: Browser, root: string) => Promise<T>} work  takes the site's address, which
 * ends with "/"
 */
export async function onSite(work) {
  // imported late, so that tools that measure memory load them only when needed
  const { chromium: playwright } = await import("@playwright/test");
  const { preview } = await import("vite");
  const { chromium } = await import("../e2e/browsers.ts");
  const server = await preview({
    configFile: join(root, "www/vite.config.ts"),
    logLevel: "warn",
    preview: { port: 0 },
  });
  const browser = await playwright.launch(chromium.launchOptions);
  try {
    return await work(browser, String(server.resolvedUrls?.local[0]));
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Parses a duration in s. @param {string} text @throws {Failure} below 1 s */
export function seconds(text) {
  const number = Number(text);
  if (!(number >= 1)) throw new Failure(`The time must be 1 s at least; ${text} was given.`, "");
  return number;
}
