// The colours that style sheets give to custom properties, as a canvas needs them.
import { element } from "./dom.js";

export class Palette {
  element = element("span", { hidden: true });
  /** @type {Map<string, string>} */
  #colors = new Map();

  /** The colour a custom property stands for now. @param {string} property */
  color = (property) => {
    const known = this.#colors.get(property);
    if (known) return known;
    this.element.style.color = `var(${property})`;
    const color = getComputedStyle(this.element).color;
    this.#colors.set(property, color);
    return color;
  };

  /** Looks again: the page went dark or light. */
  refresh() {
    this.#colors.clear();
  }
}
