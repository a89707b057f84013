// What is wrong, in sentences, until it is put right.
import { element, write } from "../base/dom.js";

/** What is no fault: that a step takes long. */
const INFORMATION = "step";

export class Message {
  #text = element("p", { role: "alert" });
  /** What comes later about a run that stopped: above the rest, which does not move for it. */
  #cause = element("p", { "aria-live": "polite" });
  #offers = element("div", { className: "buttons" });
  /** What those are about. */
  #offerSubject = "";
  element = element("div", { className: "message" }, this.#cause, this.#text, this.#offers);
  /** @type {Map<string, string>} sentences by what they are about: a parameter's key, or the run */
  #sentences = new Map();
  /** Names on the page of what the engine's sentences name by its key. @type {Map<string, string>} */
  names = new Map();
  /** Is told of every new sentence about what is refused or can't go on. @type {(subject: string, sentence: string) => void} */
  reported = () => {};

  /**
   * Does what may be refused. A refusal stays on the page until the same subject succeeds.
   * @param {string} subject
   * @param {() => void} action
   * @returns {boolean} whether it was done
   */
  attempt(subject, action) {
    try {
      action();
      if (this.#sentences.delete(subject)) this.#show();
      return true;
    } catch (error) {
      this.report(subject, error);
      return false;
    }
  }

  /** Shows what went wrong with a subject. @param {string} subject @param {unknown} error */
  report(subject, error) {
    const sentence = error instanceof Error ? error.message : String(error);
    const [key] = sentence.split(" ", 1);
    const name = this.names.get(key);
    const named = name ? name + sentence.slice(key.length) : sentence;
    const whole = named.charAt(0).toUpperCase() + named.slice(1);
    const known = this.#sentences.get(subject) === whole;
    this.#sentences.set(subject, whole);
    this.#show();
    if (!known && subject !== INFORMATION) this.reported(subject, whole);
  }

  /**
   * Shows what went wrong, with what can be done about it. What was offered before and still is keeps its button, before the new ones: somebody may
   * be pressing it.
   * @param {string} subject @param {unknown} error @param {{ text: string, action: () => void }[]} offers
   */
  offer(subject, error, offers) {
    this.report(subject, error);
    const before = /** @type {HTMLButtonElement[]} */ ([...this.#offers.children]);
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

  /** Whether something is told about a subject. @param {string} subject */
  has(subject) {
    return this.#sentences.has(subject);
  }

  /** Takes back what is no longer true. @param {string} [subject]  all if left out */
  clear(subject) {
    if (subject === undefined) this.#sentences.clear();
    else if (!this.#sentences.delete(subject)) return;
    this.#show();
  }

  #show() {
    const { cause = "", ...others } = Object.fromEntries(this.#sentences);
    write(this.#cause, cause);
    write(this.#text, Object.values(others).join(" "));
    this.element.classList.toggle(
      "calm",
      [...this.#sentences.keys()].every((subject) => subject === INFORMATION),
    );
    if (!this.#sentences.has(this.#offerSubject)) this.#offers.replaceChildren();
  }
}
