// <spring-question>: a prediction. The reader chooses, writes a number or draws a curve; then the
// answer appears, and the run of its live link begins.

import { element } from "./base/dom.ts";
import { significant } from "./base/format.ts";
import { quoted } from "./base/quote.ts";
import { readNumber } from "./base/reading.ts";
import { DrawingPad } from "./drawing-pad.ts";
import { labsFor } from "./links.ts";
import { valueAt } from "./plots/cursor.ts";

/** Part of a number by which a prediction may differ, if the page states none. */
const WITHIN = 0.25;

/** Key that shows the answer while the question has the focus. */
const REVEAL = "a";

/** Name of the drawn curve in the laboratory. */
const DRAWN = "Your prediction";

/** Number of questions so far, for names of groups. */
let count = 0;

// a server that renders pages has no elements
const Base = globalThis.HTMLElement ?? class {};

/**
 * A question with a list of answers, with a number as answer, or with a curve that the reader draws
 * and the laboratory lays over its own. Without a script it is all text.
 *
 *     <spring-question answer="2">
 *       <p>Which one keeps the energy?</p>
 *       <ol><li>explicit Euler</li><li>symplectic Euler</li><li>neither</li></ol>
 *       <p class="answer">… <a href="?restart" data-lab="oscillator">Watch it.</a></p>
 *     </spring-question>
 * @attr {string} answer  number of the right answer in the list, or the number asked for
 * @attr {string} unit  of that number, or of the curve
 * @attr {string} draw  name of a quantity of the link's laboratory, to draw its curve
 * @attr {string} until  end of the curve in s, at which the link pauses
 * @attr {string} from  lowest value of the curve
 * @attr {string} to  highest value of the curve
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
    answer.before(this.#list ? "" : this.hasAttribute("draw") ? this.#pad() : this.#field());
    answer.before(this.#revealing(), this.#verdict);
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
      else this.#verdict.textContent = `Predict a number, for example 2.5; ${quoted(field.value)} is none.`;
    });
    return form;
  }

  /** A field for a curve. */
  #pad() {
    const [name, unit] = ["draw", "unit"].map((attribute) => this.getAttribute(attribute) ?? "");
    const [until, from, to] = ["until", "from", "to"].map((attribute) => Number(this.getAttribute(attribute)));
    const pad = new DrawingPad({ name, unit, until, range: [from, to] });
    const button = element("button", { type: "button", className: "quiet", textContent: "Predict" });
    button.addEventListener("click", () => {
      const { curve } = pad;
      if (curve) this.#drawn(name, curve, until);
      else this.#verdict.textContent = "Draw a curve first.";
    });
    pad.element.append(button);
    return pad.element;
  }

  /** Lays a drawn curve over the run, and tells the distance when the run is over. */
  async #drawn(quantity: string, curve: { times: Float64Array; values: Float64Array }, until: number) {
    const link = this.#answer?.querySelector("a[data-lab]") as HTMLElement | null | undefined;
    const [lab] = labsFor(link?.dataset.lab);
    try {
      if (!(await lab?.open())) throw new Error("No laboratory runs in which your curve could be shown.");
      lab.layCurve(DRAWN, quantity, curve);
    } catch (error) {
      this.#verdict.textContent = (error as Error).message;
      return;
    }
    const wasHidden = this.#answer?.hasAttribute("hidden");
    this.#show("Your curve is in the plot, beside the run.");
    if (!wasHidden) link?.click();
    const compare = () => {
      if (Number(lab.time) < until) return;
      lab.removeEventListener("springlab-time", compare);
      const run = lab.curve(quantity);
      if (run) this.#verdict.textContent = this.#comparison(curve, run);
    };
    lab.addEventListener("springlab-time", compare);
  }

  /** A sentence on the mean distance of two curves. */
  #comparison(
    drawn: { times: Float64Array; values: Float64Array },
    run: { times: Float64Array; values: Float64Array },
  ) {
    const gaps = [...drawn.values].map((value, i) => Math.abs(value - valueAt(run.times, run.values, drawn.times[i])));
    const known = gaps.filter((gap) => !Number.isNaN(gap));
    const mean = known.reduce((sum, gap) => sum + gap, 0) / known.length;
    const whole = Math.max(...run.values) - Math.min(...run.values);
    const unit = this.getAttribute("unit") ?? "";
    return `On average your curve is ${significant(mean)} ${unit} away from the run, which spans ${significant(whole)} ${unit}.`;
  }

  #revealing() {
    const button = element("button", { type: "button", className: "quiet", textContent: "Show the answer" });
    button.title = `Key ${REVEAL.toUpperCase()}`;
    button.addEventListener("click", () => this.#show());
    return button;
  }

  /** @param choice  from 1 */
  #chosen(choice: number) {
    const right = Number(this.getAttribute("answer"));
    const items = [...(this.#list?.children ?? [])];
    const text = items[right - 1]?.textContent?.trim().replace(/\.$/, "");
    this.#show(choice === right ? "You are right." : `The answer is: ${text}.`);
    for (const [i, item] of items.entries()) item.toggleAttribute("data-right", i === right - 1);
  }

  #predicted(value: number) {
    const [right, within] = [this.getAttribute("answer"), this.getAttribute("within") ?? WITHIN].map(Number);
    const unit = this.getAttribute("unit") ?? "";
    const isNear = Math.abs(value - right) <= within * Math.abs(right);
    const [yours, answer] = [value, right].map((number) => `${significant(number)} ${unit}`.trim());
    this.#show(`You said ${yours}, and the answer is ${answer}${isNear ? ": well predicted" : ""}.`);
  }

  /** Shows the answer, and sets its laboratory. */
  #show(verdict: string = "") {
    const answer = this.#answer;
    this.#verdict.textContent = verdict;
    const isFirst = answer?.hasAttribute("hidden");
    answer?.removeAttribute("hidden");
    if (isFirst) (answer?.querySelector("a[data-lab]") as HTMLElement | null | undefined)?.click();
  }
}

if (globalThis.customElements && !customElements.get("spring-question"))
  customElements.define("spring-question", SpringQuestion);
