// The laboratory's flow by all methods, from the same starting point.
import { Simulation } from "../../engine.js";
import { perSample } from "../../plots/quantity.js";
import { Recorder } from "../../plots/recorder.js";
import { Sampler } from "../../plots/sampler.js";

/** @import { Lab } from "../../lab/show.js" */
/** @import { Point } from "../../canvas/shapes.js" */

export class Race {
  /** Common starting point, in m. @type {Point} */
  start = [0, 0];
  #lab;
  /** A simulation for each method, by its id. @type {Map<string, Simulation>} */
  #others;
  /** Coordinates of each method's point as quantities, by the method's id. */
  #trails;
  /** Simulations that diverged and stopped. @type {Set<Simulation>} */
  #gone = new Set();
  #recorder;
  #sampler;
  /**
   * Position of the laboratory's simulation after its last step: a different one means that the
   * point was moved.
   * @type {Point}
   */
  #left = [0, 0];

  /** @param {Lab} lab @param {string} scene @param {string[]} methods */
  constructor(lab, scene, methods) {
    this.#lab = lab;
    this.#others = new Map(
      methods.map((method) => {
        const simulation = Simulation.open(scene);
        simulation.set("method", method);
        return [method, simulation];
      }),
    );
    this.#trails = new Map(methods.map((method) => [method, coordinates(() => this.place(method))]));
    this.#recorder = new Recorder([...this.#trails.values()].flatMap(({ x, y }) => [x, y]));
    this.#sampler = new Sampler({
      step: (steps) => this.#run(steps),
      time: () => lab.simulation.time,
      recorder: this.#recorder,
    });
    this.begin();
  }

  /** Starts all methods from the simulation's position. */
  begin() {
    this.#left = this.start = place(this.#lab.simulation);
    this.#gone.clear();
    for (const other of this.#others.values()) {
      other.restart();
      try {
        other.setPosition(0, ...this.start, 0);
      } catch {
        this.#gone.add(other); // the simulation diverged so far that its position is refused
      }
    }
    this.#sampler.restart();
  }

  /** Applies the time step, and sets the length of the trails. @param {number} window  in s */
  tune(window) {
    const step = Number(this.#lab.get("timeStepSize"));
    for (const other of this.#others.values()) other.set("timeStepSize", step);
    this.#sampler.tune(step, window);
    if (this.#lab.simulation.time === 0) this.begin();
  }

  /** @param {number} steps */
  step(steps) {
    this.follow();
    this.#sampler.advance(steps);
  }

  /** @param {number} steps */
  #run(steps) {
    for (const other of this.#others.values()) {
      try {
        if (!this.#gone.has(other)) other.step(steps);
      } catch {
        this.#gone.add(other); // the others continue
      }
    }
    this.#lab.simulation.step(steps);
    this.#left = place(this.#lab.simulation);
    if (!this.#lab.simulation.exact) this.begin(); // it is being dragged
  }

  /** Checkpoint of all simulations except the laboratory's. */
  moment() {
    const moments = Array.from(this.#others.values(), (other) => ({ other, moment: other.moment() }));
    const free = () => {
      for (const { moment } of moments) moment.free();
    };
    const bytes = moments.reduce((sum, { moment }) => sum + moment.bytes, 0);
    return { moments, start: this.start, gone: new Set(this.#gone), bytes, free };
  }

  /** @param {ReturnType<Race["moment"]>} moment */
  goTo({ moments, start, gone }) {
    for (const { other, moment } of moments) other.goTo(moment);
    this.start = start;
    this.#gone = new Set(gone);
    this.#left = place(this.#lab.simulation);
  }

  /** Sets the trails to the time of the laboratory's simulation, after it went back or forward. */
  restored() {
    this.#sampler.seek();
  }

  /** Starts all methods again if the point was moved. */
  follow() {
    const [x, y] = place(this.#lab.simulation);
    if (x !== this.#left[0] || y !== this.#left[1]) this.begin();
  }

  /**
   * Position of a method's point; NaN if it has diverged. For the chosen method it comes from the
   * laboratory's simulation.
   * @param {string} method @returns {Point}
   */
  place(method) {
    if (method === this.#lab.get("method")) return place(this.#lab.simulation);
    const other = /** @type {Simulation} */ (this.#others.get(method));
    return this.#gone.has(other) ? [Number.NaN, Number.NaN] : place(other);
  }

  /** Trail of a method up to now. @param {string} method @returns {Point[]} */
  trail(method) {
    this.#sampler.show();
    const { of } = this.#recorder.samples();
    const { x, y } = /** @type {ReturnType<typeof coordinates>} */ (this.#trails.get(method));
    const [xs, ys] = [of(x), of(y)];
    return Array.from(xs, (x, i) => /** @type {Point} */ ([x, ys[i]])).filter(([x]) => Number.isFinite(x));
  }

  free() {
    for (const other of this.#others.values()) other.free();
  }
}

/** @param {Simulation} simulation @returns {Point} */
function place({ positions: [x, y] }) {
  return [x, y];
}

/** Coordinates of a point as quantities. @param {() => Point} point */
function coordinates(point) {
  const at = perSample(point);
  const line = { label: "", unit: "m", color: "", width: 0, dash: [] };
  return { x: { ...line, value: () => at()[0] }, y: { ...line, value: () => at()[1] } };
}
