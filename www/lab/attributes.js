// Attributes of <spring-lab>: its own, and parameters.
import { parse } from "./controls.js";

/** Attributes of every HTML element. */
const GLOBAL =
  /^(class|id|style|hidden|lang|dir|title|role|slot|(export)?parts?|tabindex|inert|is|nonce|translate|draggable|popover|accesskey|autofocus|spellcheck|contenteditable|item.*|data-.*|aria-.*|on.*)$/;

/** Attributes that frameworks add. */
const FOREIGN = /[^a-z0-9-]|^(x|v|ng|hx|astro)-/;

/** The element's own attributes. */
export const OWN = ["scene", "src", "show", "controls", "locked", "paused", "loading", "label"];

/** Parts of a laboratory that can be hidden. Playback buttons and clock can't. */
export const PARTS = ["picture", "plot", "controls", "numbers", "notes", "time", "save", "help"];

/**
 * The author's choice of parts, of controls by key, and whether other parameters are locked.
 * @typedef {{ show?: string[], controls?: string[], locked: boolean }} Arrangement
 */

/** True if an attribute is a parameter. @param {string} name */
export function isParameter(name) {
  return !OWN.includes(name) && !GLOBAL.test(name) && !FOREIGN.test(name);
}

/** Parameters among an element's attributes, as pairs of key and value. @param {Element} node */
export function parametersOf(node) {
  return [...node.attributes]
    .filter(({ name }) => isParameter(name))
    .map(({ name, value }) => /** @type {const} */ ([camelCase(name), parse(value)]));
}

/** Arrangement by attributes, unchecked. @param {Element} node @returns {Arrangement} */
export function arrangementOf(node) {
  return {
    show: words(node, "show"),
    controls: words(node, "controls")?.map(camelCase),
    locked: node.hasAttribute("locked"),
  };
}

/** Parts other than controls that reveal values of parameters. */
const VALUE_PARTS = ["numbers", "notes"];

/** Visible parts; all if undefined. @param {Arrangement} arrangement */
export function shown({ show, controls, locked }) {
  if (!show) return locked ? PARTS.filter((part) => !VALUE_PARTS.includes(part)) : undefined;
  return controls ? [...show, "controls"] : show;
}

/**
 * Checks the parts and controls of an arrangement.
 * @param {Arrangement} arrangement @param {string[]} keys  of all parameters
 * @throws {Error} for an unknown word, with the known ones
 */
export function check({ show = [], controls = [] }, keys) {
  const part = show.find((word) => !PARTS.includes(word));
  if (part !== undefined) throw new Error(`show must have words of ${PARTS.join(", ")}; "${part}" was given.`);
  const key = controls.find((word) => !keys.includes(word));
  if (key === undefined) return;
  throw new Error(`controls must have words of ${keys.map(kebabCase).join(", ")}; "${kebabCase(key)}" was given.`);
}

/** Words of an attribute. @param {Element} node @param {string} name */
function words(node, name) {
  return node.getAttribute(name)?.split(/\s+/).filter(Boolean);
}

/** A key in the engine's spelling. @param {string} name  with dashes */
export function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** A key in the spelling of attributes. @param {string} key */
export function kebabCase(key) {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
