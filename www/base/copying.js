// A button that copies a text.
import { element } from "./dom.js";

/** How long it says so, in ms. */
const CONFIRMATION = 2500;

/**
 * @param {object} copying
 * @param {string} copying.name  of the button
 * @param {string} copying.done  what it says when the text is copied
 * @param {() => string} copying.text  what is copied
 * @param {() => void} copying.refused  is told where a browser does not let it, so that a reader can
 * @param {Record<string, unknown>} [copying.properties]  others of the button
 */
export function copyButton({ name, done, text, refused, properties }) {
  const button = element("button", { type: "button", textContent: name, "aria-live": "polite", ...properties });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      refused();
      return;
    }
    button.textContent = done;
    setTimeout(() => {
      button.textContent = name;
    }, CONFIRMATION);
  });
  return button;
}
