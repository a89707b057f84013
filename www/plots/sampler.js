// Takes a simulation's steps and records its energies on the way, as often as the plot can show.
/** @import { Simulation } from "../engine.js" */
/** @import { Recorder } from "./recorder.js" */

/** Periods of the oscillation that a plot shows at a time. */
const PERIODS = 10;

/** Bounds of that time in s: what an eye can follow, and what a lecture has. */
const WINDOW = [0.1, 500];

export class Sampler {
  #simulation;
  #recorder;
  #stepsPerSample = 1;
  #untilSample = 1;

  /** @param {Simulation} simulation @param {Recorder} recorder */
  constructor(simulation, recorder) {
    this.#simulation = simulation;
    this.#recorder = recorder;
  }

  /** Brings the window and the distance of samples in line with the parameters. */
  tune() {
    const { period = 2 } = this.#simulation;
    const step = Number(this.#simulation.get("timeStepSize"));
    this.#recorder.window = Math.min(Math.max(roundUp(PERIODS * period), WINDOW[0]), WINDOW[1]);
    this.#stepsPerSample = Math.max(1, Math.ceil(this.#recorder.interval / step));
    this.#untilSample = Math.min(this.#untilSample, this.#stepsPerSample);
  }

  /** Forgets the past and begins with the state as it is. */
  restart() {
    this.#recorder.clear();
    this.#untilSample = this.#stepsPerSample;
    this.#record(false);
  }

  /** @param {number} steps */
  advance(steps) {
    for (let left = steps; left > 0; ) {
      const chunk = Math.min(left, this.#untilSample);
      this.#simulation.step(chunk);
      left -= chunk;
      this.#untilSample -= chunk;
      if (this.#untilSample === 0) {
        this.#record(false);
        this.#untilSample = this.#stepsPerSample;
      }
    }
  }

  /** Shows the present moment at the end of the curves, until the next sample comes. */
  show() {
    this.#record(true);
  }

  /** @param {boolean} passing */
  #record(passing) {
    const { kinetic, elastic, dissipated, total } = this.#simulation.energy;
    this.#recorder.record(this.#simulation.time, [kinetic, elastic, dissipated, total], passing);
  }
}

/** The next of 1, 2, 5, 10, … that is not below a value. @param {number} value */
function roundUp(value) {
  const decade = 10 ** Math.floor(Math.log10(value));
  return decade * ([1, 2, 5].find((digit) => digit * decade >= value) ?? 10);
}
