// What is wrong, in sentences, until it is put right.
import { element } from "../base/dom.js";

export class Message {
  element = element("p", { className: "message", role: "alert" });
  /** @type {Map<string, string>} sentences by what they are about: a parameter's key, or the run */
  #sentences = new Map();

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
    this.#sentences.set(subject, error instanceof Error ? error.message : String(error));
    this.#show();
  }

  clear() {
    this.#sentences.clear();
    this.#show();
  }

  #show() {
    const text = [...this.#sentences.values()].join(" ");
    // the same words again would be read out again
    if (this.element.textContent !== text) this.element.textContent = text;
  }
}
