// Two cursors that all plots of a laboratory share, and what can be read at them.
import { minus, significant } from "../base/format.ts";

/** Digits of a frequency. */
const DIGITS = 4;

export class Cursor {
  /** Place of the cursor, a time or frequency; undefined without one. */
  place: number | undefined;
  /** Place of the second cursor, from which differences count. */
  origin: number | undefined;
  /** The plot that has pinned the cursor; the mouse alone moves it if undefined. */
  home: unknown;

  /** Follows a mouse that is not pressed; undefined when it leaves. */
  hover(place?: number) {
    if (!this.home) this.place = place;
  }

  /** Leaves the cursor at a place. @param home  the plot */
  pin(place: number, home: unknown) {
    this.place = place;
    this.home = home;
  }

  /** Puts the second cursor where the first one is. */
  mark() {
    this.origin = this.place;
  }

  /** Removes both cursors. */
  clear() {
    this.place = this.origin = this.home = undefined;
  }
}

/**
 * Index of the first sample after a time; the number of samples if there is none.
 * @param times  in order
 */
export function after(times: ArrayLike<number>, time: number) {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Time of the sample nearest to a time, or some samples beyond it; undefined without samples.
 * @param times  in order
 */
export function nearest(times: ArrayLike<number>, time: number, beyond: number = 0): number | undefined {
  const next = after(times, time);
  const isNext = next === 0 || times[next] - time < time - times[next - 1];
  const index = (isNext ? next : next - 1) + beyond;
  return times[Math.min(Math.max(index, 0), times.length - 1)];
}

/**
 * Value of a curve at a time, on the straight line between two samples; the later one at a jump.
 * NaN outside the samples.
 * @param times  in order
 */
export function valueAt(times: ArrayLike<number>, values: ArrayLike<number>, time: number) {
  const next = after(times, time);
  if (next === 0) return Number.NaN;
  const before = times[next - 1];
  const value = values[next - 1];
  if (before === time) return value;
  if (next === times.length) return Number.NaN;
  return value + ((values[next] - value) * (time - before)) / (times[next] - before);
}

/** A time or frequency, with digits that distinguish samples. @param interval  between samples */
export function placeText(place: number, interval: number, unit: string = "s") {
  const text = place.toFixed(Math.max(0, Math.ceil(-Math.log10(interval / 2))));
  return `${minus(Number(text) === 0 ? text.replace("-", "") : text)} ${unit}`;
}

/**
 * Time from the second cursor to the first, and its inverse, as a text.
 * @param interval  between samples, in s
 */
export function intervalText(time: number, origin: number, interval: number) {
  const between = time - origin;
  return `Δt = ${placeText(between, interval)}, 1/Δt = ${inverseText(1 / between, "Hz")}`;
}

/** An inverse difference, if there is one. */
export function inverseText(value: number, unit: string) {
  return Number.isFinite(value) ? `${minus(String(Number(value.toPrecision(DIGITS))))} ${unit}` : "–";
}

/**
 * Difference of a curve's values at both cursors, and its mean slope between them, as a text.
 * @param between  time between the cursors, in s
 */
export function changeText(difference: number, between: number, unit: string, format: (value: number) => string) {
  const slope = between === 0 ? Number.NaN : difference / between;
  return `Δ ${format(difference)} ${unit}, ${significant(slope)} ${rate(unit)}`;
}

/** Unit of a slope over time. */
function rate(unit: string) {
  return unit.endsWith("/s") ? `${unit}²` : `${unit || 1}/s`;
}
