// A laboratory: a run with its clock, its view on a stage, and its messages.

import type { Palette } from "../base/palette.ts";
import { quoted } from "../base/quote.ts";
import { watch } from "../base/watch.ts";
import type { Curve } from "../plots/quantity.ts";
import type { Method, Parameter, Simulation } from "../types.ts";
import { AnalysisClient } from "../worker/client.ts";
import { StepsAhead } from "../worker/steps-ahead.ts";
import type { Arrangement } from "./attributes.ts";
import { ADDRESSED, check, shown } from "./attributes.ts";
import { Instruments } from "./instruments.ts";
import { Clock } from "./model/clock.ts";
import { Comparison } from "./model/comparison.ts";
import { isMeant } from "./model/meant.ts";
import type { Messages } from "./model/messages.ts";
import type { MomentRecord } from "./model/moment.ts";
import { ENDING, momentIn, read as readMoment, record } from "./model/moment.ts";
import { keyOf } from "./model/names.ts";
import { pinned } from "./model/pin.ts";
import type { Ended, Kind, Run } from "./model/run.ts";
import { freeLook, over } from "./model/run.ts";
import type { Listener } from "./model/session.ts";
import { Session } from "./model/session.ts";
import { Settings } from "./model/settings.ts";
import { about, LONG_STEP } from "./model/subject.ts";
import type { Lab, ShowModule } from "./show.ts";
import { origin, save } from "./views/exports.ts";
import { opener, read, takeDrops } from "./views/opener.ts";
import { View } from "./views/view.ts";

const COMPUTING = "A step takes longer than a second: computing …";
/** Most finished runs: more can't be told apart. */
const MAX_RUNS = 6;

/** Maximum number of samples of a curve that a script lays over. */
const MAX_SAMPLES = 1_000_000;

/** Maximum number of characters of its name. */
const MAX_NAME = 80;

const MINUTES = "With so many masses, each visited so often, a step may take minutes: computing …";

export interface Parts {
  /** The <spring-lab> element. */
  host: HTMLElement;
  /** Id of the scene. */
  scene: string;
  title: string;
  simulation: Simulation;
  /** Parameters of the scene. */
  parameters: Parameter[];
  /** Methods that the scene offers. */
  methods: Method[];
  /** Options of the show. */
  options: Parameter[];
  /** The author's defaults, by keys or attributes. */
  start: (readonly [name: string, value: number | string])[];
  /** Module with the show of the scene. */
  module: ShowModule;
  palette: Palette;
  messages: Messages;
  /** Called after a parameter has changed. */
  changed: (key: string) => void;
  /** Called with the symbol of a part that the reader points at; "" for none. */
  pointed: (symbol: string) => void;
  /** Called with the simulated time in s of each frame. */
  passed: (time: number) => void;
}

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
  /** Ends what follows the runs. */
  #end;
  /** Curves of `layCurve` by name. */
  #laid: Map<string, Run> = new Map();
  /** Number of calls of `open`: only the files of the last one are used. */
  #openCount = 0;

  constructor(parts: Parts) {
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
    this.run = new Session({
      simulation,
      settings,
      methods,
      show,
      module,
      clock: this.clock,
      stepper: this.#steps,
      ask: (...question) => this.#client.ask(...question),
      messages: parts.messages,
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
        remove: (one) => this.remove(one),
      },
      moment: () => this.moment,
      open: (files) => this.open(read(files)),
    });
    this.stage = this.#view.stage;
    this.element = this.stage.element;
    const { controls } = this.#view;
    const open = (files: File[]) => this.open(read(files));
    takeDrops(this.element, open);
    const { put = (field: HTMLElement) => controls.prepend(field) } = show.files ?? {};
    if (show.files) put(opener(show.files, open), open);
    this.#end = watch(
      () => run.motion.others,
      () => this.#parts.changed("compare"),
    );
    this.#instruments = new Instruments(module.instruments ?? [], {
      lab,
      show,
      add: (view, place) => {
        this.#view.add(view, place);
        this.clock.redraw();
      },
      failed: (key, sentence) => {
        run.set(key, "off");
        this.#parts.messages.report(key, sentence);
      },
    });
  }

  #services(settings: Settings): Lab {
    const { scene, simulation, methods, palette } = this.#parts;
    const get = (key: string) => settings.get(key);
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
      lay: (ended) => this.lay(ended),
      remove: (one) => this.remove(one),
      pause: () => {
        this.clock.playing = false;
      },
      step: () => this.run.step(1),
      save: (text, name) => save(new Blob([text], { type: "text/plain" }), `springlab-${scene}-${name}`),
      origin: () => origin({ scene, get, parameters: () => settings.readable }),
    };
  }

  /** Reactions to events of the run. */
  #listener(): Listener {
    return {
      changed: (key) => {
        if (this.run.settings.isOwn(key)) this.#instruments.switched(key);
        else this.#instruments.changed(key);
        this.#parts.changed(key);
      },
      announced: (verb) => this.#view.status.announce(verb),
      begun: () => this.#view.restart(),
      seeked: () => this.#view.letGo(),
      exploded: () => {
        if (this.run.motion.goesOn) this.#view.reframe();
      },
    };
  }

  /** Takes steps; returns their number. */
  #advance(steps: number) {
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

  /** Reports a long step, once. */
  #reportLongStep(sentence: string) {
    const { messages } = this.#parts;
    const stop = { text: "Stop", action: () => this.run.pause() };
    if (!messages.has(LONG_STEP)) messages.offer(LONG_STEP, sentence, [stop]);
  }

  /** Draws at once instead of in the next frame. */
  drawNow() {
    this.#view.draw();
    this.#parts.passed(this.run.motion.time);
  }

  /** Applies the author's choice of parts and controls. */
  arrange(arrangement: Arrangement) {
    const { settings } = this.run;
    const keys = settings.all.map(({ key }) => key);
    this.#parts.messages.attempt(about("parts"), () => check(arrangement, keys));
    settings.arrange(arrangement);
    this.#view.controls.choose(arrangement.controls);
    this.stage.choose(shown(arrangement));
    this.clock.redraw();
  }

  /**
   * Sets a parameter and its default.
   * @param name  of its attribute
   * @param text  the original default if left out
   */
  setDefault(name: string, text?: number | string) {
    const { settings } = this.run;
    const key = keyOf(name, settings.all);
    const value = text ?? settings.originalDefault(key);
    if (value === undefined) this.#parts.messages.clear(key); // an unknown attribute was removed
    if (value === undefined || !this.run.set(key, value)) return;
    settings.adoptAsDefaults(key);
  }

  /** Compares other runs, as words, or reports why not. @returns false if refused */
  compare(words: string): boolean {
    const { comparison } = this;
    return this.#parts.messages.attempt(about("compare"), () => comparison.set(words));
  }

  /** Compares other runs, and writes them into the attribute. */
  #choose(words: string) {
    this.compare(words);
    this.#parts.host.setAttribute("compare", this.comparison.words);
  }

  /** Keeps the run as it is now, beside the one that goes on, or reports why not. */
  pin() {
    const { scene, simulation, messages } = this.#parts;
    const { run, runs } = this;
    const { errors } = this.comparison;
    errors.update(true);
    messages.attempt(about("pin"), () => this.lay(pinned({ scene, simulation, run, runs, errors })));
  }

  /** Lays a run that is over beside the others. @throws if there are too many */
  lay(ended: Ended) {
    const { motion } = this.run;
    if (motion.finished.length >= MAX_RUNS)
      throw new Error(`At most ${MAX_RUNS} runs can be pinned or imported: remove one first.`);
    const run = over(ended, freeLook(motion.others));
    motion.lay(run);
    return run;
  }

  /** Removes a run that is over. */
  remove(run: Run) {
    this.run.motion.exclude(run);
    this.#parts.messages.clear(about("pin"));
  }

  /** All runs, the laboratory's own first. */
  get runs() {
    const { settings, motion } = this.run;
    const keys = settings.readable.flatMap(({ key }) => (settings.isOwn(key) ? [] : [key]));
    return [motion.live, ...motion.others].map(({ name, kind, time, engine, values }) => {
      const parameters = engine ? Object.fromEntries(keys.map((key) => [key, engine.simulation.get(key)])) : values;
      return { name, method: parameters.method, kind: kind as Exclude<Kind, "reference">, time, parameters };
    });
  }

  /** A recorded quantity of the laboratory's run. */
  #quantity(label: string) {
    const { quantities } = this.run.motion;
    const found = quantities.find((one) => one.label === label);
    const known = quantities.map((one) => one.label).join(", ");
    if (!found) throw new Error(`There is no quantity ${quoted(label)}: the recorded ones are ${known}.`);
    return found;
  }

  /** The recorded curve of a quantity. @throws if there is none */
  curve(label: string) {
    const [{ times, values }] = this.run.motion.curves(this.#quantity(label));
    return { times, values };
  }

  /**
   * Lays a curve over a quantity, in place of an earlier one of the same name.
   * @throws if there is no such quantity, the curve is none, or there are too many runs
   */
  layCurve(name: string, label: string, curve: Curve) {
    if (typeof name !== "string" || !(name.length >= 1 && name.length <= MAX_NAME))
      throw new Error(`The name of a curve must be a text of 1 to ${MAX_NAME} characters; ${quoted(name)} was given.`);
    const copy = copyOf(curve);
    const curves = new Map([[this.#quantity(label), copy]]);
    this.removeCurve(name);
    const time = copy.times[copy.times.length - 1];
    this.#laid.set(name, this.lay({ kind: "imported", name, time, parameters: {}, curves, shape: () => undefined }));
  }

  /** Removes a curve that `layCurve` has laid. Returns false if there is none. */
  removeCurve(name: string) {
    const run = this.#laid.get(name);
    this.#laid.delete(name);
    if (!run || !this.run.motion.finished.includes(run)) return false;
    this.remove(run);
    return true;
  }

  /** Shows a view large where only one is in view. @param name  of it, or its part */
  lead(name: string) {
    this.stage.lead(name);
  }

  /** Marks the parts of a symbol, or none. */
  mark(symbol: string) {
    this.#view.marked.set(symbol);
  }

  /** True if it starts paused. */
  get still() {
    return this.#parts.module.still === true;
  }

  /** True if it takes such files. */
  opens(names: string) {
    return this.#show.files !== undefined || names.endsWith(ENDING);
  }

  /** Opens files of the scene or of a moment, or reports why not. */
  async open(coming: Promise<{ name: string; text: string }[]>) {
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

  /** Lays a run over its own and compares it with all methods. */
  async importRun(file: { name: string; text: string }) {
    const { judge } = this.#show.files ?? {};
    if (!judge) throw new Error("This scene compares no runs of other programs.");
    const { verdict } = await judge(file);
    this.#opened();
    return verdict;
  }

  /** Uses files of the scene. */
  #use(files: { name: string; text: string }[]) {
    const names = files.map(({ name }) => name).join(", ");
    if (!this.#show.files) throw new Error(`This scene opens the files of moments only; ${quoted(names)} was given.`);
    this.#show.files.open(files);
    this.#opened();
  }

  /** Shows what files have changed. */
  #opened() {
    this.run.settings.refresh();
    this.run.begin();
    this.#parts.changed("src");
  }

  /** The present moment, to be stored; undefined if it is refused. */
  get moment(): MomentRecord | undefined {
    const { scene, simulation } = this.#parts;
    const { settings, moment } = this.run;
    let stored: MomentRecord | undefined;
    this.run.attempt(about("files"), () => {
      stored = record({ scene, time: simulation.time, compare: this.comparison.words, settings, moment });
    });
    return stored;
  }

  /** Goes on from a stored moment. @returns false if refused */
  resume(given: unknown): boolean {
    return this.run.attempt(about("files"), () => this.#resume(given));
  }

  /** @throws if refused */
  #resume(given: unknown) {
    const { scene } = this.#parts;
    const { comparison, run } = this;
    const compared = (words: string) => comparison.read(words);
    const { compare, ...moment } = readMoment(given, { scene, settings: run.settings, compared });
    run.begin(); // without a past that compared runs would repeat
    this.#choose(compare);
    run.resume(moment);
    run.settings.refresh();
    this.#parts.changed("moment");
  }

  /** Stops for good. */
  destroy() {
    this.clock.visible = false;
    this.#end();
    this.#instruments.close();
    this.#steps.destroy();
    this.#client.close();
    this.#view.destroy();
    this.#show.destroy?.();
    this.run.motion.destroy();
  }
}

/** @throws if it has not equally many times and values, or times that are not in order */
function copyOf(given: Curve): Curve {
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

/** Settings with the author's defaults. */
function startingSettings({ host, simulation, parameters, options, messages, start }: Parts) {
  const settings = new Settings(simulation, parameters, options);
  messages.names = settings.names;
  const known = settings.all.map(({ key }) => key);
  for (const [name, value] of start) {
    if (host.hasAttribute(ADDRESSED) && !isMeant(name, known)) continue;
    const key = keyOf(name, settings.all);
    messages.attempt(key, () => settings.set(key, value));
  }
  settings.adoptAsDefaults();
  return settings;
}
