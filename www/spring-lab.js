// <spring-lab scene="damper">: a laboratory in any page.

import { element } from "./base/dom.js";
import { Palette } from "./base/palette.js";
import { createSimulation, methods, scenes } from "./engine.js";
import { arrangementOf, camelCase, isParameter, parametersOf } from "./lab/attributes.js";
import { parse } from "./lab/controls.js";
import { Experiment } from "./lab/experiment.js";
import { Message } from "./lab/message.js";
import { fetched, read } from "./lab/opener.js";
import { isUsed, playbackKey } from "./lab/playback.js";
import { offered, optionsOf } from "./lab/show.js";
import { watchVisibility } from "./lab/visibility.js";
import { SHOWS, showOf } from "./scenes/scenes.js";
import buttons from "./style/buttons.css?inline";
import controlStyle from "./style/controls.css?inline";
import labStyle from "./style/lab.css?inline";
import { sheetOf } from "./style/sheet.js";
import stageStyle from "./style/stage.css?inline";
import tokens from "./style/tokens.css?inline";

/** @import { Method, Parameter, Scene, Simulation } from "./types.js" */
/** @import { Arrangement } from "./lab/attributes.js" */
/** @import { ShowModule } from "./lab/show.js" */

/** Between two events that tell the time, in ms. */
const TIME_EVENT_PERIOD = 100;

/** Made for the first of all. @type {CSSStyleSheet[] | undefined} */
let sheets;

/** Where a server makes pages there are no elements. */
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (Object));

/**
 * A laboratory. It starts when it scrolls into view, runs only while it is seen, and never touches the page's address. What is inside the element is
 * shown until it runs, and where it can't.
 *
 * All attributes may change at any time. Any parameter of the scene or option of its laboratory is one, in kebab-case (`time-step-size="0.02"`,
 * `strain="on"`, `time-rate="0.5"`): its value, and the default that *Reset all* goes back to. Its box is the author's to set.
 *
 * @attr {string} scene its id, as "damper"
 * @attr {string} show which parts there are, of picture, plot, controls, numbers, notes, time (the bar of time), save and help; all without it
 * @attr {string} controls the parameters that can be set, in this order (`controls="stiffness damping"`); with it, controls are shown whatever `show` says
 * @attr {boolean} locked no parameter but those can be set or read, here or by a script, for what is to be found out; numbers and notes, which may tell,
 *   are shown only if `show` says so
 * @attr {boolean} paused it does not run by itself
 * @attr {"eager"} loading starts it at once, seen or not
 * @attr {string} label what a screen reader calls it, and a title of what is saved; the scene's title without it
 * @attr {string} src for a scene that is made of files, as `mesh` is, their addresses on the page's own server, with spaces between them:
 *   `src="models/tent.obj models/tent.json"`
 *
 * @cssprop --accent colour of links, of what is pressed and of the focus
 * @cssprop --ink colour of text
 * @cssprop --paper colour behind everything
 * @cssprop --panel colour behind picture, plot and controls
 * @cssprop --line colour of lines between them
 *
 * @csspart picture what moves
 * @csspart plot the plots over time
 * @csspart controls sliders and fields
 * @csspart numbers what is measured
 * @csspart notes what is said of the scene
 * @csspart time the bar of time
 * @csspart save what can be saved
 * @csspart help what keys and hands do
 * @csspart play the buttons and the clock
 * @csspart message what is refused, and why
 *
 * @fires springlab-ready when the scene runs
 * @fires springlab-change when a parameter has changed: `detail.key` says which; it is `src` when files have been opened
 * @fires springlab-time when simulated time has gone on or back, ten times a second at most: `detail.time` is in s
 * @fires springlab-error when something is refused or can't go on: `detail.subject` is a key, or "run"; `detail.sentence` says why
 */
export class SpringLab extends Base {
  /** @type {Simulation | undefined} */
  #simulation;
  /** @type {Experiment | undefined} */
  #experiment;
  /** @type {Arrangement} */
  #arrangement = { locked: false };
  #root = this.attachShadow({ mode: "open" });
  /** Undone when the element leaves the page, or shows another scene. */
  #lifetime = new AbortController();
  /** Whether it comes to run. @type {Promise<boolean> | undefined} */
  #opening;
  #attributes = new MutationObserver((records) => this.#follow(new Set(records.map((record) => record.attributeName))));

  connectedCallback() {
    sheets ??= [tokens, buttons, labStyle, stageStyle, controlStyle].map(sheetOf);
    this.#root.adoptedStyleSheets = sheets;
    this.#attributes.observe(this, { attributes: true });
    this.#wait();
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
    this.#close();
  }

  /** Waits until it is seen. */
  #wait() {
    this.#lifetime = new AbortController();
    this.#root.replaceChildren(waiting());
    if (this.getAttribute("loading") === "eager") {
      this.open();
      return;
    }
    watchVisibility(this, (seen) => seen && this.open(), this.#lifetime.signal);
  }

  #close() {
    this.#lifetime.abort();
    this.#experiment?.destroy();
    this.#root.replaceChildren(); // what waits for a later look sees that it is gone, also when the element comes back
    this.removeAttribute("data-full");
    this.#simulation?.free();
    this.#experiment = this.#simulation = this.#opening = undefined;
  }

  /** Does what attributes say that have changed. @param {Set<string | null>} names */
  #follow(names) {
    if (names.has("scene") || names.has("src")) {
      this.#close();
      this.#wait();
      return;
    }
    if (names.has("loading") && this.getAttribute("loading") === "eager") this.open();
    if (!this.#experiment) return;
    if (["show", "controls", "locked"].some((name) => names.has(name))) this.#arrange();
    if (names.has("paused")) this.hasAttribute("paused") ? this.pause() : this.play();
    for (const name of names) {
      if (!name || !isParameter(name)) continue;
      const text = this.getAttribute(name);
      this.#experiment.setDefault(camelCase(name), text === null ? undefined : parse(text));
    }
  }

  #arrange() {
    this.#arrangement = arrangementOf(this);
    this.#experiment?.arrange(this.#arrangement);
  }

  /** Starts now, wherever on the page it is. @returns {Promise<boolean>} resolved when it runs, false when it can't */
  open() {
    if (this.isConnected) this.#opening ??= this.#open(this.#lifetime.signal);
    return this.#opening ?? Promise.resolve(false);
  }

  /** @param {AbortSignal} signal */
  async #open(signal) {
    const message = new Message();
    message.reported = (subject, sentence) => this.#emit("springlab-error", { subject, sentence });
    this.#root.replaceChildren(waiting(element("p", { role: "status" }, "Loading the laboratory …")));
    const scene = this.getAttribute("scene") ?? "";
    /** @type {Simulation | undefined} */
    let simulation;
    /** @type {Scene | undefined} */
    let record;
    let loaded = false;
    try {
      // both at once: most of the wait is the way
      if (Object.hasOwn(SHOWS, scene)) SHOWS[scene]().catch(() => {}); // its failure is told below, if the simulation's is not
      const known = await scenes();
      loaded = true;
      record = known.find(({ id }) => id === scene);
      simulation = await createSimulation(scene);
      const { parameters, title: usual } = /** @type {Scene} */ (record);
      const title = this.getAttribute("label") ?? usual;
      const module = await showOf(/** @type {Scene} */ (record));
      const able = offered(await methods(), parameters);
      const options = optionsOf(module, able);
      if (signal.aborted) throw signal.reason;
      this.#begin({ scene, title, simulation, parameters, methods: able, options, module, message }, signal);
      return true;
    } catch (error) {
      simulation?.free();
      if (signal.aborted) return false;
      this.#opening = undefined;
      this.#root.replaceChildren(waiting(message.element));
      const again = { text: "Try again", action: () => this.open() };
      message.offer("scene", error, loaded && !record ? [] : [again]); // what is no scene never comes
      return false;
    }
  }

  /**
   * @param {{ scene: string, title: string, simulation: Simulation, parameters: Parameter[], methods: Method[], options: Parameter[], module: ShowModule, message: Message }} parts
   * @param {AbortSignal} signal
   */
  #begin(parts, signal) {
    const palette = new Palette();
    this.#root.replaceChildren(palette.element);
    const experiment = new Experiment({
      ...parts,
      start: parametersOf(this),
      host: this,
      palette,
      changed: (key) => this.#emit("springlab-change", { key }),
      passed: throttled((time) => this.#emit("springlab-time", { time }), signal),
    });
    this.#root.append(experiment.element);
    this.#simulation = parts.simulation;
    this.#experiment = experiment;
    this.#arrange();
    const files = this.getAttribute("src");
    if (files !== null && experiment.opens) experiment.open(fetched(files).then(read));
    else if (files !== null) this.set("src", files); // which is refused
    this.#watch(experiment, palette, signal);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    experiment.clock.playing = !experiment.still && !still.matches && !this.hasAttribute("paused");
    const rest = () => {
      if (still.matches) experiment.clock.playing = false;
    };
    still.addEventListener("change", rest, { signal });
    this.#emit("springlab-ready");
  }

  /**
   * Runs only while it is seen, in the colours of the page, and takes keys only while it has the focus.
   * @param {Experiment} experiment @param {Palette} palette @param {AbortSignal} signal
   */
  #watch(experiment, palette, signal) {
    const { clock } = experiment;
    const setVisible = (/** @type {boolean} */ seen) => {
      clock.visible = seen;
    };
    watchVisibility(experiment.stage.front, setVisible, signal);
    palette.follow(() => clock.redraw(), signal);
    this.#root.addEventListener("contextrestored", () => clock.redraw(), { capture: true, signal });
    // paper is light; there is no frame between this event and the print
    const print = (/** @type {boolean} */ printing) => {
      this.toggleAttribute("data-printing", printing);
      palette.refresh();
      experiment.drawNow();
    };
    addEventListener("beforeprint", () => print(true), { signal });
    addEventListener("afterprint", () => print(false), { signal });
    document.addEventListener("fullscreenchange", () => experiment.stage.screenChanged(), { signal });
    const press = (/** @type {KeyboardEvent} */ event) => {
      this.key(event);
      // a key is not for two: the page around, as slides do, may have another use for it
      if (event.defaultPrevented || isUsed(event)) event.stopPropagation();
    };
    this.addEventListener("keydown", press, { signal });
  }

  /** @param {string} name @param {object} [detail] */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** The running simulation; undefined until `springlab-ready`, after the element has left the page, and while it is locked. */
  get simulation() {
    return this.#arrangement.locked ? undefined : this.#simulation;
  }

  /** Whether a parameter may be set and read. @param {string} key */
  #isReadable(key) {
    const { locked, controls = [] } = this.#arrangement;
    return !locked || controls.includes(key);
  }

  /** Records of all parameters that may be read, the time rate included; none before `springlab-ready`. */
  get parameters() {
    return this.#experiment?.parameters.filter(({ key }) => this.#isReadable(key)) ?? [];
  }

  /** The value of a parameter or option; undefined before `springlab-ready`, and if it is locked. @param {string} key @returns {number | string | undefined} */
  get(key) {
    return this.#isReadable(key) ? this.#experiment?.get(key) : undefined;
  }

  /**
   * Sets a parameter. A refused value is explained on the page and changes nothing.
   * @param {string} key
   * @param {number | string} value
   * @returns {boolean} whether it was taken
   */
  set(key, value) {
    if (!this.#isReadable(key)) return this.#experiment?.refuse(key, `${key} is locked here.`) ?? false;
    return this.#experiment?.set(key, value) ?? false;
  }

  /** Back to t = 0 with the parameters as they are. */
  restart() {
    this.#experiment?.restart();
  }

  /** Every parameter at its default, and back to t = 0. */
  reset() {
    this.#experiment?.reset();
  }

  /** Pauses or resumes. */
  toggle() {
    this.#experiment?.toggle();
  }

  /** The simulated time in s; undefined before `springlab-ready`. @returns {number | undefined} */
  get time() {
    return this.#simulation?.time;
  }

  /** Whether time runs. */
  get playing() {
    return this.#experiment?.clock.playing ?? false;
  }

  /** Pauses. */
  pause() {
    if (this.playing) this.toggle();
  }

  /** Lets it run. */
  play() {
    this.#experiment?.play();
  }

  /** Runs to a time in s, from the start if that has gone by, and pauses there. @param {number | string} time @returns {boolean} whether it was taken */
  runTo(time) {
    return this.#experiment?.runTo(time) ?? false;
  }

  /** Keeps the laboratory as it is, for the function that it returns to bring back. @returns {() => void} */
  keep() {
    return this.#experiment?.keep() ?? (() => {});
  }

  /** Pauses and takes one step; or goes on by one, after steps back. */
  step() {
    this.#experiment?.step(1);
  }

  /** Pauses and takes one step back, as far as the past is kept: 30 s, less with many thousand masses. */
  stepBack() {
    this.#experiment?.stepBack(1);
  }

  /** Pauses at a time in s that went by, as far as it is kept; what came later stays until it is overwritten. @param {number} time */
  seek(time) {
    this.#experiment?.seek(time);
  }

  /** Fills the screen, or the window where a browser refuses the screen; again, and it is as it was. */
  full() {
    this.#experiment?.full();
  }

  /** Does what a key does for the laboratory, wherever it was pressed. @param {KeyboardEvent} event */
  key(event) {
    if (!this.#experiment || event.defaultPrevented) return;
    if (event.key === "Escape" && this.hasAttribute("data-full")) this.full();
    else playbackKey(event, this.#experiment);
  }
}

/** What is there until the laboratory is: what its author has put into it. @param {...Node} others */
function waiting(...others) {
  return element("div", { className: "waiting" }, element("slot"), ...others);
}

/**
 * Tells a number when it has changed, not more often than so many times a second, and in the end as it is.
 * @param {(value: number) => void} notify @param {AbortSignal} signal  until then
 */
function throttled(notify, signal) {
  let [last, value, timer] = [Number.NaN, Number.NaN, 0];
  const due = () => {
    timer = 0;
    if (value === last) return;
    last = value;
    notify(value);
    timer = window.setTimeout(due, TIME_EVENT_PERIOD);
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (/** @type {number} */ now) => {
    value = now;
    if (timer === 0) due();
  };
}

// a page may have the script twice
if (globalThis.customElements?.get("spring-lab") === undefined)
  globalThis.customElements?.define("spring-lab", SpringLab);
