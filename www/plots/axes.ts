// Two axes on a canvas that is sharp at any pixel ratio.
import { context2d, element, pixelRatio } from "../base/dom.ts";
import type { Mark } from "./recorder.ts";
import { ticks } from "./ticks.ts";

/** Ends of an axis. */
export type Ends = { low: number; high: number };

type Tick = { value: number; text: string };

/**
 * An axis. With `map` it is nonlinear: `low` and `high` are mapped values, and `ticks` gives its
 * ticks.
 */
export type Scale = Ends & { map?: (value: number) => number; ticks?: (count: number) => Tick[] };

const FONT = "12px system-ui, sans-serif";

/** Margins around the plot's field, in CSS px. They are fixed, so that stacked plots line up. */
const MARGIN = { left: 58, right: 16, top: 24, bottom: 24 };

/** Distances of the axes' names from the top, bottom and left edge, in CSS px. */
const NAME = { top: 9, bottom: 9, left: 4 };

/** Smallest distance between texts, and between a text and the field, in CSS px. */
const GAP = 6;

/** Smallest distance between ticks, in CSS px. */
const SPACING = { across: 50, up: 16 };

/** Most intervals between ticks of the vertical axis. */
const MAX_INTERVALS = 7;

export class Axes {
  canvas;
  /** Names of the axes, with units. */
  names;
  #context;
  #color;
  /** Lower edge of the field, in CSS px. */
  bottom = 0;
  /** Size of the canvas, in CSS px. */
  size = { width: 0, height: 0 };
  /** Height left free at the bottom, in CSS px. */
  foot = 0;
  /** Width left free at the right end of the top, in CSS px. */
  head = 0;
  /** Position of a value on the horizontal axis, in CSS px. */
  x = place(0, 0, { low: 0, high: 1 });
  /** Position of a value on the vertical axis, in CSS px. */
  y = this.x;

  /**
   * @param names  with units
   * @param color  gives the colour of a custom property
   * @param canvas  an existing one, which keeps its description
   */
  constructor(
    names: { x: string; y: string },
    description: string,
    color: (property: string) => string,
    canvas?: HTMLCanvasElement,
  ) {
    this.canvas = canvas ?? element("canvas", { role: "img", "aria-label": description });
    this.#context = context2d(this.canvas);
    this.names = names;
    this.#color = color;
  }

  /** Size of the field between the axes, in CSS px. */
  get field() {
    const { width, height } = this.size;
    return {
      width: width - MARGIN.left - MARGIN.right,
      height: height - MARGIN.top - MARGIN.bottom - this.foot,
    };
  }

  /**
   * Draws the axes, the events and the content; nothing if there is no space.
   * @param content  draws between the axes
   */
  draw(
    x: Scale,
    y: Scale,
    marks: Pick<Mark, "time" | "label">[],
    content: (context: CanvasRenderingContext2D) => void,
  ) {
    const context = this.#context;
    const { width, height } = this.field;
    if (width <= 0 || height <= 0) return;
    this.x = place(MARGIN.left, width, x, x.map);
    this.y = place(MARGIN.top + height, -height, y, y.map);
    this.bottom = MARGIN.top + height;
    this.#clear();
    this.#across(x, width, height);
    this.#up(y, width, height);
    this.#events(marks, height);
    context.save();
    context.beginPath();
    context.rect(MARGIN.left, 0, width, this.size.height);
    context.clip();
    content(context);
    context.restore();
  }

  /**
   * Writes a text over the horizontal axis, on the ground of the field.
   * @param x  its middle in CSS px, unless it would be cut off
   */
  note(text: string, x: number) {
    const half = this.#measure(text) / 2 + GAP;
    const middle = Math.min(Math.max(x, MARGIN.left + half), this.size.width - half);
    const y = this.size.height - this.foot - NAME.bottom;
    this.#context.fillStyle = this.#color("--ink");
    this.#context.fillRect(middle - half, this.bottom + 1, 2 * half, this.size.height - this.foot - this.bottom - 1);
    this.#context.fillStyle = this.#color("--panel");
    this.#context.fillText(text, middle - half + GAP, y);
  }

  #clear() {
    const context = this.#context;
    const canvas = this.canvas;
    const ratio = pixelRatio(canvas);
    const [width, height] = [this.size.width, this.size.height].map((length) => Math.round(length * ratio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.size.width, this.size.height);
    context.font = FONT;
    context.textBaseline = "middle";
  }

  /** Draws the horizontal axis. */
  #across(ends: Scale, width: number, height: number) {
    const y = this.size.height - this.foot - NAME.bottom;
    // the name is left of the axis's first number, below the numbers of the vertical axis
    const end = this.#text(this.names.x, NAME.left, y);
    this.#line(MARGIN.left, MARGIN.top, 0, height);
    const marks = (spacing: number) => ends.ticks?.(width / spacing) ?? ticks(ends, width / spacing);
    const widest = Math.max(...marks(SPACING.across).map(({ text }) => this.#measure(text)));
    for (const { value, text } of marks(Math.max(SPACING.across, widest + 3 * GAP))) {
      const x = this.x(value);
      const half = this.#measure(text) / 2;
      this.#line(x, MARGIN.top, 0, height);
      if (x - half > end + GAP / 2 && x + half < this.size.width) this.#text(text, x - half, y);
    }
  }

  /** Draws the vertical axis. */
  #up(ends: Scale, width: number, height: number) {
    this.#text(this.names.y, NAME.left, NAME.top);
    this.#line(MARGIN.left, MARGIN.top + height, width, 0);
    const most = Math.min(height / SPACING.up, MAX_INTERVALS);
    for (const { value, text } of ends.ticks?.(most) ?? ticks(ends, most)) {
      this.#line(MARGIN.left, this.y(value), width, 0);
      this.#text(text, MARGIN.left - GAP - this.#measure(text), this.y(value) + 1);
    }
  }

  /**
   * Draws events as lines across the field with labels above; a label that would overlap a later
   * one is left out.
   */
  #events(marks: Pick<Mark, "time" | "label">[], height: number) {
    const context = this.#context;
    const begin = NAME.left + this.#measure(this.names.y) + GAP;
    let end = this.size.width - this.head - GAP;
    context.strokeStyle = this.#color("--muted");
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.beginPath();
    for (const { time, label } of marks.toReversed()) {
      const x = this.x(time);
      const width = this.#measure(label);
      context.moveTo(x, MARGIN.top);
      context.lineTo(x, MARGIN.top + height);
      const left = Math.min(x + width / 2, this.size.width - this.head - GAP) - width;
      if (left < begin || left + width > end) continue;
      this.#text(label, left, NAME.top);
      end = left - GAP;
    }
    context.stroke();
  }

  /** Draws a line of the grid on whole pixels of the screen. */
  #line(x: number, y: number, width: number, height: number) {
    const ratio = pixelRatio(this.canvas);
    const [left, top] = [x, y].map((place) => Math.round(place * ratio - 0.5) / ratio);
    const thin = Math.max(1, Math.round(ratio)) / ratio;
    this.#context.fillStyle = this.#color("--line");
    this.#context.fillRect(left, top, width || thin, height || thin);
  }

  /** Writes a text and returns its right end. */
  #text(text: string, x: number, y: number) {
    this.#context.fillStyle = this.#color("--muted");
    this.#context.fillText(text, x, y);
    return x + this.#measure(text);
  }

  #measure(text: string) {
    return this.#context.measureText(text).width;
  }
}

/** Function from a value to its position on an axis. */
function place(start: number, length: number, { low, high }: Ends, map: (value: number) => number = (value) => value) {
  return (value: number) => start + (length * (map(value) - low)) / (high - low);
}
