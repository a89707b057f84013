// A figure as SVG: curves in a field with axes, or a picture without, and a label at each curve.
import { ticks } from "../../www/plots/ticks.ts";
import { placeLabels } from "./labels.js";
import { clipped, digit, dotsOf, isInside, pathOf, simplified } from "./lines.js";

/** @import { Box, Point } from "./lines.js" */

/**
 * @typedef {{ name: string, range?: [number, number], log?: boolean }} Axis  named with its unit
 */

/**
 * A curve, or dots.
 * @typedef {object} Curve
 * @property {Point[]} points  in the units of the axes
 * @property {string} [label]
 * @property {string} [color]  a custom property
 * @property {number[]} [dash]  lengths of dashes and gaps
 * @property {number} [width]  of the line; 0 for dots alone
 * @property {number} [dots]  diameter of a dot at each point
 * @property {Point} [at]  the middle of its label, where the best place is not found
 */

/**
 * @typedef {object} Drawing
 * @property {string} name  for readers who don't see it
 * @property {Axis} [x]  without axes it is a picture, with the same scale in both directions
 * @property {Axis} [y]
 * @property {boolean} [equal]  true for the same scale on both axes
 * @property {Curve[]} curves
 */

/** @typedef {{ low: number, high: number, place: (value: number) => number }} Scale */

const WIDTH = 400;
const HEIGHT = { axes: 232, picture: 180, most: 340 };

/** Margins around the field; numbers of the vertical axis need more. */
const MARGIN = { left: 12, right: 16, top: 24, bottom: 40, digit: 7.8 };

/** Smallest distance between ticks. */
const SPACING = { across: 64, up: 34 };

/** Part of the extent of curves that is left free at the ends of an axis. */
const ROOM = 0.05;

/** @param {Drawing} drawing */
export function draw(drawing) {
  const { x, y, curves } = drawing;
  const extents = [0, 1].map((axis) => extent(curves, axis, [x, y][axis]));
  const numbers = y ? Math.max(...marks(extents[1], y, 5).map(({ text }) => text.length)) : 0;
  const left = MARGIN.left + (y ? MARGIN.digit * numbers : 0);
  const across = WIDTH - left - MARGIN.right;
  const [wide, high] = extents.map(([low, high]) => high - low);
  const ratio = x && !drawing.equal ? (HEIGHT.axes - MARGIN.top - MARGIN.bottom) / across : high / wide;
  const up = Math.min(ratio * across, HEIGHT.most);
  const top = y ? MARGIN.top : 8;
  const field = { left, right: left + across, top, bottom: top + up };
  const fit = ratio * across > up ? up / (ratio * across) : 1; // narrower, to keep the scale
  const horizontal = scale(extents[0], x, [left, left + fit * across]);
  const vertical = scale(extents[1], y, [field.bottom, field.top]);
  const place = (/** @type {Point} */ [a, b]) => /** @type {Point} */ ([horizontal(a), vertical(b)]);
  const height = field.bottom + (x ? MARGIN.bottom : 8);
  const shapes = curves.map((curve) => {
    const all = curve.points.map(place);
    const lines = curve.width === 0 ? [] : clipped(all, field).map(simplified);
    return { curve, lines, dots: curve.dots ? all.filter((point) => isInside(point, field)) : [] };
  });
  const labelled = shapes.filter(({ curve }) => curve.label);
  const places = placeLabels(
    labelled.map(({ curve: { label = "", at }, lines, dots }) => ({
      label,
      at: at && place(at),
      lines: lines.length > 0 ? lines : [dots],
    })),
    shapes.filter(({ curve }) => !curve.label).map(({ lines }) => lines),
    { left: y ? left : 2, right: WIDTH - 2, top: y ? top - 6 : 2, bottom: field.bottom },
  );
  const texts = labelled.map(({ curve }, i) => text(places[i], curve.label ?? "", "middle", curve.color));
  const names = labelled.map(({ curve }) => curve.label).join(", ");
  return `<svg viewBox="0 0 ${WIDTH} ${digit(height)}" role="img" aria-label="${drawing.name}${names && `: ${names}`}">
${x && y ? axes({ x, y, extents, horizontal, vertical, field }) : ""}${shapes.map(shape).join("")}${texts.join("")}</svg>`;
}

/**
 * @param {Curve[]} curves
 * @param {number} axis
 * @param {Axis} [given]
 * @returns {[number, number]}
 */
function extent(curves, axis, given) {
  if (given?.range) return given.range;
  const all = curves.flatMap(({ points }) => points.map((point) => point[axis])).filter(Number.isFinite);
  const low = Math.min(...all);
  const high = Math.max(...all);
  if (given?.log) return [low / 1.3, high * 1.3];
  const room = ROOM * (high - low || 1);
  return [low - room, high + room];
}

/**
 * Place of a value.
 * @param {[number, number]} extent
 * @param {Axis | undefined} axis
 * @param {[number, number]} ends
 */
function scale([low, high], axis, [from, to]) {
  const of = axis?.log ? Math.log : (/** @type {number} */ value) => value;
  return (/** @type {number} */ value) => from + ((to - from) * (of(value) - of(low))) / (of(high) - of(low));
}

/** @param {[number, number]} extent @param {Axis} axis @param {number} most */
function marks([low, high], { log }, most) {
  if (!log) return ticks({ low, high }, most);
  const first = Math.floor(Math.log10(low));
  const last = Math.floor(Math.log10(high) + 1e-9);
  const decades = Math.log10(high / low);
  const digits = decades < 2.5 && most >= 2.4 * decades ? [1, 2, 5] : [1];
  const step = Math.ceil(decades / most);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step)
    .flatMap((exponent) => digits.map((digit) => Number(`${digit}e${exponent}`)))
    .filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
    .map((value) => ({ value, text: value >= 1e-3 && value < 1e5 ? String(value) : power(value) }));
}

/** A power of ten. @param {number} value */
function power(value) {
  return `10${[...String(Math.round(Math.log10(value)))].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]).join("")}`;
}

/**
 * @param {{ x: Axis, y: Axis, extents: [number, number][], field: Box, horizontal: (value:
 *   number) => number, vertical: (value: number) => number }} frame
 */
function axes({ x, y, extents, field, horizontal, vertical }) {
  const { left, right, top, bottom } = field;
  const below = marks(extents[0], x, Math.floor((right - left) / SPACING.across));
  const beside = marks(extents[1], y, Math.floor((bottom - top) / SPACING.up));
  const lines = [
    ...below.map(({ value }) => `M${digit(horizontal(value))} ${digit(top)}V${digit(bottom)}`),
    ...beside.map(({ value }) => `M${left} ${digit(vertical(value))}H${right}`),
  ];
  return [
    `<path class="grid" d="${lines.join("")}"/>`,
    ...below.map(({ value, text: words }) => text([horizontal(value), bottom + 15], words, "middle")),
    ...beside.map(({ value, text: words }) => text([left - 5, vertical(value) + 4], words, "end")),
    text([right, bottom + 33], x.name, "end"),
    text([2, 13], y.name, "start"),
  ].join("");
}

/** @param {Point} place @param {string} words @param {string} anchor @param {string} [color] */
function text([x, y], words, anchor, color) {
  const [middle, fill] = color ? [' dy="4"', ` class="label" fill="var(${color}, currentcolor)"`] : ["", ""];
  return `<text x="${digit(x)}" y="${digit(y)}"${middle} text-anchor="${anchor}"${fill}>${words}</text>`;
}

/** @param {{ curve: Curve, lines: Point[][], dots: Point[] }} shape */
function shape({ curve: { color = "--ink", dash = [], width = 2, dots: size = 0 }, lines, dots }) {
  const stroke = `stroke="var(${color}, currentcolor)"`;
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(" ")}"` : "";
  const line = lines.length > 0 ? `<path d="${pathOf(lines)}" ${stroke} stroke-width="${width}"${dashes}/>` : "";
  return line + (dots.length > 0 ? `<path d="${dotsOf(dots)}" ${stroke} stroke-width="${size}"/>` : "");
}
