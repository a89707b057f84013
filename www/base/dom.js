// Makes DOM nodes.

/**
 * An element with properties, attributes (those with a dash, and role) and children.
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
 * A drawing of one path, beside words that say the same.
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

/** Gives a node all that a pointer does, elsewhere too, if that is still there. @param {HTMLElement} node @param {number} pointer  its id */
export function capture(node, pointer) {
  try {
    node.setPointerCapture(pointer);
  } catch {}
}

/** How much larger than it is a page may show an element, as slides are, for more pixels: some come from far nearer. */
const LARGER = { from: 1.05, to: 2 };

/** Pixels of the screen in a CSS px of an element: more on sharp screens, and where the element is shown larger. @param {HTMLElement} node */
export function pixelRatio(node) {
  const zoom = node.currentCSSZoom ?? 1;
  const larger = node.getBoundingClientRect().width / node.offsetWidth / zoom;
  return devicePixelRatio * zoom * (larger > LARGER.from ? Math.min(larger, LARGER.to) : 1);
}

/**
 * Writes a text where there is another: the same one would be read out again. It is a new node: one that only changed would, at the right of its
 * place, be a thing that moves.
 * @param {Element} node @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
