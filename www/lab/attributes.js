// The attributes of <spring-lab>: its own, and those that are parameters.
import { parse } from "./controls.js";

/** Attributes that every element has. */
const GLOBAL =
  /^(class|id|style|hidden|lang|dir|title|role|slot|(export)?parts?|tabindex|inert|is|nonce|translate|draggable|popover|accesskey|autofocus|spellcheck|contenteditable|item.*|data-.*|aria-.*|on.*)$/;

/** Those that frameworks leave behind. */
const FOREIGN = /[^a-z0-9-]|^(x|v|ng|hx|astro)-/;

/** Of the element itself. */
export const OWN = ["scene", "src", "show", "controls", "locked", "paused", "loading", "label"];

/** Parts of a laboratory that can be shown or not. Buttons and clock are always there. */
export const PARTS = ["picture", "plot", "controls", "numbers", "notes", "time", "save", "help"];

/** What an author wants of a laboratory beside values. @typedef {{ show?: string[], controls?: string[], locked: boolean }} Arrangement */

/** Whether an attribute is a parameter. @param {string} name */
export function isParameter(name) {
  return !OWN.includes(name) && !GLOBAL.test(name) && !FOREIGN.test(name);
}

/** The parameters that an element has as attributes, by their keys. @param {Element} node */
export function parametersOf(node) {
  return [...node.attributes]
    .filter(({ name }) => isParameter(name))
    .map(({ name, value }) => /** @type {const} */ ([camelCase(name), parse(value)]));
}

/** What its other attributes say of its parts. Words that mean nothing are left to `unknown`. @param {Element} node @returns {Arrangement} */
export function arrangementOf(node) {
  return {
    show: words(node, "show"),
    controls: words(node, "controls")?.map(camelCase),
    locked: node.hasAttribute("locked"),
  };
}

/** What tells the values of parameters beside their controls. */
const VALUE_PARTS = ["numbers", "notes"];

/** The parts that are shown; all if undefined. @param {Arrangement} arrangement */
export function shown({ show, controls, locked }) {
  if (!show) return locked ? PARTS.filter((part) => !VALUE_PARTS.includes(part)) : undefined;
  return controls ? [...show, "controls"] : show;
}

/**
 * What an arrangement names and there is not.
 * @param {Arrangement} arrangement @param {string[]} keys  of the parameters that there are
 * @throws {Error} that says what there is
 */
export function check({ show = [], controls = [] }, keys) {
  const part = show.find((word) => !PARTS.includes(word));
  if (part !== undefined) throw new Error(`show must have words of ${PARTS.join(", ")}; "${part}" was given.`);
  const key = controls.find((word) => !keys.includes(word));
  if (key === undefined) return;
  throw new Error(`controls must have words of ${keys.map(kebabCase).join(", ")}; "${kebabCase(key)}" was given.`);
}

/** @param {Element} node @param {string} name */
function words(node, name) {
  return node.getAttribute(name)?.split(/\s+/).filter(Boolean);
}

/** A key as the engine writes it. @param {string} name  with dashes */
export function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** A key as HTML writes it. @param {string} key */
export function kebabCase(key) {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
