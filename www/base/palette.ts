// Computed colours of CSS custom properties, for canvases.
import { element } from "./dom.ts";

/** Media query for forced colours, where hues carry no meaning; undefined in Node. */
export const forced = globalThis.matchMedia?.("(forced-colors: active)");

/** CSS colour of a custom property; if no style sheet sets it, a hue derived from its name. */
export function paint(property: string) {
  const hue = [...property].reduce((sum, letter) => (31 * sum + Number(letter.codePointAt(0))) % 360, 0);
  return `var(${property}, var(--drawn, light-dark(oklch(0.5 0.13 ${hue}), oklch(0.8 0.11 ${hue}))))`;
}

/** Red, green, blue and opacity, 0 to 255. @param color  computed, rgb(…) or rgba(…) */
export function channels(color: string) {
  const [red, green, blue, opacity = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, Math.round(255 * opacity)];
}

export class Palette {
  element = element("span", { hidden: true, style: "forced-color-adjust: none" });
  #colors: Map<string, string> = new Map();

  /** Computed colour of a custom property. */
  color = (property: string) => {
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

  /** Repaints whenever the page's colours change. @param signal  ends it */
  follow(repaint: () => void, signal?: AbortSignal) {
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
