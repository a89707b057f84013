// A button that copies a text to the clipboard.
import { element } from "./dom.js";

/** Duration of the confirmation in ms. */
const CONFIRMATION = 2500;

/**
 * @param {object} copying
 * @param {string} copying.name  label of the button
 * @param {string} copying.done  label while it confirms
 * @param {() => string | undefined | Promise<string | undefined>} copying.text  the text to copy,
 *   if there is one
 * @param {(text: string) => void} copying.refused  called if the browser refuses, to offer copying
 *   by hand
 * @param {Record<string, unknown>} [copying.properties]  further properties of the button
 */
export function copyButton({ name, done, text, refused, properties }) {
  const button = element("button", { type: "button", textContent: name, "aria-live": "polite", ...properties });
  button.addEventListener("click", async () => {
    const given = await text();
    if (given === undefined) return;
    try {
      await navigator.clipboard.writeText(given);
    } catch {
      refused(given);
      return;
    }
    button.textContent = done;
    setTimeout(() => {
      button.textContent = name;
    }, CONFIRMATION);
  });
  return button;
}
