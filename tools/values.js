// Puts numbers into the text of a page. In its source ${limit} stands for one, and www/values/ has
// a table of them for each page. tests/figures/ computes them.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./task.js";

/** The place of a number in a source. */
export const PLACE = /\$\{([\w.-]+)\}/g;

/** @param {string} page  path, such as www/damper.html */
export const tableOf = (page) => join(root, "www/values", `${basename(page, ".html")}.json`);

/**
 * Numbers of a page as it shows them, by name.
 * @param {string} page  path
 * @returns {Record<string, string>}
 */
export function valuesOf(page) {
  const table = tableOf(page);
  return existsSync(table) ? JSON.parse(readFileSync(table, "utf8")) : {};
}

/** Source of a page, with all numbers. @param {string} page */
export const sourceOf = (page) => withValues(readFileSync(join(root, page), "utf8"), page);

/** @param {string} html @param {string} page  path */
function withValues(html, page) {
  const values = valuesOf(page);
  return html.replace(PLACE, (_, name) => {
    if (!(name in values)) throw new Error(`${tableOf(page)} has no value "${name}".`);
    return values[name];
  });
}

/** @returns {import("vite").Plugin} */
export function values() {
  return {
    name: "values",
    transformIndexHtml: { order: "pre", handler: (html, { path }) => withValues(html, path.slice(1)) },
  };
}
