// The controls of a laboratory: those of all parameters, in their places.
import { element } from "../base/dom.js";
import { control } from "./controls.js";
import { isToggle } from "./options.js";

/** @import { Parameter } from "../engine.js" */
/** @import { Control } from "./controls.js" */

export class ControlPanel {
  element;
  /** @type {Map<string, Control>} */
  #controls;

  /**
   * @param {object} lab
   * @param {Parameter[]} lab.parameters
   * @param {(key: string) => number | string} lab.get
   * @param {(key: string, value: number | string) => boolean} lab.set  false if it is refused
   * @param {string[]} lab.more  keys of what stands apart
   * @param {HTMLElement[]} lab.extras  beside the controls
   */
  constructor({ parameters, get, set, more, extras }) {
    const made = (/** @type {Parameter} */ parameter) =>
      control(
        parameter,
        () => get(parameter.key),
        (value) => set(parameter.key, value),
      );
    this.#controls = new Map(parameters.map((parameter) => [parameter.key, made(parameter)]));
    const of = (/** @type {(parameter: Parameter) => boolean} */ chosen) =>
      parameters.filter(chosen).flatMap(({ key }) => this.#controls.get(key)?.element ?? []);
    const switches = of((parameter) => isToggle(parameter));
    const rest = of(({ key }) => more.includes(key));
    const panel = element(
      "div",
      { className: "controls" },
      ...of((parameter) => !isToggle(parameter) && !more.includes(parameter.key)),
      ...(switches.length > 0
        ? [element("div", { className: "switches", role: "group", "aria-label": "Show" }, ...switches)]
        : []),
      ...(extras.length > 0 ? [element("div", { className: "switches" }, ...extras)] : []),
    );
    this.element = panel;
    if (rest.length === 0) return;
    const details = element("details", { className: "more" }, element("summary", {}, "More parameters"));
    details.append(element("div", { className: "controls" }, ...rest));
    this.element = element("div", {}, panel, details);
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
