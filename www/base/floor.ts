// The oldest browsers in which the laboratory works.

/** First versions with all of `NEEDS`. The build translates newer syntax for them. */
export const FLOOR = { chrome: "123", firefox: "125", safari: "17.5" };

/** Checks for what older browsers lack and the laboratory can't do without, by its name. */
const NEEDS: [name: string, has: () => boolean][] = [
  ["adoptedStyleSheets", () => "adoptedStyleSheets" in Document.prototype],
  ["light-dark()", () => CSS.supports("color", "light-dark(red, red)")],
  ["container queries", () => CSS.supports("container-type", "inline-size")],
  [":has()", () => CSS.supports("selector(:has(a))")],
  ["popover", () => "popover" in HTMLElement.prototype],
  ["checkVisibility()", () => "checkVisibility" in Element.prototype],
  ["toSorted()", () => "toSorted" in Array.prototype],
  ["at()", () => "at" in Array.prototype],
  ...["ResizeObserver", "IntersectionObserver", "OffscreenCanvas", "DecompressionStream"].map(
    (name) => [name, () => name in globalThis] as [string, () => boolean],
  ),
];

/** A sentence on what this browser lacks; undefined if it lacks nothing. */
export function shortcoming() {
  const [missing] = NEEDS.find(([, has]) => !has()) ?? [];
  if (missing === undefined) return undefined;
  const { chrome, firefox, safari } = FLOOR;
  return `The laboratory needs Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari} or newer: this browser has no ${missing}.`;
}
