// <spring-question>: a prediction. The reader chooses or writes a number; then the answer appears,
// and the run of its live link begins.
import { element } from "./base/dom.js";
import { significant } from "./base/format.js";
import { readNumber } from "./base/reading.js";

/** Part of a number by which a prediction may differ, if the page states none. */
const WITHIN = 0.25;

/** Key that shows the answer while the question has the focus. */
const REVEAL = "a";

/** Number of questions so far, for names of groups. */
let count = 0;

// a server that renders pages has no elements
const Base = globalThis.HTMLElement ?? class {};

/**
 * A question with a list of answers, or with a number as answer. Without a script it is all text.
 *
 *     <spring-question answer="2">
 *       <p>Which one keeps the energy?</p>
 *       <ol><li>explicit Euler</li><li>symplectic Euler</li><li>neither</li></ol>
 *       <p class="answer">… <a href="?restart" data-lab="oscillator">Watch it.</a></p>
 *     </spring-question>
 *
 * @attr {string} answer  number of the right answer in the list, or the number asked for
 * @attr {string} unit  of that number
 * @attr {string} within  part of the number by which a prediction may differ; 0.25 if left out
 */
export class SpringQuestion extends Base {
  #verdict = element("p", { role: "status", className: "verdict" });
  /** True once the element has its controls. */
  #ready = false;

  connectedCallback() {
    // a parser has not read the children yet
    if (!this.#ready) setTimeout(() => this.#begin());
  }

  get #answer() {
    return this.querySelector(".answer");
  }

  get #list() {
    return this.querySelector("ol, ul");
  }

  #begin() {
    const answer = this.#answer;
    if (this.#ready || !this.isConnected || !answer) return;
    this.#ready = true;
    answer.setAttribute("hidden", "");
    answer.before(this.#list ? "" : this.#field(), this.#revealing(), this.#verdict);
    this.#choices();
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Prediction");
    this.addEventListener("keydown", (event) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const writes = target instanceof HTMLInputElement && target.type === "text";
      if (key === REVEAL && !writes && !ctrlKey && !metaKey && !altKey) this.#show();
    });
  }

  /** Turns the list into radio buttons. */
  #choices() {
    const name = `question-${++count}`;
    for (const [i, item] of [...(this.#list?.children ?? [])].entries()) {
      const radio = element("input", { type: "radio", name });
      radio.addEventListener("change", () => this.#chosen(i + 1));
      item.replaceChildren(element("label", {}, radio, element("span", {}, ...item.childNodes)));
    }
  }

  /** A field for a number. */
  #field() {
    const unit = this.getAttribute("unit") ?? "";
    const field = element("input", { type: "text", inputMode: "decimal", "aria-label": "Your prediction" });
    const submit = element("button", { type: "submit", className: "quiet", textContent: "Predict" });
    const form = element("form", {}, field, ` ${unit} `, submit);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const value = readNumber(field.value, unit);
      if (typeof value === "number") this.#predicted(value);
      else this.#verdict.textContent = `Predict a number, for example 2.5; "${field.value}" is none.`;
    });
    return form;
  }

  #revealing() {
    const button = element("button", { type: "button", className: "quiet", textContent: "Show the answer" });
    button.title = `Key ${REVEAL.toUpperCase()}`;
    button.addEventListener("click", () => this.#show());
    return button;
  }

  /** @param {number} choice  from 1 */
  #chosen(choice) {
    const right = Number(this.getAttribute("answer"));
    const items = [...(this.#list?.children ?? [])];
    const text = items[right - 1]?.textContent?.trim().replace(/\.$/, "");
    this.#show(choice === right ? "You are right." : `The answer is: ${text}.`);
    for (const [i, item] of items.entries()) item.toggleAttribute("data-right", i === right - 1);
  }

  /** @param {number} value */
  #predicted(value) {
    const [right, within] = [this.getAttribute("answer"), this.getAttribute("within") ?? WITHIN].map(Number);
    const unit = this.getAttribute("unit") ?? "";
    const isNear = Math.abs(value - right) <= within * Math.abs(right);
    const [yours, answer] = [value, right].map((number) => `${significant(number)} ${unit}`.trim());
    this.#show(`You said ${yours}, and the answer is ${answer}${isNear ? ": well predicted" : ""}.`);
  }

  /** Shows the answer, and sets its laboratory. @param {string} [verdict] */
  #show(verdict = "") {
    const answer = this.#answer;
    this.#verdict.textContent = verdict;
    const isFirst = answer?.hasAttribute("hidden");
    answer?.removeAttribute("hidden");
    if (isFirst) /** @type {HTMLElement | null | undefined} */ (answer?.querySelector("a[data-lab]"))?.click();
  }
}

if (globalThis.customElements && !customElements.get("spring-question"))
  customElements.define("spring-question", SpringQuestion);
