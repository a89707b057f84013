// Scale of a slider: positions of values, linear or logarithmic, and steps between them.
import type { NumberParameter } from "../../types.ts";

/** Steps of an arrow key that Page Up and Page Down take at once. */
export const PAGE = 10;

/** Resolution of a linear slider, as a part of its range. */
const FINEST = 1 / 200;

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-9;

/** True if a slider is logarithmic. */
export function isLogarithmic({ step }: NumberParameter) {
  return step === undefined;
}

/**
 * Position of a value on the slider: 0 at the left end, 1 at the right end, outside beyond them.
 */
export function fraction(parameter: NumberParameter, value: number) {
  const { from, to } = parameter;
  if (!isLogarithmic(parameter)) return to > from ? (value - from) / (to - from) : 0;
  return value > 0 ? Math.log(value / from) / Math.log(to / from) : Number.NEGATIVE_INFINITY;
}

/**
 * The value at a position, rounded to at most 0.25 % of itself on a logarithmic slider and to at
 * most 0.5 % of the range on a linear one, or to a whole number.
 * @param part  position from 0 to 1
 */
export function valueAt(parameter: NumberParameter, part: number) {
  const { from, to, whole } = parameter;
  const p = Math.min(Math.max(part, 0), 1);
  const value = isLogarithmic(parameter) ? from * (to / from) ** p : from + (to - from) * p;
  const even = 10 ** Math.floor(Math.log10((to - from) * FINEST));
  const fine = whole ? 1 : isLogarithmic(parameter) ? secondDigit(value) / 10 : even;
  return Math.min(Math.max(multiple(Math.round(value / fine), fine), from), to);
}

/**
 * The value after some steps of an arrow key. Steps lead to multiples of the step size.
 * @param count  of steps, negative for down
 * @param bounds  the slider's ends if left out; from a value beyond an end, steps can only go
 *   back
 */
export function stepped(parameter: NumberParameter, value: number, count: number, bounds?: [number, number]) {
  const [least, most] = bounds ?? [Math.min(parameter.from, value), Math.max(parameter.to, value)];
  let next = value;
  for (let i = 0; i < Math.abs(count); i++) {
    next = Math.min(Math.max(neighbour(parameter, next, Math.sign(count)), least), most);
  }
  return next;
}

/** Step of 2, 5 or 10 in the second digit of a value: 1 to 2.5 % of it. */
function secondDigit(value: number) {
  const digit = 10 ** Math.floor(Math.log10(value));
  return (value < 2 * digit ? 0.02 : value < 5 * digit ? 0.05 : 0.1) * digit;
}

/**
 * The next multiple of the step; on a logarithmic slider, 0 is followed by the left end.
 * @param direction  1 or −1
 */
function neighbour(parameter: NumberParameter, value: number, direction: number) {
  if (isLogarithmic(parameter) && value <= 0) return direction > 0 ? parameter.from : value;
  const fine = parameter.step ?? secondDigit(value * (1 + direction * ROUNDING));
  const step = parameter.whole ? Math.max(1, fine) : fine;
  const place = value / step;
  return multiple(direction > 0 ? Math.floor(place + ROUNDING) + 1 : Math.ceil(place - ROUNDING) - 1, step);
}

/** n times a step, rounded to 12 digits. */
function multiple(n: number, step: number) {
  return Number((n * step).toPrecision(12));
}
