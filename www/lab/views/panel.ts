// The control panel: the main controls, the switches of the picture, and all others behind "More".
import { effect } from "@preact/signals-core";
import { element } from "../../base/dom.ts";
import { watch } from "../../base/watch.ts";
import type { Parameter, Simulation } from "../../types.ts";
import { AnalysisClient } from "../../worker/client.ts";
import { isToggle } from "../model/options.ts";
import type { Control } from "./controls.ts";
import { control } from "./controls.ts";

/**
 * Pauses of the gauges: `least` in ms between two rounds; `times` the cost of an analysis after it,
 * so that analyses take at most a ninth of the time. In a round that follows a change of a
 * parameter there are no pauses between analyses.
 */
const PAUSE = { least: 250, times: 8 };

/** Most main controls, which are always visible. */
const MAX_MAIN = 5;

export class ControlPanel {
  element = element("div", { className: "parameters" });
  /** Contents of the panel by place: keys of parameters, and further elements. */
  #arrangement;
  #controls: Map<string, Control>;
  /** Ends what follows the parameters. */
  #ends: (() => void)[];
  #subject;
  #client;
  #idle;
  /** Keys of the parameters whose slider tracks show the stable range, as gauges. */
  #gauges;
  /** Index of the gauge to update next. */
  #nextGauge = 0;
  /** True if a parameter has changed since the last round of gauges began. */
  #stale = true;
  #roundSubject: Simulation | undefined;
  /** Simulated time at the start of the present round, in s. */
  #roundTime = 0;
  /** Earliest time of the next analysis, in ms. */
  #nextAt = 0;
  /** True while an analysis is scheduled or under way. */
  #scheduled = false;
  #timer = 0;
  /** True if the present round follows a change of a parameter: no pauses between its analyses. */
  #urgent = true;

  constructor({
    scene,
    subject,
    parameters,
    get,
    set,
    idle,
    main,
    folded = [],
    extras,
  }: {
    /** Id of the scene. */
    scene: string;
    /** The simulation whose stable ranges the gauges show. */
    subject: () => Simulation;
    parameters: Parameter[];
    get: (key: string) => number | string;
    /** Returns false if refused. */
    set: (key: string, value: number | string) => boolean;
    /** Reason why a parameter has no effect now. */
    idle: (key: string) => string | undefined;
    /** Keys of the main controls in order; the first five are used. */
    main: string[];
    /** Keys of switches that are behind "More". */
    folded?: string[];
    /** Further elements in the row of switches. */
    extras: HTMLElement[];
  }) {
    const made = (parameter: Parameter) =>
      control(
        parameter,
        () => get(parameter.key),
        (value) => set(parameter.key, value),
      );
    this.#controls = new Map(parameters.map((parameter) => [parameter.key, made(parameter)]));
    this.#subject = subject;
    this.#client = new AnalysisClient(scene);
    this.#idle = idle;
    const isSwitch = (parameter: Parameter) => isToggle(parameter) && !folded.includes(parameter.key);
    const keys = parameters.filter((parameter) => !isSwitch(parameter)).map(({ key }) => key);
    const first = main.filter((key) => keys.includes(key)).slice(0, MAX_MAIN);
    const rest = keys.filter((key) => !first.includes(key));
    // the gauges that are always visible come first
    this.#gauges = [...first, ...rest].filter((key) => parameters.some((one) => one.key === key && one.limiting));
    const switches = parameters.filter(isSwitch).map(({ key }) => key);
    const none = () => [] as HTMLElement[];
    this.#arrangement = { before: none(), first, rest, beside: none(), switches, extras };
    this.choose(undefined);
    this.#ends = [...this.#controls.values()].map(({ refresh }) => effect(refresh));
    const values = () => parameters.map(({ key }) => get(key));
    this.#ends.push(watch(values, () => this.#changed()));
    this.#changed();
  }

  /** Adds an element beside a control's name, or beside "More" if the control is behind it. */
  append(key: string, node: HTMLElement) {
    const { first, beside } = this.#arrangement;
    if (first.includes(key)) this.#controls.get(key)?.element.firstElementChild?.append(node);
    else beside.push(node);
    this.choose(undefined);
  }

  /** Adds an element in front of the main controls. */
  prepend(node: HTMLElement) {
    this.#arrangement.before.push(node);
    this.choose(undefined);
  }

  #elements(keys: string[]) {
    return keys.flatMap((key) => this.#controls.get(key)?.element ?? []);
  }

  /** The panel's usual contents. */
  #arranged() {
    const { before, first, rest, beside, switches, extras } = this.#arrangement;
    const shown = [...before, ...this.#elements(first), ...group([...this.#elements(switches), ...extras])];
    const always = element("div", { className: "controls" }, ...shown);
    if (rest.length === 0) return [always, ...beside];
    const others = element("div", { className: "controls" }, ...this.#elements(rest));
    return [always, ...beside, element("details", { className: "more" }, element("summary", {}, "More"), others)];
  }

  /** Shows only these controls, in this order; the usual ones if undefined. */
  choose(keys: string[] | undefined) {
    this.element.replaceChildren(
      ...(keys ? [element("div", { className: "controls" }, ...this.#elements(keys))] : this.#arranged()),
    );
  }

  /** After any change: updates which controls have an effect, and marks stable ranges as stale. */
  #changed() {
    for (const [key, { idle }] of this.#controls) idle(this.#idle(key));
    this.#stale = true;
  }

  /** Schedules the next gauge if the state has changed: one at a time, after the frame. */
  draw() {
    const subject = this.#subject();
    const moved = subject !== this.#roundSubject || subject.time !== this.#roundTime;
    if (this.#scheduled || !(this.#stale || moved || this.#nextGauge > 0) || this.#gauges.length === 0) return;
    this.#scheduled = true;
    this.#timer = window.setTimeout(() => this.#askNext(), Math.max(0, this.#nextAt - performance.now()));
  }

  /** Updates one gauge. */
  #askNext() {
    if (this.#nextGauge === 0) {
      this.#urgent = this.#stale;
      this.#stale = false;
      this.#roundSubject = this.#subject();
      this.#roundTime = this.#roundSubject.time;
    }
    const key = this.#gauges[this.#nextGauge];
    const begin = performance.now();
    const show = (range: Float64Array | undefined) => {
      this.#controls.get(key)?.gauge(range && [range[0], range[1]]);
      this.#nextGauge = (this.#nextGauge + 1) % this.#gauges.length;
      const end = performance.now();
      this.#nextAt = end + (this.#nextGauge === 0 ? PAUSE.least : 0) + (this.#urgent ? 0 : PAUSE.times * (end - begin));
      this.#scheduled = false;
      this.draw(); // if the run has stopped meanwhile, no frame will call it
    };
    // a parameter without effect has no limit
    if (this.#idle(key)) show(undefined);
    else this.#client.ask(this.#subject(), { range: key }, ({ range }) => show(range));
  }

  destroy() {
    for (const end of this.#ends) end();
    clearTimeout(this.#timer);
    this.#client.close();
  }
}

/** Elements in one row. */
function group(elements: HTMLElement[]) {
  if (elements.length === 0) return [];
  return [element("div", { className: "switches", role: "group", "aria-label": "Show and set" }, ...elements)];
}
