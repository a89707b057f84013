// The motion of a run: its runners, their elapsed time, their past and their record.
import { motion as coordinates } from "../plots/motion.js";
import { Recorder } from "../plots/recorder.js";
import { Sampler } from "../plots/sampler.js";
import { History } from "./history.js";
import { Runner, takeSteps } from "./runner.js";

/** @import { Simulation } from "../types.js" */
/** @import { Show } from "./show.js" */

/** Periods of the oscillation in a plot, and the period in s that is used if there is none. */
const [PERIODS, PERIOD] = [10, 2];

/** Part of a plot's window within which the user's moves count as one. */
const MOVE = 0.03;

export class Motion {
  recorder;
  sampler;
  history;
  /** Elapsed times of the user's moves, in s. */
  moves = /** @type {number[]} */ ([]);
  #simulation;
  #show;
  #alone;
  /** Elapsed minus simulated time in s, or their sum while time runs backwards. */
  #offset = 0;

  /**
   * @param {Simulation} simulation  of the first runner
   * @param {Partial<Show>} show
   * @param {(runner: Runner) => void} stopped  called when a runner stops alone
   * @param {() => void} changed  called on every change that is not a step
   */
  constructor(simulation, show, stopped, changed) {
    this.#simulation = simulation;
    this.#show = show;
    this.#alone = [new Runner(simulation)];
    const { plots = [], recorded = [] } = show;
    const plotted = plots.flatMap(({ quantities }) => quantities);
    this.recorder = new Recorder([...plotted, ...recorded, ...coordinates(simulation)]);
    const step = (/** @type {number} */ steps) => takeSteps(this.runners, steps, show, stopped);
    this.sampler = new Sampler({
      step,
      time: () => this.elapsed,
      ownSteps: () => simulation.analysis.acceptedSteps,
      recorder: this.recorder,
    });
    const offset = {
      moment: () => ({ offset: this.#offset, bytes: 0, free: () => {} }),
      goTo: (/** @type {{ offset: number }} */ moment) => {
        this.#offset = moment.offset;
      },
    };
    this.history = new History({
      runners: () => [...this.runners, offset],
      elapsed: () => this.elapsed,
      stepSize: () => this.stepSize,
      step,
      changed,
    });
  }

  /** All that move; the first one is the laboratory's own. */
  get runners() {
    return this.#show.runners?.() ?? this.#alone;
  }

  /** The time step in s. */
  get stepSize() {
    return Number(this.#simulation.get("timeStepSize"));
  }

  /** Elapsed time in s, the plots' abscissa: it grows in either direction of simulated time. */
  get elapsed() {
    return this.elapsedAt(this.#simulation.time);
  }

  /** Elapsed time at a simulated time, both in s. @param {number} time */
  elapsedAt(time) {
    return this.#offset + (this.#simulation.history.backwards ? -time : time);
  }

  /** First and last elapsed time that one can go to, in s. @returns {[number, number]} */
  get span() {
    const [first, head] = this.history.span;
    return [first, Math.max(head, this.recorder.end)];
  }

  /** Notes the time of a user's move, which replaces one that was just before. */
  noteMove() {
    const now = this.elapsed;
    const soon = MOVE * this.recorder.window;
    this.moves = [...this.moves.filter((time) => time < now - soon), now];
  }

  /** Adapts the plots' window and the spacing of samples to the parameters. */
  tune() {
    const window = this.#show.window?.() ?? PERIODS * (this.#simulation.analysis.period ?? PERIOD);
    this.sampler.tune(this.stepSize, window);
  }

  /**
   * Deletes past and record, and begins others with the present state.
   * @param {number} offset  of elapsed from simulated time, in s
   */
  begin(offset) {
    this.#offset = offset;
    this.moves = [];
    this.sampler.restart();
    this.history.restart();
  }

  /** Offset of elapsed from simulated time, in s. */
  get offset() {
    return this.#offset;
  }

  /** Goes to the step nearest to an elapsed time. @param {number} elapsed  in s */
  goTo(elapsed) {
    this.history.seek(elapsed);
    this.sampler.seek();
  }

  /** Reverses the direction of time. */
  reverse() {
    const { elapsed } = this;
    this.#simulation.history.reverse();
    this.history.touch();
    const { time } = this.#simulation;
    const { backwards } = this.#simulation.history;
    this.#offset = elapsed + (backwards ? time : -time);
    this.sampler.mark(backwards ? "backwards" : "forwards", "direction");
  }

  /** Frees the checkpoints, and the simulations of all runners but the first. */
  destroy() {
    this.history.destroy();
    for (const { simulation } of this.runners.slice(1)) simulation.free();
  }
}
