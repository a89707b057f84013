// A canvas with two axes, sharp at any pixel ratio.
import { element } from "../lab/dom.js";
import { ticks } from "./ticks.js";

/** @typedef {{ low: number, high: number }} Ends  of an axis */

const FONT = "12px system-ui, sans-serif";

/** Room around the field of the plot, in CSS px. It does not follow the texts, so that stacked plots line up. */
const MARGIN = { left: 58, right: 16, top: 22, bottom: 22 };

/** Between texts, and between a text and the field, in CSS px. */
const GAP = 6;

/** Between a text and the edge of the canvas, in CSS px. */
const EDGE = 4;

/** Distances between ticks in CSS px, and how many there may be upwards. */
const SPACING = { across: 50, up: 20, most: 7 };

export class Axes {
  canvas;
  #context;
  #names;
  #color;
  #width = 0;
  #height = 0;
  /** A place is origin + scale × value. */
  scale = { x: 1, y: -1 };
  origin = { x: 0, y: 0 };

  /**
   * @param {{ x: string, y: string }} names  with units
   * @param {string} description
   * @param {(property: string) => string} color  the colour a custom property stands for
   */
  constructor(names, description, color) {
    this.canvas = element("canvas", { role: "img", "aria-label": description });
    this.#context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.#names = names;
    this.#color = color;
  }

  /** @param {number} width @param {number} height  in CSS px */
  resize(width, height) {
    [this.#width, this.#height] = [width, height];
  }

  /** The field between the axes, in CSS px. */
  get field() {
    const { left, right, top, bottom } = MARGIN;
    return { left, top, width: this.#width - left - right, height: this.#height - top - bottom };
  }

  /**
   * Draws the axes on the empty canvas.
   * @param {Ends} x
   * @param {Ends} y
   * @returns {CanvasRenderingContext2D | undefined}  in CSS px; nothing if there is no room
   */
  begin(x, y) {
    const context = this.#context;
    const { left, top, width, height } = this.field;
    if (width <= 0 || height <= 0) return undefined;
    const size = [this.#width, this.#height].map((length) => Math.round(length * devicePixelRatio));
    if (this.canvas.width !== size[0] || this.canvas.height !== size[1]) [this.canvas.width, this.canvas.height] = size;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    this.scale = { x: width / (x.high - x.low), y: -height / (y.high - y.low) };
    this.origin = { x: left - this.scale.x * x.low, y: top - this.scale.y * y.high };
    context.font = FONT;
    context.textBaseline = "middle";
    this.#across(x);
    this.#up(y);
    return context;
  }

  /** @param {Ends} ends */
  #across({ low, high }) {
    const { left, top, width, height } = this.field;
    const y = top + height + MARGIN.bottom / 2 + 1;
    // before the first number, under those of the other axis
    this.#text(this.#names.x, EDGE, y, "left");
    const end = EDGE + this.width(this.#names.x);
    const numbers = (/** @type {number} */ spacing) => ticks(low, high, Math.max(1, Math.floor(width / spacing)));
    const widest = Math.max(...numbers(SPACING.across).map(({ text }) => this.width(text)));
    this.#line(left, top, 0, height);
    for (const { value, text } of numbers(Math.max(SPACING.across, widest + 3 * GAP))) {
      const x = this.origin.x + this.scale.x * value;
      this.#line(x, top, 0, height);
      const half = this.width(text) / 2;
      if (x - half >= end + 3 && x + half <= this.#width) this.#text(text, x, y, "center");
    }
  }

  /** @param {Ends} ends */
  #up({ low, high }) {
    const { left, top, width, height } = this.field;
    this.#text(this.#names.y, EDGE, MARGIN.top / 2 - 3, "left");
    this.#line(left, top + height, width, 0);
    const most = Math.min(Math.max(1, Math.floor(height / SPACING.up)), SPACING.most);
    for (const { value, text } of ticks(low, high, most)) {
      const y = this.origin.y + this.scale.y * value;
      this.#line(left, y, width, 0);
      this.#text(text, left - GAP, y + 1, "right");
    }
  }

  /** A line of the grid, on whole pixels of the screen. @param {number} x @param {number} y @param {number} width @param {number} height */
  #line(x, y, width, height) {
    const thin = Math.max(1, Math.floor(devicePixelRatio)) / devicePixelRatio;
    const [left, top] = [x, y].map((place) => Math.round(place * devicePixelRatio - 0.5) / devicePixelRatio);
    this.#context.fillStyle = this.#color("--line");
    this.#context.fillRect(left, top, width || thin, height || thin);
  }

  /** @param {string} text @param {number} x @param {number} y @param {CanvasTextAlign} align */
  #text(text, x, y, align) {
    this.#context.fillStyle = this.#color("--muted");
    this.#context.textAlign = align;
    this.#context.fillText(text, x, y);
  }

  /** Of a text, in CSS px. @param {string} text */
  width(text) {
    return this.#context.measureText(text).width;
  }

  /** Lines across the field at events, the labels over it; one that would lie over a later one is left out. @param {{ time: number, label: string }[]} marks */
  mark(marks) {
    const { top, height } = this.field;
    const begin = EDGE + this.width(this.#names.y) + GAP;
    let end = this.#width - GAP;
    this.#context.strokeStyle = this.#color("--muted");
    this.#context.lineWidth = 1;
    this.#context.setLineDash([3, 3]);
    for (const { time, label } of marks.toReversed()) {
      const x = this.origin.x + this.scale.x * time;
      this.#context.beginPath();
      this.#context.moveTo(x, top);
      this.#context.lineTo(x, top + height);
      this.#context.stroke();
      const half = this.width(label) / 2;
      const middle = Math.min(x, this.#width - GAP - half);
      if (middle - half < begin || middle + half > end) continue;
      this.#text(label, middle, MARGIN.top / 2 - 3, "center");
      end = middle - half - GAP;
    }
  }
}
