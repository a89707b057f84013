// <spring-lab scene="damper">: a laboratory in any page.

import { Palette } from "./base/palette.js";
import { createSimulation, methods, scenes } from "./engine.js";
import { parse } from "./lab/controls.js";
import { Experiment } from "./lab/experiment.js";
import { Message } from "./lab/message.js";
import { fetched, read } from "./lab/opener.js";
import { playbackKey } from "./lab/playback.js";
import { offered, optionsOf } from "./lab/show.js";
import { SHOWS, showOf } from "./scenes/scenes.js";
import controlStyle from "./style/controls.css?inline";
import labStyle from "./style/lab.css?inline";
import stageStyle from "./style/stage.css?inline";
import tokens from "./style/tokens.css?inline";

/** @import { Method, Parameter, Scene, Simulation } from "./types.js" */
/** @import { ShowModule } from "./lab/show.js" */

/** Attributes that every element has; any other is a parameter. */
const GLOBAL =
  /^(scene|class|id|style|hidden|lang|dir|title|role|slot|(export)?parts?|tabindex|inert|is|nonce|translate|draggable|popover|accesskey|autofocus|spellcheck|contenteditable|item.*|data-.*|aria-.*|on.*)$/;

const sheets = [tokens, labStyle, stageStyle, controlStyle].map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
});

/**
 * Attributes: `scene`, and any parameter of the scene or option of its laboratory as kebab-case (`time-step-size="0.02"`, `strain="on"`,
 * `time-rate="0.5"`), read when the element is put into a page, and its default there. A scene that is made of files, as `mesh` is, has `src`, their addresses on the page's own
 * server, with spaces between them: `src="models/tent.obj models/tent.json"`.
 *
 * Events, both bubbling: `springlab-ready` when the scene runs, `springlab-change` when a parameter has changed; its
 * `detail.key` says which; it is `src` when files have been opened.
 */
export class SpringLab extends HTMLElement {
  /** The running simulation; undefined until `springlab-ready` and after the element has left the page. @type {Simulation | undefined} */
  simulation;
  /** @type {Experiment | undefined} */
  #experiment;
  #root = this.attachShadow({ mode: "open" });
  /** Undone when the element leaves the page. */
  #stay = new AbortController();

  connectedCallback() {
    this.#stay = new AbortController();
    this.#root.adoptedStyleSheets = sheets;
    this.#open(this.#stay.signal);
  }

  disconnectedCallback() {
    this.#stay.abort();
    this.#experiment?.destroy();
    this.#root.replaceChildren(); // what waits for a later look sees that it is gone, also when the element comes back
    this.removeAttribute("data-full");
    this.simulation?.free();
    this.#experiment = this.simulation = undefined;
  }

  /** @param {AbortSignal} signal */
  async #open(signal) {
    const message = new Message();
    const scene = this.getAttribute("scene") ?? "";
    /** @type {Simulation | undefined} */
    let simulation;
    try {
      // both at once: most of the wait is the way
      if (Object.hasOwn(SHOWS, scene)) SHOWS[scene]().catch(() => {}); // its failure is told below, if the simulation's is not
      simulation = await createSimulation(scene);
      const record = /** @type {Scene} */ ((await scenes()).find(({ id }) => id === scene));
      const { parameters } = record;
      const module = await showOf(record);
      const able = offered(await methods(), parameters);
      const options = optionsOf(module, able);
      const parts = { scene, title: record.title, simulation, parameters, methods: able, options, module, message };
      if (signal.aborted) simulation.free();
      else this.#begin(parts, signal);
    } catch (error) {
      simulation?.free();
      this.#root.replaceChildren(message.element);
      message.report("scene", error);
    }
  }

  /**
   * @param {{ scene: string, title: string, simulation: Simulation, parameters: Parameter[], methods: Method[], options: Parameter[], module: ShowModule, message: Message }} parts
   * @param {AbortSignal} signal
   */
  #begin(parts, signal) {
    const palette = new Palette();
    this.#root.replaceChildren(palette.element);
    const changed = (/** @type {string} */ key) => this.#tell("springlab-change", { key });
    const own = [...this.attributes].filter(({ name }) => !GLOBAL.test(name) && name !== "src");
    const start = own.map(({ name, value }) => /** @type {const} */ ([camelCase(name), parse(value)]));
    const experiment = new Experiment({ ...parts, start, host: this, palette, changed });
    this.#root.append(experiment.element);
    this.simulation = parts.simulation;
    this.#experiment = experiment;
    const files = this.getAttribute("src");
    if (files !== null && experiment.opens) experiment.open(fetched(files).then(read));
    else if (files !== null) this.set("src", files); // which is refused
    this.#watch(experiment, palette, signal);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    experiment.clock.playing = !experiment.still && !still.matches;
    const rest = () => {
      if (still.matches) experiment.clock.playing = false;
    };
    still.addEventListener("change", rest, { signal });
    this.#tell("springlab-ready");
  }

  /**
   * Runs only while it is seen, in the colours of the page, and takes keys only while it has the focus.
   * @param {Experiment} experiment @param {Palette} palette @param {AbortSignal} signal
   */
  #watch(experiment, palette, signal) {
    const { clock } = experiment;
    let near = true;
    const look = () => {
      clock.visible = near && !document.hidden;
    };
    const observer = new IntersectionObserver((entries) => {
      near = entries[entries.length - 1].isIntersecting;
      look();
    });
    observer.observe(experiment.stage.front);
    signal.addEventListener("abort", () => observer.disconnect());
    document.addEventListener("visibilitychange", look, { signal });
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
    this.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /** @param {string} name @param {object} [detail] */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** Records of all parameters, the time rate included; none before `springlab-ready`. */
  get parameters() {
    return this.#experiment?.parameters ?? [];
  }

  /** The value of a parameter or option; undefined before `springlab-ready`. @param {string} key @returns {number | string | undefined} */
  get(key) {
    return this.#experiment?.get(key);
  }

  /**
   * Sets a parameter. A refused value is explained on the page and changes nothing.
   * @param {string} key
   * @param {number | string} value
   * @returns {boolean} whether it was taken
   */
  set(key, value) {
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

  /** Lets it run. */
  play() {
    this.#experiment?.play();
  }

  /** Runs to a time in s, from the start if that has gone by, and pauses there. @param {number | string} time */
  runTo(time) {
    this.#experiment?.runTo(time);
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

customElements.define("spring-lab", SpringLab);

/** @param {string} name */
function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}
