// A laboratory: a running simulation with its clock, pictures, plots, history and controls.

import { element } from "../base/dom.js";
import { duration } from "../base/format.js";
import { PictureCanvas } from "../canvas/canvas.js";
import { motion } from "../plots/motion.js";
import { Recorder } from "../plots/recorder.js";
import { Sampler } from "../plots/sampler.js";
import { TimePlot } from "../plots/time-plot.js";
import { BackgroundSteps } from "../worker/background-steps.js";
import { check, keyOf, shown } from "./attributes.js";
import { Clock } from "./clock.js";
import { compositeImage } from "./composite-image.js";
import { Explosion } from "./explosion.js";
import { exports, origin, save as saveFile } from "./exports.js";
import { help } from "./help.js";
import { History } from "./history.js";
import { about, LONG_STEP, RUN } from "./message.js";
import { opener, read } from "./opener.js";
import { check as checked, nameOf, TIME_RATE } from "./options.js";
import { ControlPanel } from "./panel.js";
import { Playback } from "./playback.js";
import { clockTime, readout } from "./readouts.js";
import { Settings } from "./settings.js";
import { Stage } from "./stage.js";
import { Status } from "./status.js";
import { stepCost } from "./stopwatch.js";
import { Timeline } from "./timeline.js";

/** @import { Method, NumberParameter, Parameter, Simulation } from "../types.js" */
/** @import { Arrangement } from "./attributes.js" */
/** @import { Lab, ShowModule } from "./show.js" */
/** @import { Message, Subject } from "./message.js" */
/** @import { Palette } from "../base/palette.js" */

/** Time in ms between measurements of a step's cost, and between descriptions of the picture. */
const SECOND = 1000;

/** Number of measurements even if nothing moves: browsers optimise code only after a while. */
const MEASUREMENTS = 3;

/** Periods of the oscillation in a plot, and the period in s that is used if there is none. */
const [PERIODS, PERIOD] = [10, 2];

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-6;

/** Achieved part of the time rate below which the clock shows the actual rate. */
const LATE = 0.9;

/** Duration of the replay of an explosion, in s. */
const REPLAY = 4;

/** Record of the time to run to. */
const UNTIL = /** @type {NumberParameter} */ ({
  key: "run-to",
  label: "The time to run to",
  unit: "s",
  min: 0,
  max: 10_000,
});

/** Part of a plot's window within which the user's moves count as one. */
const MOVE = 0.03;

/** Largest cost in s, and most particles, for which the cost is measured with extra steps. */
const BATCHED = { cost: 0.004, particles: 40_000 };

const COMPUTING = "A step takes longer than a second: computing …";
const MINUTES = "With so many masses, each visited so often, a step may take minutes: computing …";

export class Experiment {
  element;
  stage;
  clock;
  #simulation;
  #settings;
  #methods;
  #message;
  #changed;
  #passed;
  #show;
  #canvases;
  #plots;
  #panels;
  #recorder;
  #sampler;
  #readouts;
  #costReadout = readout("Time per sim. step", () => duration(this.#cost), "cost");
  #playback;
  #history;
  #timeline;
  #backgroundSteps;
  #explosion;
  #status = new Status();
  #controls;
  /** Elapsed times of the user's moves, in s. */
  #handTimes = /** @type {number[]} */ ([]);
  /** Cost of a step in s; undefined if unknown. @type {number | undefined} */
  #cost;
  /** Time of the last measurement, in ms. */
  #updatedAt = Number.NEGATIVE_INFINITY;
  /** Number of measurements so far. */
  #measurements = 0;
  /** Elapsed time at which the clock pauses, in s. @type {number | undefined} */
  #until;
  /** Number of calls of `open`: only the files of the last one are used. */
  #openCount = 0;
  /** Set by `seek`: the restored state may contain a drag although no pointer is down. */
  #restored = false;
  /** Elapsed minus simulated time in s, or their sum while time runs backwards. */
  #timeOffset = 0;
  /** Saves and restores `#timeOffset` in the history. */
  #offsetRunner = {
    moment: () => ({ offset: this.#timeOffset, bytes: 0, free: () => {} }),
    goTo: (/** @type {{ offset: number }} */ { offset }) => {
      this.#timeOffset = offset;
    },
  };

  /**
   * @param {object} lab
   * @param {HTMLElement} lab.host  the <spring-lab> element
   * @param {string} lab.scene  id of the scene
   * @param {string} lab.title
   * @param {Simulation} lab.simulation
   * @param {Parameter[]} lab.parameters  of the scene
   * @param {Method[]} lab.methods  that the scene offers
   * @param {Parameter[]} lab.options  of the show
   * @param {(readonly [name: string, value: number | string])[]} lab.start  the author's defaults,
   *   by keys or attributes
   * @param {ShowModule} lab.module  with the show of the scene
   * @param {Palette} lab.palette
   * @param {Message} lab.message
   * @param {(key: string) => void} lab.changed  called after a parameter has changed
   * @param {(time: number) => void} lab.passed  called with the simulated time in s of each frame
   */
  constructor({
    host,
    scene,
    title,
    simulation,
    parameters,
    methods,
    options,
    module,
    start,
    palette,
    message,
    changed,
    passed,
  }) {
    const settings = new Settings(simulation, parameters, options);
    this.#simulation = simulation;
    this.#settings = settings;
    this.#methods = methods;
    this.#message = message;
    message.names = settings.names;
    this.#changed = changed;
    this.#passed = passed;
    for (const [name, value] of start) {
      const key = keyOf(name, settings.all);
      message.attempt(key, () => settings.set(key, value));
    }
    settings.adoptAsDefaults();
    this.clock = new Clock({
      stepSize: () => Number(simulation.get("timeStepSize")),
      advance: (steps) => this.#advance(steps),
      draw: () => this.#draw(),
    });
    this.clock.timeRate = Number(this.get(TIME_RATE.key));
    const lab = this.#lab(scene, palette.color);
    const show = module.show(lab);
    this.#show = show;
    const touched = { ...lab, act: (/** @type {() => void} */ action) => this.#touch() && lab.act(action) };
    this.#canvases = show.pictures.map((picture) => new PictureCanvas(picture, touched));
    const { plots = [], recorded = [] } = show;
    const plotted = plots.flatMap(({ quantities }) => quantities);
    const recorder = new Recorder([...plotted, ...recorded, ...motion(simulation)]);
    this.#recorder = recorder;
    this.#plots = plots.map((plot) => new TimePlot({ ...plot, recorder, color: palette.color }));
    this.#panels = [...(show.panels ?? []), ...(show.notes ?? [])];
    this.#sampler = new Sampler({
      step: show.step ?? ((steps) => simulation.step(steps)),
      time: () => this.#elapsed,
      ownSteps: () => simulation.acceptedSteps,
      recorder,
    });
    this.#history = new History({
      runners: () => [simulation, this.#offsetRunner, ...(show.runners?.() ?? [])],
      elapsed: () => this.#elapsed,
      stepSize: () => Number(this.get("timeStepSize")),
      step: show.step ?? ((steps) => simulation.step(steps)),
      changed: () => this.#backgroundSteps.cancel(),
    });
    const runs = () => [simulation, ...(show.others?.() ?? [])];
    this.#backgroundSteps = new BackgroundSteps({
      scene,
      method: () => this.#method,
      runs,
      notify: () => this.#backgroundChanged(),
    });
    this.#explosion = new Explosion({
      ...{ scene, simulation, settings, methods, message },
      history: this.#history,
      replay: (good, head) => this.#replay(good, head),
      set: (key, value) => this.set(key, value),
    });
    const time = () => this.#time;
    this.#timeline = new Timeline({
      span: () => {
        const [first, head] = this.#history.span;
        return [first, Math.max(head, recorder.end)];
      },
      elapsed: () => this.#elapsed,
      time,
      marks: (since) => recorder.marks(since),
      seek: (elapsed) => this.#seek(elapsed),
      runTo: (text) => this.runTo(text),
    });
    this.#readouts = [
      readout("Current time", () => time() + this.#rateText(), "time"),
      this.#costReadout,
      ...(show.readouts ?? []),
    ];
    this.#playback = new Playback(this, show.reversible === true);
    const save = exports({
      scene,
      parameters: () => settings.readable,
      get: (key) => this.get(key),
      reset: () => this.reset(),
      data: () => ({ columns: recorder.table(), spacing: this.#sampler.spacing(Number(this.get("timeStepSize"))) }),
      events: () => recorder.marks(Number.NEGATIVE_INFINITY),
      picture: () => {
        const values = [
          `t = ${time()}`,
          ...settings.readable.filter(isInCaption).map((one) => mark(one, this.get(one.key))),
        ];
        return compositeImage({ title, values, picture: this.#canvases[0].still, plots: this.#plots }, palette.color);
      },
    });
    this.#controls = new ControlPanel({
      scene,
      subject: () => show.subject?.() ?? simulation,
      parameters: settings.all,
      get: (key) => this.get(key),
      set: (key, value) => this.set(key, value),
      idle: (key) => {
        if (settings.isOwn(key)) return undefined;
        const [why, ...others] = runs().map((one) => one.idle(key));
        return others.every(Boolean) ? why : undefined;
      },
      main: module.main,
      extras: show.extras ?? [],
    });
    const [first, ...others] = this.#canvases;
    const [clock, ...numbers] = this.#readouts.map((readout) => readout.element);
    this.stage = new Stage(host, {
      name: `Laboratory: ${title}`,
      message: message.element,
      play: [this.#playback.element, clock, this.#status.element],
      picture: first.element,
      pictures: others.map((view) => view.element),
      plot: [...(show.panels ?? []), ...this.#plots].map((view) => view.element),
      controls: this.#controls.element,
      numbers: element("div", { className: "numbers" }, ...numbers),
      notes: (show.notes ?? []).map((note) => note.element),
      time: this.#timeline.element,
      save: element("div", { className: "take" }, save),
      help: help(show.hint),
    });
    this.element = this.stage.element;
    this.element.addEventListener("focusin", () => this.#describe());
    const files = show.files && opener(show.files, this.element, (files) => this.open(read(files)));
    if (files) this.#controls.prepend(files);
    this.#tune();
    this.#sampler.restart();
    this.#history.restart();
    this.#controls.refresh();
  }

  /** Record of the chosen method. */
  get #method() {
    return this.#methods.find(({ value }) => value === this.#simulation.get("method"));
  }

  /**
   * Services for the show.
   * @param {string} scene @param {(property: string) => string} color
   * @returns {Lab}
   */
  #lab(scene, color) {
    return {
      scene,
      simulation: this.#simulation,
      methods: this.#methods,
      color,
      has: (key) => this.#settings.find(key) !== undefined,
      get: (key) => this.get(key),
      set: (key, value) => this.set(key, value),
      method: () => this.#method,
      act: (action, subject = "hand") => {
        const done = this.#attempt(about(subject), action);
        this.#history.touch();
        this.#restored = false;
        return done;
      },
      timeRate: () => (this.clock.playing ? this.clock.timeRate : 0),
      free: () => this.#until === undefined && !this.#canvases.some(({ holds }) => holds),
      redraw: () => this.clock.redraw(),
      pause: () => {
        this.clock.playing = false;
      },
      save: (text, name) => saveFile(new Blob([text], { type: "text/plain" }), `springlab-${scene}-${name}`),
      origin: () => origin({ scene, parameters: () => this.#settings.readable, get: (key) => this.get(key) }),
    };
  }

  #draw() {
    this.#sampler.show();
    // drawing reads element sizes: with all texts changed afterwards there is one layout a frame
    this.#message.attempt(about("picture"), () => {
      for (const view of [...this.#canvases, ...this.#plots, ...this.#panels]) view.draw();
      for (const plot of this.#plots) plot.tell();
    });
    for (const readout of this.#readouts) readout.show();
    this.#controls.draw();
    const { backwards } = this.#simulation;
    const { playing } = this.clock;
    this.#playback.show({ playing, backwards, stopped: this.#explosion.active, steps: this.#steps, step: this.#step });
    this.#timeline.show();
    this.#status.show({ playing, stopped: this.#explosion.active }, this.#time);
    this.#passed(this.#simulation.time);
    const now = performance.now();
    const late = now - this.#updatedAt > SECOND;
    if (!this.clock.playing) this.#describe();
    else if (late) for (const canvas of this.#canvases) canvas.describe();
    if (!late) return;
    this.#updatedAt = now;
    setTimeout(() => this.#measure()); // outside the frame
  }

  /** Updates the descriptions for screen readers. */
  #describe() {
    for (const canvas of this.#canvases) canvas.describe();
    const hands = this.#handTimes.map((time) => ({ time, label: "moved by hand" }));
    for (const plot of this.#plots) plot.describe(hands);
    for (const panel of this.#panels) panel.describe?.();
  }

  /** Notes the time of a user's move, which replaces one that was just before. */
  #touch() {
    const now = this.#elapsed;
    const soon = MOVE * this.#recorder.window;
    this.#handTimes = [...this.#handTimes.filter((time) => time < now - soon), now];
    return true;
  }

  /** Updates the readout of a step's cost, by extra steps on copies if they are cheap. */
  #measure() {
    if (!this.clock.visible) return;
    const { long, cost = 0 } = this.#backgroundSteps;
    const known = long || cost > BATCHED.cost || this.#simulation.positions.length > 3 * BATCHED.particles;
    this.#cost = known ? cost || undefined : stepCost(this.#simulation);
    this.#costReadout.show();
    this.#measurements += 1;
    if (this.#measurements < MEASUREMENTS) setTimeout(() => this.clock.redraw(), 1.01 * SECOND);
  }

  /** Draws at once instead of in the next frame. */
  drawNow() {
    this.#draw();
  }

  /**
   * Takes steps, or starts one in the background if it is long.
   * @param {number} steps
   * @returns {boolean} false if no step was taken, because one is computed in the background
   */
  #advance(steps) {
    const left = this.#until === undefined ? Number.POSITIVE_INFINITY : this.#stepsTo(this.#until);
    if (this.#restored) {
      this.#simulation.release(0, 0, 0);
      this.#history.touch();
      this.#restored = false;
    }
    const { long, done, late } = this.#backgroundSteps;
    if (long && !done) {
      if (this.#backgroundSteps.mayTakeMinutes) this.#reportLongStep(MINUTES);
      this.#backgroundSteps.begin();
      return false;
    }
    const taken = long ? 1 : Math.min(steps, left);
    this.#history.beginSteps(long);
    const begin = performance.now();
    try {
      if (long) this.#backgroundSteps.apply(() => this.#sampler.advance(1));
      else this.#sampler.advance(taken);
      if (!long) this.#backgroundSteps.cost = (performance.now() - begin) / 1000 / taken;
      this.#history.endSteps();
      this.#message.clear(RUN);
      if (!late) this.#message.clear(LONG_STEP);
      if (left <= taken) {
        this.#status.announce("Reached");
        this.#pause();
      }
    } catch (error) {
      this.#explosion.begin(error, this.clock.playing);
      this.#pause();
    }
    this.clock.redraw();
    return true;
  }

  /** Follows a background step that is done or late. */
  #backgroundChanged() {
    const { done, late } = this.#backgroundSteps;
    if (done || !late) this.clock.redraw();
    else this.#reportLongStep(COMPUTING);
  }

  /** Reports a long step, once. @param {string} sentence */
  #reportLongStep(sentence) {
    const stop = { text: "Stop", action: () => this.#pause() };
    if (!this.#message.has(LONG_STEP)) this.#message.offer(LONG_STEP, sentence, [stop]);
  }

  /**
   * Replays an explosion slowly.
   * @param {number} good  elapsed time at which to begin in s, unless the show chooses another
   * @param {number} head  elapsed time of the explosion in s
   */
  #replay(good, head) {
    const replay = this.#show.replay?.();
    if (replay) this.seek(replay.from);
    else this.#seek(good);
    replay?.begin();
    this.clock.timeRate = Math.min((head - this.#elapsed) / REPLAY, this.clock.timeRate);
    this.play();
  }

  /** Text of the actual time rate, if the machine does not keep up or a replay runs slowly. */
  #rateText() {
    const { playing, achieved, timeRate } = this.clock;
    if (!playing || (achieved > LATE && timeRate === this.get(TIME_RATE.key))) return "";
    return ` · ${Number((achieved * timeRate).toPrecision(2))}×`;
  }

  /** Number of steps to an elapsed time, at least 0. @param {number} elapsed  in s */
  #stepsTo(elapsed) {
    return Math.max(0, Math.ceil((elapsed - this.#elapsed) / this.#step - ROUNDING));
  }

  /** Pauses, and cancels "Run to" and the background step. */
  #pause() {
    this.#until = undefined;
    this.clock.playing = false;
    this.#backgroundSteps.cancel();
    this.#message.clear(LONG_STEP);
  }

  /** Runs an action and reports its error. @param {Subject} subject @param {() => void} action */
  #attempt(subject, action) {
    this.clock.redraw();
    return this.#message.attempt(subject, action);
  }

  /** Calls into the show: an error is reported and stops nothing. @param {() => void} action */
  #attemptInShow(action) {
    this.#message.attempt(about("show"), action);
  }

  /** Adapts the plots' window and the spacing of samples to the parameters. */
  #tune() {
    const window = this.#show.window?.() ?? PERIODS * (this.#simulation.period ?? PERIOD);
    this.#sampler.tune(Number(this.get("timeStepSize")), window);
  }

  /** Records of all parameters, including the options and the time rate. */
  get parameters() {
    return this.#settings.all;
  }

  /** Applies the author's choice of parts and controls. @param {Arrangement} arrangement */
  arrange(arrangement) {
    this.#message.attempt(about("parts"), () => {
      check(
        arrangement,
        this.#settings.all.map(({ key }) => key),
      );
    });
    this.#settings.arrange(arrangement);
    this.#controls.choose(arrangement.controls);
    this.stage.choose(shown(arrangement));
    this.clock.redraw();
  }

  /**
   * Sets a parameter and its default.
   * @param {string} name  of its attribute
   * @param {number | string} [text]  the original default if left out
   */
  setDefault(name, text) {
    const key = keyOf(name, this.#settings.all);
    const value = text ?? this.#settings.originalDefault(key);
    if (value === undefined) this.#message.clear(key); // an unknown attribute was removed
    if (value === undefined || !this.set(key, value)) return;
    this.#settings.adoptAsDefaults(key);
    this.#controls.show(key);
  }

  /** Reports a refusal. @param {string} subject @param {string} sentence @returns {false} */
  refuse(subject, sentence) {
    this.#message.report(subject, sentence);
    return false;
  }

  /** True if it starts paused. */
  get still() {
    return this.#show.still === true;
  }

  /** @param {string} key @returns {number | string} */
  get(key) {
    return this.#settings.get(key);
  }

  /**
   * Sets a parameter.
   * @param {string} key @param {number | string} value
   * @returns {boolean} false if refused
   */
  set(key, value) {
    const parameter = this.#settings.find(key);
    const taken = this.#attempt(key, () => this.#settings.set(key, value));
    if (!taken || !parameter) return false;
    const own = this.#settings.isOwn(key);
    if (!own) this.#history.touch();
    if (!own) this.#backgroundSteps.reset();
    this.clock.timeRate = Number(this.get(TIME_RATE.key));
    this.#attemptInShow(() => this.#show.changed?.(key));
    this.#tune();
    if (this.#explosion.active && !own) this.restart();
    else if (parameter.restarts) this.#restarted();
    else if (this.#simulation.time === 0) this.#sampler.restart();
    else if (!own) this.#sampler.mark(mark(parameter, this.get(key)), key);
    this.#controls.show(key);
    this.#changed(key);
    return true;
  }

  /** True if the scene can be built from files. */
  get opens() {
    return this.#show.files !== undefined;
  }

  /**
   * Builds the scene from files, or reports why not.
   * @param {Promise<{ name: string, text: string }[]>} coming
   */
  async open(coming) {
    this.#openCount += 1;
    const turn = this.#openCount;
    const files = await coming.then(
      (files) => () => files,
      (error) => () => {
        throw error;
      },
    );
    if (turn !== this.#openCount || !this.#attempt(about("files"), () => this.#show.files?.open(files()))) return;
    this.#controls.refresh();
    this.#restarted();
    this.#changed("src");
  }

  /** Returns to t = 0 with the present parameters. After an explosion, the clock runs again. */
  restart() {
    if (this.#explosion.active && this.#explosion.wasPlaying) this.play();
    this.#message.clear();
    this.#controls.refresh();
    if (!this.#attempt(RUN, () => this.#simulation.restart())) return;
    this.#restarted();
    this.#status.announce("Restarted at");
    this.clock.redraw();
  }

  /** Text of the simulated time. */
  get #time() {
    return clockTime(this.#simulation.time, Number(this.get("timeStepSize")));
  }

  /** Elapsed time in s, the plots' abscissa: it grows in either direction of simulated time. */
  get #elapsed() {
    const { time, backwards } = this.#simulation;
    return this.#timeOffset + (backwards ? -time : time);
  }

  /** Reverses the direction of time, if the show supports it. */
  reverse() {
    if (!this.#show.reversible) return;
    const elapsed = this.#elapsed;
    this.#simulation.reverse();
    this.#history.touch();
    const { time, backwards } = this.#simulation;
    this.#timeOffset = elapsed + (backwards ? time : -time);
    this.#sampler.mark(backwards ? "backwards" : "forwards", "direction");
    this.clock.redraw();
  }

  /**
   * Restarts plots, history and show, and forgets an explosion.
   * @param {number} [offset]  of elapsed from simulated time, in s
   */
  #restarted(offset = 0) {
    this.#timeOffset = offset;
    this.#handTimes = [];
    this.#explosion.clear();
    this.clock.timeRate = Number(this.get(TIME_RATE.key));
    this.#attemptInShow(() => this.#show.restarted?.());
    this.#sampler.restart();
    this.#history.restart();
    for (const canvas of this.#canvases) canvas.restart();
  }

  /** Sets every parameter to its default, and returns to t = 0. */
  reset() {
    for (const { key, default: usual } of this.#settings.all) {
      if (this.get(key) !== usual) this.set(key, usual);
    }
    this.restart();
  }

  /** Pauses or resumes; restarts after an explosion. */
  toggle() {
    if (this.#explosion.active) {
      this.restart();
      this.play();
    } else if (this.clock.playing) this.#pause();
    else this.play();
  }

  /** Starts the clock. */
  play() {
    this.#until = undefined;
    this.clock.playing = true;
  }

  /**
   * Runs to a simulated time and pauses there. Restarts if that time is past.
   * @param {number | string} time  in s
   * @returns {boolean} false if refused
   */
  runTo(time) {
    return this.#attempt(about("run-to"), () => {
      const until = Number(checked(UNTIL, time));
      if (until < this.#simulation.time || this.#simulation.backwards) this.restart();
      this.#until = this.#timeOffset + until;
      this.clock.playing = true;
    });
  }

  /**
   * Pauses at the step nearest to a simulated time, within the saved past. The later part stays
   * until new steps overwrite it.
   * @param {number} time  in s
   */
  seek(time) {
    this.#status.announce("Gone to");
    this.#seek(this.#timeOffset + (this.#simulation.backwards ? -time : time));
  }

  /** The time step in s. */
  get #step() {
    return Number(this.get("timeStepSize"));
  }

  /** Number of steps per press of Step: one, or more if the show asks for a visible stride. */
  get #steps() {
    return Math.max(1, Math.ceil((this.#show.stride ?? 0) / this.#step - ROUNDING));
  }

  /**
   * Pauses and goes back, at most to the start of the saved past.
   * @param {number} [steps]  those of a press
   */
  stepBack(steps = this.#steps) {
    this.#status.announce("Back at");
    this.#seek(this.#elapsed - steps * this.#step);
  }

  /** Pauses at the step nearest to an elapsed time. @param {number} elapsed  in s */
  #seek(elapsed) {
    this.#pause();
    this.#change(() => this.#history.seek(elapsed));
    this.#sampler.seek();
    this.#attemptInShow(() => this.#show.restored?.());
    this.#restored = true;
    this.#explosion.clear();
    this.#message.clear(RUN);
    this.clock.timeRate = Number(this.get(TIME_RATE.key));
    for (const canvas of this.#canvases) canvas.letGo();
    this.clock.redraw();
  }

  /** Runs an action, and follows the parameters that it changes. @param {() => void} action */
  #change(action) {
    const before = this.#settings.values;
    action();
    for (const [key, value] of before) {
      if (this.get(key) === value) continue;
      this.#backgroundSteps.reset();
      this.#attemptInShow(() => this.#show.changed?.(key));
      this.#controls.show(key);
      this.#changed(key);
    }
  }

  /** Saves state, parameters and playback. Returns a function that restores them. */
  keep() {
    const [snapshot, settings, playing] = [this.#simulation.snapshot(), this.#settings.keep(), this.clock.playing];
    const offset = this.#timeOffset;
    return () => {
      this.#message.clear();
      this.#change(() => {
        if (this.#attempt(RUN, () => this.#simulation.restore(snapshot))) settings();
      });
      this.#tune();
      this.#restarted(offset);
      this.#until = undefined;
      this.clock.playing = playing;
    };
  }

  /**
   * Pauses and goes forward, through the saved future if there is one.
   * @param {number} [steps]  those of a press
   */
  step(steps = this.#steps) {
    this.#status.announce("On to");
    this.#pause();
    const [, head] = this.#history.span;
    if (this.#elapsed < head) this.#seek(this.#elapsed + steps * this.#step);
    else if (this.#backgroundSteps.long) {
      this.#until = this.#elapsed + steps * this.#step;
      this.clock.playing = true;
    } else this.#advance(steps);
  }

  /** Toggles full screen. */
  full() {
    this.stage.fill();
  }

  /** Stops for good. */
  destroy() {
    this.clock.visible = false;
    this.#backgroundSteps.destroy();
    this.#explosion.destroy();
    this.#history.destroy();
    for (const view of [...this.#canvases, ...this.#plots, this.#controls]) view.destroy();
    this.#show.destroy?.();
  }
}

/** True for the parameters in a saved image: method and symbols. @param {Parameter} parameter */
function isInCaption(parameter) {
  return parameter.key === "method" || ("symbol" in parameter && Boolean(parameter.symbol));
}

/**
 * Text of a mark in plots where a parameter changed.
 * @param {Parameter} parameter @param {number | string} value
 */
function mark(parameter, value) {
  if ("options" in parameter) return parameter.options.find((option) => option.value === value)?.label ?? "";
  return `${nameOf(parameter)} ${value}${parameter.unit && ` ${parameter.unit}`}`;
}
