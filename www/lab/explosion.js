// A run that can't go on: why, what would have kept it, and from where to look at it again.
import { AnalysisClient } from "./analysis-client.js";
import { remedy, substeps } from "./remedy.js";

/** @import { Method, Simulation } from "../types.js" */
/** @import { History } from "./history.js" */
/** @import { Message } from "./message.js" */
/** @import { Settings } from "./settings.js" */

/** How many times wider than at the start the scene may be where a replay begins. */
const WIDTH = 1.5;

export class Explosion {
  /** Whether the run can't go on but from the start. */
  now = false;
  /** Whether it ran by itself before. */
  ran = false;
  /** Counts them, so that what is heard late of one is not told of another. */
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
   * @param {string} lab.scene  its id
   * @param {Simulation} lab.simulation
   * @param {Settings} lab.settings
   * @param {Method[]} lab.methods  those that the scene offers
   * @param {History} lab.history
   * @param {Message} lab.message
   * @param {(good: number, head: number) => void} lab.replay  runs again from the last good moment to the end, both in s
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

  /** Says why the run can't go on, and offers to look at it again and what helps. @param {unknown} error @param {boolean} ran  whether time ran */
  begin(error, ran) {
    const step = Number(this.#settings.get("timeStepSize"));
    this.#history.stop();
    const [, head] = this.#history.span;
    const good = this.#lastGood();
    this.now = good < head - step; // it grew; else it only can't take this step
    this.ran = ran;
    this.#count += 1;
    const replay = { text: "Replay slowly", action: () => this.#replay(good, head) };
    this.#message.offer("run", error, this.now ? [replay] : []);
    if (this.now) this.#explain(error, step, replay);
    this.#history.seek(head);
  }

  /** @param {unknown} error @param {number} step  in s @param {{ text: string, action: () => void }} replay */
  #explain(error, step, replay) {
    const count = this.#count;
    this.#client.ask(this.#simulation, { limit: true, reason: true }, ({ limit = step, reason }) => {
      if (this.#count !== count || !this.now) return;
      const sentence = error instanceof Error ? error.message : String(error);
      if (reason && !sentence.includes(reason)) this.#message.report("cause", `${reason}.`);
      const { all } = this.#settings;
      const cures = [remedy(step, limit, all, this.#methods), substeps(this.#simulation, all)].filter(
        (cure) => cure !== undefined,
      );
      const offers = cures.map(({ key, value, text }) => ({ text, action: () => this.#set(key, value) }));
      this.#message.offer("run", error, [replay, ...offers]);
    });
  }

  /** Goes back to the last step at which the scene was about as wide as at the start. */
  #lastGood() {
    const width = () => this.#simulation.positions.reduce((far, x) => Math.max(far, Math.abs(x)), 1);
    this.#history.seek(this.#history.span[0]);
    const most = WIDTH * width();
    return this.#history.seekLast(() => width() <= most);
  }

  /** The run is at another time, or anew: what was said of its end is no longer true. */
  end() {
    this.now = false;
    this.#message.clear("cause");
  }

  destroy() {
    this.#client.close();
  }
}
