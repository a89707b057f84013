// What is wrong, in sentences, until it is put right.
import { element } from "../base/dom.js";

export class Message {
  element = element("p", { className: "message", role: "alert" });
  /** @type {Map<string, string>} sentences by what they are about: a parameter's key, or the run */
  #sentences = new Map();
  /** Names on the page of what the engine's sentences name by its key. @type {Map<string, string>} */
  names = new Map();

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
    this.#sentences.set(subject, named.charAt(0).toUpperCase() + named.slice(1));
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
