// <spring-lab scene="damper">: a running scene with its picture, plot, controls and readouts.
import chartStyle from "uplot/dist/uPlot.min.css?inline";
import { Clock } from "../clock.js";
import { createSimulation, scenes } from "../engine.js";
import { TimePlot } from "../plots/time-plot.js";
import labStyle from "../style/lab.css?inline";
import tokens from "../style/tokens.css?inline";
import { PictureCanvas } from "../views/canvas.js";
import { DamperPicture } from "../views/damper.js";
import { control, parse } from "./controls.js";
import { element } from "./dom.js";
import { Palette } from "./palette.js";
import { Playback, playbackKey } from "./playback.js";
import { Readouts } from "./readouts.js";
import { stepCost } from "./stopwatch.js";

/** @import { NumberParameter, Parameter, Simulation } from "../engine.js" */
/** @import { Control } from "./controls.js" */

/** Periods of the oscillation that the plot shows at a time. */
const PERIODS = 10;

/** Time between two measurements of the cost of a step, and between two texts for a screen reader, in ms. */
const SECOND = 1000;

const ENERGIES = [
  { label: "kinetic", color: "--kinetic", width: 1.6, dash: [] },
  { label: "elastic", color: "--elastic", width: 1.6, dash: [2, 2] },
  { label: "dissipated", color: "--dissipated", width: 1.6, dash: [7, 4] },
  { label: "total", color: "--total", width: 2, dash: [] },
];

/** The one parameter that belongs to the clock and not to the scene. @type {NumberParameter} */
const TIME_RATE = {
  key: "timeRate",
  label: "Time rate",
  effect: "Simulated seconds per second: below 1 is slow motion.",
  ...{ unit: "×", default: 1, min: 0.01, max: 10, step: 0.01, curve: 3 },
};

/** Attributes that every element has; any other is a parameter. */
const GLOBAL = /^(scene|class|id|style|hidden|lang|dir|title|role|slot|part|tabindex|inert|data-.*|aria-.*|on.*)$/;

const sheets = [tokens, chartStyle, labStyle].map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
});

/**
 * Attributes: `scene`, and any parameter of the scene as kebab-case (`time-step-size="0.02"`), read when the element is
 * put into a page.
 *
 * Events, both bubbling: `springlab-ready` when the scene runs, `springlab-change` when a parameter has changed.
 */
export class SpringLab extends HTMLElement {
  /** The running simulation; undefined until `springlab-ready`. @type {Simulation | undefined} */
  simulation;
  #root = this.attachShadow({ mode: "open" });
  /** Undone when the element leaves the page. */
  #leaving = new AbortController();
  /** @type {Clock | undefined} */
  #clock;
  /** @type {Parameter[]} */
  #parameters = [];
  /** @type {Control[]} */
  #controls = [];
  #message = element("p", { className: "message", role: "alert" });
  /** What is wrong, by what it is wrong with: a key, or "run". @type {Map<string, string>} */
  #complaints = new Map();
  /** Shows a frame. */
  #draw = () => {};
  /** Takes a sample for the plot. */
  #record = () => {};
  /** Steps until the next sample. */
  #untilSample = 0;
  #stepsPerSample = 1;

  connectedCallback() {
    this.#leaving = new AbortController();
    this.#root.adoptedStyleSheets = sheets;
    this.#start(this.#leaving.signal);
  }

  disconnectedCallback() {
    this.#leaving.abort();
    this.#clock?.stop();
    this.simulation?.free();
    this.simulation = undefined;
  }

  /** @param {AbortSignal} signal */
  async #start(signal) {
    const id = this.getAttribute("scene") ?? "";
    try {
      const simulation = await createSimulation(id);
      const scene = (await scenes()).find((scene) => scene.id === id);
      if (signal.aborted || !scene) {
        simulation.free();
        return;
      }
      this.simulation = simulation;
      this.#parameters = [...scene.parameters, TIME_RATE];
      this.#assemble(simulation, signal);
    } catch (error) {
      this.#root.replaceChildren(this.#message);
      this.#complain("run", sentence(error));
      return;
    }
    for (const { name, value } of [...this.attributes]) {
      if (!GLOBAL.test(name)) this.set(camelCase(name), parse(value));
    }
    this.dispatchEvent(new CustomEvent("springlab-ready", { bubbles: true, composed: true }));
  }

  /** @param {Simulation} simulation @param {AbortSignal} signal */
  #assemble(simulation, signal) {
    const palette = new Palette();
    const picture = new DamperPicture(palette.color);
    const plot = new TimePlot(ENERGIES, "energy [J]", palette.color);
    const readouts = new Readouts();
    const clock = new Clock({
      stepSize: () => Number(simulation.get("timeStepSize")),
      advance: (steps) => this.#advance(steps),
      draw: () => this.#draw(),
    });
    const canvas = new PictureCanvas(picture, {
      simulation,
      timeRate: () => (clock.playing ? clock.timeRate : 0),
      changed: (action) => (action ? this.#attempt("run", action) : clock.redraw()),
    });
    const actions = { restart: () => this.restart(), toggle: () => this.toggle(), step: () => this.stepOnce() };
    const playback = new Playback(actions);
    this.#clock = clock;
    this.#controls = this.#parameters.map((parameter) => this.#control(parameter));
    this.#record = () => {
      const { kinetic, elastic, dissipated, total } = simulation.energy;
      plot.recorder.record(simulation.time, [kinetic, elastic, dissipated, total]);
    };
    let measured = Number.NEGATIVE_INFINITY;
    this.#draw = () => {
      canvas.draw();
      plot.draw();
      readouts.show(simulation);
      playback.show(clock.playing);
      const now = performance.now();
      if (now - measured < SECOND && clock.playing) return;
      canvas.describe();
      if (now - measured < SECOND) return;
      measured = now;
      readouts.cost = stepCost(simulation);
    };
    this.#tune = () => {
      plot.recorder.window = niceWindow(PERIODS * (simulation.period ?? 2));
      this.#stepsPerSample = Math.max(1, Math.round(plot.recorder.interval / Number(simulation.get("timeStepSize"))));
      this.#untilSample = Math.min(this.#untilSample, this.#stepsPerSample);
    };
    this.#begin = () => {
      plot.recorder.clear();
      this.#untilSample = this.#stepsPerSample;
      this.#record();
    };
    this.#root.replaceChildren(
      palette.element,
      element(
        "section",
        { className: "lab", "aria-label": "Laboratory" },
        element("div", { className: "views" }, canvas.element, plot.element),
        element("div", { className: "bar" }, playback.element, ...readouts.elements),
        this.#message,
        element(
          "div",
          { className: "controls" },
          ...this.#controls.map(({ element }) => element),
          switches(picture, clock),
        ),
        help(),
      ),
    );
    this.#watch(clock, palette, actions, signal);
    signal.addEventListener("abort", () => {
      canvas.destroy();
      plot.destroy();
    });
    this.#refresh();
    this.#begin();
    clock.playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Brings plot window and sampling in line with the parameters. */
  #tune = () => {};
  /** Starts a new record. */
  #begin = () => {};

  /** Runs only while it is seen, in the colours of the page, and listens to keys only while it has the focus.
   * @param {Clock} clock @param {Palette} palette @param {import("./playback.js").Actions} actions @param {AbortSignal} signal */
  #watch(clock, palette, actions, signal) {
    let near = true;
    const look = () => {
      clock.visible = near && !document.hidden;
    };
    const observer = new IntersectionObserver((entries) => {
      near = entries[entries.length - 1].isIntersecting;
      look();
    });
    observer.observe(this);
    signal.addEventListener("abort", () => observer.disconnect());
    document.addEventListener("visibilitychange", look, { signal });
    const repaint = () => {
      palette.refresh();
      clock.redraw();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint, { signal });
    this.addEventListener("keydown", (event) => playbackKey(event, actions), { signal });
  }

  /** @param {Parameter} parameter */
  #control(parameter) {
    const { key } = parameter;
    return control(
      parameter,
      () => this.get(key),
      (value) => this.set(key, value),
    );
  }

  /** Records of all parameters, the time rate included. */
  get parameters() {
    return this.#parameters;
  }

  /** The value of a parameter. @param {string} key @returns {number | string} */
  get(key) {
    return key === TIME_RATE.key ? (this.#clock?.timeRate ?? 1) : (this.simulation?.get(key) ?? "");
  }

  /**
   * Sets a parameter. A refused value is explained on the page and changes nothing.
   * @param {string} key
   * @param {number | string} value
   * @returns {boolean} whether it was taken
   */
  set(key, value) {
    const taken = this.#attempt(key, () => {
      if (key === TIME_RATE.key) this.#setTimeRate(value);
      else this.simulation?.set(key, value);
    });
    if (!taken) return false;
    this.#refresh();
    this.dispatchEvent(new CustomEvent("springlab-change", { bubbles: true, composed: true, detail: { key } }));
    return true;
  }

  /** @param {number | string} value */
  #setTimeRate(value) {
    const { key, min, max, unit } = TIME_RATE;
    if (typeof value !== "number" || !(value >= min && value <= max)) {
      const given = typeof value === "number" ? value : value.trim() === "" ? "nothing" : `"${value}"`;
      throw new Error(`${key} must be a number from ${min} to ${max} ${unit}; ${given} was given.`);
    }
    if (this.#clock) this.#clock.timeRate = value;
  }

  #refresh() {
    this.#tune();
    for (const { refresh } of this.#controls) refresh();
    this.#clock?.redraw();
  }

  /** Back to the start, with the parameters as they are. */
  restart() {
    this.#complaints.clear();
    this.#complain();
    this.simulation?.restart();
    this.#begin();
    this.#clock?.redraw();
  }

  /** Pauses or resumes. */
  toggle() {
    if (this.#clock) this.#clock.playing = !this.#clock.playing;
  }

  /** Pauses and takes one step. */
  stepOnce() {
    if (this.#clock) this.#clock.playing = false;
    this.#advance(1);
    if (this.simulation) this.#record();
  }

  /** @param {number} steps */
  #advance(steps) {
    const ran = this.#attempt("run", () => {
      for (let left = steps; left > 0; ) {
        const chunk = Math.min(left, this.#untilSample);
        this.simulation?.step(chunk);
        left -= chunk;
        this.#untilSample -= chunk;
        if (this.#untilSample === 0) {
          this.#record();
          this.#untilSample = this.#stepsPerSample;
        }
      }
    });
    if (!ran && this.#clock) this.#clock.playing = false;
  }

  /**
   * Does what the engine may refuse, says so if it does, and asks for a new frame.
   * @param {string} subject
   * @param {() => void} action
   */
  #attempt(subject, action) {
    try {
      action();
      if (this.#complaints.delete(subject)) this.#complain();
      return true;
    } catch (error) {
      this.#complain(subject, sentence(error));
      return false;
    } finally {
      this.#clock?.redraw();
    }
  }

  /** @param {string} [subject] @param {string} [text] */
  #complain(subject, text) {
    if (subject && text) this.#complaints.set(subject, text);
    const message = [...this.#complaints.values()].join(" ");
    if (this.#message.textContent !== message) this.#message.textContent = message;
  }
}

customElements.define("spring-lab", SpringLab);

/** @param {DamperPicture} picture @param {Clock} clock */
function switches(picture, clock) {
  const box = (/** @type {"force" | "velocity"} */ name, /** @type {string} */ label) => {
    const input = element("input", { type: "checkbox", name });
    input.addEventListener("change", () => {
      picture.arrows[name] = input.checked;
      clock.redraw();
    });
    return element("label", {}, input, label);
  };
  const boxes = [box("force", "Force arrow"), box("velocity", "Velocity arrow")];
  return element("div", { className: "switches", role: "group", "aria-label": "Show" }, ...boxes);
}

function help() {
  const key = (/** @type {string} */ name) => element("kbd", {}, name);
  return element(
    "details",
    { className: "help" },
    element("summary", {}, "Keys and gestures"),
    element(
      "p",
      {},
      ...[
        "Drag the mass, throw it, or focus the picture and move it with the arrow keys (with ",
        key("Shift"),
        " farther). ",
      ],
      ...[key("Space"), " pauses and resumes, ", key("S"), " takes one step, ", key("R"), " restarts. "],
      ...["Ctrl and the wheel, two fingers, or ", key("+"), " ", key("−"), " ", key("0"), " zoom."],
    ),
  );
}

/** The next of 1, 2, 5, 10, … s above, within what an eye can follow. @param {number} seconds */
function niceWindow(seconds) {
  const decade = 10 ** Math.floor(Math.log10(seconds));
  const nice = decade * ([1, 2, 5].find((digit) => digit * decade >= seconds) ?? 10);
  return Math.min(Math.max(nice, 0.1), 500);
}

/** @param {unknown} error */
function sentence(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} name */
function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}
