// How much of its limit a method uses on the fastest mode of many particles, and what would be within it.
import { element } from "../base/dom.js";
import { floorTo, significant } from "../base/format.js";
import { gauge, useOfStep } from "../lab/readouts.js";

/** @import { Simulation, Spectrum } from "../types.js" */
/** @import { Lab } from "../lab/show.js" */
/** @import { Use } from "../lab/readouts.js" */

/** Between two looks at the spectrum while time runs, in ms; more where a look takes long: a picture must not stutter. */
const PAUSE = { least: 500, times: 10 };

/** Beyond so many particles a look would halt the page. */
const MOST = 40_000;

/** Damping this many times what the springs' own would be comes from elsewhere. */
const FRICTION = 1.2;

const KEYS = /** @type {const} */ ([
  ["stiffness", "Stiffness", "k", "N/m"],
  ["damping", "Damping", "μ", "N·s/m"],
  ["timeStepSize", "Time step size", "Δt", "s"],
]);

export class Limit {
  readout = gauge("Step limit", () => this.#use());
  element;
  #lab;
  #subject;
  #text = element("p", {});
  #buttons;
  /** @type {Spectrum | undefined} */
  #spectrum;
  /** @type {Float64Array | undefined} */
  #mode;
  #stale = true;
  #time = 0;
  #next = 0;

  /** @param {Lab} lab @param {() => Simulation} subject  what is looked at */
  constructor(lab, subject) {
    this.#lab = lab;
    this.#subject = subject;
    this.#buttons = KEYS.filter(([key]) => lab.has(key)).map(([key, name, symbol, unit]) => {
      const button = element("button", { type: "button" });
      button.addEventListener("click", () => lab.set(key, Number(button.value)));
      return { key, name, symbol, unit, button };
    });
    const row = element("div", { className: "switches" }, ...this.#buttons.map(({ button }) => button));
    this.element = element("div", { className: "note" }, this.#text, row);
  }

  /** Has it look again: something has changed. */
  refresh() {
    this.#stale = true;
  }

  /** The fastest mode when it was last looked at, x y z per particle. */
  get mode() {
    this.#look();
    this.#mode ??= this.#spectrum && this.#subject().mode();
    return this.#mode;
  }

  #look() {
    const simulation = this.#subject();
    const begin = performance.now();
    const moved = simulation.time !== this.#time && (this.#lab.timeRate() === 0 || begin > this.#next);
    if (!this.#stale && !moved) return this.#spectrum;
    this.#spectrum = simulation.positions.length > 3 * MOST ? undefined : simulation.spectrum();
    this.#mode = undefined;
    this.#stale = false;
    this.#time = simulation.time;
    const end = performance.now();
    this.#next = end + Math.max(PAUSE.least, PAUSE.times * (end - begin));
    return this.#spectrum;
  }

  get #step() {
    return Number(this.#lab.get("timeStepSize"));
  }

  /** @returns {Use} */
  #use() {
    const spectrum = this.#look();
    if (!spectrum) return { used: 0, marked: false, text: "–" };
    const { parts, sum, stepLimit, bound } = spectrum;
    if (!parts) return useOfStep(this.#step, stepLimit, this.#lab.gains(), bound);
    return { used: sum / 4, marked: true, text: `${sum.toFixed(2)} of 4` };
  }

  draw() {
    for (const { key, name, symbol, unit, button } of this.#buttons) {
      const value = floorTo(Number(this.#lab.get(key)) * this.#factor(key), 3);
      button.hidden = !(value > 0 && value < Number.POSITIVE_INFINITY);
      if (button.value === String(value)) continue;
      button.value = String(value);
      button.textContent = `${symbol} ${significant(value)} ${unit}`;
      button.ariaLabel = `Set ${name}: ${button.textContent}`;
    }
    const text = this.#sentences();
    if (this.#text.textContent !== text) this.#text.textContent = text;
  }

  #sentences() {
    const spectrum = this.#look();
    if (!spectrum) return "The fastest mode of so many particles is not computed: it would halt the page.";
    const { angularFrequency, dampingRate, stepLimit, parts, bound } = spectrum;
    const mode = `The fastest modes have ω = ${significant(angularFrequency)} rad/s and γ = ${significant(dampingRate)} s⁻¹`;
    const sum = parts ? `: springs take ${parts[0].toFixed(2)} of the 4, dampers ${parts[1].toFixed(2)}` : "";
    const sure = bound && stepLimit > 0 ? " The limit is a safe bound; longer steps may hold." : "";
    return `${mode}${sum}.${sure} ${this.#verdict(this.#step <= stepLimit, spectrum)}`;
  }

  /** In as many lines on both sides of the limit, so that what lies below does not jump. @param {boolean} stable @param {Spectrum} spectrum */
  #verdict(stable, { stepLimit, bound }) {
    const some = this.#buttons.some(({ button }) => !button.hidden);
    if (stable) return some ? "Within the limit; each alone could go up to:" : "";
    if (this.#chatters) {
      return "Friction at the obstacle chatters in so long a step. It has a bound and explodes nothing; shorter steps help:";
    }
    if (bound && stepLimit === 0) {
      return "For this method no step can be shown to be stable: some mode may have too little damping.";
    }
    if (some)
      return bound ? "Beyond it; each alone is sure to be stable at:" : "Beyond the limit; each alone must go down to:";
    return bound
      ? "Beyond it; neither stiffness, damping nor step size alone is sure to help."
      : "Beyond the limit; neither stiffness, damping nor step size alone helps.";
  }

  /** Whether friction damps a mass at the obstacle, by far more than springs do that have the same modes for both. */
  get #chatters() {
    const { angularFrequency = 0, dampingRate = 0 } = this.#look() ?? {};
    const value = (/** @type {string} */ key) => (this.#lab.has(key) ? Number(this.#lab.get(key)) : 0);
    const [k, mu, b, m] = ["stiffness", "damping", "drag", "mass"].map(value);
    const beside = k * (dampingRate - b / m) > FRICTION * mu * angularFrequency ** 2;
    return beside && this.#subject().obstacles.length > 0;
  }

  /**
   * How many times itself a parameter may be if it alone changes; no number where it does not matter.
   * @param {"stiffness" | "damping" | "timeStepSize"} key
   */
  #factor(key) {
    const spectrum = this.#look();
    if (!spectrum) return Number.NaN;
    if (key === "timeStepSize") return spectrum.stepLimit / this.#step;
    if (this.#chatters) return Number.NaN;
    const remedy = spectrum.remedies[key] ?? Number.NaN;
    return spectrum.parts || remedy < 1 ? remedy : Number.NaN;
  }
}
