// The last good state of a run, for the time when it has exploded.
import { Simulation } from "../engine.js";

/** @import { Moment } from "../types.js" */

/** A method that makes more energy than this part of what is in motion, from one look to the next, is about to explode. */
const GAIN = 0.01;

/** From one look to the next there are at least so many steps, and so many s of simulated time: short steps must not wait for what is kept. */
const EVERY = { steps: 20, time: 0.1 };

/** Rounding of a number of steps. */
const ROUNDING = 1e-6;

/** Of more particles nothing is kept: it would halt the page. */
const MOST = 40_000;

/** A particle this many times farther out than the scene was wide is no motion but an explosion. */
const FAR = 100;

export class LastGood {
  /** That state, while the run has exploded. @type {Simulation | undefined} */
  simulation;
  #scene;
  #run;
  /** @type {Moment | undefined} */
  #checkpoint;
  /** What was set since then. @type {Map<string, number | string>} */
  #changes = new Map();
  /** What the method had made by the last look, in J. */
  #made = 0;
  #unchecked = 0;
  #far = 0;

  /** @param {string} scene  its id @param {Simulation} run */
  constructor(scene, run) {
    this.#scene = scene;
    this.#run = run;
    this.restart();
  }

  /** The run begins anew. */
  restart() {
    this.#close();
    this.#far = FAR * this.#run.positions.reduce((far, x) => Math.max(far, Math.abs(x)), 1);
    [this.#made, this.#unchecked] = [this.#run.energy.numerical, 0];
    this.#keep();
  }

  #keep() {
    this.#checkpoint?.free();
    this.#checkpoint = this.#run.positions.length > 3 * MOST ? undefined : this.#run.moment();
    this.#changes.clear();
  }

  /** Takes steps of the run and keeps what is good; if it explodes, what was good can be seen. @param {number} steps */
  step(steps) {
    // looks are at the same steps, however many a call asks for
    const every = Math.max(EVERY.steps, Math.ceil(EVERY.time / Number(this.#run.get("timeStepSize")) - ROUNDING));
    for (let left = steps; left > 0; ) {
      const some = Math.min(left, Math.max(every - this.#unchecked, 1)); // longer steps make it less than those that went by
      try {
        this.#run.step(some);
      } catch (error) {
        // a step without a solution is none
        if (this.#run.positions.some((x) => !(Math.abs(x) < this.#far))) this.#explode();
        throw error;
      }
      left -= some;
      this.#unchecked += some;
      if (this.#unchecked >= every) this.#check();
    }
  }

  /** Keeps the state if it is good. */
  #check() {
    const { numerical, kinetic, elastic } = this.#run.energy;
    if (numerical - this.#made <= GAIN * (kinetic + elastic)) this.#keep();
    [this.#made, this.#unchecked] = [numerical, 0];
  }

  #explode() {
    if (this.simulation || !this.#checkpoint) return;
    this.simulation = Simulation.open(this.#scene);
    this.simulation.goTo(this.#checkpoint);
    for (const [key, value] of this.#changes) this.simulation.set(key, value);
  }

  /** A parameter has changed that leaves the state as it is. @param {string} key @param {number | string} value */
  change(key, value) {
    if (this.simulation) this.simulation.set(key, value);
    else this.#changes.set(key, value);
  }

  #close() {
    this.simulation?.free();
    this.simulation = undefined;
  }

  destroy() {
    this.#close();
    this.#checkpoint?.free();
    this.#checkpoint = undefined;
  }
}
