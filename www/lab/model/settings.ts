// All settings of a laboratory: the scene's parameters, options of its pictures, and the time rate.
// An effect that reads a setting runs again when it is set, changes, or gets another default.
import { batch, signal } from "@preact/signals-core";
import type { Parameter, Simulation } from "../../types.ts";
import type { Arrangement } from "../attributes.ts";
import { check, nameOf, TIME_RATE } from "./options.ts";

export class Settings {
  /** Records; the default is the value at the start of the laboratory. */
  all: Parameter[];
  #simulation;
  /**
   * Values of the laboratory's own settings, which the engine does not have: options and time rate.
   */
  #own: Map<string, number | string>;
  /** Defaults by key, before the page's author has set others. */
  #originalDefaults;
  /** Changes of each setting, and its value at the last one. */
  #changes;
  #isReadable = (_: Parameter) => true;

  /**
   * @param parameters  of the scene
   * @param options  of its pictures
   */
  constructor(simulation: Simulation, parameters: Parameter[], options: Parameter[]) {
    const own = [...options, TIME_RATE];
    this.#simulation = simulation;
    this.all = [...parameters, ...own].map((parameter) => this.#measured(parameter));
    this.#own = new Map(own.map((parameter) => [parameter.key, parameter.default]));
    this.#originalDefaults = new Map(this.all.map((parameter) => [parameter.key, parameter.default]));
    this.#changes = new Map(this.all.map(({ key }) => [key, { count: signal(0), value: this.#read(key) }]));
  }

  /** Copies a record. If the unit depends on a choice, it follows the choice. */
  #measured(parameter: Parameter) {
    const copy = { ...parameter };
    if (!("unit" in parameter) || !parameter.unitWith) return copy;
    const { unit, unitWith } = parameter;
    const get = () => (this.get(unitWith.key) === unitWith.option ? unitWith.unit : unit);
    return Object.defineProperty(copy, "unit", { get, enumerable: true });
  }

  find(key: string) {
    return this.all.find((parameter) => parameter.key === key);
  }

  /** True for a setting that the engine does not have. */
  isOwn(key: string) {
    return this.#own.has(key);
  }

  get(key: string): number | string {
    this.#changes?.get(key)?.count.value; // an effect that reads it follows it
    return this.#read(key);
  }

  #read(key: string) {
    return this.#own.get(key) ?? this.#simulation.get(key);
  }

  /** Tells those who read settings that these may have changed. @param keys  surely so */
  follow(keys: string[] = []) {
    batch(() => {
      for (const [key, change] of this.#changes) {
        const value = this.#read(key);
        if (value === change.value && !keys.includes(key)) continue;
        change.value = value;
        change.count.value = change.count.peek() + 1;
      }
    });
  }

  /** Tells those who show settings to discard what was typed. */
  refresh() {
    this.follow([...this.#changes.keys()]);
  }

  /**
   * Sets a value. A text for a number is read here, from wherever it comes: a field, an attribute,
   * an address, a script or a message.
   * @throws if it is refused
   */
  set(key: string, value: number | string) {
    const parameter = this.find(key);
    const own = this.#own.has(key);
    const checked = parameter && (own || (typeof value === "string" && !("options" in parameter)));
    const meant = checked ? check(parameter, value) : value;
    if (own) this.#own.set(key, meant);
    else this.#simulation.set(key, meant);
    this.follow([key]);
  }

  /** Makes present values the defaults. @param key  of one parameter; all if left out */
  adoptAsDefaults(key?: string) {
    for (const parameter of this.all) {
      if (key === undefined || parameter.key === key) parameter.default = this.get(parameter.key);
    }
    this.refresh();
  }

  /** The default before the page's author has set another. */
  originalDefault(key: string) {
    return this.#originalDefaults.get(key);
  }

  /** Names on the page by key. */
  get names() {
    return new Map(this.all.map((parameter) => [parameter.key, nameOf(parameter)]));
  }

  /** Records of the parameters whose values may be shown and saved. */
  get readable() {
    return this.all.filter(this.#isReadable);
  }

  /** Leaves locked parameters out of `readable`. */
  arrange({ locked, controls }: Arrangement) {
    this.#isReadable = ({ key }) => !locked || Boolean(controls?.includes(key));
  }

  get values(): (readonly [key: string, value: number | string])[] {
    return this.all.map(({ key }) => [key, this.get(key)]);
  }

  /** Restores the settings that the engine does not have. @param values  of all */
  restore(values: (readonly [key: string, value: number | string])[]) {
    for (const [key, value] of values) if (this.#own.has(key)) this.#own.set(key, value);
    this.follow();
  }
}
