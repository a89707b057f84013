// A curve of a plot: its samples, its line, and its entry in the legend.

import type { Ends } from "./axes.ts";
import { after, valueAt } from "./cursor.ts";
import { entry } from "./legend.ts";
import type { Quantity } from "./quantity.ts";
import { dye, swatch } from "./swatch.ts";

/** Size beyond which values are not drawn, because computing with them would overflow. */
const HUGE = 1e300;

/**
 * The subject of a curve: a quantity over time or frequency, or over another one of the same run.
 */
export type Subject = { quantity: Quantity; over?: Quantity };

/** A point of a curve, or a difference. */
export type Point = [x: number, y: number];

/** Samples of a curve. */
export interface Samples {
  /** Places of a cursor, in order: times in s, or frequencies in rad/s. */
  places: Float64Array;
  /** Values on the horizontal axis: the places, or those of a quantity. */
  x: Float64Array;
  y: Float64Array;
}

/** Samples to draw, from an index on. */
export type Part = Samples & { first: number };

/** Position of a point of the plot, in CSS px. */
export type Place = (x: number, y: number) => Point;

/** Positions and colours of a plot. */
type Field = { place: Place; color: (property: string) => string };

export class Curve {
  subject;
  /** Dashes as drawn: the quantity's own, or others under forced colours. */
  dash;
  entry;
  output;
  /** False if the user has hidden it. */
  isShown;
  /** Place of the first sample that was drawn. */
  since = Number.POSITIVE_INFINITY;
  #swatch;
  /**
   * Length in CSS px of the part that has left the window, modulo the dashes' period: as an offset
   * it moves the dashes with the curve.
   */
  #gone = 0;

  /**
   * @param name  in the legend
   * @param shown  false if hidden at first
   */
  constructor(subject: Subject, name: string, toggled: () => void, shown?: boolean) {
    const { quantity } = subject;
    const made = entry(name, swatch(quantity), toggled, shown);
    made.entry.classList.toggle("run", quantity.run !== undefined);
    if (quantity.symbol) made.entry.dataset.symbol = quantity.symbol;
    this.subject = subject;
    this.dash = quantity.dash;
    this.entry = made.entry;
    this.output = made.output;
    this.isShown = made.isShown;
    this.#swatch = made.swatch;
  }

  /** Updates colour and dashes of the legend. */
  dye() {
    dye(this.#swatch, this.subject.quantity.color, this.dash);
  }

  /** Draws samples up to the present. Those before the first one have left the window. */
  draw(context: CanvasRenderingContext2D, samples: Part, field: Field) {
    this.#follow(samples, field.place);
    this.since = samples.places[samples.first] ?? Number.POSITIVE_INFINITY;
    this.drawLine(context, samples, field, this.#gone);
  }

  /** Draws a line, with gaps at missing values. @param gone  offset of the dashes, in CSS px */
  drawLine(context: CanvasRenderingContext2D, { x, y, first }: Part, { place, color: paint }: Field, gone: number = 0) {
    const { color, width, phase = 0 } = this.subject.quantity;
    context.strokeStyle = paint(color);
    context.lineWidth = this.entry.classList.contains("marked") ? 2 * width + 1 : width;
    context.lineJoin = "bevel"; // mitred joins would have spikes
    context.setLineDash(this.dash);
    context.lineDashOffset = phase + gone;
    context.beginPath();
    for (let i = first; i < x.length; i++) {
      const [left, top] = place(x[i], y[i]);
      if (isPlain(x[i]) && isPlain(y[i]) && isPlain(left) && isPlain(top)) context.lineTo(left, top);
      else {
        // dashes begin anew after a gap
        context.stroke();
        context.beginPath();
        context.lineDashOffset = phase;
      }
    }
    context.stroke();
  }

  /** Adds the length that has left the window. */
  #follow({ x, y, first }: Part, place: Place) {
    for (let i = 1; i <= first; i++) {
      const [left, top] = place(x[i - 1], y[i - 1]);
      const [right, bottom] = place(x[i], y[i]);
      const length = Math.hypot(right - left, bottom - top);
      this.#gone = isPlain(length) ? this.#gone + length : 0;
    }
    const period = 2 * this.dash.reduce((sum, length) => sum + length, 0);
    this.#gone = this.#gone % period || 0;
  }
}

/** True if a value can be drawn: NaN and huge values make gaps. */
export function isPlain(value: number) {
  return Math.abs(value) < HUGE;
}

/**
 * The samples within a span, with the next one to each side, so that the curve reaches its edges.
 * @param since  earlier place to begin at
 */
export function within({ places, x, y }: Samples, { low, high }: Ends, since: number = low): Part {
  const begin = Math.max(0, after(places, Math.min(since, low)) - 1);
  const cut = (column: Float64Array) => column.subarray(begin, after(places, high) + 1);
  return { places: cut(places), x: cut(x), y: cut(y), first: Math.max(0, after(places, low) - 1 - begin) };
}

/** The point of a curve at a place; NaN outside its samples. */
export function pointAt({ places, x, y }: Samples, place: number): Point {
  return [valueAt(places, x, place), valueAt(places, y, place)];
}
