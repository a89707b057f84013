// A running simulation with its clock, its views and its controls.
import { Clock } from "../clock.js";
import { Sampler } from "../plots/sampler.js";
import { TimePlot } from "../plots/time-plot.js";
import { PictureCanvas } from "../views/canvas.js";
import { DamperPicture } from "../views/damper.js";
import { control } from "./controls.js";
import { element } from "./dom.js";
import { exports } from "./exports.js";
import { help } from "./help.js";
import { Playback } from "./playback.js";
import { Readouts } from "./readouts.js";
import { stepCost } from "./stopwatch.js";
import { checkTimeRate, TIME_RATE } from "./time-rate.js";

/** @import { Parameter, Simulation } from "../engine.js" */
/** @import { Message } from "./message.js" */
/** @import { Palette } from "./palette.js" */

/** Time between two measurements of the cost of a step and two texts for a screen reader, in ms. */
const SECOND = 1000;

/** The cost of a step is measured this often even if nothing moves: at first a browser's code is not compiled well. */
const MEASUREMENTS = 3;

const ENERGIES = [
  { label: "kinetic", color: "--kinetic", width: 1.6, dash: [] },
  { label: "elastic", color: "--elastic", width: 1.6, dash: [2, 2] },
  { label: "dissipated", color: "--dissipated", width: 1.6, dash: [7, 4] },
  { label: "total", color: "--total", width: 2, dash: [] },
];

export class Experiment {
  element;
  clock;
  #simulation;
  #parameters;
  #message;
  #changed;
  #canvas;
  #plot;
  #sampler;
  #readouts = new Readouts();
  #playback;
  #controls;
  /** When the slow readouts were last brought up to date, in ms. */
  #updated = Number.NEGATIVE_INFINITY;
  #measurements = 0;

  /**
   * @param {object} lab
   * @param {string} lab.scene  its id
   * @param {Simulation} lab.simulation
   * @param {Parameter[]} lab.parameters  those of the scene
   * @param {Palette} lab.palette
   * @param {Message} lab.message
   * @param {(key: string) => void} lab.changed  is told of every parameter that changed
   */
  constructor({ scene, simulation, parameters, palette, message, changed }) {
    this.#simulation = simulation;
    this.#parameters = [...parameters, TIME_RATE];
    this.#message = message;
    this.#changed = changed;
    this.clock = new Clock({
      stepSize: () => Number(simulation.get("timeStepSize")),
      advance: (steps) => this.#advance(steps),
      draw: () => this.#draw(),
    });
    const picture = new DamperPicture(palette.color);
    this.#canvas = new PictureCanvas(picture, {
      simulation,
      timeRate: () => (this.clock.playing ? this.clock.timeRate : 0),
      act: (action) => this.#attempt("hand", action),
      redraw: () => this.clock.redraw(),
    });
    this.#plot = new TimePlot(ENERGIES, "energy [J]", palette.color);
    this.#sampler = new Sampler(simulation, this.#plot.recorder);
    this.#playback = new Playback(this);
    const save = exports({
      scene,
      parameters: this.#parameters,
      get: (key) => this.get(key),
      reset: () => this.reset(),
      data: () => this.#plot.table(),
      picture: () => this.#canvas.still(palette.color("--panel")),
    });
    this.#controls = new Map(this.#parameters.map((parameter) => [parameter.key, this.#control(parameter)]));
    this.element = element(
      "section",
      { className: "lab", "aria-label": "Laboratory" },
      element("div", { className: "views" }, this.#canvas.element, this.#plot.element),
      element("div", { className: "bar" }, this.#playback.element, ...this.#readouts.elements, save),
      message.element,
      element(
        "div",
        { className: "controls" },
        ...[...this.#controls.values()].map((control) => control.element),
        this.#switches(picture),
        element("div", { className: "switches" }, this.#criticalDamping()),
      ),
      help(),
    );
    this.#sampler.tune();
    this.#sampler.restart();
    this.#refresh();
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

  /** @param {DamperPicture} picture */
  #switches(picture) {
    const boxes = /** @type {const} */ (["force", "velocity"]).map((name) => {
      const box = element("input", { type: "checkbox", name });
      box.addEventListener("change", () => {
        picture.arrows[name] = box.checked;
        this.clock.redraw();
      });
      return element("label", {}, box, `${name[0].toUpperCase()}${name.slice(1)} arrow`);
    });
    return element("div", { className: "switches", role: "group", "aria-label": "Show" }, ...boxes);
  }

  /** μ = 2 √(k m), with the four digits that a field can show. */
  #criticalDamping() {
    const button = element("button", { type: "button", textContent: "Critical damping", title: "μ = 2 √(k m), ζ = 1" });
    button.addEventListener("click", () => {
      const [stiffness, mass] = ["stiffness", "mass"].map((key) => Number(this.get(key)));
      this.set("damping", Number((2 * Math.sqrt(stiffness * mass)).toPrecision(4)));
    });
    return button;
  }

  #draw() {
    this.#canvas.draw();
    this.#sampler.show();
    this.#plot.draw();
    this.#readouts.show(this.#simulation);
    this.#playback.show(this.clock.playing);
    const now = performance.now();
    const late = now - this.#updated > SECOND;
    if (late || !this.clock.playing) this.#canvas.describe();
    if (!late) return;
    this.#updated = now;
    this.#readouts.cost = stepCost(this.#simulation);
    this.#measurements += 1;
    if (this.#measurements < MEASUREMENTS) setTimeout(() => this.clock.redraw(), 1.01 * SECOND);
  }

  /** @param {number} steps */
  #advance(steps) {
    if (!this.#attempt("run", () => this.#sampler.advance(steps))) this.clock.playing = false;
  }

  /** @param {string} subject @param {() => void} action */
  #attempt(subject, action) {
    this.clock.redraw();
    return this.#message.attempt(subject, action);
  }

  /** Records of all parameters, the time rate included. */
  get parameters() {
    return this.#parameters;
  }

  /** @param {string} key @returns {number | string} */
  get(key) {
    return key === TIME_RATE.key ? this.clock.timeRate : this.#simulation.get(key);
  }

  /** @param {string} key @param {number | string} value @returns {boolean} whether it was taken */
  set(key, value) {
    const taken = this.#attempt(key, () => {
      if (key === TIME_RATE.key) this.clock.timeRate = checkTimeRate(value);
      else this.#simulation.set(key, value);
    });
    if (taken) {
      this.#sampler.tune();
      this.#controls.get(key)?.refresh();
      this.#changed(key);
    }
    return taken;
  }

  #refresh() {
    for (const { refresh } of this.#controls.values()) refresh();
  }

  /** Back to t = 0 with the parameters as they are. */
  restart() {
    this.#message.clear();
    this.#refresh();
    this.#simulation.restart();
    this.#sampler.restart();
    this.#canvas.restart();
    this.clock.redraw();
  }

  /** Every parameter at its default, and back to t = 0. */
  reset() {
    for (const { key, default: usual } of this.#parameters) {
      if (this.get(key) !== usual) this.set(key, usual);
    }
    this.restart();
  }

  /** Pauses or resumes. */
  toggle() {
    this.clock.playing = !this.clock.playing;
  }

  /** Pauses and takes one step. */
  step() {
    this.clock.playing = false;
    this.#advance(1);
  }

  /** Stops for good. */
  destroy() {
    this.clock.visible = false;
    this.#canvas.destroy();
    this.#plot.destroy();
  }
}
