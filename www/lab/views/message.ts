// The message over a picture: sentences, and buttons for what they offer.
import { effect } from "@preact/signals-core";
import { element, write } from "../../base/dom.ts";
import type { Messages } from "../model/messages.ts";
import { CAUSE, LONG_STEP } from "../model/subject.ts";

/** An element that shows messages. */
export function messageView(messages: Messages) {
  // the cause of an explosion, found later, is at the top, so that the rest stays in place
  const cause = element("p", { "aria-live": "polite" });
  const text = element("p", { role: "alert" });
  const offers = element("div", { className: "buttons" });
  const view = element("div", { className: "message" }, cause, text, offers);
  effect(() => {
    const { sentences } = messages;
    const others = [...sentences].filter(([subject]) => subject !== CAUSE);
    write(cause, sentences.get(CAUSE) ?? "");
    write(text, others.map(([, sentence]) => sentence).join(" "));
    const isCalm = [...sentences.keys()].every((subject) => subject === LONG_STEP);
    view.classList.toggle("calm", isCalm);
  });
  effect(() => showOffers(offers, messages));
  return view;
}

/**
 * Shows a button for each action. One that was already offered keeps its button, ahead of the new
 * ones: the user may be pressing it.
 */
function showOffers(place: HTMLElement, messages: Messages) {
  const before = [...place.children] as HTMLButtonElement[];
  const buttons = messages.offers.map(({ text, action }) => {
    const kept = before.find(({ textContent }) => textContent === text);
    const button = kept ?? element("button", { type: "button", textContent: text });
    button.onclick = action;
    return button;
  });
  for (const button of before) if (!buttons.includes(button)) button.remove();
  place.append(...buttons.filter((button) => !before.includes(button)));
}
