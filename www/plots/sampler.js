// Takes a simulation's steps and records quantities on the way, as often as a plot can show.
import { roundUp } from "./ticks.js";

/** @import { Recorder } from "./recorder.js" */

/** Bounds of the time that a plot shows, in s: what an eye can follow, and what a lecture has. */
const WINDOW = [0.1, 500];

/** What a window is rounded up to, so that it does not change with every pixel of a slider: never by more than a third. */
const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/**
 * A simulation as a sampler sees it.
 * @typedef {object} Source
 * @property {(steps: number) => void} step  takes steps; may throw
 * @property {() => number} time  in s
 * @property {() => number[]} values  of the recorder's quantities, now
 * @property {() => Float64Array | undefined} [ownSteps]  lengths in s of the steps that the method chose itself within the last one
 * @property {Recorder} recorder
 */

export class Sampler {
  #source;
  #stepsPerSample = 1;
  #untilSample = 1;

  /** @param {Source} source */
  constructor(source) {
    this.#source = source;
  }

  /** Brings the window and the distance of samples in line with the parameters. @param {number} stepSize in s @param {number} window in s */
  tune(stepSize, window) {
    const { recorder } = this.#source;
    recorder.window = Math.min(Math.max(roundUp(window, ROUND), WINDOW[0]), WINDOW[1]);
    this.#stepsPerSample = Math.max(1, Math.ceil(recorder.interval / stepSize));
    this.#untilSample = Math.min(this.#untilSample, this.#stepsPerSample);
  }

  /** Forgets the past and begins with the state as it is. */
  restart() {
    this.#source.recorder.clear();
    this.#untilSample = this.#stepsPerSample;
    this.#record(false);
  }

  /** Time between two samples that no change asks for, in s. @param {number} stepSize in s */
  spacing(stepSize) {
    return this.#stepsPerSample * stepSize;
  }

  /** Goes back, or on, to where the source is now: what is recorded beyond came later. */
  seek() {
    this.#source.recorder.seek(this.#source.time());
    this.#untilSample = this.#stepsPerSample;
  }

  /** @param {number} steps */
  advance(steps) {
    for (let left = steps; left > 0; ) {
      const chunk = Math.min(left, this.#untilSample);
      this.#source.step(chunk);
      if (this.#stepsPerSample === 1) this.#tick();
      left -= chunk;
      this.#untilSample -= chunk;
      if (this.#untilSample === 0) {
        this.#record(false);
        this.#untilSample = this.#stepsPerSample;
      }
    }
  }

  /** Records where the method's own steps ended. Where a sample takes several time steps, nobody could tell them apart. */
  #tick() {
    const { recorder, time, ownSteps } = this.#source;
    const lengths = Array.from(ownSteps?.() ?? [], Math.abs);
    if (lengths.length === 0) return;
    let end = time() - lengths.reduce((sum, length) => sum + length);
    recorder.tick(
      lengths.map((length) => {
        end += length;
        return end;
      }),
    );
  }

  /** Shows the present moment at the end of the curves, until the next sample comes. */
  show() {
    this.#record(true);
  }

  /**
   * Marks that something has just changed, and samples at once on both sides: the curves bend or jump sharply there.
   * @param {string} label
   * @param {string} [subject]  what has changed
   */
  mark(label, subject = label) {
    const fresh = this.#source.recorder.mark(this.#source.time(), label, subject);
    this.#record(!fresh);
    if (fresh) this.#untilSample = 1;
  }

  /** @param {boolean} provisional */
  #record(provisional) {
    const { recorder, time, values } = this.#source;
    recorder.record(time(), values(), provisional);
  }
}
