// Analyses a copy of the simulation in a worker, so that the picture keeps moving.
import { load } from "../engine.ts";
import type { Simulation } from "../types.ts";
import { makeWorker } from "./make-worker.ts";
import type { Answer, Question } from "./questions.ts";
import { analyse } from "./questions.ts";

/** Coordinates up to which an analysis on the page is faster than a copy for the worker. */
const MAX_DIRECT = 3 * 8;

/** Most coordinates that are analysed. This number takes about four seconds. */
const MAX_COORDINATES = 3 * 40_000;

/** Time in ms after which a worker that has not loaded the engine is given up. */
const START = 20_000;

const TOO_MANY = "The fastest mode of so many particles is not computed: a look would take many seconds.";
const NO_WORKER = "The fastest mode is not computed: the browser starts no worker that could look for it.";

/** Callbacks for the next answers by the client's id, in the order of the questions. */
const pending: Map<number, ((answer: Answer) => void)[]> = new Map();

/** Ids of the clients that have a copy in the worker. */
const clients: Set<number> = new Set();

/** The page's worker while any client uses it; false if the browser cannot start one. */
let worker: Worker | false | undefined;

/** Id of the newest client. */
let lastId: number = 0;

/**
 * Starts an analysis worker and hands it the engine.
 * @param failed  called if the worker or its engine does not load
 * @returns false if the browser cannot start a worker
 */
export function startWorker(deliver: (id: number, answer: Answer) => void, failed: () => void): Worker | false {
  try {
    const made = makeWorker();
    let silence = 0;
    const begin = (module: object) => {
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

function start(): Worker | false {
  const made = startWorker(deliver, () => {
    if (worker !== made) return; // it was ended
    worker = false;
    const all = [...pending.values()].flat();
    pending.clear();
    for (const receive of all) receive({ none: NO_WORKER });
  });
  return made;
}

function deliver(id: number, answer: Answer) {
  pending.get(id)?.shift()?.(answer);
}

/** Puts questions about one simulation to the worker. */
export class AnalysisClient {
  #id = ++lastId;
  #scene;

  /** @param scene  its id */
  constructor(scene: string) {
    this.#scene = scene;
  }

  /** Asks a question about the present state. After `close` the answer is dropped. */
  ask(simulation: Simulation, question: Question, receive: (answer: Answer) => void) {
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
