// Explosions: the cause of the failure, remedies, and the time from which to replay it.

import type { Method, Simulation } from "../../types.ts";
import type { AnalysisClient } from "../../worker/client.ts";
import type { History } from "./history.ts";
import { remedy, substeps } from "./remedy.ts";
import type { Settings } from "./settings.ts";

type Remedy = { key: string; value: number | string; text: string };

/** Largest width of the scene where a replay begins, relative to the start of the saved past. */
const WIDTH = 1.5;

export class Explosion {
  /** True if the run has exploded: it can only restart. */
  active = false;
  /** True if the motion has grown; otherwise only the last step was impossible. */
  #grew = false;
  /** True if the clock was running before the explosion. */
  wasPlaying = false;
  /** Why the last step failed. */
  error: unknown;
  /** Why the motion grew, as a clause; empty if unknown, and if the error states it. */
  cause = "";
  /** Values of a parameter that prevent it. */
  remedies: Remedy[] = [];
  /** Elapsed time of the last good state, in s. */
  good = 0;
  /** Elapsed time of the explosion, in s. */
  head = 0;
  /** Number of explosions, so that a late answer is not shown for another one. */
  #count = 0;
  #simulation;
  #settings;
  #methods;
  #history;
  #ask;
  #told;

  constructor({
    simulation,
    settings,
    methods,
    history,
    ask,
    told,
  }: {
    simulation: Simulation;
    settings: Settings;
    /** Methods that the scene offers. */
    methods: Method[];
    history: History;
    /** Asks a question about the simulation. */
    ask: AnalysisClient["ask"];
    /** Called when the step has failed, and when cause and remedies are known. */
    told: () => void;
  }) {
    this.#simulation = simulation;
    this.#settings = settings;
    this.#methods = methods;
    this.#history = history;
    this.#ask = ask;
    this.#told = told;
  }

  /**
   * Notes a failed step, and finds out whether the motion grew, why, and since when.
   * @param playing  true if the clock was running
   */
  begin(error: unknown, playing: boolean) {
    const step = Number(this.#settings.get("timeStepSize"));
    const { growthSource } = this.#simulation.analysis;
    this.#history.stop();
    [, this.head] = this.#history.span;
    this.good = this.#lastGood();
    this.active = this.#grew = this.good < this.head - step;
    this.wasPlaying = playing;
    this.error = error;
    this.cause = "";
    this.remedies = [];
    this.#count += 1;
    // no step and no method keeps an exact motion that grows from growing
    if (growthSource) this.#setCause(growthSource);
    this.#told();
    if (this.active && !growthSource) this.#explain(step);
    this.#history.seek(this.head);
  }

  /** Finds the cause, and remedies by the step limit. @param step  in s */
  #explain(step: number) {
    const count = this.#count;
    this.#ask(this.#simulation, { limit: true, reason: true }, ({ limit = step, reason }) => {
      if (this.#count !== count || !this.active) return;
      if (reason) this.#setCause(reason);
      const { all } = this.#settings;
      const found = [remedy(step, limit, all, this.#methods), substeps(this.#simulation.analysis, all)];
      this.remedies = found.filter((one) => one !== undefined);
      this.#told();
    });
  }

  /** @param reason  as a clause */
  #setCause(reason: string) {
    const sentence = this.error instanceof Error ? this.error.message : String(this.error);
    if (!sentence.includes(reason)) this.cause = reason;
  }

  /** Seeks to the last step at which the scene is at most `WIDTH` times as wide as at first. */
  #lastGood() {
    const width = () => this.#simulation.positions.reduce((far, x) => Math.max(far, Math.abs(x)), 1);
    this.#history.seek(this.#history.span[0]);
    const most = WIDTH * width();
    return this.#history.seekLast(() => width() <= most);
  }

  /** Tells of the explosion again, because the run is at a time after it. */
  recall() {
    this.active = this.#grew;
    this.#told();
  }

  /** Forgets the explosion, because the run has restarted or is at another time. */
  clear() {
    this.active = false;
  }
}
