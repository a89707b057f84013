// One of the simulations of a run. All of them share its clock, its hand and its settings.

/** @import { Simulation } from "../types.js" */
/** @import { Show } from "./show.js" */

/**
 * @typedef {object} Traits
 * @property {string} [name]  for messages
 * @property {string} [color]  a custom property
 * @property {string} [subject]  of its messages; no message tells that it has stopped if left out
 * @property {(key: string) => boolean} [shares]  true for a parameter that it has in common with
 *   the first runner; true for all if left out
 * @property {boolean} [inHand]  true if the hand moves it with the first runner
 * @property {boolean} [led]  true if its steps depend on the first runner, so that no worker can
 *   take them
 */

/**
 * Takes steps of a simulation; may throw.
 * @typedef {(simulation: Simulation, steps: number) => void} Take
 */

/** @type {Take} */
const stepHere = (simulation, steps) => simulation.step(steps);

export class Runner {
  simulation;
  name;
  color;
  subject;
  shares;
  inHand;
  led;
  /** The error that has stopped it alone; undefined while it runs. @type {unknown} */
  stopped;
  /** True for a run that is compared: it goes on after the first runner has stopped. */
  listed = false;

  /** @param {Simulation} simulation @param {Traits} [traits] */
  constructor(
    simulation,
    { name = "", color = "", subject = "", shares = () => true, inHand = false, led = false } = {},
  ) {
    this.simulation = simulation;
    this.name = name;
    this.color = color;
    this.subject = subject;
    this.shares = shares;
    this.inHand = inHand;
    this.led = led;
  }

  /** Most steps that it takes at once. */
  get stride() {
    return Number.POSITIVE_INFINITY;
  }

  /** The simulation whose limits are shown. */
  get analysed() {
    return this.simulation;
  }

  /** @param {number} steps @param {Take} [take]  where its simulation takes them */
  step(steps, take = stepHere) {
    take(this.simulation, steps);
  }

  /** Returns to t = 0. */
  restart() {
    this.stopped = undefined;
    this.simulation.restart();
  }

  /** @param {Uint8Array} snapshot */
  resume(snapshot) {
    this.simulation.restore(snapshot);
    this.stopped = undefined;
  }

  /** Saves the present state. */
  moment() {
    const moment = this.simulation.history.moment();
    return { moment, stopped: this.stopped, bytes: moment.bytes, free: () => moment.free() };
  }

  /** Restores a saved state. @param {ReturnType<Runner["moment"]>} state */
  goTo({ moment, stopped }) {
    this.simulation.history.goTo(moment);
    this.stopped = stopped;
  }
}

/** True if a runner needs no other one to go on. @param {Runner} runner */
export function goesOn({ listed, stopped }) {
  return listed && stopped === undefined;
}

/**
 * Acts on a runner. An error stops it alone.
 * @param {Runner} runner @param {() => void} action
 * @param {(runner: Runner) => void} [stopped]  called when it stops
 */
export function guard(runner, action, stopped) {
  try {
    action();
  } catch (error) {
    if (runner.stopped !== undefined) return;
    runner.stopped = error;
    stopped?.(runner);
  }
}

/**
 * Takes steps of all runners, in turn if they take few at once. An error stops a runner alone; one
 * of the first is thrown if no compared run goes on.
 * @param {Runner[]} runners
 * @param {number} steps
 * @param {Pick<Show, "over" | "restarted" | "stepped">} show
 * @param {(runner: Runner) => void} [stopped]  called when a runner stops alone
 * @param {Take} [take]  where the simulations take them
 */
export function takeSteps(runners, steps, { over, restarted, stepped }, stopped, take) {
  const [first, ...others] = runners;
  if (over?.()) {
    for (const runner of runners) runner.restart();
    restarted?.(true);
    return;
  }
  for (let left = steps; left > 0; ) {
    const some = Math.min(left, ...runners.map(({ stride }) => stride));
    const alone = !others.some(goesOn);
    if (alone && first.stopped !== undefined) throw first.stopped;
    if (alone) first.step(some, take);
    for (const runner of alone ? others : runners) {
      if (runner.stopped === undefined) guard(runner, () => runner.step(some, take), stopped);
    }
    stepped?.(some);
    left -= some;
  }
}
