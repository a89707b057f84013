// Messages about refusals and failures. Each stays until its subject succeeds.
import { element, write } from "../../base/dom.ts";
import type { Subject } from "../model/subject.ts";
import { CAUSE, LONG_STEP, RUN } from "../model/subject.ts";

export class Message {
  #text = element("p", { role: "alert" });
  /** The cause of an explosion, found later; at the top, so that the rest stays in place. */
  #cause = element("p", { "aria-live": "polite" });
  #offers = element("div", { className: "buttons" });
  /** Subject of the offered actions. */
  #offerSubject: Subject = RUN;
  element = element("div", { className: "message" }, this.#cause, this.#text, this.#offers);
  #sentences: Map<Subject, string> = new Map();
  /** Parameter names by key, to replace it in the engine's messages. */
  names: Map<string, string> = new Map();
  /** Called with every new sentence, except information, and the name of its subject. */
  reported: (subject: string, sentence: string) => void = () => {};

  /** Runs an action that may throw, and reports its error. @returns true if it succeeded */
  attempt(subject: Subject, action: () => void): boolean {
    try {
      action();
      if (this.#sentences.delete(subject)) this.#show();
      return true;
    } catch (error) {
      this.report(subject, error);
      return false;
    }
  }

  /** Shows an error of a subject. */
  report(subject: Subject, error: unknown) {
    const sentence = error instanceof Error ? error.message : String(error);
    const [key] = sentence.split(" ", 1);
    const name = this.names.get(key);
    const named = name ? name + sentence.slice(key.length) : sentence;
    const whole = named.charAt(0).toUpperCase() + named.slice(1);
    const known = this.#sentences.get(subject) === whole;
    this.#sentences.set(subject, whole);
    this.#show();
    if (known || subject === LONG_STEP) return;
    this.reported(typeof subject === "symbol" ? (subject.description ?? "") : subject, whole);
  }

  /**
   * Shows an error with buttons for remedies. A remedy that was already offered keeps its button,
   * ahead of the new ones: the user may be pressing it.
   */
  offer(subject: Subject, error: unknown, offers: { text: string; action: () => void }[]) {
    this.report(subject, error);
    const before = [...this.#offers.children] as HTMLButtonElement[];
    const buttons = offers.map(({ text, action }) => {
      const kept = before.find(({ textContent }) => textContent === text);
      const button = kept ?? element("button", { type: "button", textContent: text });
      button.onclick = action;
      return button;
    });
    for (const button of before) if (!buttons.includes(button)) button.remove();
    this.#offers.append(...buttons.filter((button) => !before.includes(button)));
    this.#offerSubject = subject;
  }

  /** True if there is a message about a subject. */
  has(subject: Subject) {
    return this.#sentences.has(subject);
  }

  /** Removes the message about a subject. @param subject  all if left out */
  clear(subject?: Subject) {
    if (subject === undefined) this.#sentences.clear();
    else if (!this.#sentences.delete(subject)) return;
    this.#show();
  }

  #show() {
    const others = [...this.#sentences].filter(([subject]) => subject !== CAUSE);
    write(this.#cause, this.#sentences.get(CAUSE) ?? "");
    write(this.#text, others.map(([, sentence]) => sentence).join(" "));
    this.element.classList.toggle(
      "calm",
      [...this.#sentences.keys()].every((subject) => subject === LONG_STEP),
    );
    if (!this.#sentences.has(this.#offerSubject)) this.#offers.replaceChildren();
  }
}
