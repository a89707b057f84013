// The stage: where each part of a laboratory stands. It knows no physics.
import { drawing, element } from "../base/dom.js";

/** What fills the window: the key, and the button's name before and after. */
const FULL = { key: "F", enter: "Full screen", leave: "Leave full screen" };

/** Of a screen, as a path. */
const CORNERS = "M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4";

/**
 * The parts of a laboratory. What stays in view comes first; all else scrolls under it.
 * @typedef {object} Parts
 * @property {string} name  what a screen reader calls it
 * @property {HTMLElement} message  over the picture, so that nothing jumps when it comes; below it while it offers what helps
 * @property {HTMLElement[]} play  buttons and clock under the picture
 * @property {HTMLElement} picture
 * @property {HTMLElement[]} pictures  others, beside it
 * @property {HTMLElement[]} plot  plots, and what else is seen beside the picture
 * @property {HTMLElement} controls
 * @property {HTMLElement} numbers
 * @property {HTMLElement[]} notes
 * @property {HTMLElement} time  its bar
 * @property {HTMLElement} save  what one can take along
 * @property {HTMLElement} help
 */

export class Stage {
  element;
  /** What is in view as long as anything of the laboratory is. */
  front;
  #host;
  #full;
  /** Whether it is to fill the screen. */
  #wanted = false;
  /** What can be shown or not, by the names of parts. @type {Record<string, HTMLElement[]>} */
  #parts;

  /** @param {HTMLElement} host  what fills the window @param {Parts} parts */
  constructor(host, { name, message, play, picture, pictures, plot, controls, numbers, notes, time, save, help }) {
    this.#host = host;
    this.#full = element("button", { type: "button", className: "full", "aria-keyshortcuts": FULL.key });
    this.#full.append(drawing("0 0 16 16", { d: CORNERS })[0], element("span"));
    this.#full.addEventListener("click", () => this.fill());
    const [buttons, clock, ...others] = play;
    const bar = element("div", { className: "play" }, buttons, clock, time, ...others);
    this.front = element(
      "div",
      { className: "front" },
      element("div", { className: "scene" }, picture, this.#full, message),
      bar,
    );
    const desk = element("div", { className: "desk" }, controls);
    this.element = element(
      "section",
      { className: "lab", "aria-label": name },
      this.front,
      desk,
      element("div", { className: "side" }, ...pictures, ...plot),
      element("div", { className: "rest" }, numbers, ...notes, save, help),
    );
    const shown = { picture: [picture, ...pictures], controls: [desk] };
    this.#parts = { ...shown, plot, numbers: [numbers], notes, time: [time], save: [save], help: [help] };
    const named = { ...this.#parts, play: [bar], message: [message] };
    for (const [part, nodes] of Object.entries(named)) for (const node of nodes) node.setAttribute("part", part);
    this.show();
  }

  /** Shows some of the parts, or all. @param {string[] | undefined} names */
  choose(names) {
    for (const [part, nodes] of Object.entries(this.#parts)) {
      for (const node of nodes) node.hidden = names !== undefined && !names.includes(part);
    }
    this.#full.hidden = this.#parts.picture[0].hidden;
  }

  /** Fills the screen, or no longer. Where a browser refuses the screen it fills the window. */
  fill() {
    const full = this.#host.toggleAttribute("data-full");
    this.#wanted = full;
    this.show();
    // a browser takes its time: by then it may no longer be wanted
    const settle = () => {
      if (!this.#wanted && document.fullscreenElement === this.#host) document.exitFullscreen();
    };
    if (full) this.#host.requestFullscreen?.().then(settle, () => {});
    else if (document.fullscreenElement === this.#host) document.exitFullscreen();
  }

  /** The browser has its own way out of the full screen. */
  screenChanged() {
    this.#host.toggleAttribute("data-full", document.fullscreenElement === this.#host);
    this.show();
  }

  /** Brings the button up to date. */
  show() {
    const name = this.#host.hasAttribute("data-full") ? FULL.leave : FULL.enter;
    /** @type {HTMLElement} */ (this.#full.lastChild).textContent = name;
    this.#full.ariaLabel = name; // a narrow stage has no room for words
    this.#full.title = `Key ${FULL.key}`;
  }
}
