// All settings of a laboratory: the scene's parameters, options of its pictures, and the time rate.
import { check, nameOf, TIME_RATE } from "./options.js";

/** @import { Parameter, Simulation } from "../types.js" */
/** @import { Arrangement } from "./attributes.js" */

export class Settings {
  /** Records; the default is the value at the start of the laboratory. @type {Parameter[]} */
  all;
  #simulation;
  /**
   * Values of the laboratory's own settings, which the engine does not have: options and time rate.
   * @type {Map<string, number | string>}
   */
  #own;
  /** Defaults by key, before the page's author has set others. */
  #originalDefaults;
  #isReadable = (/** @type {Parameter} */ _) => true;

  /**
   * @param {Simulation} simulation
   * @param {Parameter[]} parameters  of the scene
   * @param {Parameter[]} options  of its pictures
   */
  constructor(simulation, parameters, options) {
    const own = [...options, TIME_RATE];
    this.#simulation = simulation;
    this.all = [...parameters, ...own].map((parameter) => this.#measured(parameter));
    this.#own = new Map(own.map((parameter) => [parameter.key, parameter.default]));
    this.#originalDefaults = new Map(this.all.map((parameter) => [parameter.key, parameter.default]));
  }

  /**
   * Copies a record. If the unit depends on a choice, it follows the choice.
   * @param {Parameter} parameter
   */
  #measured(parameter) {
    const copy = { ...parameter };
    if (!("unit" in parameter) || !parameter.unitWith) return copy;
    const { unit, unitWith } = parameter;
    const get = () => (this.get(unitWith.key) === unitWith.option ? unitWith.unit : unit);
    return Object.defineProperty(copy, "unit", { get, enumerable: true });
  }

  /** @param {string} key */
  find(key) {
    return this.all.find((parameter) => parameter.key === key);
  }

  /** True for a setting that the engine does not have. @param {string} key */
  isOwn(key) {
    return this.#own.has(key);
  }

  /** @param {string} key @returns {number | string} */
  get(key) {
    return this.#own.get(key) ?? this.#simulation.get(key);
  }

  /**
   * Sets a value. A text for a number is read here, from wherever it comes: a field, an attribute,
   * an address, a script or a message.
   * @param {string} key @param {number | string} value @throws {Error} if it is refused
   */
  set(key, value) {
    const parameter = this.find(key);
    const own = this.#own.has(key);
    const checked = parameter && (own || (typeof value === "string" && !("options" in parameter)));
    const meant = checked ? check(parameter, value) : value;
    if (own) this.#own.set(key, meant);
    else this.#simulation.set(key, meant);
  }

  /** Makes present values the defaults. @param {string} [key]  of one parameter; all if left out */
  adoptAsDefaults(key) {
    for (const parameter of this.all) {
      if (key === undefined || parameter.key === key) parameter.default = this.get(parameter.key);
    }
  }

  /** The default before the page's author has set another. @param {string} key */
  originalDefault(key) {
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

  /** Leaves locked parameters out of `readable`. @param {Arrangement} arrangement */
  arrange({ locked, controls }) {
    this.#isReadable = ({ key }) => !locked || Boolean(controls?.includes(key));
  }

  /** @returns {(readonly [key: string, value: number | string])[]} */
  get values() {
    return this.all.map(({ key }) => [key, this.get(key)]);
  }

  /**
   * Restores the settings that the engine does not have.
   * @param {(readonly [key: string, value: number | string])[]} values  of all
   */
  restore(values) {
    for (const [key, value] of values) if (this.#own.has(key)) this.#own.set(key, value);
  }
}
