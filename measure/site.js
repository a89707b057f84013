// The built site in headless Chromium, for tools that look at it.
import { Failure } from "../tools/task.js";

/** @import { Browser } from "@playwright/test" */

/**
 * Serves the built site and opens a browser, for as long as the work takes.
 * @template T
 * @param {(browser: Browser, root: string) => Promise<T>} work  is given the address of the site, which ends with "/"
 */
export async function onSite(work) {
  // those weigh much: whoever weighs memory has them from here on only
  const { chromium: playwright } = await import("@playwright/test");
  const { preview } = await import("vite");
  const { chromium } = await import("../tools/browsers.js");
  const server = await preview({ logLevel: "warn", preview: { port: 0 } });
  const browser = await playwright.launch(chromium.launchOptions);
  try {
    return await work(browser, String(server.resolvedUrls?.local[0]));
  } finally {
    await browser.close();
    await server.close();
  }
}

/** How many seconds a tool is asked for. @param {string} text */
export function seconds(text) {
  const number = Number(text);
  if (!(number >= 1)) throw new Failure(`The time must be 1 s at least; ${text} was given.`, "");
  return number;
}
