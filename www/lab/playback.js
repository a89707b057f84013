// Playback buttons and keys: Restart, Pause/Resume, Step back, Step, and Backwards/Forwards if the
// show is reversible.
import { element, keyName, write } from "../base/dom.js";
import { significant } from "../base/format.js";

/**
 * @typedef {object} Actions
 * @property {() => void} restart
 * @property {() => void} toggle
 * @property {() => void} stepBack
 * @property {() => void} step
 * @property {() => void} reverse  reverses the direction of time
 * @property {() => void} full  toggles full screen
 */

export class Playback {
  element;
  #restart;
  #toggle;
  #step;
  #times = element("span");
  #reverse;

  /** @param {Actions} actions @param {boolean} reversible  true for a Backwards/Forwards button */
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
   * @param {boolean} state.stopped  true after an explosion
   * @param {number} state.steps  number of steps per press of Step
   * @param {number} state.step  time step in s
   */
  show({ playing, backwards, stopped, steps, step }) {
    const text = stopped ? "Restart" : playing ? "Pause" : "Resume";
    write(this.#toggle, text);
    this.#restart.classList.toggle("away", stopped); // the other button is now called Restart
    const times = steps > 1 ? ` ×${steps}` : "";
    write(this.#times, times);
    const title = `Key S: ${steps > 1 ? `${steps} steps of ` : ""}${significant(step)} s`; // in s, as in the field of the time step
    if (this.#step.title !== title) this.#step.title = title;
    write(this.#reverse, backwards ? "Forwards" : "Backwards");
  }
}

/**
 * @param {string} text @param {string} key @param {() => void} action @param {string} [className]
 */
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

/** Actions that repeat while a key is held. @type {Set<keyof Actions>} */
const REPEATS = new Set(["step", "stepBack"]);

/**
 * Keys that elements use themselves: fields and choices, buttons, sliders.
 * @type {[selector: string, keys: RegExp][]}
 */
const USES = [
  ["select, textarea, input:not([type=checkbox], [type=range])", /^(?!Tab$|Escape$)/],
  ["button, summary, [type=checkbox]", /^( |Enter)$/],
  ["[type=range]", /^(Arrow|Page|Home|End)/],
];

/** True if the focused element uses the key itself. @param {KeyboardEvent} event */
export function isUsed(event) {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && USES.some(([selector, keys]) => target.matches(selector) && keys.test(event.key))
  );
}

/**
 * Handles Space, S, B, R, T and F, unless the focused element uses the key itself.
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 */
export function playbackKey(event, actions) {
  if (event.ctrlKey || event.altKey || event.metaKey || isUsed(event)) return;
  const key = keyName(event);
  const action = key === " " ? "toggle" : KEYS.get(key);
  if (!action) return;
  event.preventDefault();
  if (!event.repeat || REPEATS.has(action)) actions[action]();
}
