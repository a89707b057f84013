// A button that copies a text to the clipboard.
import { element } from "./dom.js";

/** Duration of the confirmation in ms. */
const CONFIRMATION = 2500;

/**
 * @param {object} copying
 * @param {string} copying.name  label of the button
 * @param {string} copying.done  label while it confirms
 * @param {() => string} copying.text  the text to copy
 * @param {() => void} copying.refused  called if the browser refuses, to offer copying by hand
 * @param {Record<string, unknown>} [copying.properties]  further properties of the button
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
