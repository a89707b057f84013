// Restart, Pause/Resume and Step, as buttons and as keys.
import { element } from "./dom.js";

/**
 * @typedef {object} Actions
 * @property {() => void} restart
 * @property {() => void} toggle
 * @property {() => void} step
 */

export class Playback {
  element;
  #toggle;

  /** @param {Actions} actions */
  constructor(actions) {
    this.#toggle = button("", "Space", () => actions.toggle(), "primary");
    const buttons = [
      button("Restart", "R", () => actions.restart()),
      this.#toggle,
      button("Step", "S", () => actions.step()),
    ];
    this.element = element("div", { className: "buttons", role: "group", "aria-label": "Playback" }, ...buttons);
  }

  /** @param {boolean} playing */
  show(playing) {
    this.#toggle.textContent = playing ? "Pause" : "Resume";
  }
}

/** @param {string} text @param {string} key @param {() => void} action @param {string} [className] */
function button(text, key, action, className = "") {
  const shortcut = { title: `Key ${key}`, "aria-keyshortcuts": key };
  const node = element("button", { type: "button", textContent: text, className, ...shortcut });
  node.addEventListener("click", action);
  return node;
}

/**
 * Space, S and R, unless the key means something to what has the focus.
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 */
export function playbackKey(event, actions) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const [target] = event.composedPath();
  if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "number")) return;
  const key = event.key.toLowerCase();
  const pressable = target instanceof HTMLElement && target.matches("button, summary, [type=checkbox]");
  const action = key === " " && !pressable ? "toggle" : key === "s" ? "step" : key === "r" ? "restart" : undefined;
  if (!action) return;
  event.preventDefault();
  if (!event.repeat) actions[action]();
}
