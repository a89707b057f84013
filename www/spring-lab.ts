// The custom element <spring-lab scene="damper">: a laboratory in any page.

import { context2d, element } from "./base/dom.ts";
import { shortcoming } from "./base/floor.ts";
import { Palette } from "./base/palette.ts";
import { quoted } from "./base/quote.ts";
import { createSimulation, methods, scenes } from "./engine.ts";
import { INSTRUMENTS } from "./instruments/instruments.ts";
import type { Arrangement, OWN } from "./lab/attributes.ts";
import { arrangementOf, isParameter, parametersOf, reflect, upgrade } from "./lab/attributes.ts";
import { Laboratory } from "./lab/laboratory.ts";
import { Messages } from "./lab/model/messages.ts";
import { about } from "./lab/model/subject.ts";
import type { ShowModule } from "./lab/show.ts";
import { offered, optionsOf } from "./lab/show.ts";
import { messageView } from "./lab/views/message.ts";
import { fetched, read } from "./lab/views/opener.ts";
import { isUsed, playbackKey } from "./lab/views/playback.ts";
import { watchVisibility } from "./lab/visibility.ts";
import { SHOWS, showOf } from "./scenes/scenes.ts";
import buttons from "./style/buttons.css?inline";
import controlStyle from "./style/controls.css?inline";
import labStyle from "./style/lab.css?inline";
import { sheetOf } from "./style/sheet.ts";
import stageStyle from "./style/stage.css?inline";
import tokens from "./style/tokens.css?inline";
import type { Method, Parameter, Scene, Simulation } from "./types.ts";

/** Least time between two `springlab-time` events, in ms. */
const TIME_EVENT_PERIOD = 100;

/** A run as scripts see it. */
export interface RunRecord {
  name: string;
  /** Its id. */
  method?: number | string;
  kind: "live" | "compared" | "pinned" | "imported";
  /** Time in s. */
  time: number;
  parameters: Record<string, number | string>;
}

/** A moment as JSON. */
export interface MomentRecord {
  /** Version of the format. */
  springlab: 1;
  scene: string;
  /** Parameters with options of the pictures. */
  parameters: Record<string, number | string>;
  /** Time in s. */
  time: number;
  /** Words of the compared runs. */
  compare: string;
  /** Snapshots in base64; they contain the parameters too, and must agree. */
  state: string[];
}

/** A verdict on an imported run. */
export interface ImportedVerdict {
  /** Rows that were read. */
  rows: number;
  /** Columns that were read, as the table names them. */
  columns: string[];
  /**
   * Id of the method, the first if several give the same numbers; null if it is none that is
   * offered.
   */
  method: number | string | null;
  certainty: "certain" | "likely" | "possible" | "none";
  /** Mistakes in words, after the method's name. */
  mistakes: string[];
  /**
   * Rows that agree with the nearest method, and the line and column of the first number that
   * does not.
   */
  departs: { rows: number; line: number; column: string } | null;
  /** The whole verdict. */
  sentence: string;
}

/** Style sheets by document. */
const sheets: WeakMap<Document, CSSStyleSheet[]> = new WeakMap();

/**
 * Base class with the properties that reflect attributes; a plain object during server-side
 * rendering.
 */
const Base: { new (): HTMLElement & typeof OWN; prototype: HTMLElement & typeof OWN } = (globalThis.HTMLElement ??
  Object) as any;

/**
 * A laboratory. It starts when it scrolls into view, runs only while it is visible, and never
 * changes the page's address. The element's own content is shown until the laboratory runs.
 *
 * All attributes may change at any time. Each parameter of the scene and each option of its
 * pictures is an attribute, with dashes or without and in any case (`time-step-size="0.02"`,
 * `strain="on"`, `time-rate="0,5"`): it sets the value, and the default of *Reset all*. The author
 * sets the size of the element.
 * @cssprop --accent colour of links, pressed buttons and the focus
 * @cssprop --ink colour of text
 * @cssprop --paper background colour
 * @cssprop --panel colour behind picture, plot and controls
 * @cssprop --line colour of lines between them
 * @csspart picture the pictures
 * @csspart plot plots over time; the first is also plot-1, the second plot-2
 * @csspart controls sliders and fields
 * @csspart numbers readouts
 * @csspart notes notes on the scene
 * @csspart time the timeline
 * @csspart save buttons that reset, save and share
 * @csspart help keys and gestures
 * @csspart play playback buttons and the clock
 * @csspart message refusals and errors
 * @fires springlab-ready when the scene runs
 * @fires springlab-change when a parameter has changed: `detail.key` is its key, `src` after
 *   files were opened, `moment` after a moment was, or `compare` after runs were added or removed
 * @fires springlab-time when simulated time has changed, at most ten times a second:
 *   `detail.time` in s
 * @fires springlab-point when the reader points at a control, a curve or an object:
 *   `detail.symbol` is its symbol in formulas, "" for none
 * @fires springlab-error on a refusal or failure: `detail.sentence` is the message,
 *   `detail.subject` the key of a parameter, or "scene" (it does not start), "parts" (`show` and
 *   `controls`), "files", "run" (a step or a restart), "run-to", "hand" (a mass that is moved),
 *   "compare", "pin", "picture" or the name of an instrument
 */
export class SpringLab extends Base {
  #simulation: Simulation | undefined;
  #laboratory: Laboratory | undefined;
  #arrangement: Arrangement = { locked: false };
  #root = this.attachShadow({ mode: "open" });
  /** Aborted when the element leaves the page or shows another scene. */
  #lifetime = new AbortController();
  /** Result of `open`, once called. */
  #opening: Promise<boolean> | undefined;
  #attributes = new MutationObserver((records) => this.#follow(new Set(records.map((record) => record.attributeName))));

  connectedCallback() {
    upgrade(this);
    const view = this.ownerDocument.defaultView;
    if (!view) return; // a document without a window shows nothing
    const lacking = shortcoming();
    if (lacking) return this.#refuse(lacking);
    this.#root.adoptedStyleSheets = sheetsOf(view);
    if (!this.#root.hasChildNodes()) this.#wait();
  }

  disconnectedCallback() {
    // an element that only moves is connected again by now, and keeps its state
    queueMicrotask(() => this.isConnected || this.#close());
  }

  // with it, `moveBefore` calls neither of the others
  connectedMoveCallback() {}

  /** Shows and reports a sentence, without any style. */
  #refuse(sentence: string) {
    this.#root.replaceChildren(element("slot"), element("p", { role: "alert" }, sentence));
    this.#emit("springlab-error", { subject: "browser", sentence });
  }

  /** Waits until the element is visible, unless it loads eagerly. */
  #wait() {
    this.#lifetime = new AbortController();
    this.#attributes.observe(this, { attributes: true });
    this.#root.replaceChildren(waiting());
    if (this.getAttribute("loading") === "eager") {
      this.open();
      return;
    }
    watchVisibility(this, (seen) => seen && this.open(), this.#lifetime.signal);
  }

  /** Stops the laboratory and frees the simulation. */
  #close() {
    this.#lifetime.abort();
    this.#attributes.disconnect();
    this.#laboratory?.destroy();
    // pending callbacks of panels check `isConnected`, false even if this element is inserted again
    this.#root.replaceChildren();
    this.removeAttribute("data-full");
    this.#simulation?.free();
    this.#laboratory = this.#simulation = this.#opening = undefined;
  }

  /** Follows changed attributes. */
  #follow(names: Set<string | null>) {
    if (names.has("scene") || names.has("src")) {
      this.#close();
      this.#wait();
      return;
    }
    if (names.has("loading") && this.getAttribute("loading") === "eager") this.open();
    if (!this.#laboratory) return;
    if (["show", "controls", "locked"].some((name) => names.has(name))) this.#arrange();
    if (names.has("compare")) this.#compare(this.#laboratory);
    if (names.has("paused")) this.paused ? this.pause() : this.play();
    for (const name of names) {
      if (!name || !isParameter(name)) continue;
      this.#laboratory.setDefault(name, this.getAttribute(name) ?? undefined);
    }
  }

  /**
   * Compares the runs of the attribute. Refused words give way to those of the runs that are there.
   */
  #compare(laboratory: Laboratory) {
    const { comparison } = laboratory;
    if (this.compare === comparison.words || laboratory.compare(this.compare)) return;
    this.setAttribute("compare", comparison.words);
    this.#emit("springlab-change", { key: "compare" });
  }

  /** Applies the attributes about parts and controls. */
  #arrange() {
    if (!this.#laboratory) return;
    this.#arrangement = arrangementOf(this, this.#laboratory.run.settings.all);
    this.#laboratory.arrange(this.#arrangement);
  }

  /** Starts, visible or not. @returns true when it runs, false on failure */
  open(): Promise<boolean> {
    if (this.isConnected) this.#opening ??= this.#open(this.#lifetime.signal);
    return this.#opening ?? Promise.resolve(false);
  }

  /** Loads the engine and the show, and creates the simulation. */
  async #open(signal: AbortSignal) {
    const messages = new Messages();
    messages.reported = (subject, sentence) => this.#emit("springlab-error", { subject, sentence });
    this.#root.replaceChildren(waiting(element("p", { role: "status" }, "Loading the laboratory …")));
    const scene = this.getAttribute("scene") ?? "";
    let simulation: Simulation | undefined;
    let record: Scene | undefined;
    let loaded = false;
    try {
      context2d(element("canvas")); // without it nothing can be shown
      // load show, instruments and engine at once: most of the wait is network latency
      if (Object.hasOwn(SHOWS, scene)) SHOWS[scene]().catch(() => {}); // showOf below reports its failure
      for (const { option, load } of INSTRUMENTS) if (this.hasAttribute(option.key)) load().catch(() => {});
      const known = await scenes();
      loaded = true;
      record = known.find(({ id }) => id === scene);
      simulation = await createSimulation(scene);
      const { parameters, title: usual } = record as Scene;
      const title = this.getAttribute("label") ?? usual;
      const module = await showOf(record as Scene);
      const able = offered(await methods(), parameters);
      const options = optionsOf(module, able);
      if (signal.aborted) throw signal.reason;
      this.#begin({ scene, title, simulation, parameters, methods: able, options, module, messages }, signal);
      return true;
    } catch (error) {
      this.#laboratory?.destroy();
      this.#laboratory = this.#simulation = undefined; // it may have failed at the last step
      simulation?.free();
      if (signal.aborted) return false;
      this.#opening = undefined;
      this.#root.replaceChildren(waiting(messageView(messages)));
      const again = { text: "Try again", action: () => this.open() };
      messages.offer(about("scene"), error, loaded && !record ? [] : [again]); // an unknown scene never loads
      return false;
    }
  }

  /** Creates the laboratory around a simulation and starts it. */
  #begin(
    parts: {
      /** Id of the scene. */
      scene: string;
      title: string;
      simulation: Simulation;
      parameters: Parameter[];
      methods: Method[];
      options: Parameter[];
      module: ShowModule;
      messages: Messages;
    },
    signal: AbortSignal,
  ) {
    const palette = new Palette();
    this.#root.replaceChildren(palette.element);
    const laboratory = new Laboratory({
      ...parts,
      start: parametersOf(this),
      host: this,
      palette,
      changed: (key) => this.#emit("springlab-change", { key }),
      pointed: (symbol) => this.#emit("springlab-point", { symbol }),
      passed: throttled((time) => this.#emit("springlab-time", { time }), signal),
    });
    this.#root.append(laboratory.element);
    this.#simulation = parts.simulation;
    this.#laboratory = laboratory;
    this.#arrange();
    this.#compare(laboratory);
    const files = this.getAttribute("src");
    if (files !== null && laboratory.opens(files)) laboratory.open(fetched(files).then(read));
    else if (files !== null) this.set("src", files); // reports the refusal
    this.#watch(laboratory, palette, signal);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    laboratory.clock.playing = !laboratory.still && !still.matches && !this.paused;
    const rest = () => {
      if (still.matches) laboratory.clock.playing = false;
    };
    still.addEventListener("change", rest, { signal });
    this.#emit("springlab-ready");
  }

  /** Connects the laboratory to the page: visibility, colours, printing, full screen and keys. */
  #watch(laboratory: Laboratory, palette: Palette, signal: AbortSignal) {
    const { clock } = laboratory;
    const setVisible = (seen: boolean) => {
      clock.visible = seen;
    };
    watchVisibility(laboratory.stage.front, setVisible, signal);
    palette.follow(() => clock.redraw(), signal);
    this.#root.addEventListener("contextrestored", () => clock.redraw(), { capture: true, signal });
    // paper is light; no animation frame comes between this event and the print
    const print = (printing: boolean) => {
      this.toggleAttribute("data-printing", printing);
      palette.refresh();
      laboratory.drawNow();
    };
    addEventListener("beforeprint", () => print(true), { signal });
    addEventListener("afterprint", () => print(false), { signal });
    this.addEventListener("fullscreenchange", () => laboratory.stage.screenChanged(), { signal });
    const press = (event: KeyboardEvent) => {
      this.key(event);
      // the page around, such as slides, must not use the same key
      if (event.defaultPrevented || isUsed(event)) event.stopPropagation();
    };
    this.addEventListener("keydown", press, { signal });
  }

  /** Dispatches an event. */
  #emit(name: string, detail?: object) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** The simulation; undefined before `springlab-ready`, outside of the page, and if locked. */
  get simulation() {
    return this.#arrangement.locked ? undefined : this.#simulation;
  }

  /** True if a parameter may be set and read. */
  #isReadable(key: string) {
    const { locked, controls = [] } = this.#arrangement;
    return !locked || controls.includes(key);
  }

  /** Records of all readable parameters and the time rate; empty before `springlab-ready`. */
  get parameters() {
    return this.#laboratory?.run.settings.all.filter(({ key }) => this.#isReadable(key)) ?? [];
  }

  /**
   * The value of a parameter or option; undefined before `springlab-ready`, and if it is locked.
   */
  get(key: string): number | string | undefined {
    return this.#isReadable(key) ? this.#laboratory?.run.get(key) : undefined;
  }

  /**
   * Sets a parameter. A refused value changes nothing, and the page shows why.
   * @returns false if refused
   */
  set(key: string, value: number | string): boolean {
    const refuse = () => {
      throw new Error(`${quoted(key)} is locked here.`);
    };
    if (!this.#isReadable(key)) return this.#laboratory?.run.attempt(key, refuse) ?? false;
    return this.#laboratory?.run.set(key, value) ?? false;
  }

  /**
   * All runs, the laboratory's own first: name, method, kind, time in s and readable parameters.
   * Empty before `springlab-ready`.
   */
  get runs(): RunRecord[] {
    return this.#laboratory?.runs ?? [];
  }

  /**
   * Shows a view large where only one is in view beside the text, as on a phone.
   * @param view  "picture", "plot", or a longer name such as "plot of energy"
   */
  lead(view: string) {
    this.#laboratory?.lead(view);
  }

  /**
   * The recorded curve of a quantity, such as "kinetic": times in s and values. Undefined before
   * `springlab-ready`.
   * @param quantity  its name in the legend
   * @throws if there is no such quantity
   */
  curve(quantity: string) {
    return this.#laboratory?.curve(quantity);
  }

  /**
   * Lays a curve of one's own over that of a quantity, in place of an earlier one of the same name.
   * @param quantity  its name in the legend
   * @param curve  times in s, in order
   * @throws if there is no such quantity, the curve is none, or there are too many runs
   */
  layCurve(name: string, quantity: string, curve: { times: Float64Array; values: Float64Array }) {
    this.#laboratory?.layCurve(name, quantity, curve);
  }

  /**
   * Lays a run of another program over the laboratory's and compares it with all methods, as the
   * button *Import a run* does. Starts the laboratory if it does not run yet.
   * @param name  of the run in legends and sentences
   * @param text  a table with times, positions and perhaps velocities
   * @returns rejected with the sentence of a refusal, and if another comparison begins before the
   *   verdict
   */
  async importRun(name: string, text: string | Blob): Promise<ImportedVerdict> {
    await this.open();
    if (!this.#laboratory) throw new Error("The laboratory does not run.");
    const [file] = await read([new File([text], name)]);
    return this.#laboratory.importRun(file);
  }

  /** Removes a curve that `layCurve` has laid. @returns false if there is none */
  removeCurve(name: string): boolean {
    return this.#laboratory?.removeCurve(name) ?? false;
  }

  /** Marks the control, the curve and the object of a symbol, such as "k"; "" marks nothing. */
  mark(symbol: string) {
    this.#laboratory?.mark(symbol);
  }

  /** Returns to t = 0 with the present parameters. */
  restart() {
    this.#laboratory?.run.restart();
  }

  /** Sets every parameter to its default, and returns to t = 0. */
  reset() {
    this.#laboratory?.run.reset();
  }

  /** Pauses or resumes. */
  toggle() {
    this.#laboratory?.run.toggle();
  }

  /** The simulated time in s; undefined before `springlab-ready`. */
  get time(): number | undefined {
    return this.#laboratory?.run.motion.time;
  }

  /** True while time runs. */
  get playing() {
    return this.#laboratory?.run.playing ?? false;
  }

  /** Pauses. */
  pause() {
    if (this.playing) this.toggle();
  }

  /** Starts or resumes. */
  play() {
    this.#laboratory?.run.play();
  }

  /**
   * Runs to a simulated time and pauses there. Restarts if that time is past.
   * @param time  in s
   * @returns false if refused
   */
  runTo(time: number | string): boolean {
    return this.#laboratory?.run.runTo(time) ?? false;
  }

  /**
   * Saves the state of the laboratory.
   * @returns restores it, as long as the laboratory is not removed
   */
  keep(): () => void {
    const laboratory = this.#laboratory;
    const compare = this.getAttribute("compare") ?? "";
    const restore = laboratory?.run.keep();
    return () => {
      if (!restore || this.#laboratory !== laboratory) return;
      restore();
      if (this.getAttribute("compare") !== compare) this.setAttribute("compare", compare);
    };
  }

  /**
   * The present moment as a record for JSON, exact to the bit: parameters, time, and the states of
   * all runs. Undefined before `springlab-ready`, and if parameters are locked.
   */
  moment(): MomentRecord | undefined {
    return this.#laboratory?.moment;
  }

  /**
   * Goes on from a moment, and pauses.
   * @param moment  a record of `moment`
   * @returns false if refused
   */
  openMoment(moment: unknown): boolean {
    return this.#laboratory?.resume(moment) ?? false;
  }

  /** Pauses and goes forward by one step. After steps back, it repeats the saved steps. */
  step() {
    this.#laboratory?.run.step(1);
  }

  /** Pauses and goes back by one step. 30 s are saved, less with many thousand masses. */
  stepBack() {
    this.#laboratory?.run.stepBack(1);
  }

  /**
   * Pauses at the step nearest to a past time, if it is still saved. The later part stays until new
   * steps overwrite it.
   * @param time  in s
   */
  seek(time: number) {
    this.#laboratory?.run.seek(time);
  }

  /** Toggles full screen; if the browser refuses it, the laboratory fills the window. */
  full() {
    this.#laboratory?.stage.fill();
  }

  /** Handles a key for the laboratory, wherever it was pressed. */
  key(event: KeyboardEvent) {
    if (!this.#laboratory || event.defaultPrevented) return;
    if (event.key === "Escape" && this.hasAttribute("data-full")) this.full();
    else playbackKey(event, this.#laboratory.actions);
  }
}

/** The style sheets of a window's document. */
function sheetsOf(view: Window & typeof globalThis) {
  const known = sheets.get(view.document);
  const all = known ?? [tokens, buttons, labStyle, stageStyle, controlStyle].map((text) => sheetOf(text, view));
  if (!known) sheets.set(view.document, all);
  return all;
}

/** Content until the laboratory runs: the author's, then other nodes. */
function waiting(...others: Node[]) {
  return element("div", { className: "waiting" }, element("slot"), ...others);
}

/**
 * Reports changes of a number at most once per `TIME_EVENT_PERIOD`; the last value is never lost.
 * @param signal  ends it
 */
function throttled(notify: (value: number) => void, signal: AbortSignal) {
  let last = Number.NaN;
  let value = Number.NaN;
  let timer = 0;
  const due = () => {
    timer = 0;
    if (value === last) return;
    last = value;
    notify(value);
    timer = window.setTimeout(due, TIME_EVENT_PERIOD);
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (now: number) => {
    value = now;
    if (timer === 0) due();
  };
}

reflect(SpringLab.prototype);

// a page may load the script twice
if (globalThis.customElements?.get("spring-lab") === undefined)
  globalThis.customElements?.define("spring-lab", SpringLab);

// the element's additions to the types of the DOM
declare global {
  interface HTMLElementTagNameMap {
    "spring-lab": SpringLab;
  }
  /** Elements, documents and windows: the events bubble. */
  interface GlobalEventHandlersEventMap {
    "springlab-ready": CustomEvent<null>;
    "springlab-change": CustomEvent<{ key: string }>;
    "springlab-time": CustomEvent<{ time: number }>;
    "springlab-point": CustomEvent<{ symbol: string }>;
    "springlab-error": CustomEvent<{ subject: string; sentence: string }>;
  }
}
