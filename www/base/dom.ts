// Helpers for DOM nodes.

/**
 * Creates an element with properties and children. Names with a dash, and `role`, become
 * attributes.
 */
export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Record<string, unknown> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[T] {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") node.setAttribute(key, String(value));
    else Reflect.set(node, key, value);
  }
  node.append(...children);
  return node;
}

/**
 * Creates an SVG drawing of one path, hidden from screen readers.
 * @param attributes  of the path
 * @returns the drawing and its path
 */
export function drawing(viewBox: string, attributes: Record<string, string | number>): [SVGSVGElement, SVGPathElement] {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const path = document.createElementNS(namespace, "path");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("aria-hidden", "true");
  for (const [key, value] of Object.entries(attributes)) path.setAttribute(key, String(value));
  svg.append(path);
  return [svg, path];
}

/**
 * Position of a pointer on an element in its own CSS px, however the page scales, turns or zooms
 * it. The element must be the event's target, as it is while it captures the pointer.
 */
export function placeOn(
  node: HTMLElement,
  { offsetX, offsetY }: { offsetX: number; offsetY: number },
): [x: number, y: number] {
  const zoom = node.currentCSSZoom ?? 1;
  return [offsetX / zoom, offsetY / zoom];
}

/** Keys whose characters differ between alphabets. */
const PLACES = /^(?:Key|Digit)(.)$/;

/**
 * Name of a pressed key, letters in lower case. On a keyboard of another alphabet, as Greek or
 * Cyrillic, it is that of the key at the same place of a Latin one.
 */
export function keyName({ key, code }: KeyboardEvent) {
  const isForeign = key === "Process" || (key > "~" && key.length === 1);
  const name = (isForeign && PLACES.exec(code)?.[1]) || key;
  return name.length === 1 ? name.toLowerCase() : name;
}

/** @throws if the browser has none, as without memory */
export function context2d<T extends HTMLCanvasElement | OffscreenCanvas>(
  canvas: T,
): T extends HTMLCanvasElement ? CanvasRenderingContext2D : OffscreenCanvasRenderingContext2D {
  const context = (canvas as any).getContext("2d");
  if (context) return context;
  throw new Error("The browser gives no 2-D context for a picture: its memory may be full, or canvases switched off.");
}

/** Captures a pointer that is still down. @param pointer  id */
export function capture(node: Element, pointer: number) {
  try {
    node.setPointerCapture(pointer);
  } catch {}
}

/**
 * Range of scale factors, as of slides, that add pixels: below it a difference is noise; above it,
 * as in an animation that zooms in, more pixels would be wasted.
 */
const LARGER = { from: 1.05, to: 2 };

/** Device pixels per CSS px of an element, with all zoom and scaling, also if it is turned. */
export function pixelRatio(node: HTMLElement) {
  const zoom = node.currentCSSZoom ?? 1;
  const { width, height } = node.getBoundingClientRect();
  const larger = (width + height) / (node.offsetWidth + node.offsetHeight) / zoom;
  return devicePixelRatio * zoom * (larger > LARGER.from ? Math.min(larger, LARGER.to) : 1);
}

/**
 * Sets the text of a node if it differs: setting the same text would make screen readers repeat it.
 * The text node is replaced, because a changed one would count as a layout shift.
 */
export function write(node: Element, text: string) {
  if (node.textContent !== text) node.textContent = text;
}
