// Analyses a copy of the simulation in a worker, so that the picture keeps moving.
import { load } from "../engine.js";
import { makeWorker } from "./make-worker.js";
import { analyse } from "./questions.js";

/** @import { Simulation } from "../types.js" */
/** @import { Answer, Question } from "./questions.js" */

/** Coordinates up to which an analysis on the page is faster than a copy for the worker. */
const MAX_DIRECT = 3 * 8;

/** Most coordinates that are analysed. This number takes about four seconds. */
const MAX_COORDINATES = 3 * 40_000;

/** Time in ms after which a worker that has not loaded the engine is given up. */
const START = 20_000;

const TOO_MANY = "The fastest mode of so many particles is not computed: a look would take many seconds.";
const NO_WORKER = "The fastest mode is not computed: the browser starts no worker that could look for it.";

/**
 * Callbacks for the next answers by the client's id, in the order of the questions.
 * @type {Map<number, ((answer: Answer) => void)[]>}
 */
const pending = new Map();

/** Ids of the clients that have a copy in the worker. @type {Set<number>} */
const clients = new Set();

/**
 * The page's worker while any client uses it; false if the browser cannot start one.
 * @type {Worker | false | undefined}
 */
let worker;

/** Id of the newest client. @type {number} */
let lastId = 0;

/**
 * Starts an analysis worker and hands it the engine.
 * @param {(id: number, answer: Answer) => void} deliver
 * @param {() => void} failed  called if the worker or its engine does not load
 * @returns {Worker | false} false if the browser cannot start a worker
 */
export function startWorker(deliver, failed) {
  try {
    const made = makeWorker();
    let silence = 0;
    const begin = (/** @type {object} */ module) => {
      silence = window.setTimeout(fail, START);
      made.postMessage({ module });
    };
    const fail = () => {
      clearTimeout(silence);
      made.terminate();
      failed();
    };
    load().then(begin).catch(fail);
    made.addEventListener("message", ({ data: { id, answer } }) => {
      clearTimeout(silence); // the first message says that the engine is loaded
      if (answer) deliver(id, answer);
    });
    made.addEventListener("messageerror", fail);
    made.addEventListener("error", (event) => {
      event.preventDefault(); // the page reports the failure itself
      fail();
    });
    return made;
  } catch {
    return false;
  }
}

/** @returns {Worker | false} */
function start() {
  const made = startWorker(deliver, () => {
    if (worker !== made) return; // it was ended
    worker = false;
    const all = [...pending.values()].flat();
    pending.clear();
    for (const receive of all) receive({ none: NO_WORKER });
  });
  return made;
}

/** @param {number} id @param {Answer} answer */
function deliver(id, answer) {
  pending.get(id)?.shift()?.(answer);
}

/** Puts questions about one simulation to the worker. */
export class AnalysisClient {
  #id = ++lastId;
  #scene;

  /** @param {string} scene  its id */
  constructor(scene) {
    this.#scene = scene;
  }

  /**
   * Asks a question about the present state. After `close` the answer is dropped.
   * @param {Simulation} simulation
   * @param {Question} question
   * @param {(answer: Answer) => void} receive
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

  /** Frees the copy, and ends the worker if no other client uses it. */
  close() {
    pending.delete(this.#id);
    if (!clients.delete(this.#id) || !worker) return;
    worker.postMessage({ id: this.#id });
    if (clients.size > 0) return;
    worker.terminate();
    worker = undefined;
  }
}
