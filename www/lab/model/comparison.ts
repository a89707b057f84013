// The runs that are compared with the laboratory's own, as words such as
// "explicit-euler implicit-euler time-step-size=0.02".
import { batch } from "@preact/signals-core";
import { quoted } from "../../base/quote.ts";
import type { Method, Simulation } from "../../types.ts";
import { Companion } from "./companion.ts";
import { Errors } from "./errors.ts";
import { kebabCase, keyOf } from "./names.ts";
import { check } from "./options.ts";
import type { Run, Values } from "./run.ts";
import { freeLook, moving, nameOfRun } from "./run.ts";
import type { Session } from "./session.ts";

/** Most runs that are compared: with the laboratory's own one, four. */
const MAX_COMPARED = 3;

/** Methods of the preset. */
export const EULERS = ["explicit-euler", "symplectic-euler", "implicit-euler"];

export class Comparison {
  errors;
  #scene;
  #simulation;
  #methods;
  #run;

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
    this.errors = new Errors({ scene, simulation, methods, run });
  }

  get runs() {
    return this.#run.motion.compared;
  }

  /** True if no further run can be added. */
  get full() {
    return this.runs.length >= MAX_COMPARED;
  }

  get words() {
    return this.wordsWithout();
  }

  /** The words of all runs but one. */
  wordsWithout(run?: Run) {
    const others = this.runs.filter((one) => one !== run);
    return others.map(({ values }) => this.word(values)).join(" ");
  }

  word(own: Values) {
    const parts = Object.entries(own).map(([key, value]) => (key === "method" ? value : `${kebabCase(key)}=${value}`));
    return parts.join(",");
  }

  /** True if the scene offers the preset's methods. */
  get offersEulers() {
    return EULERS.every((id) => this.#methods.some(({ value }) => value === id));
  }

  /** Words of the preset, beside the present method. */
  get eulers() {
    return EULERS.filter((id) => id !== this.#run.get("method")).join(" ");
  }

  /** Compares other runs; those that stay go on. @throws if refused */
  set(words: string) {
    const meant = new Map(this.read(words).map((own) => [this.word(own), own]));
    batch(() => {
      for (const run of this.runs) if (!meant.has(this.word(run.values))) this.#run.forget(run);
      for (const [word, own] of meant) if (!this.runs.some(({ values }) => this.word(values) === word)) this.#add(own);
    });
    this.errors.update();
  }

  /** Reads the values of runs. @throws if they are refused */
  read(words: string) {
    const wanted = new Set(words.split(/[\s;]+/).filter(Boolean));
    const all = [...wanted].map((word) => this.#read(word));
    if (all.length > MAX_COMPARED)
      throw new Error(`compare must have at most ${MAX_COMPARED} runs; ${all.length} were given.`);
    return all;
  }

  /** Reads the values of a run. */
  #read(word: string): Values {
    return Object.fromEntries(
      word.split(",").map((part) => {
        const [name, ...rest] = part.split("=");
        return rest.length > 0 ? this.#value(name, rest.join("=")) : ["method", this.#method(name)];
      }),
    );
  }

  #method(name: string) {
    const ids = this.#methods.map(({ value }) => value);
    if (ids.includes(name)) return name;
    throw new Error(`compare must have words of ${ids.join(", ")}, or parameter=value; ${quoted(name)} was given.`);
  }

  #value(name: string, text: string): [key: string, value: number | string] {
    const { settings } = this.#run;
    const parameter = settings.find(keyOf(name, settings.readable));
    if (parameter && !settings.isOwn(parameter.key)) return [parameter.key, check(parameter, text)];
    throw new Error(`compare must have parameters of the scene; ${quoted(name)} was given.`);
  }

  #add(own: Values) {
    const { settings, motion } = this.#run;
    const name = nameOfRun(own, (key) => settings.find(key));
    const traits = { name, subject: `compared: ${name}`, independent: true };
    const engine = new Companion(this.#scene, this.#simulation, own, traits);
    const { first } = motion.history;
    try {
      if (first) engine.begin(first as any);
    } catch (error) {
      engine.simulation.free();
      throw error;
    }
    const colors = own.method && own.method !== this.#run.get("method") ? [`--${own.method}`] : [];
    this.#run.compare(moving("compared", name, freeLook(motion.others, colors), engine));
  }
}
