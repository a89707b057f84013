// Runs that confirm what a page claims: a scene with the settings of a link, read by words.
import assert from "node:assert/strict";
import { Simulation } from "../dist/lib/springlab.js";

/** Values of parameters by key. */
export type Values = Record<string, number | string>;

/** Reading at a time in s. */
export type Reading = (t: number) => number;
/** A change of a run, after its time in s. */
type Event = [time: number, change: (simulation: Simulation) => void];

/** Key of a coordinate at the start, which a page has and the engine does not. */
export const COORDINATE = /^p(\d+)([xyz])$/;

/** A run: a scene with parameters, some of which change on the way. */
export class Run {
  #scene;
  #values;
  /** Changes on the way, the earliest first, with their times in s. */
  #events;
  #simulation: Simulation | undefined;
  /** Number of events that have happened. */
  #happened = 0;

  /** @param values  of parameters */
  constructor(scene: string, values: Values, events: Event[] = []) {
    this.#scene = scene;
    this.#values = values;
    this.#events = events.toSorted(([a], [b]) => a - b);
  }

  /** The same run with other values. */
  but(values: Values) {
    return new Run(this.#scene, { ...this.#values, ...values }, this.#events);
  }

  /** The same run with further changes, with their times in s. */
  with(...events: Event[]) {
    return new Run(this.#scene, this.#values, [...this.#events, ...events]);
  }

  /** The same text for runs that are the same; undefined for one with changes. */
  get key() {
    return this.#events.length > 0 ? undefined : JSON.stringify([this.#scene, Object.entries(this.#values).sort()]);
  }

  /** The simulation at its start. */
  open() {
    const simulation = Simulation.open(this.#scene);
    const all = Object.entries(this.#values);
    for (const [key, value] of all) if (!COORDINATE.test(key)) simulation.set(key, value);
    simulation.restart();
    for (const [key, value] of all) {
      const [, node, axis] = key.match(COORDINATE) ?? [];
      if (node) place(simulation, Number(node) - 1, "xyz".indexOf(axis), Number(value));
    }
    return simulation;
  }

  free() {
    this.#simulation?.free();
    this.#simulation = undefined;
    this.#happened = 0;
  }

  /** The simulation at the step nearest to a time in s. */
  at(t: number) {
    if (this.#simulation && steps(this.#simulation, t) < 0) this.free();
    this.#simulation ??= this.open();
    const simulation = this.#simulation;
    for (;;) {
      const event = this.#events[this.#happened];
      const due = event ? steps(simulation, event[0]) : Number.POSITIVE_INFINITY;
      const left = steps(simulation, t);
      if (event && due <= left) {
        if (due > 0) simulation.step(due);
        event[1](simulation);
        this.#happened += 1;
      } else {
        if (left > 0) simulation.step(left);
        return simulation;
      }
    }
  }

  /** Time in s at which the run explodes, Infinity if it lasts. @param until  in s */
  explosion(until: number) {
    this.free();
    try {
      this.at(until);
      return Number.POSITIVE_INFINITY;
    } catch {
      return this.#simulation?.time ?? 0;
    } finally {
      this.free();
    }
  }

  /** The simulation after each step between two times in s, the same object each time. */
  *each(from: number, to: number) {
    for (let simulation = this.at(from); ; simulation = this.at(simulation.time + step(simulation))) {
      yield simulation;
      if (steps(simulation, to) <= 0) return;
    }
  }
}

/** Sets a coordinate of a particle. @param value  in m */
function place(simulation: Simulation, particle: number, axis: number, value: number) {
  const to = [...simulation.positions.subarray(3 * particle, 3 * particle + 3)] as [number, number, number];
  if (to[axis] === value) return;
  to[axis] = value;
  simulation.hand.setPosition(particle, ...to);
}

/** Time step in s. */
const step = (simulation: Simulation) => Number(simulation.get("timeStepSize"));

/** Number of steps to a time in s. */
const steps = (simulation: Simulation, t: number) => Math.round((t - simulation.time) / step(simulation));

/** Comparisons of two expressions. */
const COMPARISONS: Record<string, (left: number, right: number) => boolean> = {
  "<": (left, right) => left < right,
  ">": (left, right) => left > right,
  "<=": (left, right) => left <= right,
  ">=": (left, right) => left >= right,
  "=": (left, right) => left === right,
};

/**
 * True if a value is, to its last digit, the number that a text states.
 * @param stated  such as "0.29" or "6.0e-6"
 */
function rounds(value: number, stated: string) {
  const [, , decimals = "", exponent = "0"] = stated.match(/^-?(\d+)(?:\.(\d+))?(?:e(-?\d+))?$/) ?? [];
  assert.ok(Number.isFinite(Number(stated)), `${stated} is no number`);
  return Math.abs(value - Number(stated)) <= 0.5 * 10 ** (Number(exponent) - decimals.length) * (1 + 1e-9);
}

/**
 * Confirms a claim: parts between semicolons, each a comparison or a condition. Comparisons are
 * those of numbers, and ≈ with a number as the page states it.
 */
export function confirm(claim: string, words: Record<string, unknown>) {
  const value = (text: string) =>
    new Function(...Object.keys(words), `"use strict"; return (${text});`)(...Object.values(words));
  for (const part of claim.split(";").map((text) => text.trim())) {
    const [, left, sign, right] = part.match(/^(.+?) (≈|<=|>=|<|>|=) (.+)$/) ?? [];
    if (sign === undefined) {
      assert.equal(value(part), true, part);
      continue;
    }
    const found = value(left);
    if (sign === "≈") assert.ok(rounds(found, right), `${part}: ${found}`);
    else {
      const other = value(right);
      assert.ok(COMPARISONS[sign](found, other), `${part}: ${found}, ${other}`);
    }
  }
}
