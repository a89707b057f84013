// A laboratory: a run with its clock, its view on a stage, and its messages.

import { quoted } from "../base/quote.js";
import { AnalysisClient } from "../worker/client.js";
import { StepsAhead } from "../worker/steps-ahead.js";
import { ADDRESSED, check, keyOf, shown } from "./attributes.js";
import { Clock } from "./clock.js";
import { Comparison } from "./comparison.js";
import { origin, save } from "./exports.js";
import { Finished } from "./finished.js";
import { Instruments } from "./instruments.js";
import { freeLook } from "./look.js";
import { isMeant } from "./meant.js";
import { ENDING, momentIn, read as readMoment, record } from "./moment.js";
import { opener, read, takeDrops } from "./opener.js";
import { pinned } from "./pin.js";
import { Run } from "./run.js";
import { Settings } from "./settings.js";
import { about, CAUSE, LONG_STEP, RUN } from "./subject.js";
import { View } from "./view.js";

/** @import { Method, Parameter, Simulation } from "../types.js" */
/** @import { Arrangement } from "./attributes.js" */
/** @import { Content } from "./finished.js" */
/** @import { Listener } from "./run.js" */
/** @import { MomentRecord } from "./moment.js" */
/** @import { Lab, ShowModule } from "./show.js" */
/** @import { Message } from "./message.js" */
/** @import { Palette } from "../base/palette.js" */
/** @import { Curve } from "../plots/quantity.js" */

const COMPUTING = "A step takes longer than a second: computing …";
/** Most finished runs: more can't be told apart. */
const MAX_RUNS = 6;

/** Maximum number of samples of a curve that a script lays over. */
const MAX_SAMPLES = 1_000_000;

/** Maximum number of characters of its name. */
const MAX_NAME = 80;

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
 * @property {(symbol: string) => void} pointed  called with the symbol of a part that the reader
 *   points at; "" for none
 * @property {(time: number) => void} passed  called with the simulated time in s of each frame
 */

export class Laboratory {
  run;
  comparison;
  clock;
  stage;
  element;
  /** Actions of the playback's buttons and keys. */
  actions;
  #parts;
  #show;
  #steps;
  #client;
  #view;
  #instruments;
  /** Curves of `layCurve` by name. @type {Map<string, Finished>} */
  #laid = new Map();
  /** Number of calls of `open`: only the files of the last one are used. */
  #openCount = 0;

  /** @param {Parts} parts */
  constructor(parts) {
    const { scene, simulation, methods, module } = parts;
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
    this.#steps = new StepsAhead({
      scene,
      method: lab.method,
      runs: () => {
        const runners = this.run.motion.runners.filter(({ led, stopped }) => !led && stopped === undefined);
        return runners.length > 0 ? runners.map(({ simulation }) => simulation) : [simulation];
      },
      notify: () => this.#stepsChanged(),
    });
    this.#client = new AnalysisClient(scene);
    this.run = new Run({
      simulation,
      settings,
      methods,
      show,
      module,
      clock: this.clock,
      stepper: this.#steps,
      ask: (...question) => this.#client.ask(...question),
      listener: this.#listener(),
    });
    const { run } = this;
    this.comparison = new Comparison({ scene, simulation, methods, run });
    this.actions = {
      restart: () => run.restart(),
      toggle: () => run.toggle(),
      stepBack: () => run.stepBack(),
      step: () => run.step(),
      reverse: () => run.reverse(),
      full: () => this.stage.fill(),
    };
    this.#view = new View({
      parts,
      lab,
      show,
      run,
      actions: this.actions,
      clock: this.clock,
      steps: this.#steps,
      comparison: this.comparison,
      others: {
        compare: (words) => this.#choose(words),
        pin: () => this.pin(),
        remove: (content) => this.remove(content),
        changed: () => this.#showRuns(),
      },
      moment: () => this.moment,
      open: (files) => this.open(read(files)),
    });
    this.stage = this.#view.stage;
    this.element = this.stage.element;
    const { controls } = this.#view;
    const open = (/** @type {File[]} */ files) => this.open(read(files));
    takeDrops(this.element, open);
    const { put = (/** @type {HTMLElement} */ field) => controls.prepend(field) } = show.files ?? {};
    if (show.files) put(opener(show.files, open), open);
    controls.refresh();
    this.#instruments = new Instruments(module.instruments ?? [], {
      lab,
      show,
      add: (view, place) => {
        this.#view.add(view, place);
        this.clock.redraw();
      },
      failed: (key, sentence) => {
        run.set(key, "off");
        this.#parts.message.report(key, sentence);
      },
    });
  }

  /** @param {Settings} settings @returns {Lab} */
  #services(settings) {
    const { scene, simulation, methods, palette } = this.#parts;
    const get = (/** @type {string} */ key) => settings.get(key);
    return {
      scene,
      simulation,
      methods,
      get,
      color: palette.color,
      has: (key) => settings.find(key) !== undefined,
      set: (key, value) => this.run.set(key, value),
      choose: (values) => {
        this.run.reset(values);
        this.stage.front.scrollIntoView({ block: "nearest" }); // examples may be below it in a small box
        this.run.play();
      },
      method: () => methods.find(({ value }) => value === simulation.get("method")),
      act: (action, subject) => this.run.act(action, subject),
      timeRate: () => (this.clock.playing ? this.clock.timeRate : 0),
      phase: () => this.clock.phase,
      free: () => !this.run.hasEnd && !this.#view.holds,
      redraw: () => this.clock.redraw(),
      compared: () => this.run.motion.compared,
      curves: (quantity) => this.run.motion.curves(quantity),
      quantities: () => this.run.motion.quantities,
      lay: (content) => this.lay(content),
      remove: (content) => this.remove(content),
      pause: () => {
        this.clock.playing = false;
      },
      step: () => this.run.step(1),
      save: (text, name) => save(new Blob([text], { type: "text/plain" }), `springlab-${scene}-${name}`),
      origin: () => origin({ scene, get, parameters: () => settings.readable }),
    };
  }

  /** Reactions to events of the run. @returns {Listener} */
  #listener() {
    const { message, changed } = this.#parts;
    return {
      failed: (subject, error) => message.report(subject, error),
      settled: (subject) => message.clear(subject),
      changed: (key) => {
        this.#view.controls.show(key);
        if (this.run.settings.isOwn(key)) this.#instruments.switched(key);
        else this.#instruments.changed(key);
        changed(key);
      },
      announced: (verb) => this.#view.status.announce(verb),
      paused: () => message.clear(LONG_STEP),
      restarting: () => {
        message.clear();
        this.#view.controls.refresh();
      },
      begun: () => this.#view.restart(),
      seeked: () => this.#view.letGo(),
      exploded: () => this.#reportExplosion(),
    };
  }

  /** Takes steps; returns their number. @param {number} steps */
  #advance(steps) {
    const taken = this.run.advance(steps);
    if (taken === 0 && this.run.playing && this.#steps.mayTakeMinutes) this.#reportLongStep(MINUTES);
    return taken;
  }

  /** Follows a step of workers that is done or late. */
  #stepsChanged() {
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
    if (this.run.motion.goesOn) this.#view.reframe();
  }

  /** Draws at once instead of in the next frame. */
  drawNow() {
    this.#view.draw();
    this.#parts.passed(this.run.motion.time);
  }

  /** Applies the author's choice of parts and controls. @param {Arrangement} arrangement */
  arrange(arrangement) {
    const { settings } = this.run;
    const keys = settings.all.map(({ key }) => key);
    this.#parts.message.attempt(about("parts"), () => check(arrangement, keys));
    settings.arrange(arrangement);
    this.#view.controls.choose(arrangement.controls);
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
    this.#view.controls.show(key);
  }

  /**
   * Compares other runs, as words, or reports why not.
   * @param {string} words
   * @returns {boolean} false if refused
   */
  compare(words) {
    const { comparison } = this;
    const before = comparison.words;
    const done = this.#parts.message.attempt(about("compare"), () => comparison.set(words));
    if (comparison.words !== before) this.#showRuns();
    return done;
  }

  /** Compares other runs, and writes them into the attribute. @param {string} words */
  #choose(words) {
    this.compare(words);
    this.#parts.host.setAttribute("compare", this.comparison.words);
  }

  /** Keeps the run as it is now, beside the one that goes on, or reports why not. */
  pin() {
    const { scene, simulation, message } = this.#parts;
    const { run, runs } = this;
    const { errors } = this.comparison;
    errors.update(true);
    message.attempt(about("pin"), () => this.lay(pinned({ scene, simulation, run, runs, errors })));
  }

  /**
   * Lays a finished run over the laboratory's.
   * @param {Content} content @throws {Error} if there are too many
   */
  lay(content) {
    const { motion } = this.run;
    if (motion.finished.length >= MAX_RUNS)
      throw new Error(`At most ${MAX_RUNS} runs can be pinned or imported: remove one first.`);
    motion.finished.push(new Finished(content, freeLook(motion.others)));
    this.#showRuns();
  }

  /** Removes a finished run. @param {Content} content */
  remove(content) {
    const { motion } = this.run;
    motion.finished = motion.finished.filter((run) => run.content !== content);
    content.removed?.();
    this.#parts.message.clear(about("pin"));
    this.#showRuns();
  }

  /** Shows other runs than before. */
  #showRuns() {
    this.#view.compare();
    this.clock.redraw();
    this.#parts.changed("compare");
  }

  /** All runs, the laboratory's own first. */
  get runs() {
    const { settings, motion } = this.run;
    const { simulation, methods } = this.#parts;
    const described = (
      /** @type {"live" | "compared"} */ kind,
      /** @type {string} */ name,
      /** @type {Simulation} */ one,
    ) => {
      const own = settings.readable.filter(({ key }) => !settings.isOwn(key));
      const parameters = Object.fromEntries(own.map(({ key }) => [key, one.get(key)]));
      return { name, method: parameters.method, kind, time: one.time, parameters };
    };
    const live = described("live", "", simulation);
    const name = methods.find(({ value }) => value === live.method)?.label ?? "";
    return [
      { ...live, name },
      ...motion.compared.map(({ name, simulation }) => described("compared", name, simulation)),
      ...motion.finished.map(({ name, kind, time, parameters }) => ({
        name,
        method: parameters.method,
        kind,
        time,
        parameters,
      })),
    ];
  }

  /** A recorded quantity of the laboratory's run. @param {string} label @throws {Error} */
  #quantity(label) {
    const { quantities } = this.run.motion;
    const found = quantities.find((one) => one.label === label);
    const known = quantities.map((one) => one.label).join(", ");
    if (!found) throw new Error(`There is no quantity ${quoted(label)}: the recorded ones are ${known}.`);
    return found;
  }

  /** The recorded curve of a quantity. @param {string} label @throws {Error} if there is none */
  curve(label) {
    const [{ times, values }] = this.run.motion.curves(this.#quantity(label));
    return { times, values };
  }

  /**
   * Lays a curve over a quantity, in place of an earlier one of the same name.
   * @param {string} name @param {string} label @param {Curve} curve
   * @throws {Error} if there is no such quantity, the curve is none, or there are too many runs
   */
  layCurve(name, label, curve) {
    if (typeof name !== "string" || !(name.length >= 1 && name.length <= MAX_NAME))
      throw new Error(`The name of a curve must be a text of 1 to ${MAX_NAME} characters; ${quoted(name)} was given.`);
    const copy = copyOf(curve);
    const curves = new Map([[this.#quantity(label), copy]]);
    this.removeCurve(name);
    const time = copy.times[copy.times.length - 1];
    this.lay({ kind: "imported", name, time, parameters: {}, curves, shape: () => undefined });
    this.#laid.set(name, this.run.motion.finished[this.run.motion.finished.length - 1]);
  }

  /**
   * Removes a curve that `layCurve` has laid. Returns false if there is none.
   * @param {string} name
   */
  removeCurve(name) {
    const run = this.#laid.get(name);
    this.#laid.delete(name);
    if (!run || !this.run.motion.finished.includes(run)) return false;
    this.remove(run.content);
    return true;
  }

  /** Shows a view large where only one is in view. @param {string} name  of it, or its part */
  lead(name) {
    this.stage.lead(name);
  }

  /** Marks the parts of a symbol, or none. @param {string} symbol */
  mark(symbol) {
    this.#view.marked.set(symbol);
  }

  /** True if it starts paused. */
  get still() {
    return this.#parts.module.still === true;
  }

  /** True if it takes such files. @param {string} names */
  opens(names) {
    return this.#show.files !== undefined || names.endsWith(ENDING);
  }

  /**
   * Opens files of the scene or of a moment, or reports why not.
   * @param {Promise<{ name: string, text: string }[]>} coming
   */
  async open(coming) {
    this.#openCount += 1;
    const turn = this.#openCount;
    const load = async () => {
      const files = await coming;
      const moment = momentIn(files);
      if (moment) return () => this.#resume(moment.record);
      await this.#show.files?.load?.();
      return () => this.#use(files);
    };
    const use = await load().catch((error) => () => {
      throw error;
    });
    if (turn === this.#openCount) this.run.attempt(about("files"), use);
  }

  /**
   * Lays a run over its own and compares it with all methods.
   * @param {{ name: string, text: string }} file
   */
  async importRun(file) {
    const { judge } = this.#show.files ?? {};
    if (!judge) throw new Error("This scene compares no runs of other programs.");
    const { verdict } = await judge(file);
    this.#opened();
    return verdict;
  }

  /** Uses files of the scene. @param {{ name: string, text: string }[]} files */
  #use(files) {
    const names = files.map(({ name }) => name).join(", ");
    if (!this.#show.files) throw new Error(`This scene opens the files of moments only; ${quoted(names)} was given.`);
    this.#show.files.open(files);
    this.#opened();
  }

  /** Shows what files have changed. */
  #opened() {
    this.#view.controls.refresh();
    this.run.begin();
    this.#parts.changed("src");
  }

  /**
   * The present moment, to be stored; undefined if it is refused.
   * @returns {MomentRecord | undefined}
   */
  get moment() {
    const { scene, simulation } = this.#parts;
    const { settings, moment } = this.run;
    /** @type {MomentRecord | undefined} */
    let stored;
    this.run.attempt(about("files"), () => {
      stored = record({ scene, time: simulation.time, compare: this.comparison.words, settings, moment });
    });
    return stored;
  }

  /** Goes on from a stored moment. @param {unknown} given @returns {boolean} false if refused */
  resume(given) {
    return this.run.attempt(about("files"), () => this.#resume(given));
  }

  /** @param {unknown} given @throws {Error} if refused */
  #resume(given) {
    const { scene } = this.#parts;
    const { comparison, run } = this;
    const compared = (/** @type {string} */ words) => comparison.read(words);
    const { compare, ...moment } = readMoment(given, { scene, settings: run.settings, compared });
    run.begin(); // without a past that compared runs would repeat
    this.#choose(compare);
    run.resume(moment);
    this.#view.controls.refresh();
    this.#parts.changed("moment");
  }

  /** Stops for good. */
  destroy() {
    this.clock.visible = false;
    this.#instruments.close();
    this.#steps.destroy();
    this.#client.close();
    this.#view.destroy();
    this.#show.destroy?.();
    this.run.motion.destroy();
  }
}

/**
 * @param {Curve} given @returns {Curve}
 * @throws {Error} if it has not equally many times and values, or times that are not in order
 */
function copyOf(given) {
  const times = given?.times;
  const values = given?.values;
  const { length } = times ?? {};
  if (!(length >= 2 && length <= MAX_SAMPLES && values?.length === length))
    throw new Error(`A curve must have from 2 to ${MAX_SAMPLES} times, and as many values.`);
  const copy = { times: Float64Array.from(times), values: Float64Array.from(values) };
  const wrong = copy.times.findIndex((time, i) => !Number.isFinite(time) || time < copy.times[i - 1]);
  if (wrong >= 0) throw new Error(`The times of a curve must be numbers in order; times[${wrong}] is not.`);
  const infinite = copy.values.findIndex((value) => Math.abs(value) === Number.POSITIVE_INFINITY);
  if (infinite >= 0) throw new Error(`The values of a curve must be finite, or NaN; values[${infinite}] is not.`);
  return copy;
}

/** Settings with the author's defaults. @param {Parts} parts */
function startingSettings({ host, simulation, parameters, options, message, start }) {
  const settings = new Settings(simulation, parameters, options);
  message.names = settings.names;
  const known = settings.all.map(({ key }) => key);
  for (const [name, value] of start) {
    if (host.hasAttribute(ADDRESSED) && !isMeant(name, known)) continue;
    const key = keyOf(name, settings.all);
    message.attempt(key, () => settings.set(key, value));
  }
  settings.adoptAsDefaults();
  return settings;
}
