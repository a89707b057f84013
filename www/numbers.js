// Numbers in the text that follow a laboratory, such as
// <span data-lab="damper" data-number="damping-ratio">0</span>
import { write } from "./base/dom.js";
import { significant } from "./base/format.js";
import { camelCase, keyOf } from "./lab/attributes.js";
import { labsFor } from "./links.js";

/** @import { SpringLab } from "./spring-lab.js" */

/** Events after which a number may have changed. */
const EVENTS = ["springlab-ready", "springlab-change", "springlab-time"];

/**
 * Text of the time, of a parameter with its unit, or of a property of the simulation such as
 * `damping-ratio` or `energy.total`.
 * @param {SpringLab} lab @param {string} name
 * @returns {string | undefined} undefined if unknown or locked
 */
function numberText(lab, name) {
  if (name === "time") return lab.time === undefined ? undefined : `${lab.time.toFixed(2)} s`;
  const key = keyOf(name, lab.parameters);
  const parameter = lab.parameters.find((parameter) => parameter.key === key);
  if (!parameter) {
    const value = camelCase(name)
      .split(".")
      .reduce(
        (whole, part) => (part in Object.prototype ? undefined : Object(whole)[part]),
        /** @type {any} */ (lab.simulation),
      );
    return typeof value === "number" ? significant(value) : undefined;
  }
  const value = lab.get(key);
  if ("options" in parameter) return parameter.options.find((option) => option.value === value)?.label;
  return `${significant(Number(value))}${parameter.unit && ` ${parameter.unit}`}`;
}

/** Updates the numbers in the page's text. A number that is unknown keeps the author's text. */
export function liveNumbers() {
  const follow = (/** @type {{ target: EventTarget | null }} */ { target }) => {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-number]"))) {
      const [lab] = labsFor(node.dataset.lab);
      const text = lab === target ? numberText(lab, node.dataset.number ?? "") : undefined;
      if (text === undefined) continue;
      node.dir ||= "ltr"; // between words that are written to the left, a minus would stand behind
      write(node, text);
    }
  };
  for (const event of EVENTS) document.addEventListener(event, follow);
  for (const target of labsFor()) follow({ target }); // a laboratory may already run
}
