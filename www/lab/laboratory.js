// A laboratory: a run with its stage, which has pictures, plots, readouts, controls and messages.
import { element } from "../base/dom.js";
import { duration } from "../base/format.js";
import { PictureCanvas } from "../canvas/canvas.js";
import { TimePlot } from "../plots/time-plot.js";
import { BackgroundSteps } from "../worker/background-steps.js";
import { AnalysisClient } from "../worker/client.js";
import { check, keyOf, shown } from "./attributes.js";
import { Clock } from "./clock.js";
import { compositeImage } from "./composite-image.js";
import { exports, origin, save as saveFile } from "./exports.js";
import { help } from "./help.js";
import { opener, read } from "./opener.js";
import { labelled, TIME_RATE } from "./options.js";
import { ControlPanel } from "./panel.js";
import { Playback } from "./playback.js";
import { clockTime, readout } from "./readouts.js";
import { Run } from "./run.js";
import { Settings } from "./settings.js";
import { Stage } from "./stage.js";
import { Status } from "./status.js";
import { stepCost } from "./stopwatch.js";
import { about, CAUSE, LONG_STEP, RUN } from "./subject.js";
import { Timeline } from "./timeline.js";

/** @import { Method, Parameter, Simulation } from "../types.js" */
/** @import { Arrangement } from "./attributes.js" */
/** @import { Lab, ShowModule } from "./show.js" */
/** @import { Message } from "./message.js" */
/** @import { Palette } from "../base/palette.js" */

/** Time in ms between measurements of a step's cost, and between descriptions of the picture. */
const SECOND = 1000;

/** Number of measurements even if nothing moves: browsers optimise code only after a while. */
const MEASUREMENTS = 3;

/** Achieved part of the time rate below which the clock shows the actual rate. */
const LATE = 0.9;

/** Largest cost in s, and most particles, for which the cost is measured with extra steps. */
const BATCHED = { cost: 0.004, particles: 40_000 };

const COMPUTING = "A step takes longer than a second: computing …";
const MINUTES = "With so many masses, each visited so often, a step may take minutes: computing …";

/**
 * @typedef {object} Parts
 * @property {HTMLElement} host  the <spring-lab> element
 * @property {string} scene  id of the scene
 * @property {string} title
 * @property {Simulation} simulation
 * @property {Parameter[]} parameters  of the scene
 * @property {Method[]} methods  that the scene offers
 * @property {Parameter[]} options  of the show
 * @property {(readonly [name: string, value: number | string])[]} start  the author's defaults, by
 *   keys or attributes
 * @property {ShowModule} module  with the show of the scene
 * @property {Palette} palette
 * @property {Message} message
 * @property {(key: string) => void} changed  called after a parameter has changed
 * @property {(time: number) => void} passed  called with the simulated time in s of each frame
 */

export class Laboratory {
  run;
  clock;
  stage;
  element;
  /** Actions of the playback's buttons and keys. */
  actions;
  #parts;
  #show;
  #steps;
  #client;
  #canvases;
  #plots;
  #panels;
  #readouts;
  #costReadout = readout("Time per sim. step", () => duration(this.#cost), "cost");
  #playback;
  #timeline;
  #controls;
  #status = new Status();
  /** Cost of a step in s; undefined if unknown. @type {number | undefined} */
  #cost;
  /** Time of the last measurement, in ms. */
  #updatedAt = Number.NEGATIVE_INFINITY;
  /** Number of measurements so far. */
  #measurements = 0;
  /** Number of calls of `open`: only the files of the last one are used. */
  #openCount = 0;

  /** @param {Parts} parts */
  constructor(parts) {
    const { scene, simulation, methods, palette, module } = parts;
    this.#parts = parts;
    const settings = startingSettings(parts);
    this.clock = new Clock({
      stepSize: () => this.run.motion.stepSize,
      advance: (steps) => this.#advance(steps),
      draw: () => this.drawNow(),
    });
    const lab = this.#services(settings);
    const show = module.show(lab);
    this.#show = show;
    this.#steps = new BackgroundSteps({
      scene,
      method: () => this.run.method,
      runs: () => this.run.motion.runners.filter(({ led }) => !led).map((runner) => runner.simulation),
      notify: () => this.#backgroundChanged(),
    });
    this.#client = new AnalysisClient(scene);
    this.run = new Run({
      ...{ simulation, settings, methods, show, clock: this.clock, stepper: this.#steps },
      ask: (...question) => this.#client.ask(...question),
      listener: this.#listener(),
    });
    const { run } = this;
    const { motion } = run;
    const act = (/** @type {() => void} */ action) => {
      motion.noteMove();
      return lab.act(action);
    };
    this.#canvases = show.pictures.map((picture) => new PictureCanvas(picture, { ...lab, act }));
    const { recorder } = motion;
    this.#plots = (show.plots ?? []).map((plot) => new TimePlot({ ...plot, recorder, color: palette.color }));
    this.#panels = [...(show.panels ?? []), ...(show.notes ?? [])];
    this.#timeline = new Timeline({
      span: () => motion.span,
      elapsed: () => motion.elapsed,
      time: () => this.#time,
      marks: (since) => recorder.marks(since),
      seek: (elapsed) => run.goTo(elapsed),
      runTo: (text) => run.runTo(text),
    });
    this.#readouts = [
      readout("Current time", () => this.#time + this.#rate, "time"),
      this.#costReadout,
      ...(show.readouts ?? []),
    ];
    this.actions = {
      restart: () => run.restart(),
      toggle: () => run.toggle(),
      stepBack: () => run.stepBack(),
      step: () => run.step(),
      reverse: () => run.reverse(),
      full: () => this.stage.fill(),
    };
    this.#playback = new Playback(this.actions, show.reversible === true);
    this.#controls = new ControlPanel({
      scene,
      subject: () => motion.runners[0].analysed,
      parameters: settings.all,
      get: (key) => run.get(key),
      set: (key, value) => run.set(key, value),
      idle: (key) => run.idle(key),
      main: module.main,
      extras: show.extras ?? [],
    });
    this.stage = this.#assemble();
    this.element = this.stage.element;
    this.element.addEventListener("focusin", () => this.#describe());
    const files = show.files && opener(show.files, this.element, (files) => this.open(read(files)));
    if (files) this.#controls.prepend(files);
    this.#controls.refresh();
  }

  /** Services for the show. @param {Settings} settings @returns {Lab} */
  #services(settings) {
    const { scene, simulation, methods, palette } = this.#parts;
    const get = (/** @type {string} */ key) => settings.get(key);
    return {
      ...{ scene, simulation, methods, get, color: palette.color },
      has: (key) => settings.find(key) !== undefined,
      set: (key, value) => this.run.set(key, value),
      method: () => methods.find(({ value }) => value === simulation.get("method")),
      act: (action, subject) => this.run.act(action, subject),
      timeRate: () => (this.clock.playing ? this.clock.timeRate : 0),
      free: () => !this.run.hasEnd && !this.#canvases.some(({ holds }) => holds),
      redraw: () => this.clock.redraw(),
      pause: () => {
        this.clock.playing = false;
      },
      save: (text, name) => saveFile(new Blob([text], { type: "text/plain" }), `springlab-${scene}-${name}`),
      origin: () => origin({ scene, get, parameters: () => settings.readable }),
    };
  }

  /** Reactions to events of the run. */
  #listener() {
    const { message, changed } = this.#parts;
    return /** @type {ConstructorParameters<typeof Run>[0]["listener"]} */ ({
      failed: (subject, error) => message.report(subject, error),
      settled: (subject) => message.clear(subject),
      changed: (key) => {
        this.#controls.show(key);
        changed(key);
      },
      announced: (verb) => this.#status.announce(verb),
      paused: () => message.clear(LONG_STEP),
      restarting: () => {
        message.clear();
        this.#controls.refresh();
      },
      begun: () => {
        for (const canvas of this.#canvases) canvas.restart();
      },
      sought: () => {
        for (const canvas of this.#canvases) canvas.letGo();
      },
      exploded: () => this.#reportExplosion(),
    });
  }

  /** Lays out all parts on the stage. */
  #assemble() {
    const { host, scene, title, message, palette } = this.#parts;
    const { run } = this;
    const { motion, settings } = run;
    const get = (/** @type {string} */ key) => run.get(key);
    const save = exports({
      ...{ scene, get, parameters: () => settings.readable },
      reset: () => run.reset(),
      data: () => ({ columns: motion.recorder.table(), spacing: motion.spacing }),
      events: () => motion.recorder.marks(Number.NEGATIVE_INFINITY),
      picture: () => {
        const values = settings.readable.filter(isInCaption).map((one) => labelled(one, get(one.key)));
        const caption = { title, values: [`t = ${this.#time}`, ...values] };
        return compositeImage({ ...caption, picture: first.still, plots: this.#plots }, palette.color);
      },
    });
    const { panels = [], notes = [], hint } = this.#show;
    const [first, ...others] = this.#canvases;
    const [clock, ...numbers] = this.#readouts.map((readout) => readout.element);
    return new Stage(host, {
      name: `Laboratory: ${title}`,
      message: message.element,
      play: [this.#playback.element, clock, this.#status.element],
      picture: first.element,
      pictures: others.map((view) => view.element),
      plot: [...panels, ...this.#plots].map((view) => view.element),
      controls: this.#controls.element,
      numbers: element("div", { className: "numbers" }, ...numbers),
      notes: notes.map((note) => note.element),
      time: this.#timeline.element,
      save: element("div", { className: "take" }, save),
      help: help(hint),
    });
  }

  /** Text of the simulated time. */
  get #time() {
    return clockTime(this.#parts.simulation.time, this.run.motion.stepSize);
  }

  /** Text of the actual time rate, if the machine does not keep up or a replay runs slowly. */
  get #rate() {
    const { playing, achieved, timeRate } = this.clock;
    if (!playing || (achieved > LATE && timeRate === this.run.get(TIME_RATE.key))) return "";
    return ` · ${Number((achieved * timeRate).toPrecision(2))}×`;
  }

  /** Takes steps. @param {number} steps */
  #advance(steps) {
    const taken = this.run.advance(steps);
    if (!taken && this.#steps.mayTakeMinutes) this.#reportLongStep(MINUTES);
    return taken;
  }

  /** Follows a background step that is done or late. */
  #backgroundChanged() {
    const { done, late } = this.#steps;
    if (done || !late) this.clock.redraw();
    else this.#reportLongStep(COMPUTING);
  }

  /** Reports a long step, once. @param {string} sentence */
  #reportLongStep(sentence) {
    const { message } = this.#parts;
    const stop = { text: "Stop", action: () => this.run.pause() };
    if (!message.has(LONG_STEP)) message.offer(LONG_STEP, sentence, [stop]);
  }

  /** Reports a failed step, and offers a replay and remedies after an explosion. */
  #reportExplosion() {
    const { message } = this.#parts;
    const { active, error, cause, remedies } = this.run.explosion;
    const replay = { text: "Replay slowly", action: () => this.run.replay() };
    const cures = remedies.map(({ key, value, text }) => ({ text, action: () => this.run.set(key, value) }));
    message.offer(RUN, error, active ? [replay, ...cures] : []);
    if (cause) message.report(CAUSE, `${cause}.`);
  }

  /** Draws at once instead of in the next frame. */
  drawNow() {
    const { message, passed, simulation } = this.#parts;
    const { motion, explosion, stride } = this.run;
    motion.sample();
    // drawing reads element sizes: with all texts changed afterwards there is one layout a frame
    message.attempt(about("picture"), () => {
      for (const view of [...this.#canvases, ...this.#plots, ...this.#panels]) view.draw();
      for (const plot of this.#plots) plot.tell();
    });
    for (const readout of this.#readouts) readout.show();
    this.#controls.draw();
    const state = { playing: this.clock.playing, stopped: explosion.active };
    this.#playback.show({ ...state, backwards: simulation.backwards, steps: stride, step: motion.stepSize });
    this.#timeline.show();
    this.#status.show(state, this.#time);
    passed(simulation.time);
    const now = performance.now();
    const late = now - this.#updatedAt > SECOND;
    if (!state.playing) this.#describe();
    else if (late) for (const canvas of this.#canvases) canvas.describe();
    if (!late) return;
    this.#updatedAt = now;
    setTimeout(() => this.#measure()); // outside the frame
  }

  /** Updates the descriptions for screen readers. */
  #describe() {
    for (const canvas of this.#canvases) canvas.describe();
    const moves = this.run.motion.moves.map((time) => ({ time, label: "moved by hand" }));
    for (const plot of this.#plots) plot.describe(moves);
    for (const panel of this.#panels) panel.describe?.();
  }

  /** Updates the readout of a step's cost, by extra steps on copies if they are cheap. */
  #measure() {
    if (!this.clock.visible) return;
    const { simulation } = this.#parts;
    const { long, cost = 0 } = this.#steps;
    const known = long || cost > BATCHED.cost || simulation.positions.length > 3 * BATCHED.particles;
    this.#cost = known ? cost || undefined : stepCost(simulation);
    this.#costReadout.show();
    this.#measurements += 1;
    if (this.#measurements < MEASUREMENTS) setTimeout(() => this.clock.redraw(), 1.01 * SECOND);
  }

  /** Applies the author's choice of parts and controls. @param {Arrangement} arrangement */
  arrange(arrangement) {
    const { settings } = this.run;
    const keys = settings.all.map(({ key }) => key);
    this.#parts.message.attempt(about("parts"), () => check(arrangement, keys));
    settings.arrange(arrangement);
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
    const { settings } = this.run;
    const key = keyOf(name, settings.all);
    const value = text ?? settings.originalDefault(key);
    if (value === undefined) this.#parts.message.clear(key); // an unknown attribute was removed
    if (value === undefined || !this.run.set(key, value)) return;
    settings.adoptAsDefaults(key);
    this.#controls.show(key);
  }

  /** True if it starts paused. */
  get still() {
    return this.#show.still === true;
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
    if (turn !== this.#openCount) return;
    if (!this.run.attempt(about("files"), () => this.#show.files?.open(files()))) return;
    this.#controls.refresh();
    this.run.begin();
    this.#parts.changed("src");
  }

  /** Stops for good. */
  destroy() {
    this.clock.visible = false;
    this.#steps.destroy();
    this.#client.close();
    for (const view of [...this.#canvases, ...this.#plots, this.#controls]) view.destroy();
    this.#show.destroy?.();
    this.run.motion.destroy();
  }
}

/** Settings with the author's defaults. @param {Parts} parts */
function startingSettings({ simulation, parameters, options, message, start }) {
  const settings = new Settings(simulation, parameters, options);
  message.names = settings.names;
  for (const [name, value] of start) {
    const key = keyOf(name, settings.all);
    message.attempt(key, () => settings.set(key, value));
  }
  settings.adoptAsDefaults();
  return settings;
}

/** True for the parameters in a saved image: method and symbols. @param {Parameter} parameter */
function isInCaption(parameter) {
  return parameter.key === "method" || ("symbol" in parameter && Boolean(parameter.symbol));
}
