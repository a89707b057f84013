// The motion of a run: its runners, their elapsed time, their past and their record.

import { signal } from "@preact/signals-core";
import type { Ghost } from "../../canvas/ghosts.ts";
import { motion as coordinates } from "../../plots/motion.ts";
import type { Curve, Line, Quantity } from "../../plots/quantity.ts";
import { Recorder } from "../../plots/recorder.ts";
import { Sampler } from "../../plots/sampler.ts";
import type { Method, Simulation } from "../../types.ts";
import type { Show } from "../show.ts";
import { deviation, distance } from "./deviation.ts";
import { History } from "./history.ts";
import type { Moving, Run } from "./run.ts";
import { live, repeat } from "./run.ts";
import type { Take } from "./runner.ts";
import { goesOn, guard, Runner, takeSteps } from "./runner.ts";

/** Periods of the oscillation in a plot. */
const PERIODS = 10;

/** Period in s that is used if nothing oscillates. */
const PERIOD = 2;

/** Part of a plot's window within which the user's moves count as one. */
const MOVE = 0.03;

/** Most time in ms to compute the past of a run that is added. */
const MAX_COMPUTING_MS = 1000;

export class Motion {
  /** Recorded quantities of the laboratory's own run. */
  quantities;
  /** The laboratory's own run. */
  live;
  recorder;
  sampler;
  history;
  /** A fine reference of the laboratory's own run. */
  reference: Runner | undefined;
  /** True if a plot has asked for errors. */
  plotsErrors = false;
  /** Error of the laboratory's own run, recorded only on demand. */
  deviation = deviation(() => distance(this.first, this.reference));
  /** Elapsed times of the user's moves, in s. */
  moves = [] as number[];
  /** Quantities that end with the first runner. */
  #own: Set<Quantity>;
  #simulation;
  #show;
  #alone;
  #stopped;
  /** Runs beside the laboratory's own, and references, which nobody sees. */
  #others = signal<Run[]>([]);
  #references: Moving[] = [];
  /** Elapsed minus simulated time in s, or their sum while time runs backwards. */
  #offset = 0;
  /** Elapsed time in s since the first runner has stopped, while compared runs go on. */
  #lost = 0;

  /**
   * @param simulation  of the first runner
   * @param stopped  called when a runner stops alone
   * @param changed  called on every change that is not a step
   * @param take  where simulations take new steps; those of the past are repeated here
   * @param methods  that the scene offers
   */
  constructor(
    simulation: Simulation,
    show: Partial<Show>,
    stopped: (runner: Runner) => void,
    changed: () => void,
    take?: Take,
    methods: Method[] = [],
  ) {
    this.#simulation = simulation;
    this.#show = show;
    this.#alone = [new Runner(simulation)];
    this.live = live(show.runners?.()[0] ?? this.#alone[0], methods);
    this.#stopped = stopped;
    const { plots = [], recorded = [] } = show;
    const plotted = plots.flatMap(({ quantities }) => quantities);
    this.quantities = [...plotted, ...recorded, ...coordinates(simulation)];
    this.#own = new Set(this.quantities).add(this.deviation);
    this.recorder = new Recorder(this.quantities, (quantity) =>
      this.first.stopped !== undefined && this.#own.has(quantity) ? Number.NaN : quantity.value(),
    );
    this.sampler = new Sampler({
      step: (steps) => this.#step(steps, take),
      time: () => this.elapsed,
      ownSteps: () => simulation.analysis.acceptedSteps,
      recorder: this.recorder,
    });
    const offset = {
      moment: () => ({ offset: this.#offset, lost: this.#lost, bytes: 0, free: () => {} }),
      goTo: ({ offset, lost }: { offset: number; lost: number }) => {
        this.#offset = offset;
        this.#lost = lost;
      },
    };
    this.history = new History({
      runners: () => [...this.runners, offset],
      elapsed: () => this.elapsed,
      stepSize: () => this.stepSize,
      step: (steps) => this.#step(steps),
      changed,
    });
  }

  /** Takes steps of all runners. */
  #step(steps: number, take?: Take) {
    const until = this.elapsed + steps * this.stepSize;
    takeSteps(this.runners, steps, this.#show, this.#stopped, take);
    this.#lost = this.first.stopped === undefined ? 0 : this.#lost + until - this.elapsed;
  }

  /** All that move; the first one is the laboratory's own, and references are the last. */
  get runners() {
    return [...this.saved, ...engines(this.#references)];
  }

  /** Runners whose states belong to a moment: all but references. */
  get saved() {
    return [...(this.#show.runners?.() ?? this.#alone), ...engines(this.compared)];
  }

  /** The laboratory's own runner. */
  get first() {
    return this.runners[0];
  }

  /** Runs that are compared with the first one. */
  get compared() {
    return this.#others.value.filter(isMoving);
  }

  /** Runs that are over, laid over the first one. */
  get finished() {
    return this.#others.value.filter((run) => !isMoving(run));
  }

  /** True if a compared run can go on without the first runner. */
  get goesOn() {
    return engines(this.compared).some(goesOn);
  }

  /** All runs beside the first one. */
  get others(): Run[] {
    return [...this.compared, ...this.finished];
  }

  get shown() {
    return this.others.filter(({ hidden }) => !hidden);
  }

  /** Curves of a recorded quantity: of the first run, then of those shown that have it. */
  curves(quantity: Quantity): (Line & Curve)[] {
    const { times, of } = this.recorder.samples(Number.NEGATIVE_INFINITY);
    const all = [quantity, ...this.shown.flatMap(({ curves }) => curves.get(quantity) ?? [])];
    return all.map((one) => ({ ...one, ...(one.record ?? { times, values: of(one) }) }));
  }

  /** Masses and springs of runs that are shown, at present. @param moving  also of compared runs */
  ghosts(moving: boolean): Ghost[] {
    return this.shown.flatMap(({ engine, shape, color, dash }) => {
      const simulation = engine && !moving ? undefined : shape(this.elapsed);
      return simulation ? [{ simulation, color, dash }] : [];
    });
  }

  /** Lets the other runners follow a change of the first one, also those that are added later. */
  follow(change: (runner: Runner) => void) {
    this.history.note((runner) => guard(runner, () => change(runner), this.#stopped));
    this.apply(change);
  }

  /** Changes all runners but the first. */
  apply(change: (runner: Runner) => void) {
    for (const other of this.runners.slice(1)) guard(other, () => change(other), this.#stopped);
  }

  /** Lays a run that is over beside the others. */
  lay(run: Run) {
    this.#others.value = [...this.#others.value, run];
  }

  /** Renames, hides or shows a run. */
  change(run: Run, values: Partial<Pick<Run, "name" | "hidden">>) {
    Object.assign(run, values);
    this.#others.value = [...this.#others.value];
  }

  /**
   * Adds a run that moves, computed from the start of the record.
   * @param patience  most time in ms
   * @returns false if that takes too long: it has no past
   */
  include(run: Moving, patience: number = MAX_COMPUTING_MS): boolean {
    const { elapsed, recorder, history } = this;
    const { engine } = run;
    const [begin, head] = history.span;
    for (const quantity of this.quantities) read(run, quantity);
    const quantities = [...run.curves.values()];
    const { times } = recorder.whole;
    const deadline = performance.now() + patience;
    let reached = begin;
    let sample = 0;
    const advance = (until: number) => {
      if (performance.now() > deadline) throw new Error("This takes too long.");
      if (engine.stopped === undefined) guard(engine, () => engine.advance(until - reached), this.#stopped);
      reached = until;
    };
    const reach = (until: number) => {
      // a sample at the time of a change is after it; of two, the first is before it
      const isDue = (i: number) => times[i] < until || (times[i] === until && times[i + 1] === until);
      for (; sample < times.length && isDue(sample); sample++) {
        if (times[sample] < begin) continue;
        advance(times[sample]);
        recorder.fill(quantities, sample);
      }
      advance(until);
    };
    if (run.kind === "reference") this.#references.push(run);
    else this.lay(run);
    recorder.add(quantities);
    try {
      history.include(engine, reach);
      for (; sample < times.length; sample++) recorder.fill(quantities, sample); // after the last change
    } catch {
      return false;
    }
    if (elapsed < head) history.seek(elapsed);
    return true;
  }

  /** Records further quantities of the first run from now on. */
  extend(quantities: Quantity[]) {
    this.quantities.push(...quantities);
    for (const quantity of quantities) this.#own.add(quantity);
    this.recorder.add(quantities);
  }

  /** Records a further quantity, also of the compared runs. Errors are recorded by `Errors`. */
  record(quantity: Quantity) {
    if (quantity === this.deviation) this.plotsErrors = true;
    else if (!this.quantities.includes(quantity)) {
      this.quantities.push(quantity);
      this.recordAll([quantity, ...this.compared.flatMap((run) => read(run, quantity))]);
    }
  }

  /**
   * Records further quantities, also at all earlier samples.
   * @param patience  most time in ms: earlier samples that take longer have no values
   */
  recordAll(quantities: Quantity[], patience: number = MAX_COMPUTING_MS) {
    const { elapsed, history, recorder } = this;
    const [begin, head] = history.span;
    const deadline = performance.now() + patience;
    recorder.add(quantities);
    const { times } = recorder.whole;
    if (elapsed === begin && head === begin) return recorder.fill(quantities, times.length - 1);
    for (const [i, time] of times.entries()) {
      if (performance.now() > deadline) break;
      if (time < begin || time > head) continue;
      history.seek(time);
      recorder.fill(quantities, i);
    }
    history.seek(elapsed);
    this.#show.restored?.();
  }

  /** Removes a run that was added. */
  exclude(run: Run) {
    const isLeft = (one: Run) => one !== run;
    this.#references = this.#references.filter(isLeft);
    if (run.kind !== "reference") this.#others.value = this.#others.value.filter(isLeft);
    this.recorder.remove([...run.curves.values()]);
    if (run.engine) this.history.exclude(run.engine);
    run.engine?.simulation.free();
    run.removed?.();
  }

  /** The time step in s. */
  get stepSize() {
    return Number(this.#simulation.get("timeStepSize"));
  }

  /** Elapsed time in s, the plots' abscissa: it grows in either direction of simulated time. */
  get elapsed() {
    return this.elapsedAt(this.#simulation.time) + this.#lost;
  }

  /** Simulated time in s, also after the first runner has stopped. */
  get time() {
    return this.#simulation.time + (this.#simulation.history.backwards ? -this.#lost : this.#lost);
  }

  /** Elapsed time at a simulated time, both in s. */
  elapsedAt(time: number) {
    return this.#offset + (this.#simulation.history.backwards ? -time : time);
  }

  /** First and last elapsed time that one can go to, in s. */
  get span(): [number, number] {
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

  /** Deletes past and record, and begins others with the present state. */
  begin() {
    const { time, history } = this.#simulation;
    this.first.stopped = undefined;
    this.#offset = history.backwards ? 2 * time : 0;
    this.#lost = 0;
    this.moves = [];
    this.sampler.restart();
    this.history.restart();
  }

  /** Goes to the step nearest to an elapsed time. @param elapsed  in s */
  goTo(elapsed: number) {
    this.history.seek(elapsed);
    this.sampler.seek();
  }

  /** Reverses the direction of time. */
  reverse() {
    const { elapsed } = this;
    this.#simulation.history.reverse();
    this.follow(({ simulation }) => simulation.history.reverse());
    const { time } = this.#simulation;
    const { backwards } = this.#simulation.history;
    this.#offset = elapsed - this.#lost + (backwards ? time : -time);
    this.sampler.mark(backwards ? "backwards" : "forwards", "direction");
  }

  /** Frees the checkpoints, and the simulations of all runners but the first. */
  destroy() {
    this.history.destroy();
    for (const { simulation } of this.runners.slice(1)) simulation.free();
  }
}

/** Runners of the runs that move. */
function engines(runs: Run[]) {
  return runs.flatMap(({ engine }) => engine ?? []);
}

function isMoving(run: Run): run is Moving {
  return run.engine !== undefined;
}

/** Gives a compared run a quantity of the first one, if it can be read of others. */
function read(run: Run, quantity: Quantity): Quantity[] {
  const { engine, kind } = run;
  const { of } = quantity;
  if (!engine || !of || kind === "reference") return [];
  return [repeat(run, quantity, { value: () => (engine.stopped === undefined ? of(engine.simulation) : Number.NaN) })];
}
