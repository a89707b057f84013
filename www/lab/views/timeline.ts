// The timeline under the picture: the position in the saved past, marks of changes, and "Run to".
import { element } from "../../base/dom.ts";
import type { Mark } from "../../plots/recorder.ts";

/** Positions on the bar. */
const PLACES = 10_000;

interface Past {
  /** First and last elapsed time to seek to, in s. */
  span: () => [first: number, end: number];
  /** Present elapsed time in s. */
  elapsed: () => number;
  /** Simulated time, as the clock shows it. */
  time: () => string;
  marks: (since: number) => Mark[];
  seek: (elapsed: number) => void;
  /** Returns false if the time is refused. */
  runTo: (time: string) => boolean;
}

export class Timeline {
  element;
  #past;
  #bar;
  #marks = element("div", { className: "marks", "aria-hidden": "true" });

  constructor(past: Past) {
    this.#past = past;
    this.#bar = element("input", { type: "range", min: "0", max: String(PLACES), step: "1", "aria-label": "Time" });
    this.#bar.title = "Back to any moment that is kept";
    this.#bar.addEventListener("input", () => {
      const [first, end] = past.span();
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
      if (past.runTo(until.value)) until.removeAttribute("aria-invalid");
      else until.setAttribute("aria-invalid", "true");
    });
    this.element = element(
      "div",
      { className: "timeline" },
      element("div", { className: "bar" }, this.#marks, this.#bar),
      form,
    );
  }

  /** Updates the bar and its marks. */
  show() {
    const { span, elapsed, time, marks } = this.#past;
    const [first, end] = span();
    const part = (at: number) => (end > first ? (at - first) / (end - first) : 1);
    const place = String(Math.round(PLACES * part(elapsed())));
    if (this.#bar.value !== place) this.#bar.value = place;
    this.#bar.setAttribute("aria-valuetext", time());
    const changes = marks(first);
    while (this.#marks.childElementCount > changes.length) this.#marks.lastChild?.remove();
    while (this.#marks.childElementCount < changes.length) this.#marks.append(element("i"));
    for (const [i, { label, time }] of changes.entries()) {
      const mark = this.#marks.children[i] as HTMLElement;
      mark.title = label;
      mark.style.left = `${100 * part(time)}%`;
    }
  }
}
