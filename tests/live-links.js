// Laboratories and live links of a page, as they stand in its HTML, opened and applied in Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Laboratory } from "./laboratory.js";

Laboratory.closesAfterTests = false; // all tests of a page share its laboratories

const { requestsIn } = await import("../www/links.js");
const { parametersOf } = await import("../www/lab/attributes.js");

/** @import { LabRequest } from "../www/links.js" */
/** @import { Parameter } from "../www/types.js" */

/**
 * A live link.
 * @typedef {object} Link
 * @property {string} address  query and hash
 * @property {string} lab  id or scene of its laboratory
 * @property {string | undefined} view  that it shows large on a phone
 * @property {string | undefined} claim  on what it shows
 */

/**
 * A laboratory of a page.
 * @typedef {object} PageLab
 * @property {string} id
 * @property {string} scene
 * @property {string} compare  runs beside its own
 * @property {Parameter[]} parameters
 * @property {Laboratory} lab  opened
 */

/** @param {string} text  of an attribute */
const unescaped = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** @param {string} path */
export const htmlOf = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Live links of a page. @param {string} html @returns {Link[]} */
export function linksOf(html) {
  const found = [
    ...html.matchAll(/<a href="([^"]*)"\s+data-lab="(\w+)"(?:\s+data-view="([^"]*)")?(?:\s+data-claim="([^"]*)")?>/g),
  ];
  assert.equal(
    found.length,
    html.match(/<a\s[^>]*data-lab=/g)?.length ?? 0,
    "href, data-lab, data-view and data-claim in order",
  );
  return found.map(([, address, lab, view, claim]) => ({
    address: unescaped(address),
    lab,
    view,
    claim: claim === undefined ? undefined : unescaped(claim),
  }));
}

/**
 * Opens the laboratories of a page with its attributes.
 * @param {string} html @returns {Promise<PageLab[]>}
 */
export async function openLabs(html) {
  const nodes = [...html.matchAll(/<spring-lab([^>]*)>/g)].map(([, text]) =>
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => ({ name, value })),
  );
  return Promise.all(
    nodes.map(async (attributes) => {
      const {
        scene = "",
        id = scene,
        compare = "",
      } = Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
      const node = /** @type {Element} */ (/** @type {unknown} */ ({ attributes }));
      const lab = await Laboratory.open(scene, Object.fromEntries(parametersOf(node)));
      assert.equal(lab.alert, "");
      return { id, scene, compare, parameters: lab.run.settings.all, lab };
    }),
  );
}

/**
 * Settings of a link for each laboratory that it sets.
 * @param {Link} link @param {PageLab[]} labs
 * @returns {[PageLab, LabRequest][]}
 */
export function settingsOf({ address, lab: name }, labs) {
  const first = labs.filter(({ id, scene }) => id === name || scene === name);
  assert.ok(first.length > 0, `${address} is for ${name}`);
  const order = /** @type {any[]} */ ([...first, ...labs.filter((lab) => !first.includes(lab))]);
  return /** @type {[any, LabRequest][]} */ ([...requestsIn(address.split("#")[0], order)]);
}
