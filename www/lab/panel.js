// The controls of a laboratory: the main ones, what the picture shows, and all others behind "More".
import { element } from "../base/dom.js";
import { AnalysisClient } from "./analysis-client.js";
import { control } from "./controls.js";
import { isToggle } from "./options.js";

/** @import { Parameter, Simulation } from "../types.js" */
/** @import { Control } from "./controls.js" */

/** Between two looks at the stable values while time runs, in ms; more where they take long: they take a ninth of the time at most. */
const PAUSE = { least: 250, times: 8 };

/** At most so many controls are always there. */
const MAX_MAIN = 5;

export class ControlPanel {
  element = element("div", { className: "parameters" });
  /** Which controls stand where. */
  #arrangement;
  /** @type {Map<string, Control>} */
  #controls;
  #subject;
  #client;
  #idle;
  /** Keys of parameters whose tracks are gauges, and which of them is looked at next. */
  #gauges;
  #nextGauge = 0;
  /** Whether the gauges may be wrong by what has changed; what this round of looks began with, and its time in s; when the next look may be, in ms; whether one is due. */
  #stale = true;
  /** @type {Simulation | undefined} */
  #roundSubject;
  #roundTime = 0;
  #nextAt = 0;
  #scheduled = false;
  #timer = 0;
  /** Whether this round of looks follows a change, and not only the run: then it does not wait. */
  #urgent = true;

  /**
   * @param {object} lab
   * @param {string} lab.scene  its id
   * @param {() => Simulation} lab.subject  what the tracks tell of
   * @param {Parameter[]} lab.parameters
   * @param {(key: string) => number | string} lab.get
   * @param {(key: string, value: number | string) => boolean} lab.set  false if it is refused
   * @param {(key: string) => string | undefined} lab.idle  why it means nothing now, if it doesn't
   * @param {string[]} lab.main  keys of what matters most, in this order; the first five that there are
   * @param {HTMLElement[]} lab.extras  beside the controls
   */
  constructor({ scene, subject, parameters, get, set, idle, main, extras }) {
    const made = (/** @type {Parameter} */ parameter) =>
      control(
        parameter,
        () => get(parameter.key),
        (value) => set(parameter.key, value),
      );
    this.#controls = new Map(parameters.map((parameter) => [parameter.key, made(parameter)]));
    this.#subject = subject;
    this.#client = new AnalysisClient(scene);
    this.#idle = idle;
    const keys = parameters.filter((parameter) => !isToggle(parameter)).map(({ key }) => key);
    const first = main.filter((key) => keys.includes(key)).slice(0, MAX_MAIN);
    const rest = keys.filter((key) => !first.includes(key));
    // those that are always there first
    this.#gauges = [...first, ...rest].filter((key) => parameters.some((one) => one.key === key && one.limiting));
    const switches = parameters.filter((parameter) => isToggle(parameter)).map(({ key }) => key);
    this.#arrangement = { before: /** @type {HTMLElement[]} */ ([]), first, rest, switches, extras };
    this.choose(undefined);
  }

  /** Puts something before the controls that are there at first. @param {HTMLElement} node */
  prepend(node) {
    this.#arrangement.before.push(node);
    this.choose(undefined);
  }

  /** @param {string[]} keys */
  #elements(keys) {
    return keys.flatMap((key) => this.#controls.get(key)?.element ?? []);
  }

  #arranged() {
    const { before, first, rest, switches, extras } = this.#arrangement;
    const shown = [...before, ...this.#elements(first), ...group([...this.#elements(switches), ...extras])];
    const always = element("div", { className: "controls" }, ...shown);
    if (rest.length === 0) return [always];
    const others = element("div", { className: "controls" }, ...this.#elements(rest));
    return [always, element("details", { className: "more" }, element("summary", {}, "More"), others)];
  }

  /** Shows these controls alone, in their order, or those that the laboratory has at first. @param {string[] | undefined} keys */
  choose(keys) {
    this.element.replaceChildren(
      ...(keys ? [element("div", { className: "controls" }, ...this.#elements(keys))] : this.#arranged()),
    );
  }

  /** Shows the value of a parameter as it is. @param {string} key */
  show(key) {
    this.#controls.get(key)?.refresh();
    this.#changed();
  }

  /** What one parameter is may leave another without a meaning, or with other limits. */
  #changed() {
    for (const [key, { idle }] of this.#controls) idle(this.#idle(key));
    this.#stale = true;
  }

  /** Has the tracks follow the state: one of them at a time, after the frame, four times a second at most. */
  draw() {
    const subject = this.#subject();
    const moved = subject !== this.#roundSubject || subject.time !== this.#roundTime;
    if (this.#scheduled || !(this.#stale || moved || this.#nextGauge > 0) || this.#gauges.length === 0) return;
    this.#scheduled = true;
    this.#timer = window.setTimeout(() => this.#askNext(), Math.max(0, this.#nextAt - performance.now()));
  }

  #askNext() {
    if (this.#nextGauge === 0) {
      [this.#urgent, this.#stale] = [this.#stale, false];
      this.#roundSubject = this.#subject();
      this.#roundTime = this.#roundSubject.time;
    }
    const key = this.#gauges[this.#nextGauge];
    const begin = performance.now();
    const show = (/** @type {Float64Array | undefined} */ range) => {
      this.#controls.get(key)?.gauge(range && [range[0], range[1]]);
      this.#nextGauge = (this.#nextGauge + 1) % this.#gauges.length;
      const end = performance.now();
      this.#nextAt = end + (this.#nextGauge === 0 ? PAUSE.least : 0) + (this.#urgent ? 0 : PAUSE.times * (end - begin));
      this.#scheduled = false;
      this.draw(); // a run that has stopped meanwhile brings no other frame
    };
    // what means nothing has no limit to show
    if (this.#idle(key)) show(undefined);
    else this.#client.ask(this.#subject(), { range: key }, ({ range }) => show(range));
  }

  /** Shows all values as they are, whatever was typed. */
  refresh() {
    for (const { refresh } of this.#controls.values()) refresh();
    this.#changed();
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#client.close();
  }
}

/** Elements that stand together in a row. @param {HTMLElement[]} elements */
function group(elements) {
  if (elements.length === 0) return [];
  return [element("div", { className: "switches", role: "group", "aria-label": "Show and set" }, ...elements)];
}
