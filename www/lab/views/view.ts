// All that a page shows of a run: pictures, plots, readouts, playback, timeline and controls.
import { element } from "../../base/dom.ts";
import { watch } from "../../base/watch.ts";
import type { Picture } from "../../canvas/canvas.ts";
import { PictureCanvas } from "../../canvas/canvas.ts";
import { Cursor } from "../../plots/cursor.ts";
import { Span } from "../../plots/span.ts";
import { Times } from "../../plots/times.ts";
import type { Parameter } from "../../types.ts";
import type { StepsAhead } from "../../worker/steps-ahead.ts";
import type { InstrumentView } from "../instruments.ts";
import type { Parts } from "../laboratory.ts";
import type { Clock } from "../model/clock.ts";
import type { Comparison } from "../model/comparison.ts";
import type { MomentRecord } from "../model/moment.ts";
import { labelled, TIME_RATE } from "../model/options.ts";
import type { Session } from "../model/session.ts";
import { about } from "../model/subject.ts";
import type { Lab, View as PanelView, Show } from "../show.ts";
import type { Others } from "./comparison-bar.ts";
import { ComparisonBar } from "./comparison-bar.ts";
import { compositeImage } from "./composite-image.ts";
import { CostReadout } from "./cost-readout.ts";
import { exports } from "./exports.ts";
import { help } from "./help.ts";
import { Marked } from "./marked.ts";
import { messageView } from "./message.ts";
import { ControlPanel } from "./panel.ts";
import type { Actions } from "./playback.ts";
import { Playback } from "./playback.ts";
import { Plotted } from "./plotted.ts";
import { clockTime, readout } from "./readouts.ts";
import { Stage } from "./stage.ts";
import { Status } from "./status.ts";
import { Timeline } from "./timeline.ts";

/** Time in ms between measurements of a step's cost, and between descriptions of the picture. */
const SECOND = 1000;

/** Achieved part of the time rate below which the clock shows the actual rate. */
const KEPT_RATE = 0.9;

/** Places among the views on the stage; instruments have one each. */
const ORDER = { picture: 0, panel: 1, instrument: 2, plot: 100 };

export class View {
  stage;
  controls;
  marked;
  status = new Status();
  #parts;
  #run;
  #clock;
  /** Makes the canvas of a picture, by its place among them. */
  #canvas;
  #canvases;
  #plotted;
  #plots;
  #comparison;
  #beside;
  #errors;
  #panels;
  #cost;
  #readouts;
  #playback;
  #timeline;
  /** Ends what follows the runs. */
  #end;
  /** Time of the last measurement, in ms. */
  #updatedAt = Number.NEGATIVE_INFINITY;

  constructor({
    parts,
    lab,
    show,
    run,
    comparison,
    others,
    moment,
    open,
    clock,
    steps,
    actions,
  }: {
    /** Parts of the laboratory. */
    parts: Parts;
    lab: Lab;
    show: Show;
    run: Session;
    comparison: Comparison;
    /** Commands about other runs. */
    others: Others;
    /** The present moment. */
    moment: () => MomentRecord | undefined;
    open: (files: File[]) => void;
    clock: Clock;
    steps: StepsAhead;
    /** Actions of the playback's buttons. */
    actions: Actions;
  }) {
    const { scene, simulation, module } = parts;
    const { motion, settings } = run;
    const { recorder } = motion;
    this.#parts = parts;
    this.#run = run;
    this.#clock = clock;
    const act = (action: () => void) => {
      motion.noteMove();
      return lab.act(action);
    };
    this.#beside = show.beside;
    const marked = {
      point: (symbol: string) => this.marked.point(symbol),
      symbols: () => this.marked.symbols,
    };
    const ghosts = () => motion.ghosts(!show.beside);
    this.#canvas = (picture: Picture, i: number) =>
      new PictureCanvas(picture, { ...lab, act, ghosts, marked }, i > 0 ? `state-${i}` : undefined);
    this.#canvases = show.pictures.map(this.#canvas);
    const times = new Times(recorder, {
      cursor: new Cursor(),
      span: new Span(),
      redraw: lab.redraw,
      go: (elapsed) => run.goTo(elapsed),
    });
    const given = { lab, show, motion, times, masses: new Map() };
    this.#plotted = (show.plots ?? []).map((content) => new Plotted(given, content));
    this.#plots = this.#plotted.map(({ plot }) => plot);
    this.#panels = [...(show.panels ?? []), ...(show.notes ?? []), ...(show.presets ? [show.presets] : [])];
    this.#timeline = new Timeline({
      span: () => motion.span,
      elapsed: () => motion.elapsed,
      time: () => this.#time,
      marks: (since) => recorder.marks(since),
      seek: (elapsed) => run.goTo(elapsed),
      runTo: (text) => run.runTo(text),
    });
    const time = readout("Current time", () => this.#time + this.#rate, "time");
    this.#cost = new CostReadout(simulation, steps);
    this.#readouts = [time, this.#cost, ...(show.readouts ?? [])];
    this.#playback = new Playback(actions, module.reversible === true);
    this.controls = new ControlPanel({
      scene,
      subject: () => motion.runners[0].analysed,
      parameters: settings.all,
      get: (key) => run.get(key),
      set: (key, value) => run.set(key, value),
      idle: (key) => run.idle(key),
      main: module.controls,
      folded: module.folded,
      extras: show.extras ?? [],
    });
    this.#errors = comparison.errors;
    this.#comparison = new ComparisonBar({
      comparison,
      others,
      simulation,
      motion,
      settings,
      races: module.races,
      set: (key, value) => run.set(key, value),
    });
    this.controls.append("method", this.#comparison.buttons);
    this.stage = this.#assemble(show, this.#exports(moment, open));
    this.marked = new Marked(this.stage.element, { redraw: lab.redraw, pointed: parts.pointed });
    for (const [i, { element }] of this.#plots.entries()) element.setAttribute("part", `plot plot-${i + 1}`);
    this.stage.element.addEventListener("focusin", () => this.#describe());
    this.#end = watch(
      () => motion.others,
      () => {
        this.#compare();
        clock.redraw();
      },
    );
  }

  /** Lays out all parts on the stage. */
  #assemble(
    { pictures, panels = [], plots = [], main = pictures[0], notes = [], imports = [], presets, hint }: Show,
    exports: HTMLElement,
  ) {
    const { host, title, messages } = this.#parts;
    const views = [
      ...this.#canvases.map(({ element }, i) => ofPicture(pictures[i], element)),
      ...panels.map((panel) => ofPanel(panel, ORDER.panel)),
      ...this.#plots.map(({ element }, i) => ({
        element,
        name: `plot of ${plots[i].axis}`,
        part: "plot",
        order: ORDER.plot,
      })),
    ];
    const [clock, ...numbers] = this.#readouts.map((readout) => readout.element);
    return new Stage(host, {
      views,
      main: views[[...pictures, ...panels, ...plots].indexOf(main)],
      name: `Laboratory: ${title}`,
      message: messageView(messages),
      holds: () => this.holds,
      presets: presets?.element,
      play: [this.#playback.element, clock, this.status.element],
      controls: element("div", {}, this.controls.element, this.#comparison.element),
      numbers: element("div", { className: "numbers" }, ...numbers),
      notes: notes.map((note) => note.element),
      time: this.#timeline.element,
      save: element("div", { className: "take" }, exports, ...imports),
      help: help(hint),
    });
  }

  /** Buttons that reset, save and share. */
  #exports(moment: () => MomentRecord | undefined, open: (files: File[]) => void) {
    const { scene, title, palette } = this.#parts;
    const { motion, settings } = this.#run;
    const get = (key: string) => settings.get(key);
    return exports({
      scene,
      get,
      parameters: () => settings.readable,
      moment,
      open,
      reset: () => this.#run.reset(),
      data: () => ({ columns: motion.recorder.table(), spacing: motion.sampler.spacing(motion.stepSize) }),
      events: () => motion.recorder.marks(Number.NEGATIVE_INFINITY),
      picture: () => {
        const set = settings.readable.filter(isInCaption).map((one) => labelled(one, get(one.key)));
        const values = [`t = ${this.#time}`, ...set];
        return compositeImage({ title, values, ...this.#canvases[0].still, plots: this.#plots }, palette.color);
      },
    });
  }

  /** Adds an instrument. @param place  among all */
  add(view: InstrumentView, place: number) {
    this.#run.motion.extend(view.quantities ?? []);
    if ("camera" in view) {
      const canvas = this.#canvas(view, this.#canvases.length);
      this.#canvases.push(canvas);
      this.stage.add(ofPicture(view, canvas.element));
    } else {
      this.#panels.push(view);
      this.stage.add(ofPanel(view, ORDER.instrument + place));
    }
  }

  /** Text of the simulated time. */
  get #time() {
    const { time, stepSize } = this.#run.motion;
    return clockTime(time, stepSize);
  }

  /** Text of the actual time rate, if the machine does not keep up or a replay runs slowly. */
  get #rate() {
    const { playing, achieved, timeRate } = this.#clock;
    if (!playing || (achieved > KEPT_RATE && timeRate === this.#run.get(TIME_RATE.key))) return "";
    return ` · ${Number((achieved * timeRate).toPrecision(2))}×`;
  }

  /** True while a particle is dragged. */
  get holds() {
    return this.#canvases.some(({ holds }) => holds);
  }

  /** Ends a drag. */
  letGo() {
    for (const canvas of this.#canvases) canvas.letGo();
  }

  /** Ends a drag and returns to the first view of each picture. */
  restart() {
    for (const canvas of this.#canvases) canvas.restart();
  }

  /** Returns to the first view of each picture: a run that led the view away has stopped. */
  reframe() {
    for (const canvas of this.#canvases) canvas.reframe();
  }

  /** Shows other runs than before. */
  #compare() {
    for (const plotted of this.#plotted) plotted.show();
    this.#comparison.refresh();
    this.#showBeside();
  }

  /** Shows the pictures of compared runs beside the first, if the show has such. */
  #showBeside() {
    const { compared, live } = this.#run.motion;
    const pictures = this.#beside?.(compared.map(({ engine }) => engine.simulation));
    if (!pictures) return;
    const panes = [live, ...compared].map((run, i) => ({
      picture: pictures[i - 1],
      name: () => run.name,
      color: () => run.color,
      stopped: () => run.engine.stopped !== undefined,
    }));
    this.#canvases[0].beside(compared.length > 0 ? panes : []);
  }

  /** Shows the present state. */
  draw() {
    const { messages, simulation } = this.#parts;
    const { motion, over, stride } = this.#run;
    motion.sampler.show();
    this.stage.place(); // before drawing, so that each picture is drawn for its place
    // drawing reads element sizes: with all texts changed afterwards there is one layout a frame
    messages.attempt(about("picture"), () => {
      for (const view of [...this.#canvases, ...this.#plots, ...this.#panels]) view.draw();
      for (const plot of this.#plots) plot.tell();
    });
    for (const readout of this.#readouts) readout.show();
    this.controls.draw();
    const state = { playing: this.#clock.playing, stopped: over };
    this.#playback.show({ ...state, backwards: simulation.history.backwards, steps: stride, step: motion.stepSize });
    this.#timeline.show();
    this.status.show(state, this.#time);
    this.#update();
  }

  /**
   * Describes the state and fills the table of runs while it rests, and once a second; measures the
   * cost of a step.
   */
  #update() {
    const now = performance.now();
    const late = now - this.#updatedAt > SECOND;
    if (!this.#clock.playing) this.#describe();
    else if (late) for (const canvas of this.#canvases) canvas.describe();
    if (late || !this.#clock.playing) this.#comparison.show();
    if (!late) return;
    this.#updatedAt = now;
    setTimeout(() => this.#measure()); // outside the frame
  }

  /** Updates the descriptions for screen readers. */
  #describe() {
    for (const canvas of this.#canvases) canvas.describe();
    const moves = this.#run.motion.moves.map((time) => ({ time, label: "moved by hand" }));
    for (const plot of this.#plots) plot.describe(moves);
    for (const panel of this.#panels) panel.describe?.();
  }

  #measure() {
    if (!this.#clock.visible) return;
    if (!this.holds && this.#errors.update()) this.#compare();
    this.#comparison.measure();
    if (!this.#cost.measure()) return;
    setTimeout(() => this.#clock.redraw(), 1.01 * SECOND);
  }

  destroy() {
    this.#end();
    for (const view of [...this.#canvases, ...this.#plots, this.controls]) view.destroy();
    for (const panel of this.#panels) panel.destroy?.();
  }
}

/** A picture on the stage. */
function ofPicture({ name = "picture", leads, shown }: Picture, element: HTMLElement) {
  return { element, name, part: "picture", order: ORDER.picture, leads, shown };
}

/** A panel on the stage. */
function ofPanel({ element, name, part = "plot", leads, shown }: PanelView, order: number) {
  return { element, name, part, order, leads, shown };
}

/** True for the parameters in a saved image: method and symbols. */
function isInCaption(parameter: Parameter) {
  return parameter.key === "method" || ("symbol" in parameter && Boolean(parameter.symbol));
}
