// Explosions: the cause of the failure, remedies, and the time from which to replay it.

import { AnalysisClient } from "../worker/client.js";
import { CAUSE, RUN } from "./message.js";
import { remedy, substeps } from "./remedy.js";

/** @import { Method, Simulation } from "../types.js" */
/** @import { History } from "./history.js" */
/** @import { Message } from "./message.js" */
/** @import { Settings } from "./settings.js" */

/** Largest width of the scene where a replay begins, relative to the start of the saved past. */
const WIDTH = 1.5;

export class Explosion {
  /** True if the run has exploded: it can only restart. */
  active = false;
  /** True if the clock was running before the explosion. */
  wasPlaying = false;
  /** Number of explosions, so that a late answer is not shown for another one. */
  #count = 0;
  #simulation;
  #settings;
  #methods;
  #history;
  #message;
  #client;
  #replay;
  #set;

  /**
   * @param {object} lab
   * @param {string} lab.scene  id of the scene
   * @param {Simulation} lab.simulation
   * @param {Settings} lab.settings
   * @param {Method[]} lab.methods  that the scene offers
   * @param {History} lab.history
   * @param {Message} lab.message
   * @param {(good: number, head: number) => void} lab.replay  replays from the last good time to
   *   the end, both in s of elapsed time
   * @param {(key: string, value: number | string) => void} lab.set
   */
  constructor({ scene, simulation, settings, methods, history, message, replay, set }) {
    this.#simulation = simulation;
    this.#settings = settings;
    this.#methods = methods;
    this.#history = history;
    this.#message = message;
    this.#client = new AnalysisClient(scene);
    this.#replay = replay;
    this.#set = set;
  }

  /**
   * Reports a failed step. After an explosion, offers a replay and remedies.
   * @param {unknown} error
   * @param {boolean} playing  true if the clock was running
   */
  begin(error, playing) {
    const step = Number(this.#settings.get("timeStepSize"));
    const { growthSource } = this.#simulation;
    this.#history.stop();
    const [, head] = this.#history.span;
    const good = this.#lastGood();
    this.active = good < head - step; // it grew; otherwise only this step is impossible
    this.wasPlaying = playing;
    this.#count += 1;
    const replay = { text: "Replay slowly", action: () => this.#replay(good, head) };
    this.#message.offer(RUN, error, this.active ? [replay] : []);
    // no step and no method keeps an exact motion that grows from growing
    if (growthSource) this.#reportCause(error, growthSource);
    else if (this.active) this.#explain(error, step, replay);
    this.#history.seek(head);
  }

  /**
   * Finds the cause and the step limit, and offers remedies.
   * @param {unknown} error @param {number} step  in s
   * @param {{ text: string, action: () => void }} replay
   */
  #explain(error, step, replay) {
    const count = this.#count;
    this.#client.ask(this.#simulation, { limit: true, reason: true }, ({ limit = step, reason }) => {
      if (this.#count !== count || !this.active) return;
      if (reason) this.#reportCause(error, reason);
      const { all } = this.#settings;
      const cures = [remedy(step, limit, all, this.#methods), substeps(this.#simulation, all)].filter(
        (cure) => cure !== undefined,
      );
      const offers = cures.map(({ key, value, text }) => ({ text, action: () => this.#set(key, value) }));
      this.#message.offer(RUN, error, [replay, ...offers]);
    });
  }

  /**
   * Reports the cause unless the error states it.
   * @param {unknown} error @param {string} reason  as a clause
   */
  #reportCause(error, reason) {
    const sentence = error instanceof Error ? error.message : String(error);
    if (!sentence.includes(reason)) this.#message.report(CAUSE, `${reason}.`);
  }

  /** Seeks to the last step at which the scene is at most `WIDTH` times as wide as at first. */
  #lastGood() {
    const width = () => this.#simulation.positions.reduce((far, x) => Math.max(far, Math.abs(x)), 1);
    this.#history.seek(this.#history.span[0]);
    const most = WIDTH * width();
    return this.#history.seekLast(() => width() <= most);
  }

  /** Forgets the explosion, because the run has restarted or is at another time. */
  clear() {
    this.active = false;
    this.#message.clear(CAUSE);
  }

  destroy() {
    this.#client.close();
  }
}
