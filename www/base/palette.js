// Computed colours of CSS custom properties, for canvases.
import { element } from "./dom.js";

/** Media query for forced colours, where hues carry no meaning; undefined in Node. */
export const forced = globalThis.matchMedia?.("(forced-colors: active)");

/**
 * CSS colour of a custom property; if no style sheet sets it, a hue derived from its name.
 * @param {string} property
 */
export function paint(property) {
  const hue = [...property].reduce((sum, letter) => (31 * sum + Number(letter.codePointAt(0))) % 360, 0);
  return `var(${property}, var(--drawn, light-dark(oklch(0.5 0.13 ${hue}), oklch(0.8 0.11 ${hue}))))`;
}

/** Red, green, blue and opacity, 0 to 255. @param {string} color  computed, rgb(…) or rgba(…) */
export function channels(color) {
  const [red, green, blue, opacity = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, Math.round(255 * opacity)];
}

export class Palette {
  element = element("span", { hidden: true, style: "forced-color-adjust: none" });
  /** @type {Map<string, string>} */
  #colors = new Map();

  /** Computed colour of a custom property. @param {string} property */
  color = (property) => {
    const known = this.#colors.get(property);
    if (known) return known;
    this.element.style.color = paint(property);
    const color = getComputedStyle(this.element).color;
    this.#colors.set(property, color);
    return color;
  };

  /** Clears the cache, for a change between dark and light. */
  refresh() {
    this.#colors.clear();
  }

  /**
   * Repaints whenever the page's colours change.
   * @param {() => void} repaint @param {AbortSignal} [signal]  ends it
   */
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
