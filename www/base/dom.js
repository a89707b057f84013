// Helpers for DOM nodes.

/**
 * Creates an element with properties and children. Names with a dash, and `role`, become
 * attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
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
 * @param {string} viewBox
 * @param {Record<string, string | number>} attributes  of the path
 * @returns {[SVGSVGElement, SVGPathElement]} the drawing and its path
 */
export function drawing(viewBox, attributes) {
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
 * @param {HTMLElement} node
 * @param {{ offsetX: number, offsetY: number }} event
 * @returns {[x: number, y: number]}
 */
export function placeOn(node, { offsetX, offsetY }) {
  const zoom = node.currentCSSZoom ?? 1;
  return [offsetX / zoom, offsetY / zoom];
}

/** Keys whose characters differ between alphabets. */
const PLACES = /^(?:Key|Digit)(.)$/;

/**
 * Name of a pressed key, letters in lower case. On a keyboard of another alphabet, as Greek or
 * Cyrillic, it is that of the key at the same place of a Latin one.
 * @param {KeyboardEvent} event
 */
export function keyName({ key, code }) {
  const isForeign = key === "Process" || (key > "~" && key.length === 1);
  const name = (isForeign && PLACES.exec(code)?.[1]) || key;
  return name.length === 1 ? name.toLowerCase() : name;
}

/**
 * @template {HTMLCanvasElement | OffscreenCanvas} T
 * @param {T} canvas
 * @returns {T extends HTMLCanvasElement ? CanvasRenderingContext2D :
 *   OffscreenCanvasRenderingContext2D}
 * @throws {Error} if the browser has none, as without memory
 */
export function context2d(canvas) {
  const context = /** @type {any} */ (canvas).getContext("2d");
  if (context) return context;
  throw new Error("The browser gives no 2-D context for a picture: its memory may be full, or canvases switched off.");
}

/** Captures a pointer that is still down. @param {Element} node @param {number} pointer  id */
export function capture(node, pointer) {
  try {
    node.setPointerCapture(pointer);
  } catch {}
}

/**
 * Range of scale factors, as of slides, that add pixels: below it a difference is noise; above it,
 * as in an animation that zooms in, more pixels would be wasted.
 */
const LARGER = { from: 1.05, to: 2 };

/**
 * Device pixels per CSS px of an element, with all zoom and scaling, also if it is turned.
 * @param {HTMLElement} node
 */
export function pixelRatio(node) {
  const zoom = node.currentCSSZoom ?? 1;
  const { width, height } = node.getBoundingClientRect();
  const larger = (width + height) / (node.offsetWidth + node.offsetHeight) / zoom;
  return devicePixelRatio * zoom * (larger > LARGER.from ? Math.min(larger, LARGER.to) : 1);
}

/**
 * Sets the text of a node if it differs: setting the same text would make screen readers repeat it.
 * The text node is replaced, because a changed one would count as a layout shift.
 * @param {Element} node @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
