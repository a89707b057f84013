// Looks at step limits without halting the picture: at a copy of the simulation, in a worker.
import { load } from "../engine.js";
import { analyse } from "./analysis.js";
import { makeAnalysisWorker } from "./make-analysis-worker.js";

/** @import { Simulation } from "../types.js" */
/** @import { Answer, Question } from "./analysis.js" */

/** At so few numbers of positions a look takes less than a copy. */
const MAX_DIRECT = 3 * 8;

/** Of so many numbers of positions a look takes some four seconds. */
const MAX_COORDINATES = 3 * 40_000;

const TOO_MANY = "The fastest mode of so many particles is not computed: a look would take many seconds.";
const NO_WORKER = "The fastest mode is not computed: the browser starts no worker that could look for it.";

/** Who waits for the worker's answers, which come in the order of the questions. @type {Map<number, ((answer: Answer) => void)[]>} */
const pending = new Map();

/** Those who look. @type {Set<number>} */
const clients = new Set();

/** One for the page, as long as somebody looks; false where there can be none. @type {Worker | false | undefined} */
let worker;

/** @type {number} */
let lastId = 0;

/**
 * A worker that looks; false where there can be none.
 * @param {(id: number, answer: Answer) => void} deliver @param {() => void} failed @returns {Worker | false}
 */
export function startAnalysisWorker(deliver, failed) {
  try {
    const made = makeAnalysisWorker();
    load().then((module) => made.postMessage({ module }), failed);
    made.addEventListener("message", ({ data: { id, answer } }) => deliver(id, answer));
    made.addEventListener("error", (event) => {
      event.preventDefault(); // the sentence says it
      failed();
    });
    return made;
  } catch {
    return false;
  }
}

/** @returns {Worker | false} */
function start() {
  return startAnalysisWorker(deliver, () => {
    worker = false;
    const all = [...pending.values()].flat();
    pending.clear();
    for (const receive of all) receive({ none: NO_WORKER });
  });
}

/** @param {number} id @param {Answer} answer */
function deliver(id, answer) {
  pending.get(id)?.shift()?.(answer);
}

/** Looks at one simulation, one question at a time. */
export class AnalysisClient {
  #id = ++lastId;
  #scene;

  /** @param {string} scene  its id */
  constructor(scene) {
    this.#scene = scene;
  }

  /**
   * What is known of the simulation as it is now. Nobody hears of it once this is closed.
   * @param {Simulation} simulation @param {Question} question @param {(answer: Answer) => void} receive
   */
  ask(simulation, question, receive) {
    const { length } = simulation.positions;
    if (length <= MAX_DIRECT) return receive(analyse(simulation, question));
    if (length > MAX_COORDINATES) return receive({ none: TOO_MANY });
    worker ??= start();
    if (worker === false) return receive({ none: NO_WORKER });
    clients.add(this.#id);
    pending.set(this.#id, [...(pending.get(this.#id) ?? []), receive]);
    const snapshot = simulation.snapshot();
    worker.postMessage({ id: this.#id, scene: this.#scene, snapshot, question }, [snapshot.buffer]);
  }

  close() {
    pending.delete(this.#id);
    if (!clients.delete(this.#id) || !worker) return;
    worker.postMessage({ id: this.#id });
    if (clients.size > 0) return;
    worker.terminate();
    worker = undefined;
  }
}
