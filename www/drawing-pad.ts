// A field in which the reader draws a curve over time, by pointer or by arrow keys.
import { capture, element } from "./base/dom.ts";
import { significant } from "./base/format.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Width of the field in its own units. */
const WIDTH = 400;

/** Height of the field in its own units. */
const HEIGHT = 180;

/** Number of values of a curve. */
const COUNT = 101;

/** Keys: by how many values they go along time, and up by which part of the range. */
const KEYS = new Map([
  ["ArrowLeft", [-2, 0]],
  ["ArrowRight", [2, 0]],
  ["ArrowUp", [0, 0.05]],
  ["ArrowDown", [0, -0.05]],
]);

/** An SVG element with attributes. */
function shape(tag: string, attributes: Record<string, string | number>, text: string = "") {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.textContent = text;
  return node;
}

export class DrawingPad {
  element;
  /** The drawn values; NaN where nothing is drawn. */
  #values = new Float64Array(COUNT).fill(Number.NaN);
  #line = shape("polyline", { class: "drawn" });
  #cursor = shape("line", { class: "cursor", y1: 0, y2: HEIGHT });
  #range;
  #until;
  /** Index of the value that keys change. */
  #at = 0;

  constructor({
    name,
    unit,
    range,
    until,
  }: {
    /** Name of the quantity. */
    name: string;
    unit: string;
    /** Range of the quantity. */
    range: [number, number];
    /** End of the time axis in s. */
    until: number;
  }) {
    this.#range = range;
    this.#until = until;
    const [low, high] = range.map((value) => `${significant(value)} ${unit}`);
    const zero = this.#y(Math.min(Math.max(0, range[0]), range[1]));
    const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "pad", tabindex: 0, role: "application" });
    svg.setAttribute(
      "aria-label",
      `Field to draw ${name} from ${low} to ${high}, over 0 to ${significant(until)} s. Left and right arrow keys choose a time, up and down draw.`,
    );
    svg.append(
      shape("line", { class: "axis", x1: 0, x2: WIDTH, y1: zero, y2: zero }),
      shape("text", { x: 6, y: 16 }, `${name}, ${high}`),
      shape("text", { x: 6, y: HEIGHT - 6 }, low),
      shape("text", { x: WIDTH - 6, y: HEIGHT - 6, "text-anchor": "end" }, `t = ${significant(until)} s`),
      this.#line,
      this.#cursor,
    );
    this.element = element("div", { className: "drawing" });
    this.element.append(svg);
    let last: number | undefined;
    svg.addEventListener("pointerdown", (event) => {
      capture(svg, event.pointerId);
      last = this.#draw(svg, event, undefined);
    });
    svg.addEventListener("pointermove", (event) => {
      if (event.buttons) last = this.#draw(svg, event, last);
    });
    svg.addEventListener("keydown", (event) => this.#key(event));
    this.#show();
  }

  /** Height of a value in the field. */
  #y(value: number) {
    const [low, high] = this.#range;
    return (HEIGHT * (high - value)) / (high - low);
  }

  /** Draws to the pointer, from the value where it was before. */
  #draw(svg: Element, { clientX, clientY }: PointerEvent, last: number | undefined) {
    const { left, top, width, height } = svg.getBoundingClientRect();
    const [low, high] = this.#range;
    const index = Math.min(Math.max(Math.round(((COUNT - 1) * (clientX - left)) / width), 0), COUNT - 1);
    const value = high - Math.min(Math.max((clientY - top) / height, 0), 1) * (high - low);
    const from = last ?? index;
    const before = last === undefined ? value : this.#values[last];
    const steps = Math.max(Math.abs(index - from), 1);
    for (let i = 0; i <= steps; i++)
      this.#values[from + Math.sign(index - from) * i] = before + ((value - before) * i) / steps;
    this.#values[index] = value;
    this.#at = index;
    this.#show();
    return index;
  }

  #key(event: KeyboardEvent) {
    const [along, up] = KEYS.get(event.key) ?? [];
    if (along === undefined || up === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // a laboratory has keys of its own
    const [low, high] = this.#range;
    const present = Number.isNaN(this.#values[this.#at]) ? 0.5 * (low + high) : this.#values[this.#at];
    const value = Math.min(Math.max(present + up * (high - low), low), high);
    const to = Math.min(Math.max(this.#at + along, 0), COUNT - 1);
    // a new place continues at the height of the one before
    for (let i = Math.min(this.#at, to); i <= Math.max(this.#at, to); i++)
      if (i === this.#at || Number.isNaN(this.#values[i])) this.#values[i] = value;
    this.#at = to;
    this.#show();
  }

  #show() {
    const points = Array.from(this.#values, (value, i) => [(WIDTH * i) / (COUNT - 1), this.#y(value)]);
    const drawn = points.filter(([, y]) => Number.isFinite(y));
    this.#line.setAttribute("points", drawn.map(([x, y]) => `${x},${y.toFixed(1)}`).join(" "));
    const x = String((WIDTH * this.#at) / (COUNT - 1));
    this.#cursor.setAttribute("x1", x);
    this.#cursor.setAttribute("x2", x);
  }

  /** The curve, level beyond what is drawn; undefined if nothing is. */
  get curve() {
    const first = this.#values.findIndex((value) => !Number.isNaN(value));
    if (first < 0) return undefined;
    const values = this.#values.slice();
    for (let i = 0; i < COUNT; i++) if (Number.isNaN(values[i])) values[i] = i < first ? values[first] : values[i - 1];
    return { times: values.map((_, i) => (this.#until * i) / (COUNT - 1)), values };
  }
}
