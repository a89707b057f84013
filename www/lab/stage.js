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
 * @property {HTMLElement} picture
 * @property {HTMLElement} message  over the picture, so that nothing jumps when it comes
 * @property {HTMLElement[]} play  buttons and clock under the picture
 * @property {HTMLElement} controls
 * @property {HTMLElement[]} side  plots, and what else is seen beside the picture
 * @property {HTMLElement[]} rest  numbers, notes, what one can take along, help
 */

export class Stage {
  element;
  /** What is in view as long as anything of the laboratory is. */
  front;
  #host;
  #full;

  /** @param {HTMLElement} host  what fills the window @param {Parts} parts */
  constructor(host, { name, picture, message, play, controls, side, rest }) {
    this.#host = host;
    this.#full = element("button", { type: "button", className: "full", "aria-keyshortcuts": FULL.key });
    this.#full.append(drawing("0 0 16 16", { d: CORNERS })[0], element("span"));
    this.#full.addEventListener("click", () => this.fill());
    this.front = element(
      "div",
      { className: "front" },
      element("div", { className: "scene" }, picture, this.#full, message),
      element("div", { className: "play" }, ...play),
    );
    this.element = element(
      "section",
      { className: "lab", "aria-label": name },
      this.front,
      element("div", { className: "desk" }, controls),
      element("div", { className: "side" }, ...side),
      element("div", { className: "rest" }, ...rest),
    );
    this.show();
  }

  /** Fills the screen, or no longer. Where a browser refuses the screen it fills the window. */
  fill() {
    const full = this.#host.toggleAttribute("data-full");
    this.show();
    if (full) this.#host.requestFullscreen?.().catch(() => {});
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
