// What of a laboratory can be set: the scene's parameters, the options of its pictures, the clock's rate; and what may be told of them.
import { check, nameOf, TIME_RATE } from "./options.js";

/** @import { Parameter, Simulation } from "../types.js" */
/** @import { Arrangement } from "./attributes.js" */

export class Settings {
  /** Their records; the default is where the laboratory began. @type {Parameter[]} */
  all;
  #simulation;
  /** Values of what the engine does not know. @type {Map<string, number | string>} */
  #own;
  /** Defaults without an author's. */
  #originalDefaults;
  #isReadable = (/** @type {Parameter} */ _) => true;

  /**
   * @param {Simulation} simulation
   * @param {Parameter[]} parameters  those of the scene
   * @param {Parameter[]} options  what can be set beside them
   */
  constructor(simulation, parameters, options) {
    const own = [...options, TIME_RATE];
    this.#simulation = simulation;
    this.all = [...parameters, ...own].map((parameter) => ({ ...parameter }));
    this.#own = new Map(own.map((parameter) => [parameter.key, parameter.default]));
    this.#originalDefaults = new Map(this.all.map((parameter) => [parameter.key, parameter.default]));
  }

  /** @param {string} key */
  find(key) {
    return this.all.find((parameter) => parameter.key === key);
  }

  /** Whether the engine does not know it. @param {string} key */
  isOwn(key) {
    return this.#own.has(key);
  }

  /** @param {string} key @returns {number | string} */
  get(key) {
    return this.#own.get(key) ?? this.#simulation.get(key);
  }

  /** @param {string} key @param {number | string} value @throws {Error} if it is refused */
  set(key, value) {
    const option = this.#own.has(key) && this.find(key);
    if (option) this.#own.set(key, check(option, value));
    else this.#simulation.set(key, value);
  }

  /** Takes values as they are for defaults: of one, or of all. @param {string} [key] */
  adoptAsDefaults(key) {
    for (const parameter of this.all) {
      if (key === undefined || parameter.key === key) parameter.default = this.get(parameter.key);
    }
  }

  /** The default that a scene or option has without an author's. @param {string} key */
  originalDefault(key) {
    return this.#originalDefaults.get(key);
  }

  /** Names on the page by keys. */
  get names() {
    return new Map(this.all.map((parameter) => [parameter.key, nameOf(parameter)]));
  }

  /** Those of which something is told. */
  get readable() {
    return this.all.filter(this.#isReadable);
  }

  /** Tells of no other than an author lets. @param {Arrangement} arrangement */
  arrange({ locked, controls }) {
    this.#isReadable = ({ key }) => !locked || Boolean(controls?.includes(key));
  }

  /** All values as they are. @returns {(readonly [key: string, value: number | string])[]} */
  get values() {
    return this.all.map(({ key }) => [key, this.get(key)]);
  }

  /** Keeps the values that the engine does not keep, for the function that it returns to bring back. */
  keep() {
    const kept = new Map(this.#own);
    return () => {
      this.#own = kept;
    };
  }
}
