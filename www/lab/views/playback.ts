// Playback buttons and keys: Restart, Pause/Resume, Step back, Step, and Backwards/Forwards if the
// show is reversible.
import { element, keyName, write } from "../../base/dom.ts";
import { significant } from "../../base/format.ts";

export interface Actions {
  restart: () => void;
  toggle: () => void;
  stepBack: () => void;
  step: () => void;
  /** Reverses the direction of time. */
  reverse: () => void;
  /** Toggles full screen. */
  full: () => void;
}

export class Playback {
  element;
  #restart;
  #toggle;
  #step;
  #times = element("span");
  #reverse;

  /** @param reversible  true for a Backwards/Forwards button */
  constructor(actions: Actions, reversible: boolean) {
    this.#restart = button("Restart", "R", () => actions.restart());
    this.#toggle = button("", "Space", () => actions.toggle(), "primary");
    this.#step = button("Step", "S", () => actions.step());
    this.#step.append(this.#times);
    const buttons = [this.#restart, this.#toggle, button("Step back", "B", () => actions.stepBack()), this.#step];
    this.#reverse = button("", "T", () => actions.reverse());
    if (reversible) buttons.push(this.#reverse);
    this.element = element("div", { className: "buttons", role: "group", "aria-label": "Playback" }, ...buttons);
  }

  show({
    playing,
    backwards,
    stopped,
    steps,
    step,
  }: {
    playing: boolean;
    backwards: boolean;
    /** True after an explosion. */
    stopped: boolean;
    /** Number of steps per press of Step. */
    steps: number;
    /** Time step in s. */
    step: number;
  }) {
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

function button(text: string, key: string, action: () => void, className: string = "") {
  const shortcut = { title: `Key ${key}`, "aria-keyshortcuts": key };
  const node = element("button", { type: "button", textContent: text, className, ...shortcut });
  node.addEventListener("click", action);
  return node;
}

const KEYS: Map<string, keyof Actions> = new Map([
  ["s", "step"],
  ["r", "restart"],
  ["b", "stepBack"],
  ["t", "reverse"],
  ["f", "full"],
]);

/** Actions that repeat while a key is held. */
const REPEATS: Set<keyof Actions> = new Set(["step", "stepBack"]);

/** Keys that elements use themselves: fields and choices, buttons, sliders. */
const USES: [selector: string, keys: RegExp][] = [
  ["select, textarea, input:not([type=checkbox], [type=range])", /^(?!Tab$|Escape$)/],
  ["button, summary, [type=checkbox]", /^( |Enter)$/],
  ["[type=range]", /^(Arrow|Page|Home|End)/],
];

/** True if the focused element uses the key itself. */
export function isUsed(event: KeyboardEvent) {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && USES.some(([selector, keys]) => target.matches(selector) && keys.test(event.key))
  );
}

/** Handles Space, S, B, R, T and F, unless the focused element uses the key itself. */
export function playbackKey(event: KeyboardEvent, actions: Actions) {
  if (event.ctrlKey || event.altKey || event.metaKey || isUsed(event)) return;
  const key = keyName(event);
  const action = key === " " ? "toggle" : KEYS.get(key);
  if (!action) return;
  event.preventDefault();
  if (!event.repeat || REPEATS.has(action)) actions[action]();
}
