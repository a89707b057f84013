// Errors of compared runs: largest distances from the exact motion, or where none is known, from a
// fine reference that runs beside.
import { significant } from "../../base/format.ts";
import type { Quantity } from "../../plots/quantity.ts";
import type { Method, Simulation } from "../../types.ts";
import { Companion } from "./companion.ts";
import { deviation, distance } from "./deviation.ts";
import { madeBy, slope, swingOf } from "./drift.ts";
import type { Plan } from "./reference.ts";
import { COSTLY, planFor } from "./reference.ts";
import type { Moving, Run, Values } from "./run.ts";
import { moving } from "./run.ts";
import type { Runner } from "./runner.ts";
import type { Session } from "./session.ts";

/** Most masses of a scene with references. */
const MAX_MASSES = 500;

/**
 * Most work of a reference per simulated second, in evaluations of the force on one mass: about
 * 0.1 s.
 */
const WORK = 4e6;

/** Tolerance of a reference with adaptive steps. */
const TOLERANCE = 1e-8;

/** Most time in ms to compute the past of a reference, and of errors. */
const MAX_COMPUTING_MS = 500;

const TOO_LATE_TEXT = "a reference from the start takes too long to compute; restart for it";

/** Own error of a reference, as a part of a run's error, above which it only bounds the latter. */
const UNSURE = 0.2;

/** Distance of two references in m above which the motion counts as too sensitive. */
const SENSITIVE = 0.01;

/** A reference, and a coarser one that shows its error. */
interface Pair {
  fine: Moving;
  coarse: Moving;
  /** Distance of the two. */
  difference: Quantity;
  plan: Plan;
}

/** Stops a reference that costs too much. */
function refuseCosts({ analysis, positions }: Simulation) {
  const { evaluations, time } = analysis.effort;
  if ((evaluations / time) * (positions.length / 3) > WORK) throw new Error(COSTLY);
}

export class Errors {
  #scene;
  #simulation;
  #methods;
  #run;
  /** Recorded quantities by their runs, and where they come from. */
  #recorded: Map<Runner, { plan: Plan | string; key: string; quantity: Quantity; made: Quantity }> = new Map();
  /** References by key. */
  #pairs: Map<string, Pair> = new Map();

  constructor({
    scene,
    simulation,
    methods,
    run,
  }: {
    /** Id of the scene. */
    scene: string;
    simulation: Simulation;
    /** Methods that the scene offers. */
    methods: Method[];
    run: Session;
  }) {
    this.#scene = scene;
    this.#simulation = simulation;
    this.#methods = methods;
    this.#run = run;
  }

  /**
   * Records the errors of all runs, from the start of the record.
   * @param shown  true if the table or a plot shows them; otherwise none is recorded
   * @returns true if others are recorded than before
   */
  update(shown: boolean = this.#run.motion.others.length > 0 || this.#run.motion.plotsErrors): boolean {
    const { motion, explosion } = this.#run;
    if (explosion.active) return false;
    const { compared, first } = motion;
    const runs = new Map<Runner, Run | undefined>([[first, undefined]]);
    for (const run of compared) runs.set(run.engine, run);
    const plans = new Map((shown ? [...runs.keys()] : []).map((runner) => [runner, this.#plan(runner)]));
    const keys = new Map(Array.from(plans, ([runner, plan]) => [runner, JSON.stringify(plan)]));
    for (const [runner, { key, quantity, made }] of this.#recorded) {
      if (keys.get(runner) === key) continue;
      motion.recorder.remove([quantity, made]);
      this.#recorded.delete(runner);
    }
    for (const [key, { fine, coarse, difference }] of this.#pairs) {
      if ([...keys.values()].includes(key)) continue;
      motion.recorder.remove([difference]);
      for (const one of [fine, coarse]) motion.exclude(one);
      if (motion.reference === fine.engine) motion.reference = undefined;
      this.#pairs.delete(key);
    }
    const added = [...plans]
      .filter(([runner]) => !this.#recorded.has(runner))
      .flatMap(([runner, plan]) => this.#begin(runner, plan, String(keys.get(runner)), runs.get(runner)));
    if (added.length > 0) motion.recordAll(added, MAX_COMPUTING_MS);
    return added.length > 0;
  }

  /**
   * Begins to record the error of a run, and the energy that its method makes.
   * @param key  of the plan
   * @param run  undefined for the laboratory's own
   */
  #begin(runner: Runner, plan: Plan | string, key: string, run?: Run) {
    const known = this.#pairs.get(key);
    const pair = known ?? (typeof plan === "string" ? undefined : this.#open(plan));
    const { motion } = this.#run;
    const quantity = run ? deviation(() => distance(runner, pair?.fine.engine), run) : motion.deviation;
    run?.curves.set(motion.deviation, quantity);
    motion.reference = run ? motion.reference : pair?.fine.engine;
    const made = madeBy(runner);
    this.#recorded.set(runner, { plan, key, quantity, made });
    if (!pair || known) return [quantity, made];
    this.#pairs.set(key, pair);
    return [quantity, made, pair.difference];
  }

  /** Opens two references. */
  #open(plan: Plan): Pair {
    const { motion } = this.#run;
    const [fine, coarse] = plan.values.map((own) => {
      const engine = new Companion(this.#scene, this.#simulation, own, {}, refuseCosts);
      const reference = moving("reference", "", { color: "", dash: [] }, engine);
      const { first } = motion.history;
      if (first) engine.begin(first as any);
      if (!motion.include(reference, MAX_COMPUTING_MS)) engine.stopped = new Error(TOO_LATE_TEXT);
      return reference;
    });
    return { fine, coarse, plan, difference: deviation(() => distance(coarse.engine, fine.engine)) };
  }

  /**
   * Plan for the reference of a run: "exact", a way to compute it, or why there is none, in a
   * clause.
   */
  #plan(runner: Runner): Plan | string {
    const { simulation } = runner;
    if (simulation.analysis.exact) return "exact";
    const own: Values = runner instanceof Companion ? runner.own : {};
    const step = Number(simulation.get("timeStepSize"));
    return planFor(simulation, own, this.#methods, { step, tolerance: TOLERANCE, most: MAX_MASSES, work: WORK });
  }

  /**
   * The largest error of a run in the record.
   * @returns with the reference `from` which it is the distance and that one's `own` error in m,
   *   or the reason for none
   */
  of(runner: Runner): { text: string; from?: string; own?: number; reason?: string } {
    const recorded = this.#recorded.get(runner);
    if (!recorded) return { text: "–" };
    const pair = this.#pairs.get(recorded.key);
    const error = this.#largest(recorded.quantity);
    if (recorded.plan === "exact") return { text: metres(error), from: "the exact motion" };
    if (!pair) return { text: "–", reason: String(recorded.plan) };
    const { fine, coarse, plan, difference } = pair;
    const stopped = fine.engine.stopped ?? coarse.engine.stopped;
    if (stopped) return { text: "–", reason: stopped instanceof Error ? stopped.message : String(stopped) };
    const own = this.#largest(difference);
    const from = `a fine reference (${plan.method})`;
    if (!(own > UNSURE * error)) return { text: metres(error), from, own };
    if (own < SENSITIVE) return { text: `≤ ${metres(error + own)}`, from, own };
    return { text: "–", reason: `the motion is so sensitive that two references are ${metres(own)} apart` };
  }

  /**
   * Mean rate in J/s at which a run's method makes energy, over the record; NaN if it is not known.
   */
  drift(runner: Runner) {
    const recorded = this.#recorded.get(runner);
    if (!recorded) return Number.NaN;
    const { times, of } = this.#run.motion.recorder.samples(Number.NEGATIVE_INFINITY);
    return slope(times, of(recorded.made), swingOf(runner.simulation));
  }

  /** The largest error of a run that is over. */
  ofFinished({ curves }: Run) {
    return metres(most(curves.get(this.#run.motion.deviation)?.record?.values ?? new Float64Array()));
  }

  /** Says what the errors of all runs are, or why there are none. */
  note(all: ReturnType<Errors["of"]>[]) {
    const from = new Set(all.flatMap(({ from }) => from ?? []));
    const reasons = new Set(all.flatMap(({ reason }) => reason ?? []));
    const own = Math.max(...all.map(({ own }) => own ?? 0));
    const whose = own > 0 ? `, whose own error is about ${metres(own)}` : "";
    const sentences = from.size > 0 ? [`Error: distance from ${[...from].join(" or ")}${whose}.`] : [];
    return [...sentences, ...[...reasons].map((reason) => `No error: ${reason}.`)].join(" ");
  }

  /** Largest value of a quantity up to the present. */
  #largest(quantity: Quantity) {
    return most(this.#run.motion.recorder.samples(Number.NEGATIVE_INFINITY).of(quantity));
  }
}

/** Largest number, NaN left out; −∞ without one. */
function most(values: Float64Array) {
  return values.reduce((most, value) => (value > most ? value : most), Number.NEGATIVE_INFINITY);
}

/** @param length  in m */
function metres(length: number) {
  return length >= 0 ? `${significant(length)} m` : "–";
}
