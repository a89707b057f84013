// Long steps, which a copy in a worker takes while the page draws. The simulation adopts its state,
// which is that of its own step to the bit.
import { startWorker } from "./client.js";

/** @import { Method, Simulation } from "../types.js" */
/** @import { Answer, Step } from "./questions.js" */

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

/**
 * A worker with a copy of one run.
 * @typedef {object} Copy
 * @property {Worker} worker
 * @property {boolean} busy  true until it answers
 * @property {boolean} stale  true if the step under way was cancelled
 * @property {Simulation} [run]  the original
 * @property {number} changes  `run.history.changes` when the copy got parameters, springs, links
 * @property {Step} [step]  that it has taken
 */

export class StepsAhead {
  /** Costs of the last two steps, in s; empty after a change of parameters. @type {number[]} */
  #costs = [];
  #scene;
  #method;
  #runs;
  #notify;
  /** Copies by index of the run, made for its first step. @type {(Copy | undefined)[]} */
  #copies = [];
  /** True if a step was asked for and is not adopted. */
  #asked = false;
  /** Number of steps that were cancelled. */
  #drops = 0;
  /** Steps to adopt, by the simulation that takes it next. @type {Map<Simulation, Step>} */
  #next = new Map();
  /** True if the step asked for takes longer than `WAIT_MS`. */
  #late = false;
  /** Fires when it does. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Fires when a step may begin. @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  /** Time of the last change, in ms. */
  #changedAt = performance.now();
  /** False once a worker has failed: it did not start, or took no step. */
  #workersAvailable = true;

  /**
   * @param {object} lab
   * @param {string} lab.scene  id of the scene
   * @param {() => Method | undefined} lab.method  the chosen method
   * @param {() => Simulation[]} lab.runs  simulations that take steps, the laboratory's own first
   * @param {() => void} lab.notify  called when a step is done or late, or may begin
   */
  constructor({ scene, method, runs, notify }) {
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
   * @param {number} steps  that are due
   */
  ready(steps) {
    const { long } = this;
    if (!long || !this.#goesOn()) this.#drop();
    if (!long) return steps;
    this.#ask();
    return this.done ? Math.min(steps, 1) : 0;
  }

  /**
   * Takes steps that are ready, and measures their cost.
   * @param {number} steps
   * @param {(steps: number) => void} advance  calls `step` for each run; may throw
   */
  take(steps, advance) {
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
   * @param {Simulation} simulation @param {number} steps
   * @throws {Error} if the engine refuses one
   */
  step(simulation, steps) {
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
   * @param {number} id @param {Simulation} run
   */
  #schedule(id, run) {
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
   * @param {number} id @param {Simulation} run
   */
  #send(id, run) {
    const copy = this.#copies[id] ?? this.#start(id);
    if (!copy) throw new Error("The browser starts no worker.");
    const { history } = run;
    const isSame = copy.run === run && copy.changes === history.changes;
    const given = isSame ? { state: history.state() } : { snapshot: run.snapshot() };
    Object.assign(copy, { busy: true, run, changes: history.changes });
    const buffers = Object.values(given).map(({ buffer }) => buffer);
    copy.worker.postMessage({ id, scene: this.#scene, ...given, question: { step: true } }, buffers);
  }

  /** @param {number} id @returns {Copy | false} */
  #start(id) {
    const worker = startWorker(
      (_, answer) => this.#answered(copy, answer),
      () => this.#copies.includes(copy) && this.#fail(),
    );
    if (!worker) return false;
    /** @type {Copy} */
    const copy = { worker, busy: false, stale: false, changes: Number.NaN };
    this.#copies[id] = copy;
    return copy;
  }

  /** @param {Copy} copy @param {Answer} answer */
  #answered(copy, { step }) {
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

  /** Runs an action in which each run adopts the step of its copy. @param {() => void} action */
  #adopt(action) {
    const steps = this.#runs().map((_, i) => /** @type {Step} */ (this.#copies[i]?.step));
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

/**
 * Estimated passes of a step over all particles.
 * @param {Simulation} run @param {number} stages  of its method
 */
function passes(run, stages) {
  const { solver, substeps, acceptedSteps } = run.analysis;
  if (solver) return substeps * (activeValue(run, "solver") === "newton" ? PASSES.solved : PASSES.once);
  return acceptedSteps ? PASSES.once : substeps * Number(activeValue(run, "sweeps") ?? PASSES.stage * stages);
}

/**
 * The value of a parameter; undefined if the scene lacks it or it has no effect now.
 * @param {Simulation} run @param {string} key
 */
function activeValue(run, key) {
  try {
    return run.analysis.idle(key) === undefined ? run.get(key) : undefined;
  } catch {
    return undefined;
  }
}
