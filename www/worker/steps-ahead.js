// Steps that copies in workers take while the page draws. The simulations adopt their states, which
// are those of their own steps to the bit.
import { startWorker } from "./client.js";

/** @import { Method, Simulation } from "../types.js" */
/** @import { Answer, Step } from "./questions.js" */

/**
 * Cost in s above which a step is long: a constant, and a part per particle because a state is
 * copied to the worker and back.
 */
const LONG = { cost: 0.04, particle: 5e-8 };

/**
 * Heavy steps: `part` is the part of the time above which they go to workers, and `light` the one
 * below which they return to the page. Lighter steps leave most of a frame to the picture, from
 * which a worker may take the processor. `cost` is the least cost of a step in s; copying a state
 * takes a tenth of it.
 */
const HEAVY = { part: 0.4, light: 0.25, cost: 3e-4 };

/** Time for which workers compute ahead, in s. A change by the user discards these steps. */
const AHEAD = 0.05;

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

/** Time in ms after which steps are reported as late, and cancelled ones are terminated. */
const WAIT_MS = 1000;

/**
 * A worker with a copy of one run.
 * @typedef {object} Copy
 * @property {Worker} worker
 * @property {number} asked  questions without an answer
 * @property {number} stale  number of these, the first ones, that were cancelled
 * @property {boolean} long  true if the last one was for a long step
 * @property {Simulation} [run]  the original
 * @property {number} changes  `run.history.changes` when the copy got parameters, springs, links
 * @property {Step[]} steps  that the run has not adopted
 * @property {Uint8Array} [state]  of the run when it last adopted a step or sent its state;
 *   undefined for long steps, because comparing it would take too long
 */

export class StepsAhead {
  /** Costs of the last two steps, in s; empty after a change of parameters. @type {number[]} */
  #costs = [];
  #scene;
  #method;
  #runs;
  #rate;
  #notify;
  /** Copies by index of the run, made for its first steps. @type {(Copy | undefined)[]} */
  #copies = [];
  /** Number of steps asked for and not adopted, of each copy. */
  #ahead = 0;
  /** True if these are long steps. */
  #isLong = false;
  /** Number of times that all of them were dropped. */
  #drops = 0;
  /** True if the steps asked for take longer than `WAIT_MS`. */
  #late = false;
  /** Fires when they do. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Fires when steps may begin. @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  /** Time of the last change, in ms. */
  #changedAt = performance.now();
  /** False once a worker has failed: it did not start, took no steps, or took light ones late. */
  #workersAvailable = true;

  /**
   * @param {object} lab
   * @param {string} lab.scene  id of the scene
   * @param {() => Method | undefined} lab.method  the chosen method
   * @param {() => Simulation[]} lab.runs  simulations that take steps, the laboratory's own first
   * @param {() => number} lab.rate  steps that time needs, per s; 0 while it is paused
   * @param {() => void} lab.notify  called when steps are done or late, or may begin
   */
  constructor({ scene, method, runs, rate, notify }) {
    this.#scene = scene;
    this.#method = method;
    this.#runs = runs;
    this.#rate = rate;
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

  /**
   * True if steps take so much of the time that workers take them. Solvers and adaptive methods
   * stay on the page, because a state does not contain what they tell about their last step.
   */
  get #heavy() {
    const { cost = 0 } = this;
    if (!this.#workersAvailable || this.#costs.length < 2 || cost < HEAVY.cost) return false;
    if (this.#rate() * cost < (this.#ahead > 0 ? HEAVY.light : HEAVY.part)) return false;
    if (performance.now() < this.#changedAt + SETTLE) return false;
    return this.#runs().every(({ analysis }) => !analysis.solver && !analysis.acceptedSteps);
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

  /** Number of steps that all copies have taken, and that can be adopted. */
  get done() {
    return Math.min(...this.#runs().map((_, i) => this.#copies[i]?.steps.length ?? 0));
  }

  /** True if the steps asked for are late. */
  get late() {
    return this.#late;
  }

  /**
   * Number of steps that can be taken now. If workers take them, it asks for more.
   * @param {number} steps  that are due
   */
  ready(steps) {
    const { long } = this;
    if (!long && !this.#heavy) {
      this.#drop();
      return steps;
    }
    if (long !== this.#isLong || !this.#goesOn()) this.#drop();
    this.#isLong = long;
    this.#ask();
    return Math.min(steps, this.done);
  }

  /**
   * Takes steps that are ready, and measures their cost.
   * @param {number} steps @param {(steps: number) => void} advance  steps all runs; may throw
   */
  take(steps, advance) {
    if (steps > 0 && this.#ahead > 0) {
      this.#adopt(steps, advance);
      // a run that was refused a step is no longer among them
      if (this.#runs().every((run, i) => this.#copies[i]?.run === run)) this.#ask();
      return;
    }
    const begin = performance.now();
    advance(steps);
    if (steps > 0) this.cost = (performance.now() - begin) / 1000 / steps;
  }

  /** True if nothing but adopted steps has changed the runs since their copies began. */
  #goesOn() {
    return this.#runs().every((run, i) => {
      const { run: original, changes, state } = this.#copies[i] ?? {};
      if (original !== run || changes !== run.history.changes) return false;
      return state === undefined || isEqual(run.history.state(), state);
    });
  }

  /** Asks all copies for more steps, unless they have enough or the last change is too recent. */
  #ask() {
    if (this.#copies.some((copy) => copy?.stale)) return;
    const most = this.#isLong ? 1 : Math.ceil(AHEAD * this.#rate());
    const some = Math.ceil(most / 2); // a copy takes the second half while the first is adopted
    if (this.#ahead + some > most) return;
    const wait = this.#changedAt + SETTLE - performance.now();
    clearTimeout(this.#settling);
    if (wait > 0) {
      this.#settling = setTimeout(this.#notify, wait);
      return;
    }
    while (this.#ahead + some <= most) {
      this.#ahead += some;
      for (const [id, run] of this.#runs().entries()) this.#schedule(id, run, some);
    }
    this.#watch();
  }

  /**
   * Asks a copy for steps: at once, or in a task of its own if it needs the run's state, so that
   * clicks are handled between the copies of states.
   * @param {number} id @param {Simulation} run @param {number} steps
   */
  #schedule(id, run, steps) {
    const drops = this.#drops;
    const send = () => {
      try {
        if (this.#drops === drops) this.#send(id, run, steps);
      } catch {
        this.#fail(); // no worker, or no memory for the copied state
      }
    };
    if (this.#copies[id]?.state) send();
    else setTimeout(send);
  }

  /**
   * Asks a copy for steps. It goes on from its last one, or from the run's state if that is not
   * known to be the same; if parameters, springs or links have changed, from a whole snapshot.
   * @param {number} id @param {Simulation} run @param {number} steps
   */
  #send(id, run, steps) {
    const copy = this.#copies[id] ?? this.#start(id);
    if (!copy) throw new Error("The browser starts no worker.");
    const { history } = run;
    const isSame = copy.run === run && copy.changes === history.changes;
    const goesOn = isSame && copy.state !== undefined;
    const given = goesOn ? {} : isSame ? { state: history.state() } : { snapshot: run.snapshot() };
    if (!goesOn) copy.state = this.#isLong ? undefined : history.state();
    Object.assign(copy, { asked: copy.asked + 1, long: this.#isLong, run, changes: history.changes });
    const buffers = [given.state, given.snapshot].flatMap((bytes) => (bytes ? [bytes.buffer] : []));
    copy.worker.postMessage({ id, scene: this.#scene, ...given, question: { steps } }, buffers);
  }

  /** @param {number} id @returns {Copy | false} */
  #start(id) {
    const worker = startWorker(
      (_, answer) => this.#answered(copy, answer),
      () => this.#copies.includes(copy) && this.#fail(),
    );
    if (!worker) return false;
    /** @type {Copy} */
    const copy = { worker, asked: 0, stale: 0, long: false, changes: Number.NaN, steps: [] };
    this.#copies[id] = copy;
    return copy;
  }

  /** @param {Copy} copy @param {Answer} answer */
  #answered(copy, { steps }) {
    if (!areSteps(steps)) return this.#fail(); // no memory, or no copy
    copy.asked -= 1;
    if (copy.stale > 0) copy.stale -= 1;
    else copy.steps.push(...steps);
    this.#watch();
    if (this.done > 0 || !this.#copies.some((copy) => copy?.stale)) this.#notify();
  }

  /** Watches the time of answers. Late light steps would stop the laboratory. */
  #watch() {
    clearTimeout(this.#timer);
    const isBusy = () => this.#ahead > this.done || this.#copies.some((copy) => copy?.asked);
    if (!isBusy()) return;
    this.#timer = setTimeout(() => {
      if (this.#copies.some((copy) => copy?.asked && !copy.long)) return this.#fail();
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

  /**
   * Runs an action that steps each run; `step` adopts the copies' results instead of computing.
   * @param {number} steps @param {(steps: number) => void} action
   */
  #adopt(steps, action) {
    const runs = this.#runs();
    const costs = runs.map((run, i) => {
      const copy = /** @type {Copy} */ (this.#copies[i]);
      const taken = copy.steps.splice(0, steps);
      const cost = taken.reduce((sum, { cost }) => sum + cost, 0) / taken.length;
      run.step = (/** @type {number} */ some) => {
        const next = taken.splice(0, some);
        const { state, refusal } = next.find(({ refusal }) => refusal) ?? next[next.length - 1];
        if (state && !isAdopted(run, state)) {
          this.#fail();
          Reflect.deleteProperty(run, "step");
          return run.step(some);
        }
        if (!state) copy.changes = Number.NaN; // the copy gets a whole snapshot next
        copy.state = this.#isLong ? undefined : state;
        if (refusal) throw new Error(refusal);
      };
      return cost;
    });
    this.#ahead -= steps;
    this.#late = false;
    const cost = costs.reduce((sum, cost) => sum + cost); // that on the page
    this.cost = cost;
    if (this.#costs.length < 2) this.cost = cost;
    try {
      action(steps);
    } finally {
      for (const run of runs) Reflect.deleteProperty(run, "step"); // back to the class's method
    }
  }

  /** Drops all steps ahead: those that copies have taken, and those under way. */
  #drop() {
    this.#ahead = 0;
    this.#drops += 1;
    for (const copy of this.#copies) if (copy) Object.assign(copy, { stale: copy.asked, steps: [], state: undefined });
    if (this.#late && this.#copies.some((copy) => copy?.stale)) this.#terminate();
    this.#late = false;
  }

  /** Drops all steps ahead, because the present state has changed. */
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

  /** Drops all steps ahead and the known cost, because parameters have changed. */
  reset() {
    this.cancel();
    this.cost = undefined;
  }
}

/** True if an answer has steps. @param {unknown} steps @returns {steps is Step[]} */
function areSteps(steps) {
  const isStep = (/** @type {Step} */ { cost, state, refusal }) => cost >= 0 && (state || refusal);
  return Array.isArray(steps) && steps.length > 0 && steps.every(isStep);
}

/**
 * Gives a run a state. False if it refuses the bytes.
 * @param {Simulation} run @param {Uint8Array} state
 */
function isAdopted(run, state) {
  try {
    run.history.setState(state);
    return true;
  } catch {
    return false;
  }
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function isEqual(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
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
