// The bar of time under the picture: where the run is in what is kept of it, what changed on the way, and how far to run.
import { element } from "../base/dom.js";

/** @import { Mark } from "../plots/recorder.js" */

/** Places on the bar. */
const PLACES = 10_000;

/**
 * @typedef {object} Past
 * @property {() => [first: number, head: number, end: number]} span  the times in s that one can go to, and the end of what came later
 * @property {() => number} lived  where it is, in s
 * @property {() => string} time  that, as the clock shows it
 * @property {(since: number) => Mark[]} marks
 * @property {(lived: number) => void} seek
 * @property {(time: string) => void} runTo
 */

export class Timeline {
  element;
  #past;
  #bar;
  #marks = element("div", { className: "marks", "aria-hidden": "true" });
  #shown = "";

  /** @param {Past} past */
  constructor(past) {
    this.#past = past;
    this.#bar = element("input", { type: "range", min: "0", max: String(PLACES), step: "1", "aria-label": "Time" });
    this.#bar.title = "Back to any moment that is kept";
    this.#bar.addEventListener("input", () => {
      const [first, , end] = past.span();
      past.seek(first + ((end - first) * this.#bar.valueAsNumber) / PLACES);
    });
    const until = element("input", { type: "text", inputMode: "decimal", autocomplete: "off", size: 5 });
    until.setAttribute("aria-label", "Run to this time in s");
    const form = element(
      "form",
      { className: "until" },
      element("button", { type: "submit", textContent: "Run to" }),
      until,
      element("span", { className: "unit" }, "s"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      past.runTo(until.value);
    });
    this.element = element(
      "div",
      { className: "timeline" },
      element("div", { className: "bar" }, this.#marks, this.#bar),
      form,
    );
  }

  /** Brings it up to date. */
  show() {
    const { span, lived, time, marks } = this.#past;
    const [first, head, end] = span();
    const part = (/** @type {number} */ at) => (end > first ? (at - first) / (end - first) : 1);
    const place = String(Math.round(PLACES * part(lived())));
    if (this.#bar.value !== place) this.#bar.value = place;
    this.#bar.style.setProperty("--head", `${100 * part(head)}%`);
    this.#bar.setAttribute("aria-valuetext", time());
    const changes = marks(first).map((mark) => ({ label: mark.label, left: `${(100 * part(mark.time)).toFixed(2)}%` }));
    const shown = JSON.stringify(changes);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#marks.replaceChildren(
      ...changes.map(({ label, left }) => {
        const mark = element("i", { title: label });
        mark.style.left = left;
        return mark;
      }),
    );
  }
}
