// The cursors on one plot: gestures that move them, their lines and dots, and readings there.
import { element, write } from "../base/dom.ts";
import { cleaned } from "../base/format.ts";
import type { Axes } from "./axes.ts";
import { nearest } from "./cursor.ts";
import type { Place, Point, Subject } from "./curve.ts";
import { pointAt, within } from "./curve.ts";
import { Gestures } from "./gestures.ts";
import type { Recorder } from "./recorder.ts";
import type { Domain, Format } from "./times.ts";

/** Radius of a dot on a curve, in CSS px. */
const DOT = 3.5;

/** Dashes of the second cursor in CSS px. */
const DASH = [4, 4];

interface Owner {
  recorder: Recorder;
  domain: Domain;
  /** Subjects of the curves that are shown, the first one on top. */
  subjects: Subject[];
  /** True if the horizontal axis has a quantity. */
  isPlane: boolean;
  place: Place;
  /** Gives the colour of a custom property. */
  color: (property: string) => string;
  format: Format;
}

export class PlotCursor {
  /** A bar over the plot: the time between both cursors, and buttons. */
  bar;
  #plot;
  #axes;
  #between = element("output", { "aria-live": "off" });
  #buttons;

  constructor(plot: Owner, axes: Axes) {
    this.#plot = plot;
    this.#axes = axes;
    const change = (action: () => void) => () => {
      action();
      this.domain.redraw();
    };
    this.#buttons = [
      button("Go there", "Pause and show this moment in the picture: Enter", () => this.go()),
      button(
        "Δ",
        "Leave a second cursor here, from which differences count: D",
        change(() => this.domain.cursor.mark()),
      ),
      button(
        "×",
        "Remove the cursors: Escape",
        change(() => this.domain.cursor.clear()),
      ),
    ];
    const properties = { className: "cursor", hidden: true, role: "group", "aria-label": "Cursor" };
    this.bar = element("div", properties, this.#between, ...this.#buttons);
    axes.canvas.tabIndex = 0;
    axes.canvas.setAttribute("role", "slider");
    new Gestures(axes.canvas, this);
  }

  get domain() {
    return this.#plot.domain;
  }

  /** Place of the first cursor; undefined out of view, and where nothing is recorded. */
  get place() {
    const { span, ends, cursor } = this.domain;
    const { place = Number.NaN } = cursor;
    return place >= span.shown.low && place <= Math.min(span.shown.high, ends.high) ? place : undefined;
  }

  /** Place under a position; in a plane, that of the nearest point. @param at  in CSS px */
  placeAt(at: Point) {
    if (this.#plot.isPlane) return this.#nearestPoint(at);
    const { low, high } = this.domain.span.shown;
    const left = this.#axes.x(low);
    const right = this.#axes.x(high);
    return low + ((high - low) * (at[0] - left)) / (right - left);
  }

  /** Place of the point of the first curve that is nearest to a position. */
  #nearestPoint([left, top]: Point) {
    const { subjects, place, domain } = this.#plot;
    let found = domain.present;
    let least = Number.POSITIVE_INFINITY;
    for (const part of subjects.slice(0, 1).flatMap((subject) => [domain.past(subject), domain.later(subject)])) {
      const { places, x, y, first } = within(part, domain.span.shown);
      for (let i = first; i < places.length; i++) {
        const at = place(x[i], y[i]);
        const distance = Math.hypot(at[0] - left, at[1] - top);
        if (distance < least) {
          found = places[i];
          least = distance;
        }
      }
    }
    return found;
  }

  /** Place of the sample nearest to a position. @param at  in CSS px */
  sampleAt(at: Point) {
    return this.#near(this.placeAt(at));
  }

  /** Moves the first cursor, at first from the present on. */
  step(samples: number) {
    const { cursor, present } = this.domain;
    const place = this.#near(cursor.place ?? present, samples);
    if (place !== undefined) cursor.pin(place, this);
  }

  /** Shows the first cursor's moment in the picture. */
  go() {
    const { cursor, go } = this.domain;
    if (cursor.place !== undefined) go?.(cursor.place);
  }

  /** Place of the sample in view that is nearest to a place, or some samples beyond it. */
  #near(place: number, beyond?: number) {
    const { places, span } = this.domain;
    const { low, high } = span.shown;
    const seen = places.filter((at, i) => at >= low && at <= high && at !== places[i - 1]);
    return nearest(seen, place, beyond);
  }

  /**
   * The point of a curve at a place, which may be after the present; without a place the one that
   * the legend tells.
   */
  #point(subject: Subject, place?: number): Point {
    const { domain, recorder } = this.#plot;
    const past = domain.past(subject);
    const samples = place !== undefined && place > (past.places.at(-1) ?? 0) ? domain.later(subject) : past;
    const [x, y] = place === undefined ? domain.rest(subject) : pointAt(samples, place);
    const { quantity, over } = subject;
    return [over ? cleaned(x, recorder.scale(over)) : x, cleaned(y, recorder.scale(quantity))];
  }

  /**
   * Value of a curve at the first cursor, or at present without one; as a text, the change from the
   * second cursor on if there are both.
   */
  read(subject: Subject) {
    const { domain, format } = this.#plot;
    const { place } = this;
    const { origin } = domain.cursor;
    const point = this.#point(subject, place);
    const value = point[1];
    if (!Number.isFinite(value)) return { value, text: "–" };
    if (place === undefined || origin === undefined) return { value, text: domain.tell(subject, point, format, place) };
    const from = this.#point(subject, origin);
    const change = point.map((part, i) => part - from[i]) as Point;
    return { value, text: domain.tellChange(subject, change, format, place - origin) };
  }

  /** Draws the cursors: lines across the field, or in a plane none, and dots on the curves. */
  draw(context: CanvasRenderingContext2D) {
    const { subjects, isPlane, domain } = this.#plot;
    const { place } = this;
    const { origin } = domain.cursor;
    if (isPlane) this.#dots(context, origin, false);
    else this.#line(context, origin, DASH);
    if (place === undefined) return;
    if (!isPlane) this.#line(context, place, []);
    this.#dots(context, place, true);
    const text = domain.text(place);
    if (!isPlane) this.#axes.note(text, this.#axes.x(place));
    else if (subjects[0]) this.#axes.note(`t = ${text}`, this.#axes.x(this.#point(subjects[0], place)[0]));
  }

  /** Draws dots on the curves. @param place  none is drawn if undefined */
  #dots(context: CanvasRenderingContext2D, place: number | undefined, filled: boolean) {
    const { subjects, color } = this.#plot;
    if (place === undefined) return;
    for (const subject of subjects) {
      const at = this.#plot.place(...this.#point(subject, place));
      if (!at.every(Number.isFinite)) continue;
      context.fillStyle = context.strokeStyle = color(subject.quantity.color);
      context.setLineDash([]);
      context.lineWidth = 1;
      context.beginPath();
      context.arc(...at, DOT, 0, 2 * Math.PI);
      if (filled) context.fill();
      else context.stroke();
    }
  }

  /** Draws a line across the field. @param place  nothing is drawn if undefined */
  #line(context: CanvasRenderingContext2D, place: number | undefined, dash: number[]) {
    if (place === undefined) return;
    context.strokeStyle = this.#plot.color("--ink");
    context.lineWidth = 1;
    context.setLineDash(dash);
    context.lineDashOffset = 0;
    context.beginPath();
    context.moveTo(this.#axes.x(place), 0);
    context.lineTo(this.#axes.x(place), this.#axes.bottom);
    context.stroke();
  }

  /**
   * Updates the bar, and the value that a screen reader reads. Returns true if there are both
   * cursors.
   * @param readings  of the curves, with their labels
   */
  tell(readings: string[]) {
    const { domain } = this;
    const { origin, home } = domain.cursor;
    const { place } = this;
    const both = place !== undefined && origin !== undefined;
    const between = both ? domain.between(place, origin) : "";
    write(this.#between, between);
    this.#between.hidden = !both;
    const isHome = home === this;
    this.bar.hidden = place === undefined || !(isHome || (both && home === undefined));
    this.bar.inert = !isHome; // the mouse would leave the plot there, and so the cursor
    for (const button of this.#buttons) button.hidden = !isHome;
    this.#buttons[0].hidden ||= !domain.go;
    const text = [domain.text(place ?? domain.present), between, ...readings].filter(Boolean).join("; ");
    this.#setValue(place ?? domain.present, place === undefined ? "no cursor" : text);
    return both;
  }

  /** Sets a screen reader's value, if its text has changed. */
  #setValue(place: number, text: string) {
    const { canvas } = this.#axes;
    if (canvas.getAttribute("aria-valuetext") === text) return;
    const { low, high } = this.domain.ends;
    const values = { min: low, max: Math.max(high, place), now: place, text };
    for (const [name, value] of Object.entries(values)) canvas.setAttribute(`aria-value${name}`, String(value));
  }
}

/** @param title  what it does, and its key */
function button(text: string, title: string, action: () => void) {
  const node = element("button", { type: "button", textContent: text, title, "aria-label": title });
  node.addEventListener("click", action);
  return node;
}
