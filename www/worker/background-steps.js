// Long steps would freeze the page, so copies in workers take them and the simulations adopt the
// result.
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

/** High estimate of the cost of a particle visit, and cost above which a warning is shown, in s. */
const [VISIT, MINUTE] = [4e-7, 60];

/** Pause after a change before a step begins, in ms: more changes may follow. */
const SETTLE = 200;

/** Time in ms after which a step is reported as late, and a cancelled one is terminated. */
const LATE = 1000;

/**
 * A worker with a copy of one run.
 * @typedef {object} Copy
 * @property {Worker} worker
 * @property {boolean} busy  true while a step is under way
 * @property {Simulation} [run]  the original
 * @property {number} changes  `run.changes` when the copy got its parameters, springs and links
 */

export class BackgroundSteps {
  /** Costs of the last two steps, in s; empty after a change of parameters. @type {number[]} */
  #costs = [];
  #scene;
  #method;
  #runs;
  #notify;
  /** Copies by index of the run, made for its first long step. @type {(Copy | undefined)[]} */
  #copies = [];
  /**
   * Results of the current step by index of the run; undefined while no step is under way or done.
   * @type {(Step | undefined)[] | undefined}
   */
  #steps;
  /** The array of `#steps` that is late. @type {(Step | undefined)[] | undefined} */
  #late;
  /** Time of the last change, in ms. */
  #changedAt = performance.now();
  /** False once a worker has failed to start. */
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

  /** True if the next step is to be taken in the background. */
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

  /** True if all runs have the result of the current step. */
  get done() {
    return this.#steps?.every(Boolean) ?? false;
  }

  /** True if the current step is late. */
  get late() {
    return this.#steps !== undefined && this.#steps === this.#late;
  }

  /** Begins a step of all copies, unless one is under way or the last change is too recent. */
  begin() {
    if (this.#steps || this.#busy) return;
    const now = performance.now();
    const settled = this.#changedAt + SETTLE;
    if (now < settled) {
      setTimeout(this.#notify, settled - now);
      return;
    }
    const runs = this.#runs();
    const steps = /** @type {(Step | undefined)[]} */ (runs.map(() => undefined));
    this.#steps = steps;
    // copying a state takes time: each is sent in its own task, so that clicks are handled in
    // between
    for (const [id, run] of runs.entries()) {
      setTimeout(() => {
        try {
          if (this.#steps === steps) this.#send(id, run);
        } catch {
          this.#fail(); // no worker, or no memory for the copied state
        }
      });
    }
    setTimeout(() => {
      this.#late = steps; // not by comparing times, because a timer may fire a little early
      if (!this.#steps && this.#busy) this.#terminate();
      this.#notify();
    }, LATE);
  }

  /** True while a step is under way, even a cancelled one. */
  get #busy() {
    return this.#copies.some((copy) => copy?.busy);
  }

  /**
   * Asks a copy for the next step, from the run's state. If parameters, springs or links have
   * changed, the copy gets a whole snapshot.
   * @param {number} id @param {Simulation} run
   */
  #send(id, run) {
    const copy = this.#copies[id] ?? this.#start(id);
    if (!copy) throw new Error("The browser starts no worker.");
    const same = copy.run === run && copy.changes === run.history.changes;
    const given = same ? { state: run.history.state() } : { snapshot: run.snapshot() };
    Object.assign(copy, { busy: true, run, changes: run.history.changes });
    const { buffer } = given.state ?? given.snapshot;
    copy.worker.postMessage({ id, scene: this.#scene, ...given, question: { step: true } }, [buffer]);
  }

  /** @param {number} id @returns {Copy | false} */
  #start(id) {
    const worker = startWorker(
      (_, answer) => this.#answered(copy, id, answer),
      () => this.#fail(),
    );
    if (!worker) return false;
    const copy = { worker, busy: false, changes: Number.NaN };
    this.#copies[id] = copy;
    return copy;
  }

  /** @param {Copy} copy @param {number} id @param {Answer} answer */
  #answered(copy, id, { step, none = "" }) {
    copy.busy = false;
    if (!step) copy.changes = Number.NaN;
    if (this.#steps) this.#steps[id] = step ?? { cost: 0, refusal: none };
    if (this.done || !this.#steps) this.#notify();
  }

  /** Stops using workers: the page itself takes all further steps. */
  #fail() {
    this.#workersAvailable = false;
    this.destroy();
    this.#notify();
  }

  /**
   * Takes steps, and measures their cost. Of long ones it takes the one that is done.
   * @param {number} steps @param {(steps: number) => void} advance
   */
  take(steps, advance) {
    if (this.long) return this.#adopt(() => advance(1));
    const begin = performance.now();
    advance(steps);
    this.cost = (performance.now() - begin) / 1000 / steps;
  }

  /**
   * Runs an action that steps each run once; `step` adopts the copy's result instead of computing.
   * @param {() => void} action
   */
  #adopt(action) {
    const runs = this.#runs();
    const steps = /** @type {Step[]} */ (this.#steps);
    this.#steps = undefined;
    const cost = Math.max(...steps.map(({ cost }) => cost));
    this.#costs = [cost, cost];
    for (const [i, run] of runs.entries()) {
      const { state, refusal } = steps[i];
      run.step = () => {
        if (state) run.history.setState(state);
        if (refusal) throw new Error(refusal);
      };
    }
    try {
      action();
    } finally {
      for (const run of runs) Reflect.deleteProperty(run, "step"); // back to the class's method
    }
  }

  /** Drops the current step, because it started from a state that is no longer the present one. */
  cancel() {
    this.#changedAt = performance.now();
    if (this.late) this.#terminate();
    this.#steps = undefined;
  }

  /** Terminates the workers, and with them the steps under way. */
  #terminate() {
    for (const copy of this.#copies.splice(0)) copy?.worker.terminate();
  }

  destroy() {
    this.cancel();
    this.#terminate();
  }

  /** Drops the current step and the known cost, because parameters have changed. */
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
