// Where a value stands on its slider, and what is next to it.

/** @import { NumberParameter } from "../types.js" */

/** Steps of an arrow key that Page Up and Page Down go at once. */
export const PAGE = 10;

/** Values on an even slider are told apart by this part of its range or less; over decades by a tenth of an arrow key's step. */
const FINEST = 1 / 200;

/** Parts of a step that rounding may have put a value beside it. */
const ROUNDING = 1e-9;

/** Whether a slider goes over decades. @param {NumberParameter} parameter */
export function isLogarithmic({ step }) {
  return step === undefined;
}

/**
 * Which part of the way from the left end to the right end leads to a value: below 0 and above 1 for those beyond the ends.
 * @param {NumberParameter} parameter @param {number} value
 */
export function fraction(parameter, value) {
  const { from, to } = parameter;
  if (!isLogarithmic(parameter)) return to > from ? (value - from) / (to - from) : 0;
  return value > 0 ? Math.log(value / from) / Math.log(to / from) : Number.NEGATIVE_INFINITY;
}

/**
 * The value at a part of the way, from 0 to 1, as round as it may be for a pixel to change it by 2 % at most: of itself over decades, of half the
 * range where the slider is even. A whole number changes by one at least.
 * @param {NumberParameter} parameter @param {number} part
 */
export function valueAt(parameter, part) {
  const { from, to, whole } = parameter;
  const p = Math.min(Math.max(part, 0), 1);
  const value = isLogarithmic(parameter) ? from * (to / from) ** p : from + (to - from) * p;
  const even = 10 ** Math.floor(Math.log10((to - from) * FINEST));
  const fine = whole ? 1 : isLogarithmic(parameter) ? secondDigit(value) / 10 : even;
  return Math.min(Math.max(multiple(Math.round(value / fine), fine), from), to);
}

/**
 * The value some steps of an arrow key on, between two bounds: the next multiples of the step.
 * @param {NumberParameter} parameter @param {number} value @param {number} count  of steps, negative for down
 * @param {[number, number]} [bounds]  those of the slider if left out; from a value beyond them only the way back is open
 */
export function stepped(parameter, value, count, bounds) {
  const [least, most] = bounds ?? [Math.min(parameter.from, value), Math.max(parameter.to, value)];
  let next = value;
  for (let i = 0; i < Math.abs(count); i++) {
    next = Math.min(Math.max(neighbour(parameter, next, Math.sign(count)), least), most);
  }
  return next;
}

/** 2, 5 or 10 in the second digit of a value above 0: 1 to 2.5 % of it. @param {number} value */
function secondDigit(value) {
  const digit = 10 ** Math.floor(Math.log10(value));
  return (value < 2 * digit ? 0.02 : value < 5 * digit ? 0.05 : 0.1) * digit;
}

/**
 * The next multiple of the step; over decades, where 0 has none beside it, the left end.
 * @param {NumberParameter} parameter @param {number} value @param {number} direction  1 or −1
 */
function neighbour(parameter, value, direction) {
  if (isLogarithmic(parameter) && value <= 0) return direction > 0 ? parameter.from : value;
  const fine = parameter.step ?? secondDigit(value * (1 + direction * ROUNDING));
  const step = parameter.whole ? Math.max(1, fine) : fine;
  const place = value / step;
  return multiple(direction > 0 ? Math.floor(place + ROUNDING) + 1 : Math.ceil(place - ROUNDING) - 1, step);
}

/** n times a step, without the last digits that rounding adds. @param {number} n @param {number} step */
function multiple(n, step) {
  return Number((n * step).toPrecision(12));
}
