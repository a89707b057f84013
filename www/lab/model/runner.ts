// One of the simulations of a run. All of them share its clock, its hand and its settings.
import type { Simulation } from "../../types.ts";
import type { Show } from "../show.ts";

export interface Traits {
  /** Name for messages. */
  name?: string;
  /** Subject of its messages; no message tells that it has stopped if left out. */
  subject?: string;
  /**
   * True for a parameter that it has in common with the first runner; true for all if left out.
   */
  shares?: (key: string) => boolean;
  /** True if the hand moves it with the first runner. */
  inHand?: boolean;
  /** True if its steps depend on the first runner, so that no worker can take them. */
  led?: boolean;
  /** True if it goes on after the first runner has stopped. */
  independent?: boolean;
}

/** Takes steps of a simulation; may throw. */
export type Take = (simulation: Simulation, steps: number) => void;

const stepHere: Take = (simulation, steps) => simulation.step(steps);

export class Runner {
  simulation;
  name;
  subject;
  shares;
  inHand;
  led;
  independent;
  /** The error that has stopped it alone; undefined while it runs. */
  stopped: unknown;

  constructor(
    simulation: Simulation,
    { name = "", subject = "", shares = () => true, inHand = false, led = false, independent = false }: Traits = {},
  ) {
    this.simulation = simulation;
    this.name = name;
    this.subject = subject;
    this.shares = shares;
    this.inHand = inHand;
    this.led = led;
    this.independent = independent;
  }

  /** Most steps that it takes at once. */
  get stride() {
    return Number.POSITIVE_INFINITY;
  }

  /** The simulation whose limits are shown. */
  get analysed() {
    return this.simulation;
  }

  /** @param take  where its simulation takes them */
  step(steps: number, take: Take = stepHere) {
    take(this.simulation, steps);
  }

  /** Returns to t = 0. */
  restart() {
    this.stopped = undefined;
    this.simulation.restart();
  }

  resume(snapshot: Uint8Array) {
    this.simulation.restore(snapshot);
    this.stopped = undefined;
  }

  /** Saves the present state. */
  moment() {
    const moment = this.simulation.history.moment();
    return { moment, stopped: this.stopped, bytes: moment.bytes, free: () => moment.free() };
  }

  /** Restores a saved state. */
  goTo({ moment, stopped }: ReturnType<Runner["moment"]>) {
    this.simulation.history.goTo(moment);
    this.stopped = stopped;
  }
}

/** True if a runner needs no other one to go on. */
export function goesOn({ independent, stopped }: Runner) {
  return independent && stopped === undefined;
}

/** Acts on a runner. An error stops it alone. @param stopped  called when it stops */
export function guard(runner: Runner, action: () => void, stopped?: (runner: Runner) => void) {
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
 * @param stopped  called when a runner stops alone
 * @param take  where the simulations take them
 */
export function takeSteps(
  runners: Runner[],
  steps: number,
  { over, restarted, stepped }: Pick<Show, "over" | "restarted" | "stepped">,
  stopped?: (runner: Runner) => void,
  take?: Take,
) {
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
