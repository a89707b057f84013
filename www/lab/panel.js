// The controls of a laboratory: the main ones, what the picture shows, and all others behind "More".
import { element } from "../base/dom.js";
import { control } from "./controls.js";
import { isToggle } from "./options.js";

/** @import { Parameter, Simulation } from "../types.js" */
/** @import { Control } from "./controls.js" */

/** Between two looks at the stable values, in ms; more where they take long: a picture must not stutter. */
const PAUSE = { least: 250, times: 10 };

/** Beyond so many numbers of positions a look would halt the page: for 1200 masses it takes some 25 ms, for 2400 some 100. */
const MOST = 6000;

/** At most so many controls are always there. */
const MAIN = 5;

export class ControlPanel {
  element;
  /** @type {Map<string, Control>} */
  #controls;
  #simulation;
  /** Keys of parameters whose tracks are gauges, and which of them is looked at next. */
  #gauges;
  #turn = 0;
  /** Whether the gauges may be wrong, by what has changed or by the run; when the next look may be, in ms; whether one is due. */
  #stale = true;
  #time = 0;
  #next = 0;
  #waiting = false;

  /**
   * @param {object} lab
   * @param {Simulation} lab.simulation
   * @param {Parameter[]} lab.parameters
   * @param {(key: string) => number | string} lab.get
   * @param {(key: string, value: number | string) => boolean} lab.set  false if it is refused
   * @param {string[]} lab.main  keys of what matters most, in this order; the first five that there are
   * @param {HTMLElement[]} lab.extras  beside the controls
   */
  constructor({ simulation, parameters, get, set, main, extras }) {
    const made = (/** @type {Parameter} */ parameter) =>
      control(
        parameter,
        () => get(parameter.key),
        (value) => set(parameter.key, value),
      );
    this.#controls = new Map(parameters.map((parameter) => [parameter.key, made(parameter)]));
    this.#simulation = simulation;
    this.#gauges = parameters.filter(({ limiting }) => limiting).map(({ key }) => key);
    const elements = (/** @type {string[]} */ keys) => keys.flatMap((key) => this.#controls.get(key)?.element ?? []);
    const keys = parameters.filter((parameter) => !isToggle(parameter)).map(({ key }) => key);
    const first = main.filter((key) => keys.includes(key)).slice(0, MAIN);
    const rest = keys.filter((key) => !first.includes(key));
    const switches = parameters.filter((parameter) => isToggle(parameter)).map(({ key }) => key);
    this.element = element(
      "div",
      { className: "parameters" },
      element(
        "div",
        { className: "controls" },
        ...elements(first),
        ...group("Show", elements(switches)),
        ...group("", extras),
      ),
      ...(rest.length > 0
        ? [
            element(
              "details",
              { className: "more" },
              element("summary", {}, "More"),
              element("div", { className: "controls" }, ...elements(rest)),
            ),
          ]
        : []),
    );
  }

  /** Shows the value of a parameter as it is. @param {string} key */
  show(key) {
    this.#controls.get(key)?.refresh();
    this.#stale = true;
  }

  /** Has the tracks follow the state: one of them at a time, after the frame, four times a second at most. */
  draw() {
    const moved = this.#simulation.time !== this.#time;
    if (this.#waiting || !(this.#stale || moved || this.#turn > 0) || this.#gauges.length === 0) return;
    this.#waiting = true;
    setTimeout(() => this.#look(), Math.max(0, this.#next - performance.now()));
  }

  #look() {
    this.#waiting = false;
    if (!this.element.isConnected) return;
    const begin = performance.now();
    if (this.#turn === 0) {
      this.#stale = false;
      this.#time = this.#simulation.time;
    }
    const key = this.#gauges[this.#turn];
    const large = this.#simulation.positions.length > MOST;
    const [low, high] = (large ? undefined : this.#simulation.stableRange(key)) ?? [];
    this.#controls.get(key)?.gauge(low === undefined || high === undefined ? undefined : [low, high]);
    this.#turn = (this.#turn + 1) % this.#gauges.length;
    const end = performance.now();
    this.#next = end + (this.#turn === 0 ? PAUSE.least : 0) + PAUSE.times * (end - begin);
    if (this.#turn > 0) this.draw();
  }

  /** Shows all values as they are, whatever was typed. */
  refresh() {
    for (const { refresh } of this.#controls.values()) refresh();
    this.#stale = true;
  }
}

/** Elements that stand together in a row. @param {string} name @param {HTMLElement[]} elements */
function group(name, elements) {
  if (elements.length === 0) return [];
  const named = name && { role: "group", "aria-label": name };
  return [element("div", { className: "switches", ...named }, ...elements)];
}
