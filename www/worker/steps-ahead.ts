// Long steps, which a copy in a worker takes while the page draws. The simulation adopts its state,
// which is that of its own step to the bit.

import type { Method, Simulation } from "../types.ts";
import { startWorker } from "./client.ts";
import type { Answer, Step } from "./questions.ts";

/**
 * Cost in s above which a step is long: a constant, and a part per particle because a state is
 * copied to the worker and back.
 */
const LONG = { cost: 0.04, particle: 5e-8 };

/** Estimated particle visits above which a step of unknown cost counts as long. */
const MAX_VISITS = 3e5;

/**
 * Estimated passes over all particles: of a linearised implicit substep or an adaptive step, of an
 * implicit substep with Newton's method, and of an explicit stage, whose visits are short.
 */
const PASSES = { once: 100, solved: 1000, stage: 0.1 };

/** High estimate of the cost of a particle visit in s. */
const VISIT = 4e-7;

/** Cost of a step in s above which a warning is shown. */
const MINUTE = 60;

/** Pause after a change before a step begins, in ms: more changes may follow. */
const SETTLE = 200;

/** Time in ms after which a step is reported as late, and a cancelled one is terminated. */
const WAIT_MS = 1000;

/** A worker with a copy of one run. */
interface Copy {
  worker: Worker;
  /** True until it answers. */
  busy: boolean;
  /** True if the step under way was cancelled. */
  stale: boolean;
  /** The original. */
  run?: Simulation;
  /** `run.history.changes` when the copy got parameters, springs, links. */
  changes: number;
  /** Step that it has taken. */
  step?: Step;
}

export class StepsAhead {
  /** Costs of the last two steps, in s; empty after a change of parameters. */
  #costs: number[] = [];
  #scene;
  #method;
  #runs;
  #notify;
  /** Copies by index of the run, made for its first step. */
  #copies: (Copy | undefined)[] = [];
  /** True if a step was asked for and is not adopted. */
  #asked = false;
  /** Number of steps that were cancelled. */
  #drops = 0;
  /** Steps to adopt, by the simulation that takes it next. */
  #next: Map<Simulation, Step> = new Map();
  /** True if the step asked for takes longer than `WAIT_MS`. */
  #late = false;
  /** Fires when it does. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Fires when a step may begin. */
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last change, in ms. */
  #changedAt = performance.now();
  /** False once a worker has failed: it did not start, or took no step. */
  #workersAvailable = true;

  constructor({
    scene,
    method,
    runs,
    notify,
  }: {
    /** Id of the scene. */
    scene: string;
    /** The chosen method. */
    method: () => Method | undefined;
    /** Simulations that take steps, the laboratory's own first. */
    runs: () => Simulation[];
    /** Called when a step is done or late, or may begin. */
    notify: () => void;
  }) {
    this.#scene = scene;
    this.#method = method;
    this.#runs = runs;
    this.#notify = notify;
  }

  /**
   * Cost of a step in s, if known: the smaller of the last two, because one alone may have waited
   * for a busy machine.
   */
  get cost() {
    return this.#costs.length > 0 ? Math.min(...this.#costs) : undefined;
  }

  set cost(cost) {
    this.#costs = cost === undefined ? [] : [cost, ...this.#costs.slice(0, 1)];
  }

  /** True if a step would freeze the page, so that only workers take steps. */
  get long() {
    const most = LONG.cost + LONG.particle * this.#particles;
    return this.#workersAvailable && (this.#costs.length < 2 ? this.#visits > MAX_VISITS : Number(this.cost) > most);
  }

  /** True if the next step may take minutes, by its known or estimated cost. */
  get mayTakeMinutes() {
    return (this.cost ?? VISIT * this.#visits) > MINUTE;
  }

  get #particles() {
    return this.#runs()[0].positions.length / 3;
  }

  /** Estimated particle visits of a step. */
  get #visits() {
    const [run] = this.#runs();
    const { stages = 1 } = this.#method() ?? {};
    return this.#particles * passes(run, stages);
  }

  /** True if all copies have taken the step that was asked for. */
  get done() {
    return this.#asked && this.#runs().every((_, i) => this.#copies[i]?.step);
  }

  /** True if the step asked for is late. */
  get late() {
    return this.#late;
  }

  /**
   * Number of steps that can be taken now. If they are long, it asks workers for the next one.
   * @param steps  that are due
   */
  ready(steps: number) {
    const { long } = this;
    if (!long || !this.#goesOn()) this.#drop();
    if (!long) return steps;
    this.#ask();
    return this.done ? Math.min(steps, 1) : 0;
  }

  /**
   * Takes steps that are ready, and measures their cost.
   * @param advance  calls `step` for each run; may throw
   */
  take(steps: number, advance: (steps: number) => void) {
    if (steps > 0 && this.#asked) {
      this.#adopt(() => advance(steps));
      if (this.#goesOn()) this.#ask(); // a run that was refused a step is no longer among them
      return;
    }
    const begin = performance.now();
    advance(steps);
    if (steps > 0) this.cost = (performance.now() - begin) / 1000 / steps;
  }

  /**
   * Takes steps of a simulation: adopts that of its copy, or lets it step itself.
   * @throws if the engine refuses one
   */
  step(simulation: Simulation, steps: number) {
    const next = this.#next.get(simulation);
    if (!next) return simulation.step(steps);
    this.#next.delete(simulation);
    try {
      simulation.history.setState(next.state);
    } catch {
      this.#fail();
      return simulation.step(steps);
    }
    if (next.refusal) throw new Error(next.refusal);
  }

  /** True if no change has made the copies outdated. */
  #goesOn() {
    return this.#runs().every((run, i) => {
      const copy = this.#copies[i];
      return copy?.run === run && copy.changes === run.history.changes;
    });
  }

  /** Asks all copies for a step, unless one is under way or the last change is too recent. */
  #ask() {
    if (this.#asked || this.#copies.some((copy) => copy?.stale)) return;
    const wait = this.#changedAt + SETTLE - performance.now();
    clearTimeout(this.#settling);
    if (wait > 0) {
      this.#settling = setTimeout(this.#notify, wait);
      return;
    }
    this.#asked = true;
    for (const [id, run] of this.#runs().entries()) this.#schedule(id, run);
    this.#watch();
  }

  /**
   * Asks a copy for a step in a task of its own, so that clicks are handled between the copies of
   * states.
   */
  #schedule(id: number, run: Simulation) {
    const drops = this.#drops;
    setTimeout(() => {
      try {
        if (this.#drops === drops) this.#send(id, run);
      } catch {
        this.#fail(); // no worker, or no memory for the copied state
      }
    });
  }

  /**
   * Asks a copy for a step from the run's state; from a whole snapshot if parameters, springs or
   * links have changed.
   */
  #send(id: number, run: Simulation) {
    const copy = this.#copies[id] ?? this.#start(id);
    if (!copy) throw new Error("The browser starts no worker.");
    const { history } = run;
    const isSame = copy.run === run && copy.changes === history.changes;
    const given = isSame ? { state: history.state() } : { snapshot: run.snapshot() };
    Object.assign(copy, { busy: true, run, changes: history.changes });
    const buffers = Object.values(given).map(({ buffer }) => buffer);
    copy.worker.postMessage({ id, scene: this.#scene, ...given, question: { step: true } }, buffers);
  }

  #start(id: number): Copy | false {
    const worker = startWorker(
      (_, answer) => this.#answered(copy, answer),
      () => this.#copies.includes(copy) && this.#fail(),
    );
    if (!worker) return false;
    const copy: Copy = { worker, busy: false, stale: false, changes: Number.NaN };
    this.#copies[id] = copy;
    return copy;
  }

  #answered(copy: Copy, { step }: Answer) {
    if (!step) return this.#fail(); // no memory, or no copy
    copy.step = copy.stale ? undefined : step;
    copy.busy = copy.stale = false;
    this.#watch();
    if (this.done || !this.#copies.some((copy) => copy?.stale)) this.#notify();
  }

  /** Watches the time until the answers. */
  #watch() {
    clearTimeout(this.#timer);
    const waits = this.#asked && !this.done;
    if (!waits && !this.#copies.some((copy) => copy?.busy)) return;
    this.#timer = setTimeout(() => {
      if (this.#copies.some((copy) => copy?.stale)) this.#terminate();
      else this.#late = true;
      this.#notify();
    }, WAIT_MS);
  }

  /** Stops using workers: the page itself takes all further steps. */
  #fail() {
    this.#workersAvailable = false;
    this.destroy();
    this.#notify();
  }

  /** Runs an action in which each run adopts the step of its copy. */
  #adopt(action: () => void) {
    const steps = this.#runs().map((_, i) => this.#copies[i]?.step as Step);
    this.#next = new Map(this.#runs().map((run, i) => [run, steps[i]]));
    for (const copy of this.#copies) if (copy) copy.step = undefined;
    this.#asked = this.#late = false;
    const cost = steps.reduce((sum, { cost }) => sum + cost, 0); // that on the page
    this.cost = cost;
    if (this.#costs.length < 2) this.cost = cost;
    try {
      action();
    } finally {
      this.#next.clear();
    }
  }

  /** Drops the step ahead: the one that copies have taken, or that is under way. */
  #drop() {
    this.#asked = false;
    this.#drops += 1;
    for (const copy of this.#copies) if (copy) Object.assign(copy, { stale: copy.busy, step: undefined });
    if (this.#late && this.#copies.some((copy) => copy?.stale)) this.#terminate();
    this.#late = false;
  }

  /** Drops the step ahead, because the present state has changed. */
  cancel() {
    this.#changedAt = performance.now();
    this.#drop();
  }

  /** Terminates the workers, and with them the steps under way. */
  #terminate() {
    for (const copy of this.#copies.splice(0)) copy?.worker.terminate();
  }

  destroy() {
    this.cancel();
    this.#terminate();
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
  }

  /** Drops the step ahead and the known cost, because parameters have changed. */
  reset() {
    this.cancel();
    this.cost = undefined;
  }
}

/** Estimated passes of a step over all particles. @param stages  of its method */
function passes(run: Simulation, stages: number) {
  const { solver, substeps, acceptedSteps } = run.analysis;
  if (solver) return substeps * (activeValue(run, "solver") === "newton" ? PASSES.solved : PASSES.once);
  return acceptedSteps ? PASSES.once : substeps * Number(activeValue(run, "sweeps") ?? PASSES.stage * stages);
}

/** The value of a parameter; undefined if the scene lacks it or it has no effect now. */
function activeValue(run: Simulation, key: string) {
  try {
    return run.analysis.idle(key) === undefined ? run.get(key) : undefined;
  } catch {
    return undefined;
  }
}
