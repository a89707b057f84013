// A running simulation with its clock, what shows it, and its controls.

import { element } from "../base/dom.js";
import { duration } from "../base/format.js";
import { PictureCanvas } from "../canvas/canvas.js";
import { Recorder } from "../plots/recorder.js";
import { Sampler } from "../plots/sampler.js";
import { TimePlot } from "../plots/time-plot.js";
import { Clock } from "./clock.js";
import { exports, origin, save as saveFile } from "./exports.js";
import { help } from "./help.js";
import { opener, read } from "./opener.js";
import { check, nameOf, TIME_RATE } from "./options.js";
import { ControlPanel } from "./panel.js";
import { Playback } from "./playback.js";
import { clockTime, readout } from "./readouts.js";
import { Stage } from "./stage.js";
import { stepCost } from "./stopwatch.js";

/** @import { Method, NumberParameter, Parameter, Simulation } from "../types.js" */
/** @import { Lab, ShowModule } from "./show.js" */
/** @import { Message } from "./message.js" */
/** @import { Palette } from "../base/palette.js" */

/** Time between two measurements of the cost of a step and two texts for a screen reader, in ms. */
const SECOND = 1000;

/** The cost of a step is measured this often even if nothing moves: at first a browser's code is not compiled well. */
const MEASUREMENTS = 3;

/** Periods of the oscillation that a plot shows at a time, and the period in s of what has none. */
const [PERIODS, PERIOD] = [10, 2];

/** Rounding of a number of steps. */
const ROUNDING = 1e-6;

/** A time to run to. */
const UNTIL = /** @type {NumberParameter} */ ({
  key: "run-to",
  label: "The time of run-to",
  unit: "s",
  min: 0,
  max: 10_000,
});

/** Which readout tells the cost of a step. */
const COST = 1;

export class Experiment {
  element;
  stage;
  clock;
  #simulation;
  #parameters;
  #methods;
  /** Values of what the engine does not know. @type {Map<string, number | string>} */
  #options;
  #message;
  #changed;
  #show;
  #canvases;
  #plots;
  #panels;
  #sampler;
  #readouts;
  #playback;
  #controls;
  /** Measured cost of a step in s. @type {number | undefined} */
  #cost;
  /** When the slow readouts were last brought up to date, in ms. */
  #updated = Number.NEGATIVE_INFINITY;
  #measurements = 0;
  /** The time in s at which it pauses by itself. @type {number | undefined} */
  #until;
  /** What #lived is beyond the simulated time, or the simulated time turned round, in s. */
  #turned = 0;

  /**
   * @param {object} lab
   * @param {HTMLElement} lab.host  the element that it is in
   * @param {string} lab.scene  its id
   * @param {Simulation} lab.simulation
   * @param {Parameter[]} lab.parameters  those of the scene
   * @param {Method[]} lab.methods  those that the scene offers
   * @param {Parameter[]} lab.options  what can be set beside the scene's parameters
   * @param {ShowModule} lab.module  what is shown of it
   * @param {Palette} lab.palette
   * @param {Message} lab.message
   * @param {(key: string) => void} lab.changed  is told of every parameter that changed
   */
  constructor({ host, scene, simulation, parameters, methods, options, module, palette, message, changed }) {
    const own = [...options, TIME_RATE];
    this.#simulation = simulation;
    this.#parameters = [...parameters, ...own];
    this.#methods = methods;
    this.#options = new Map(own.map((parameter) => [parameter.key, parameter.default]));
    this.#message = message;
    message.names = new Map(this.#parameters.map((parameter) => [parameter.key, nameOf(parameter)]));
    this.#changed = changed;
    this.clock = new Clock({
      stepSize: () => Number(simulation.get("timeStepSize")),
      advance: (steps) => this.#advance(steps),
      draw: () => this.#draw(),
    });
    const lab = this.#lab(scene, palette.color);
    const show = module.show(lab);
    this.#show = show;
    this.#canvases = show.pictures.map((picture) => new PictureCanvas(picture, lab));
    const recorder = new Recorder(show.quantities ?? []);
    this.#plots = (show.plots ?? []).map((plot) => new TimePlot({ ...plot, recorder, color: palette.color }));
    this.#panels = [...(show.panels ?? []), ...(show.notes ?? [])];
    this.#sampler = new Sampler({
      step: show.step ?? ((steps) => simulation.step(steps)),
      time: () => this.#lived,
      ownSteps: () => simulation.acceptedSteps,
      values: show.values ?? (() => []),
      recorder,
    });
    this.#readouts = [
      readout("Current time", () => clockTime(simulation.time, Number(this.get("timeStepSize"))), "time"),
      readout("Time per sim. step", () => duration(this.#cost), "cost"),
      ...(show.readouts ?? []),
    ];
    this.#playback = new Playback(this, show.reversible === true);
    const save = exports({
      scene,
      parameters: this.#parameters,
      get: (key) => this.get(key),
      reset: () => this.reset(),
      data: () => recorder.table(),
      events: () => recorder.marks(),
      picture: () => this.#canvases[0].still(palette.color("--panel")),
    });
    this.#controls = new ControlPanel({
      simulation: this.#simulation,
      parameters: this.#parameters,
      get: (key) => this.get(key),
      set: (key, value) => this.set(key, value),
      main: module.main,
      extras: show.extras ?? [],
    });
    const [first, ...others] = this.#canvases;
    const [time, ...numbers] = this.#readouts.map((readout) => readout.element);
    this.stage = new Stage(host, {
      name: `Laboratory: ${scene}`,
      picture: first.element,
      message: message.element,
      play: [this.#playback.element, time],
      controls: this.#controls.element,
      side: [...others, ...(show.panels ?? []), ...this.#plots].map((view) => view.element),
      rest: [
        element("div", { className: "numbers" }, ...numbers),
        ...(show.notes ?? []).map((note) => note.element),
        element("div", { className: "take" }, save),
        help(show.hint),
      ],
    });
    this.element = this.stage.element;
    const files = show.files && opener(show.files, this.element, (files) => this.open(read(files)));
    if (files) this.element.querySelector(".controls")?.prepend(files);
    this.#tune();
    this.#sampler.restart();
    this.#controls.refresh();
  }

  /** What the show sees of this. @param {string} scene @param {(property: string) => string} color @returns {Lab} */
  #lab(scene, color) {
    return {
      scene,
      simulation: this.#simulation,
      methods: this.#methods,
      color,
      has: (key) => this.#parameters.some((parameter) => parameter.key === key),
      get: (key) => this.get(key),
      set: (key, value) => this.set(key, value),
      gains: () => this.#methods.find(({ value }) => value === this.get("method"))?.gains ?? "",
      act: (action, subject = "hand") => this.#attempt(subject, action),
      timeRate: () => (this.clock.playing ? this.clock.timeRate : 0),
      redraw: () => this.clock.redraw(),
      pause: () => {
        this.clock.playing = false;
      },
      save: (text, name) => saveFile(new Blob([text], { type: "text/plain" }), `springlab-${scene}-${name}`),
      origin: () => origin({ scene, parameters: this.#parameters, get: (key) => this.get(key) }),
    };
  }

  #draw() {
    this.#sampler.show();
    for (const view of [...this.#canvases, ...this.#plots, ...this.#panels]) view.draw();
    for (const readout of this.#readouts) readout.show();
    this.#controls.draw();
    this.#playback.show(this.clock.playing, this.#simulation.backwards);
    const now = performance.now();
    const late = now - this.#updated > SECOND;
    if (late || !this.clock.playing) for (const canvas of this.#canvases) canvas.describe();
    if (!late) return;
    this.#updated = now;
    setTimeout(() => this.#measure()); // not in the frame's time
  }

  #measure() {
    if (!this.clock.visible) return;
    this.#cost = stepCost(this.#simulation);
    this.#readouts[COST].show();
    this.#measurements += 1;
    if (this.#measurements < MEASUREMENTS) setTimeout(() => this.clock.redraw(), 1.01 * SECOND);
  }

  /** Draws now and not with the next frame. */
  drawNow() {
    this.#draw();
  }

  /** @param {number} steps */
  #advance(steps) {
    const left = this.#until === undefined ? Number.POSITIVE_INFINITY : this.#stepsTo(this.#until);
    const done = this.#attempt("run", () => this.#sampler.advance(Math.min(steps, left)));
    if (!done || left <= steps) this.#rest();
  }

  /** How many steps there are to a time, at least 0. @param {number} time */
  #stepsTo(time) {
    const step = Number(this.get("timeStepSize"));
    return Math.max(0, Math.ceil((time - this.#simulation.time) / step - ROUNDING));
  }

  /** Pauses, with nowhere to run to. */
  #rest() {
    this.#until = undefined;
    this.clock.playing = false;
  }

  /** @param {string} subject @param {() => void} action */
  #attempt(subject, action) {
    this.clock.redraw();
    return this.#message.attempt(subject, action);
  }

  #tune() {
    const window = this.#show.window?.() ?? PERIODS * (this.#simulation.period ?? PERIOD);
    this.#sampler.tune(Number(this.get("timeStepSize")), window);
  }

  /** Records of all parameters, those of clock and pictures included. */
  get parameters() {
    return this.#parameters;
  }

  /** Whether it starts paused. */
  get still() {
    return this.#show.still === true;
  }

  /** @param {string} key @returns {number | string} */
  get(key) {
    return this.#options.get(key) ?? this.#simulation.get(key);
  }

  /** @param {string} key @param {number | string} value @returns {boolean} whether it was taken */
  set(key, value) {
    const parameter = this.#parameters.find((parameter) => parameter.key === key);
    const taken = this.#attempt(key, () => {
      if (parameter && this.#options.has(key)) this.#options.set(key, check(parameter, value));
      else this.#simulation.set(key, value);
    });
    if (!taken || !parameter) return false;
    this.clock.timeRate = Number(this.get(TIME_RATE.key));
    this.#show.changed?.(key);
    this.#tune();
    if (parameter.restarts) this.#restarted();
    else if (this.#simulation.time === 0) this.#sampler.restart();
    else if (!this.#options.has(key)) this.#sampler.mark(mark(parameter, this.get(key)), key);
    this.#controls.show(key);
    this.#changed(key);
    return true;
  }

  /** Whether the scene can be made of files. */
  get opens() {
    return this.#show.files !== undefined;
  }

  /** Makes the scene of files, or says why not. @param {Promise<{ name: string, text: string }[]>} coming */
  async open(coming) {
    const files = await coming.then(
      (files) => () => files,
      (error) => () => {
        throw error;
      },
    );
    if (!this.#attempt("files", () => this.#show.files?.open(files()))) return;
    this.#controls.refresh();
    this.#restarted();
    this.#changed("src");
  }

  /** Back to t = 0 with the parameters as they are. */
  restart() {
    this.#message.clear();
    this.#controls.refresh();
    this.#simulation.restart();
    this.#restarted();
    this.clock.redraw();
  }

  /** The time that went by, whichever way, in s: what plots go on with. */
  get #lived() {
    const { time, backwards } = this.#simulation;
    return this.#turned + (backwards ? -time : time);
  }

  /** Turns time round, where the show has it. */
  reverse() {
    if (!this.#show.reversible) return;
    const lived = this.#lived;
    this.#simulation.reverse();
    const { time, backwards } = this.#simulation;
    this.#turned = lived + (backwards ? time : -time);
    this.#sampler.mark(backwards ? "backwards" : "forwards", "direction");
    this.clock.redraw();
  }

  /** Begins the record anew. @param {number} [turned]  what #lived is beyond the simulated time, in s */
  #restarted(turned = 0) {
    this.#turned = turned;
    this.#show.restarted?.();
    this.#sampler.restart();
    for (const canvas of this.#canvases) canvas.restart();
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
    if (this.clock.playing) this.#rest();
    else this.play();
  }

  play() {
    this.#until = undefined;
    this.clock.playing = true;
  }

  /** Runs to a time, from the start if that has gone by, and pauses there. @param {number | string} time  in s */
  runTo(time) {
    this.#attempt("run-to", () => {
      const until = Number(check(UNTIL, time));
      if (until < this.#simulation.time || this.#simulation.backwards) this.restart();
      this.#until = until;
      this.clock.playing = true;
    });
  }

  /** Keeps everything as it is, for the function that it returns to bring back. */
  keep() {
    const [snapshot, options, playing] = [this.#simulation.snapshot(), new Map(this.#options), this.clock.playing];
    const turned = this.#turned;
    return () => {
      this.#message.clear();
      const before = new Map(this.#parameters.map(({ key }) => [key, this.get(key)]));
      if (!this.#attempt("run", () => this.#simulation.restore(snapshot))) return;
      this.#options = options;
      this.clock.timeRate = Number(this.get(TIME_RATE.key));
      for (const [key, value] of before) {
        if (this.get(key) === value) continue;
        this.#show.changed?.(key);
        this.#changed(key);
      }
      this.#controls.refresh();
      this.#tune();
      this.#restarted(turned);
      this.#until = undefined;
      this.clock.playing = playing;
    };
  }

  /** Pauses and takes one step. */
  step() {
    this.#rest();
    this.#advance(1);
  }

  /** Fills the screen with the laboratory, or no longer. */
  full() {
    this.stage.fill();
  }

  /** Stops for good. */
  destroy() {
    this.clock.visible = false;
    for (const view of [...this.#canvases, ...this.#plots]) view.destroy();
    this.#show.destroy?.();
  }
}

/** What a plot says where a parameter changed. @param {Parameter} parameter @param {number | string} value */
function mark(parameter, value) {
  if ("options" in parameter) return parameter.options.find((option) => option.value === value)?.label ?? "";
  return `${nameOf(parameter)} ${value}${parameter.unit && ` ${parameter.unit}`}`;
}
