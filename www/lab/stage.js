// The layout of a laboratory's parts, and full screen. It knows no physics.
import { drawing, element } from "../base/dom.js";

/** Full screen: its key, and the button's name outside and inside. */
const FULL = { key: "F", enter: "Full screen", leave: "Leave full screen" };

/** Icon of the button, the four corners of a screen, as an SVG path. */
const CORNERS = "M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4";

/**
 * The parts of a laboratory. The first ones stay in view; the others scroll under them.
 * @typedef {object} Parts
 * @property {string} name  for screen readers
 * @property {HTMLElement} message  over the picture, so that nothing jumps when it appears; below
 *   the picture while it offers remedies
 * @property {HTMLElement[]} play  playback buttons, clock and others, under the picture
 * @property {HTMLElement} picture
 * @property {HTMLElement[]} pictures  further pictures, beside the first
 * @property {HTMLElement[]} plot  plots and panels beside the picture
 * @property {HTMLElement} controls
 * @property {HTMLElement} numbers
 * @property {HTMLElement[]} notes
 * @property {HTMLElement} time  the timeline
 * @property {HTMLElement} save  buttons that reset, save and share
 * @property {HTMLElement} help
 */

export class Stage {
  element;
  /** The picture and the playback bar, which stay in view while the rest scrolls. */
  front;
  #host;
  #full;
  /** True if full screen was requested last. */
  #wanted = false;
  /** Elements that can be hidden, by part. @type {Record<string, HTMLElement[]>} */
  #parts;

  /** @param {HTMLElement} host  the element that fills the screen @param {Parts} parts */
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
      { className: "lab", dir: "ltr", "aria-label": name },
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

  /** Shows only these parts, or all if undefined. @param {string[] | undefined} names */
  choose(names) {
    for (const [part, nodes] of Object.entries(this.#parts)) {
      for (const node of nodes) node.hidden = names !== undefined && !names.includes(part);
    }
    this.#full.hidden = this.#parts.picture[0].hidden;
  }

  /** True if the browser shows it in full screen, as seen from any tree or document. */
  get #fillsScreen() {
    return this.#host.matches(":fullscreen");
  }

  /** Toggles full screen. If the browser refuses it, the laboratory fills the window. */
  fill() {
    const full = this.#host.toggleAttribute("data-full");
    this.#wanted = full;
    this.show();
    // the browser answers late: the request may have been undone meanwhile
    const settle = () => {
      if (!this.#wanted && this.#fillsScreen) this.#host.ownerDocument.exitFullscreen();
    };
    if (full) this.#host.requestFullscreen?.().then(settle, () => {});
    else if (this.#fillsScreen) this.#host.ownerDocument.exitFullscreen();
  }

  /** Follows the browser's own exit from full screen. */
  screenChanged() {
    this.#host.toggleAttribute("data-full", this.#fillsScreen);
    this.show();
  }

  /** Updates the button. */
  show() {
    const name = this.#host.hasAttribute("data-full") ? FULL.leave : FULL.enter;
    /** @type {HTMLElement} */ (this.#full.lastChild).textContent = name;
    this.#full.ariaLabel = name; // on a narrow stage the text is hidden
    this.#full.title = `Key ${FULL.key}`;
  }
}
