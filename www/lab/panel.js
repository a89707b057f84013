// The controls of a laboratory: the main ones, what the picture shows, and all others behind "More".
import { element } from "../base/dom.js";
import { control } from "./controls.js";
import { isToggle } from "./options.js";

/** @import { Parameter } from "../types.js" */
/** @import { Control } from "./controls.js" */

/** At most so many controls are always there. */
const MAIN = 5;

export class ControlPanel {
  element;
  /** @type {Map<string, Control>} */
  #controls;

  /**
   * @param {object} lab
   * @param {Parameter[]} lab.parameters
   * @param {(key: string) => number | string} lab.get
   * @param {(key: string, value: number | string) => boolean} lab.set  false if it is refused
   * @param {string[]} lab.main  keys of what matters most, in this order; the first five that there are
   * @param {HTMLElement[]} lab.extras  beside the controls
   */
  constructor({ parameters, get, set, main, extras }) {
    const made = (/** @type {Parameter} */ parameter) =>
      control(
        parameter,
        () => get(parameter.key),
        (value) => set(parameter.key, value),
      );
    this.#controls = new Map(parameters.map((parameter) => [parameter.key, made(parameter)]));
    const elements = (/** @type {string[]} */ keys) => keys.flatMap((key) => this.#controls.get(key)?.element ?? []);
    const keys = parameters.filter((parameter) => !isToggle(parameter)).map(({ key }) => key);
    const first = main.filter((key) => keys.includes(key)).slice(0, MAIN);
    const rest = keys.filter((key) => !first.includes(key));
    const switches = parameters.filter((parameter) => isToggle(parameter)).map(({ key }) => key);
    this.element = element(
      "div",
      { className: "parameters" },
      element(
        "div",
        { className: "controls" },
        ...elements(first),
        ...group("Show", elements(switches)),
        ...group("", extras),
      ),
      ...(rest.length > 0
        ? [
            element(
              "details",
              { className: "more" },
              element("summary", {}, "More"),
              element("div", { className: "controls" }, ...elements(rest)),
            ),
          ]
        : []),
    );
  }

  /** Shows the value of a parameter as it is. @param {string} key */
  show(key) {
    this.#controls.get(key)?.refresh();
  }

  /** Shows all values as they are, whatever was typed. */
  refresh() {
    for (const { refresh } of this.#controls.values()) refresh();
  }
}

/** Elements that stand together in a row. @param {string} name @param {HTMLElement[]} elements */
function group(name, elements) {
  if (elements.length === 0) return [];
  const named = name && { role: "group", "aria-label": name };
  return [element("div", { className: "switches", ...named }, ...elements)];
}
