// Takes steps of a simulation and has its quantities recorded, as often as a plot can show.

import type { Recorder } from "./recorder.ts";
import { roundUp } from "./ticks.ts";

/** Shortest and longest window in s; curves in a shorter one would move too fast to follow. */
const WINDOW = [0.1, 500];

/**
 * Leading digits of a window. Rounding up, by at most a third, keeps it from changing with every
 * pixel of a slider.
 */
const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** A simulation as a sampler sees it. */
interface Source {
  /** Takes steps; may throw. */
  step: (steps: number) => void;
  /** Time in s. */
  time: () => number;
  /** Lengths in s of the steps that an adaptive method took within the last one. */
  ownSteps?: () => Float64Array | undefined;
  recorder: Recorder;
}

export class Sampler {
  #source;
  #stepsPerSample = 1;
  #untilSample = 1;

  constructor(source: Source) {
    this.#source = source;
  }

  /**
   * Sets window and interval.
   * @param stepSize  in s
   * @param window  in s
   */
  tune(stepSize: number, window: number) {
    const { recorder } = this.#source;
    recorder.window = Math.min(Math.max(roundUp(window, ROUND), WINDOW[0]), WINDOW[1]);
    this.#stepsPerSample = Math.max(1, Math.ceil(recorder.interval / stepSize));
    this.#untilSample = Math.min(this.#untilSample, this.#stepsPerSample);
  }

  /** Deletes all samples and records the present state. */
  restart() {
    this.#source.recorder.clear();
    this.#untilSample = this.#stepsPerSample;
    this.#record(false);
  }

  /** Steps up to the next sample. */
  get untilSample() {
    return this.#untilSample;
  }

  /** Time between two regular samples, in s. @param stepSize  in s */
  spacing(stepSize: number) {
    return this.#stepsPerSample * stepSize;
  }

  /** Makes the source's time the present, after it went back or forward. */
  seek() {
    this.#source.recorder.seek(this.#source.time());
    this.#untilSample = this.#stepsPerSample;
  }

  advance(steps: number) {
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

  /**
   * Records the ends of an adaptive method's own steps, unless a sample takes several time steps:
   * then the ticks would be too dense.
   */
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

  /** Records the present state as a provisional sample: the next one replaces it. */
  show() {
    this.#record(true);
  }

  /**
   * Marks a change, and samples at it and after the next step: curves may bend or jump there.
   * @param subject  the thing that changed
   */
  mark(label: string, subject: string = label) {
    const fresh = this.#source.recorder.mark(this.#source.time(), label, subject);
    this.#record(!fresh);
    if (fresh) this.#untilSample = 1;
  }

  #record(provisional: boolean) {
    this.#source.recorder.record(this.#source.time(), provisional);
  }
}
