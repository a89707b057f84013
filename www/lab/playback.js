// Restart, Pause/Resume, Step and, where a show has it, Backwards/Forwards, as buttons and as keys.
import { element } from "../base/dom.js";

/**
 * @typedef {object} Actions
 * @property {() => void} restart
 * @property {() => void} toggle
 * @property {() => void} step
 * @property {() => void} reverse  turns time round
 * @property {() => void} full  fills the screen, or no longer
 */

export class Playback {
  element;
  #toggle;
  #reverse;

  /** @param {Actions} actions @param {boolean} reversible  whether time can be turned round */
  constructor(actions, reversible) {
    this.#toggle = button("", "Space", () => actions.toggle(), "primary");
    const buttons = [
      button("Restart", "R", () => actions.restart()),
      this.#toggle,
      button("Step", "S", () => actions.step()),
    ];
    this.#reverse = button("", "B", () => actions.reverse());
    if (reversible) buttons.push(this.#reverse);
    this.element = element("div", { className: "buttons", role: "group", "aria-label": "Playback" }, ...buttons);
  }

  /** @param {boolean} playing @param {boolean} backwards */
  show(playing, backwards) {
    this.#toggle.textContent = playing ? "Pause" : "Resume";
    this.#reverse.textContent = backwards ? "Forwards" : "Backwards";
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
  ["b", "reverse"],
  ["f", "full"],
]);

/**
 * Space, S, R, B and F, unless the key means something to what has the focus.
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 */
export function playbackKey(event, actions) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const [target] = event.composedPath();
  if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && /number|text/.test(target.type)))
    return;
  const key = event.key.toLowerCase();
  const pressable = target instanceof HTMLElement && target.matches("button, summary, [type=checkbox]");
  const action = key === " " ? !pressable && "toggle" : KEYS.get(key);
  if (!action) return;
  event.preventDefault();
  if (!event.repeat) actions[action]();
}
