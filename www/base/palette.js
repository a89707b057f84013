// The colours that style sheets give to custom properties, as a canvas needs them.
import { element } from "./dom.js";

/** Whether a reader's own few colours are forced on the page, so that no hue tells anything; not in Node. */
export const forced = globalThis.matchMedia?.("(forced-colors: active)");

/** A custom property as a colour; one that no style sheet sets has a hue by its name. @param {string} property */
export function paint(property) {
  const hue = [...property].reduce((sum, letter) => (31 * sum + Number(letter.codePointAt(0))) % 360, 0);
  return `var(${property}, var(--drawn, light-dark(oklch(0.5 0.13 ${hue}), oklch(0.8 0.11 ${hue}))))`;
}

/** Red, green, blue and opacity of a colour as style sheets compute it, 0 to 255. @param {string} color  rgb(…) or rgba(…) */
export function channels(color) {
  const [red, green, blue, opacity = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, Math.round(255 * opacity)];
}

export class Palette {
  element = element("span", { hidden: true, style: "forced-color-adjust: none" });
  /** @type {Map<string, string>} */
  #colors = new Map();

  /** The colour a custom property stands for now. @param {string} property */
  color = (property) => {
    const known = this.#colors.get(property);
    if (known) return known;
    this.element.style.color = paint(property);
    const color = getComputedStyle(this.element).color;
    this.#colors.set(property, color);
    return color;
  };

  /** Looks again: the page went dark or light. */
  refresh() {
    this.#colors.clear();
  }

  /** Looks again whenever the page's colours change. @param {() => void} repaint @param {AbortSignal} [signal]  until then */
  follow(repaint, signal) {
    for (const media of [matchMedia("(prefers-color-scheme: dark)"), forced]) {
      media?.addEventListener(
        "change",
        () => {
          this.refresh();
          repaint();
        },
        { signal },
      );
    }
  }
}
