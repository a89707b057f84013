// A button that copies a text to the clipboard.
import { element } from "./dom.ts";

/** Duration of the confirmation in ms. */
const CONFIRMATION = 2500;

export function copyButton({
  name,
  done,
  text,
  refused,
  properties,
}: {
  /** Label of the button. */
  name: string;
  /** Label while it confirms. */
  done: string;
  /** The text to copy, if there is one. */
  text: () => string | undefined | Promise<string | undefined>;
  /** Called if the browser refuses, to offer copying by hand. */
  refused: (text: string) => void;
  /** Further properties of the button. */
  properties?: Record<string, unknown>;
}) {
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
