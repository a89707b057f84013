// Restart, Pause/Resume, Step back, Step and, where a show has it, Backwards/Forwards, as buttons and as keys.
import { element, write } from "../base/dom.js";
import { significant } from "../base/format.js";

/**
 * @typedef {object} Actions
 * @property {() => void} restart
 * @property {() => void} toggle
 * @property {() => void} stepBack
 * @property {() => void} step
 * @property {() => void} reverse  turns time round
 * @property {() => void} full  fills the screen, or no longer
 */

export class Playback {
  element;
  #restart;
  #toggle;
  #step;
  #times = element("span");
  #reverse;

  /** @param {Actions} actions @param {boolean} reversible  whether time can be turned round */
  constructor(actions, reversible) {
    this.#restart = button("Restart", "R", () => actions.restart());
    this.#toggle = button("", "Space", () => actions.toggle(), "primary");
    this.#step = button("Step", "S", () => actions.step());
    this.#step.append(this.#times);
    const buttons = [this.#restart, this.#toggle, button("Step back", "B", () => actions.stepBack()), this.#step];
    this.#reverse = button("", "T", () => actions.reverse());
    if (reversible) buttons.push(this.#reverse);
    this.element = element("div", { className: "buttons", role: "group", "aria-label": "Playback" }, ...buttons);
  }

  /**
   * @param {object} state
   * @param {boolean} state.playing
   * @param {boolean} state.backwards
   * @param {boolean} state.stopped  it can't go on but from the start
   * @param {number} state.steps  that a press of Step takes
   * @param {number} state.step  their length in s
   */
  show({ playing, backwards, stopped, steps, step }) {
    const text = stopped ? "Restart" : playing ? "Pause" : "Resume";
    write(this.#toggle, text);
    this.#restart.classList.toggle("away", stopped); // one of the name is enough
    const times = steps > 1 ? ` ×${steps}` : "";
    write(this.#times, times);
    const title = `Key S: ${steps > 1 ? `${steps} steps of ` : ""}${significant(step)} s`; // the unit of its field
    if (this.#step.title !== title) this.#step.title = title;
    write(this.#reverse, backwards ? "Forwards" : "Backwards");
  }
}

/** @param {string} text @param {string} key @param {() => void} action @param {string} [className] */
function button(text, key, action, className = "") {
  const shortcut = { title: `Key ${key}`, "aria-keyshortcuts": key };
  const node = element("button", { type: "button", textContent: text, className, ...shortcut });
  node.addEventListener("click", action);
  return node;
}

/** @type {Map<string, keyof Actions>} */
const KEYS = new Map([
  ["s", "step"],
  ["r", "restart"],
  ["b", "stepBack"],
  ["t", "reverse"],
  ["f", "full"],
]);

/** What goes on while a key is held. @type {Set<keyof Actions>} */
const REPEATS = new Set(["step", "stepBack"]);

/** What is written or chosen in, what is pressed, and what has a thumb; and the keys that each has a use for. @type {[selector: string, keys: RegExp][]} */
const USES = [
  ["select, textarea, input:not([type=checkbox], [type=range])", /^(?!Tab$|Escape$)/],
  ["button, summary, [type=checkbox]", /^( |Enter)$/],
  ["[type=range]", /^(Arrow|Page|Home|End)/],
];

/** Whether a key means something to what has the focus. @param {KeyboardEvent} event */
export function isUsed(event) {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && USES.some(([selector, keys]) => target.matches(selector) && keys.test(event.key))
  );
}

/**
 * Space, S, B, R, T and F, unless the key means something to what has the focus.
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 */
export function playbackKey(event, actions) {
  if (event.ctrlKey || event.altKey || event.metaKey || isUsed(event)) return;
  const key = event.key.toLowerCase();
  const action = key === " " ? "toggle" : KEYS.get(key);
  if (!action) return;
  event.preventDefault();
  if (!event.repeat || REPEATS.has(action)) actions[action]();
}
