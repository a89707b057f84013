// Looks at step limits without halting the picture: at a copy of the simulation, in a worker.
import { load } from "../engine.js";
import { look } from "./look.js";
import { makeLooker } from "./make-looker.js";

/** @import { Simulation } from "../types.js" */
/** @import { Answer, Question } from "./look.js" */

/** At so few numbers of positions a look takes less than a copy. */
const FEW = 3 * 8;

/** Of so many numbers of positions a look takes some four seconds. */
const MOST = 3 * 40_000;

const TOO_MANY = "The fastest mode of so many particles is not computed: a look would take many seconds.";
const NO_WORKER = "The fastest mode is not computed: the browser starts no worker that could look for it.";

/** Who waits for the worker's answers, which come in the order of the questions. @type {Map<number, ((answer: Answer) => void)[]>} */
const asked = new Map();

/** Those who look. @type {Set<number>} */
const open = new Set();

/** One for the page, as long as somebody looks; false where there can be none. @type {Worker | false | undefined} */
let worker;

/** @type {number} */
let last = 0;

/**
 * A worker that looks; false where there can be none.
 * @param {(id: number, answer: Answer) => void} answered @param {() => void} failed @returns {Worker | false}
 */
export function startLooker(answered, failed) {
  try {
    const made = makeLooker();
    load().then((module) => made.postMessage({ module }), failed);
    made.addEventListener("message", ({ data: { id, answer } }) => answered(id, answer));
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
  return startLooker(answered, () => {
    worker = false;
    const all = [...asked.values()].flat();
    asked.clear();
    for (const tell of all) tell({ none: NO_WORKER });
  });
}

/** @param {number} id @param {Answer} answer */
function answered(id, answer) {
  asked.get(id)?.shift()?.(answer);
}

/** Looks at one simulation, one question at a time. */
export class Lookout {
  #id = ++last;
  #scene;

  /** @param {string} scene  its id */
  constructor(scene) {
    this.#scene = scene;
  }

  /**
   * What is known of the simulation as it is now. Nobody hears of it once this is closed.
   * @param {Simulation} simulation @param {Question} question @param {(answer: Answer) => void} tell
   */
  look(simulation, question, tell) {
    const { length } = simulation.positions;
    if (length <= FEW) return tell(look(simulation, question));
    if (length > MOST) return tell({ none: TOO_MANY });
    worker ??= start();
    if (worker === false) return tell({ none: NO_WORKER });
    open.add(this.#id);
    asked.set(this.#id, [...(asked.get(this.#id) ?? []), tell]);
    const snapshot = simulation.snapshot();
    worker.postMessage({ id: this.#id, scene: this.#scene, snapshot, question }, [snapshot.buffer]);
  }

  close() {
    asked.delete(this.#id);
    if (!open.delete(this.#id) || !worker) return;
    worker.postMessage({ id: this.#id });
    if (open.size > 0) return;
    worker.terminate();
    worker = undefined;
  }
}
