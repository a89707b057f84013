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

/** Pixels of the screen in a CSS px of an element: more on sharp screens, and where the element is shown larger. @param {HTMLElement} node */
export function pixelRatio(node) {
  return devicePixelRatio * (node.currentCSSZoom ?? 1);
}
