// A plot of quantities over time or frequency, or over another quantity.
import { element, write } from "../base/dom.ts";
import { significant } from "../base/format.ts";
import { Axes } from "./axes.ts";
import type { Part, Place, Subject } from "./curve.ts";
import { Curve, within } from "./curve.ts";
import { dashesOf } from "./dashes.ts";
import type { Chosen } from "./fitted-scale.ts";
import { FittedScale } from "./fitted-scale.ts";
import { entry, Legend } from "./legend.ts";
import { PlotCursor } from "./plot-cursor.ts";
import type { Quantity } from "./quantity.ts";
import type { Recorder } from "./recorder.ts";
import { withUnit } from "./recorder.ts";
import { dye, swatch } from "./swatch.ts";
import type { Domain, Event, Format } from "./times.ts";

/** Height of a tick in CSS px. */
const TICK = 7;

/** Dashes of a line that looks like ticks. */
const TICKS = [1, 6];

/** Opacity of curves after the present, which are there when the user has gone back. */
const LATER = 0.3;

/** Width of the button at the top of a plot, in CSS px. */
const HEAD = 96;

/** Curves that a plot can show, and their axis. */
export interface Content {
  /** Name of the vertical axis. */
  axis: string;
  /** Empty for none. */
  unit: string;
  /** Quantities that are recorded; the first is drawn on top. */
  quantities: Quantity[];
  /** A value that is always in view. */
  floor?: number;
  /** Writes values in the legend. */
  format?: Format;
  /**
   * Text of the legend about an adaptive method's own steps, whose ends are drawn as ticks over
   * time; empty for none.
   */
  steps?: () => string;
}

/** The content of a plot on its axes. */
export interface View {
  content: Content;
  domain: Domain;
  /** Quantity on the horizontal axis; time or frequency if left out. */
  over?: Quantity;
  /** Its name there. */
  across?: string;
  /** Nonlinear axes by choice. */
  scales: { x?: Chosen; y?: Chosen };
}

export class Plot {
  /** The plot with its legend. */
  element;
  /** Place for controls above the field. */
  top;
  recorder;
  color;
  #view: View;
  #curves: Curve[] = [];
  /** A closure within `show` would keep the curves before, and they those before them. */
  #redraw = () => this.domain.redraw();
  #legend = new Legend();
  #axes;
  #scales;
  #resize;
  #cursor;
  #steps;

  /**
   * @param color  gives the colour of a custom property
   * @param view  what it shows at first
   */
  constructor(recorder: Recorder, color: (property: string) => string, view: View) {
    this.recorder = recorder;
    this.color = color;
    this.#view = view;
    this.#scales = scalesOf(view);
    this.#steps = entry(
      "its own steps",
      swatch({ ...view.content.quantities[0], width: TICK, dash: TICKS, phase: -3 }),
    );
    this.#axes = new Axes({ x: "", y: "" }, this.#name, color);
    this.#axes.head = HEAD;
    this.#cursor = new PlotCursor(this, this.#axes);
    this.top = element("div", { className: "top" }, this.#cursor.bar);
    const frame = element("div", { className: "chart" }, this.#axes.canvas, this.top);
    this.element = element(
      "div",
      { className: "plot" },
      element("div", { className: "curves" }, this.#legend.element, frame),
    );
    this.show(
      view,
      view.content.quantities.map((quantity) => ({ quantity })),
    );
    this.#resize = new ResizeObserver(() => {
      this.#axes.size = { width: frame.clientWidth, height: frame.clientHeight };
      this.draw();
      this.tell();
    });
    this.#resize.observe(frame);
  }

  get #name() {
    const { content, domain, across } = this.#view;
    return `Plot of ${content.axis} over ${across ?? domain.name}`;
  }

  /** Sets what it shows; hidden curves stay hidden. */
  show(view: View, subjects: Subject[]) {
    if (view !== this.#view) this.#scales = scalesOf(view);
    this.#view = view;
    const { content, domain, over, across = "" } = view;
    const quantities = subjects.map(({ quantity }) => quantity);
    // a run with one curve needs no more than its name
    const name = ({ label, run }: Quantity) =>
      run && quantities.filter((one) => one.run === run).length === 1 ? run : label;
    const before = this.#curves;
    this.#curves = subjects.map((subject) => {
      const { quantity } = subject;
      const old = before.find((curve) => curve.subject.quantity === quantity);
      return new Curve(subject, name(quantity), this.#redraw, old?.isShown());
    });
    const items = this.#curves.map(({ entry }) => entry);
    if (content.steps) items.push(this.#steps.entry);
    this.#legend.show(items);
    this.#axes.names = {
      x: over ? withUnit(across, over.unit) : domain.axis,
      y: withUnit(content.axis, content.unit),
    };
  }

  get domain() {
    return this.#view.domain;
  }

  get isPlane() {
    return this.#view.over !== undefined;
  }

  get format() {
    return this.#view.content.format ?? significant;
  }

  /** The curves that the legend shows. */
  get #shown() {
    return this.#curves.filter(({ isShown }) => isShown());
  }

  get subjects() {
    return this.#shown.map(({ subject }) => subject);
  }

  /** Draws the recorded curves. */
  draw() {
    const { domain } = this;
    const { over } = this.#view;
    const span = domain.show(this.subjects);
    const dashes = dashesOf(this.#curves.map(({ subject }) => subject.quantity.dash));
    for (const [i, curve] of this.#curves.entries()) curve.dash = dashes[i];
    // the first curve is drawn last, on top
    const parts = this.#shown.toReversed().map((curve) => ({
      curve,
      past: within(domain.past(curve.subject), span, curve.since),
      later: within(domain.later(curve.subject), span),
    }));
    const across = over ? this.#fit("x", parts, [over]) : span;
    const quantities = this.#curves.map(({ subject }) => subject.quantity);
    const up = this.#fit("y", parts, quantities);
    this.#axes.draw(across, up, over ? [] : domain.marks(), (context) => {
      context.globalAlpha = LATER;
      for (const { curve, later } of parts) curve.drawLine(context, later, this);
      context.globalAlpha = 1;
      for (const { curve, past } of parts) curve.draw(context, past, this);
      if (this.#showsSteps) this.#ticks(context);
      this.#cursor.draw(context);
    });
  }

  /** Scale of an axis for the samples in view. */
  #fit(axis: "x" | "y", parts: { curve: Curve; past: Part; later: Part }[], quantities: Quantity[]) {
    const column = ({ first, ...values }: Part) => ({ values: values[axis], first });
    const running = parts.filter(({ curve }) => !curve.subject.quantity.record);
    return this.#scales[axis].fit(
      parts.flatMap(({ past, later }) => [column(past), column(later)]),
      running.map(({ past }) => column(past)),
      {
        usual: Math.max(...quantities.map(({ scale = 0 }) => scale)),
        largest: Math.max(...quantities.map((quantity) => this.recorder.scale(quantity))),
      },
    );
  }

  /** Position of a point in CSS px. */
  place: Place = (x, y) => {
    const { x: across, y: up } = this.#scales;
    return [this.#axes.x(this.isPlane ? across.shown(x) : x), this.#axes.y(up.shown(y))];
  };

  /** True if ticks show the ends of an adaptive method's own steps. */
  get #showsSteps() {
    const { content, domain, over } = this.#view;
    return Boolean(content.steps && domain.go && !over);
  }

  /** Draws ticks at the ends of an adaptive method's own steps. */
  #ticks(context: CanvasRenderingContext2D) {
    context.fillStyle = this.color(this.#view.content.quantities[0].color);
    const { x, bottom } = this.#axes;
    for (const time of this.recorder.ticks()) context.fillRect(x(time) - 0.5, bottom - TICK, 1, TICK);
  }

  /** Updates the legend, with values at the cursor or else the present ones. */
  tell() {
    const { content } = this.#view;
    dye(this.#steps.swatch, content.quantities[0].color, TICKS);
    for (const curve of this.#curves) {
      const { subject, output, entry, isShown } = curve;
      curve.dye();
      const { value, text } = this.#cursor.read(subject);
      write(output, text);
      if (subject.quantity.optional) entry.hidden = isShown() && Number.isNaN(value);
    }
    const text = (this.#showsSteps && content.steps?.()) || "";
    write(this.#steps.output, text);
    this.#steps.entry.hidden = text === "";
    const both = this.#cursor.tell(
      this.#seen.map(({ subject, output }) => `${subject.quantity.label} ${output.value}`),
    );
    this.element.classList.toggle("long", both || this.isPlane || !this.domain.go);
  }

  /** The curves that the legend shows and that have values. */
  get #seen() {
    return this.#shown.filter(({ entry }) => !entry.hidden);
  }

  /**
   * Describes the plot up to the present and its events in words.
   * @param events  in addition to the marks
   */
  describe(events: Event[]) {
    this.#axes.canvas.ariaLabel = this.domain.describe(this.#name, this.subjects, this.format, events);
  }

  /** The present canvas without its legend, and the legend as texts. */
  still() {
    const curves = this.#seen.map(({ subject: { quantity }, dash, output }) => ({
      line: { ...quantity, dash },
      text: `${quantity.label} ${output.value}`,
    }));
    return { canvas: this.#axes.canvas, curves };
  }

  /** Stops observing the size. */
  destroy() {
    this.#resize.disconnect();
  }
}

/** New scales of both axes. */
function scalesOf({ content, scales: { x, y } }: View) {
  return { x: new FittedScale(undefined, x), y: new FittedScale(content.floor, y) };
}
