// A flow's simulation, and beside it several methods from where it was put last.
import { Simulation } from "../../engine.js";
import { Recorder } from "../../plots/recorder.js";
import { Sampler } from "../../plots/sampler.js";

/** @import { Lab } from "../../lab/show.js" */
/** @import { Point } from "../../canvas/shapes.js" */

export class Race {
  /** Where all began, in m. @type {Point} */
  start = [0, 0];
  #lab;
  #methods;
  /** By method. @type {Simulation[]} */
  #others;
  /** What has run away and stopped. @type {Set<Simulation>} */
  #gone = new Set();
  #recorder;
  #sampler;
  /** Where the simulation was left: if it is elsewhere, it was moved. @type {Point} */
  #left = [0, 0];

  /** @param {Lab} lab @param {string} scene @param {string[]} methods */
  constructor(lab, scene, methods) {
    this.#lab = lab;
    this.#methods = methods;
    this.#others = methods.map((method) => {
      const simulation = Simulation.open(scene);
      simulation.set("method", method);
      return simulation;
    });
    const column = { label: "", unit: "m", color: "", width: 0, dash: [] };
    this.#recorder = new Recorder(methods.flatMap(() => [column, column]));
    this.#sampler = new Sampler({
      step: (steps) => this.#run(steps),
      time: () => lab.simulation.time,
      values: () => methods.flatMap((method) => this.place(method)),
      recorder: this.#recorder,
    });
    this.begin();
  }

  /** All start where the simulation is now. */
  begin() {
    this.#left = this.start = place(this.#lab.simulation);
    this.#gone.clear();
    for (const other of this.#others) {
      other.restart();
      try {
        other.setPosition(0, ...this.start, 0);
      } catch {
        this.#gone.add(other); // the simulation ran away, to where nothing can be put
      }
    }
    this.#sampler.restart();
  }

  /** Takes over the time step, and how long a past is kept. @param {number} window  in s */
  tune(window) {
    const step = Number(this.#lab.get("timeStepSize"));
    for (const other of this.#others) other.set("timeStepSize", step);
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
    for (const other of this.#others) {
      try {
        if (!this.#gone.has(other)) other.step(steps);
      } catch {
        this.#gone.add(other); // the others go on
      }
    }
    this.#lab.simulation.step(steps);
    this.#left = place(this.#lab.simulation);
    if (!this.#lab.simulation.exact) this.begin(); // it is in hand
  }

  /** All but the simulation as they are now. */
  moment() {
    const moments = this.#others.map((other) => other.moment());
    const free = () => {
      for (const moment of moments) moment.free();
    };
    const bytes = moments.reduce((sum, moment) => sum + moment.bytes, 0);
    return { moments, start: this.start, gone: new Set(this.#gone), bytes, free };
  }

  /** @param {ReturnType<Race["moment"]>} moment */
  goTo({ moments, start, gone }) {
    for (const [i, other] of this.#others.entries()) other.goTo(moments[i]);
    this.start = start;
    this.#gone = new Set(gone);
    this.#left = place(this.#lab.simulation);
  }

  /** The simulation has gone to another time, and all with it. */
  restored() {
    this.#sampler.seek();
  }

  /** Begins anew if the simulation was moved. */
  follow() {
    const [x, y] = place(this.#lab.simulation);
    if (x !== this.#left[0] || y !== this.#left[1]) this.begin();
  }

  /** Where a method has come to; nowhere if it has run away. The chosen one is the simulation itself. @param {string} method @returns {Point} */
  place(method) {
    if (method === this.#lab.get("method")) return place(this.#lab.simulation);
    const other = this.#others[this.#methods.indexOf(method)];
    return this.#gone.has(other) ? [Number.NaN, Number.NaN] : place(other);
  }

  /** The way of a method until now. @param {string} method @returns {Point[]} */
  way(method) {
    this.#sampler.show();
    const [, ...columns] = this.#recorder.columns();
    const [xs, ys] = columns.slice(2 * this.#methods.indexOf(method));
    return Array.from(xs, (x, i) => /** @type {Point} */ ([x, ys[i]])).filter(([x]) => Number.isFinite(x));
  }

  free() {
    for (const other of this.#others) other.free();
  }
}

/** @param {Simulation} simulation @returns {Point} */
function place({ positions: [x, y] }) {
  return [x, y];
}
