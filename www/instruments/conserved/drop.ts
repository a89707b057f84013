// A drop of phase space: states on a small circle, each carried along by a copy of the simulation.

import type { Vector } from "../../base/vectors.ts";
import { plus, vector } from "../../base/vectors.ts";
import type { Point } from "../../canvas/shapes.ts";
import { Simulation } from "../../engine.ts";
import type { Lab } from "../../lab/show.ts";

/** Number of states. */
const COUNT = 50;

/** Most time steps that a drop follows the run at once: more would take longer than a frame. */
export const MAX_STEPS = 100;

/** Radius of the circle, relative to the amplitude of the motion. */
const PART = 0.2;

/** Decades by which the area may change: beyond, rounding of the states would show. */
const DECADES = 10;

/** Tolerance for rounding of a time, in steps. */
const ROUNDING = 1e-6;

/** A plane of states: (x, v/ω) of a mass in m, along a direction, or a point of a field. */
interface Plane {
  /** Names of the coordinates. */
  names: [string, string];
  /** The state of rest. */
  middle: Point;
  /** Gives the state of a simulation. */
  read: (simulation: Simulation) => Point;
  /** Moves a copy of the run's state. */
  move: (copy: Simulation, by: Point) => void;
}

export class Drop {
  plane: Plane | undefined;
  /** Outline at the start. */
  start: Point[] = [];
  outline: Point[] = [];
  /** Time steps since the first one; −1 before it. */
  steps = -1;
  /** True if the run has taken too many steps at once, so that a new drop begins. */
  outrun = false;
  #lab;
  #copies: Simulation[] = [];
  /** Time of the last external change and direction of time, as a text. */
  #origin = "";
  /** Simulated time of the outline, in s. */
  #time = 0;
  /** Area after the first step. */
  #area = Number.NaN;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /**
   * Area relative to that after the first step, with which a method begins that remembers earlier
   * states. NaN before.
   */
  get ratio() {
    return area(this.outline) / this.#area;
  }

  /** Follows the run, or begins again after a jump. Returns false where there is no drop. */
  follow() {
    const { simulation, get, has } = this.#lab;
    const { exact } = simulation.analysis;
    // a motion with one rate has one dimension, and no area
    if (!exact || has("rate")) {
      this.free();
      return false;
    }
    const { backwards } = simulation.history;
    const origin = [exact.since, backwards].join();
    const behind = ((simulation.time - this.#time) / Number(get("timeStepSize"))) * (backwards ? -1 : 1);
    const steps = Math.round(behind);
    // before a first step a changed parameter cannot be seen
    const least = this.steps < 0 ? 1 : 0;
    const goesOn = origin === this.#origin && !(Math.abs(Math.log10(this.ratio)) > DECADES);
    const follows = goesOn && steps >= least && steps <= MAX_STEPS && Math.abs(behind - steps) < ROUNDING;
    this.outrun = goesOn && steps > MAX_STEPS;
    this.#time = simulation.time;
    this.#origin = origin;
    if (follows) this.#step(steps);
    else this.#begin();
    return true;
  }

  #begin() {
    const { simulation, scene } = this.#lab;
    const plane = planeOf(simulation);
    const { read, move, middle } = plane;
    const snapshot = simulation.snapshot();
    while (this.#copies.length < COUNT) this.#copies.push(Simulation.open(scene));
    const [x, y] = read(simulation);
    const radius = PART * (Math.hypot(x - middle[0], y - middle[1]) || 1);
    for (const [i, copy] of this.#copies.entries()) {
      const angle = (2 * Math.PI * i) / COUNT;
      copy.restore(snapshot);
      move(copy, [radius * Math.cos(angle), radius * Math.sin(angle)]);
    }
    this.plane = plane;
    this.outline = this.start = this.#copies.map(read);
    this.#area = Number.NaN;
    this.steps = -1;
  }

  /** Carries all states on, and measures the area after the first step. */
  #step(steps: number) {
    const first = this.steps < 0 ? Math.min(steps, 1) : 0;
    this.#advance(first);
    if (first > 0) this.#area = area(this.outline);
    this.#advance(steps - first);
  }

  #advance(steps: number) {
    if (!this.plane || steps === 0) return;
    for (const copy of this.#copies) copy.step(steps);
    this.outline = this.#copies.map(this.plane.read);
    this.steps += steps;
  }

  /** Frees the copies. */
  free() {
    for (const copy of this.#copies) copy.free();
    this.#copies = [];
    this.#origin = "";
    this.plane = undefined;
    this.outline = [];
    this.#area = Number.NaN;
    this.steps = -1;
  }
}

/** The plane of a run whose motion is known exactly: of one mass on a spring, or of a field. */
function planeOf(simulation: Simulation): Plane {
  const { air, fixed, restLengths } = simulation.system;
  if (air.length === 0) {
    const place = vector(simulation.positions, 0);
    return {
      names: ["x₁", "x₂"],
      middle: [0, 0],
      read: ({ positions: [x, y] }) => [x, y],
      move: (copy, [x, y]) => copy.hand.setPosition(0, ...plus(place, [x, y, 0])),
    };
  }
  const [anchor] = fixed;
  const mass = 1 - anchor;
  const x = vector(simulation.positions, mass);
  const v = vector(simulation.velocities, mass);
  const origin = vector(simulation.positions, anchor);
  // along a spring with a rest length, else along the x axis
  const d = plus(x, origin, -1);
  const n = restLengths[0] > 0 ? plus([0, 0, 0], d, 1 / Math.hypot(...d)) : ([1, 0, 0] as Vector);
  const omega = (2 * Math.PI) / (simulation.analysis.period ?? 2 * Math.PI);
  return {
    names: ["x [m]", "v/ω [m]"],
    middle: [dot(origin, n) + restLengths[0], 0],
    read: ({ positions, velocities }) => [dot(vector(positions, mass), n), dot(vector(velocities, mass), n) / omega],
    move: (copy, [along, speed]) => {
      copy.hand.setPosition(mass, ...plus(x, n, along));
      copy.hand.setVelocity(mass, ...plus(v, n, omega * speed));
    },
  };
}

function dot(a: Vector, b: Vector) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function area(points: Point[]) {
  const cross = points.map(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return x * v - y * u;
  });
  return cross.reduce((sum, part) => sum + part, 0) / 2;
}
