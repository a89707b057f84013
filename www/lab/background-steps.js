// Steps that would halt the page: taken ahead at copies, in workers, for the simulations to take over.
import { startAnalysisWorker } from "./analysis-client.js";

/** @import { Method, Simulation } from "../types.js" */
/** @import { Answer, Step } from "./analysis.js" */

/** A step that takes longer, in s, is a long one; and so long a particle, as that takes it to hand states to and fro. */
const LONG = { cost: 0.04, particle: 5e-8 };

/** Not known yet, it is taken for one that may go over particles so many times in all. */
const MAX_VISITS = 3e5;

/** How often a step may go over all particles that is implicit or in parts of its own, one that is solved exactly, and a stage of an explicit one, whose visits are short. */
const PASSES = { once: 100, solved: 1000, stage: 0.1 };

/** What a visit is reckoned with, in s, more than most take; and a step that may take so long is told of before. */
const [VISIT, MINUTE] = [4e-7, 60];

/** After a change no step is begun for so long, in ms: more changes may follow. */
const SETTLE = 200;

/** A step that takes longer, in ms, is told of; one that is not wanted any more is not waited for. */
const LATE = 1000;

/**
 * Who takes the steps of a run, at a copy.
 * @typedef {object} Copy
 * @property {Worker} worker
 * @property {boolean} busy  whether a step is under way
 * @property {Simulation} [run]  what it is a copy of
 * @property {number} changes  of the run, when the copy got its parameters, springs and links
 */

export class BackgroundSteps {
  /** What the last two steps cost, in s; none after a change of parameters. @type {number[]} */
  #costs = [];
  #scene;
  #method;
  #runs;
  #notify;
  /** One for each run that has taken a long step. @type {(Copy | undefined)[]} */
  #copies = [];
  /** What came of the step that is under way, for each run. @type {(Step | undefined)[] | undefined} */
  #steps;
  /** The same, once it is to be told of. @type {(Step | undefined)[] | undefined} */
  #late;
  #changedAt = performance.now();
  /** Whether the browser starts workers. */
  #workersAvailable = true;

  /**
   * @param {object} lab
   * @param {string} lab.scene  its id
   * @param {() => Method | undefined} lab.method  the method at work
   * @param {() => Simulation[]} lab.runs  what takes steps, the laboratory's own first
   * @param {() => void} lab.notify  is told that there may be something new: a step that has come, or is late
   */
  constructor({ scene, method, runs, notify }) {
    this.#scene = scene;
    this.#method = method;
    this.#runs = runs;
    this.#notify = notify;
  }

  /** What a step costs, in s, as far as is known. One alone may have waited for a busy machine: it is the cheaper of two. */
  get cost() {
    return this.#costs.length > 0 ? Math.min(...this.#costs) : undefined;
  }

  set cost(cost) {
    this.#costs = cost === undefined ? [] : [cost, ...this.#costs.slice(0, 1)];
  }

  /** Whether the next step is a long one. */
  get long() {
    const most = LONG.cost + LONG.particle * this.#particles;
    return this.#workersAvailable && (this.#costs.length < 2 ? this.#visits > MAX_VISITS : Number(this.cost) > most);
  }

  /** Whether it may take minutes, as far as is known. */
  get mayTakeMinutes() {
    return (this.cost ?? VISIT * this.#visits) > MINUTE;
  }

  get #particles() {
    return this.#runs()[0].positions.length / 3;
  }

  /** How many visits to particles a step may take. */
  get #visits() {
    const [run] = this.#runs();
    const { stages = 1 } = this.#method() ?? {};
    return this.#particles * passes(run, stages);
  }

  /** Whether it has come. */
  get done() {
    return this.#steps?.every(Boolean) ?? false;
  }

  /** Whether it is to be told of. */
  get late() {
    return this.#steps !== undefined && this.#steps === this.#late;
  }

  /** Begins with a step at copies of the runs as they are, unless one is under way or more changes may follow. */
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
    // what it takes over takes its time: each is sent apart from the frame, so that a click can come between
    for (const [id, run] of runs.entries()) {
      setTimeout(() => {
        try {
          if (this.#steps === steps) this.#send(id, run);
        } catch {
          this.#fail(); // no worker, or no memory for what it is to take over
        }
      });
    }
    setTimeout(() => {
      this.#late = steps; // by the clock it may be a little early
      if (!this.#steps && this.#busy) this.#terminate();
      this.#notify();
    }, LATE);
  }

  /** Whether a step is under way, be it one that nobody wants any more. */
  get #busy() {
    return this.#copies.some((copy) => copy?.busy);
  }

  /** Asks for the next step of a copy, that takes over the state, and all else if it has not the same. @param {number} id @param {Simulation} run */
  #send(id, run) {
    const copy = this.#copies[id] ?? this.#start(id);
    if (!copy) throw new Error("The browser starts no worker.");
    const same = copy.run === run && copy.changes === run.changes;
    const given = same ? { state: run.state() } : { snapshot: run.snapshot() };
    Object.assign(copy, { busy: true, run, changes: run.changes });
    const { buffer } = given.state ?? given.snapshot;
    copy.worker.postMessage({ id, scene: this.#scene, ...given, question: { step: true } }, [buffer]);
  }

  /** @param {number} id @returns {Copy | false} */
  #start(id) {
    const worker = startAnalysisWorker(
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

  /** The page has to take its steps itself. */
  #fail() {
    this.#workersAvailable = false;
    this.destroy();
    this.#notify();
  }

  /** Does what takes a step: the runs take over what their copies came to. @param {() => void} action */
  apply(action) {
    const runs = this.#runs();
    const steps = /** @type {Step[]} */ (this.#steps);
    this.#steps = undefined;
    const cost = Math.max(...steps.map(({ cost }) => cost));
    this.#costs = [cost, cost];
    for (const [i, run] of runs.entries()) {
      const { state, refusal } = steps[i];
      run.step = () => {
        if (state) run.setState(state);
        if (refusal) throw new Error(refusal);
      };
    }
    try {
      action();
    } finally {
      for (const run of runs) Reflect.deleteProperty(run, "step"); // the class's own again
    }
  }

  /** What has changed makes a step that is under way, or has come, one from another place. */
  cancel() {
    this.#changedAt = performance.now();
    if (this.late) this.#terminate();
    this.#steps = undefined;
  }

  /** Ends the copies, and the steps that they are at. */
  #terminate() {
    for (const copy of this.#copies.splice(0)) copy?.worker.terminate();
  }

  /** Nobody wants a step any more. */
  destroy() {
    this.cancel();
    this.#terminate();
  }

  /** Parameters have changed, and with them what a step costs. */
  reset() {
    this.cancel();
    this.cost = undefined;
  }
}

/** How often a step may go over all particles. @param {Simulation} run @param {number} stages  of its method */
function passes(run, stages) {
  if (run.solver) return run.substeps * (activeValue(run, "solver") === "newton" ? PASSES.solved : PASSES.once);
  return run.acceptedSteps ? PASSES.once : run.substeps * Number(activeValue(run, "sweeps") ?? PASSES.stage * stages);
}

/** The value of a parameter that there is and that means something. @param {Simulation} run @param {string} key */
function activeValue(run, key) {
  try {
    return run.idle(key) === undefined ? run.get(key) : undefined;
  } catch {
    return undefined;
  }
}
