// How much of its limit a method uses on the fastest mode of many particles, and what would be within it.
import { element, write } from "../base/dom.js";
import { floorTo, significant } from "../base/format.js";
import { AnalysisClient } from "../lab/analysis-client.js";
import { gauge, useOfStep } from "../lab/readouts.js";

/** @import { Simulation, Spectrum } from "../types.js" */
/** @import { Answer } from "../lab/analysis.js" */
/** @import { Lab } from "../lab/show.js" */
/** @import { Use } from "../lab/readouts.js" */

/** Between two looks at the spectrum while time runs, in ms; more where a look takes long: it takes a ninth of the time at most. */
const PAUSE = { least: 500, times: 8 };

/** A look at what has changed that takes longer, in ms, is told of. */
const LONG = 1000;

/** As long as what comes in its place, so that what lies below hardly moves then. */
const COMING =
  "The fastest modes are being computed: their angular frequency ω and damping rate γ, and how far stiffness, damping and step size may go alone …";

/** Where a number will be: room for five figures. */
const ROOM = "\u2007".repeat(5);

const KEPT = "There are as many substeps as keep springs and dampers within the limit, whatever their stiffness.";

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
  #client;
  /** What was seen last, and what parameters and substep were then. @type {Answer} */
  #seen = {};
  /** @type {Record<string, number>} */
  #values = {};
  /** Whether something has changed since it was looked for; since when what was seen may be wrong, in ms. */
  #stale = true;
  #since = performance.now();
  /** Whether a look is under way, and whether a picture shows the mode. */
  #looking = false;
  #shown = false;
  #time = 0;
  #next = 0;

  /** @param {Lab} lab @param {() => Simulation} subject  what is looked at */
  constructor(lab, subject) {
    this.#lab = lab;
    this.#subject = subject;
    this.#client = new AnalysisClient(lab.scene);
    this.#buttons = KEYS.filter(([key]) => lab.has(key)).map(([key, name, symbol, unit]) => {
      const textContent = `${symbol} ${ROOM} ${unit}`;
      const button = element("button", { type: "button", textContent, "aria-label": `Set ${name}: ${textContent}` });
      button.addEventListener("click", () => lab.set(key, Number(button.value)));
      return { key, name, symbol, unit, button };
    });
    const row = element("div", { className: "switches" }, ...this.#buttons.map(({ button }) => button));
    this.element = element("div", { className: "note", "aria-busy": "true" }, this.#text, row);
  }

  /** Has it look again: something has changed. */
  refresh() {
    this.#stale = true;
    this.element.ariaBusy = "true";
    this.#since = Math.min(this.#since, performance.now());
  }

  /** The fastest mode when it was last looked at, x y z per particle; none before, and none of another number of them. */
  get mode() {
    if (!this.#shown) this.refresh();
    this.#shown = true;
    const { mode } = this.#look();
    return mode?.length === this.#subject().positions.length ? mode : undefined;
  }

  /** Looks if there may be something new to be seen, and says what was seen last. */
  #look() {
    const simulation = this.#subject();
    const begin = performance.now();
    const moved = simulation.time !== this.#time && (this.#lab.timeRate() === 0 || begin > this.#next);
    if (this.#looking || !(this.#stale || moved)) return this.#seen;
    if (this.#stale) setTimeout(() => this.#looking && this.#lab.redraw(), LONG);
    [this.#looking, this.#stale, this.#time] = [true, false, simulation.time];
    const values = Object.fromEntries(this.#buttons.map(({ key }) => [key, Number(this.#lab.get(key))]));
    values.substep = simulation.substep;
    this.#client.ask(simulation, { spectrum: true, mode: this.#shown }, (answer) => {
      [this.#seen, this.#values] = [answer, values];
      this.#looking = false;
      if (!this.#stale) {
        this.#since = Number.POSITIVE_INFINITY;
        this.element.ariaBusy = "false";
      }
      const end = performance.now();
      this.#next = end + Math.max(PAUSE.least, PAUSE.times * (end - begin));
      this.#lab.redraw();
    });
    return this.#seen;
  }

  /** The spectrum as far as it is known, unless what has changed since then takes long to be seen. */
  get #spectrum() {
    const { spectrum } = this.#look();
    return performance.now() - this.#since > LONG ? undefined : spectrum;
  }

  destroy() {
    this.#client.close();
  }

  /** @returns {Use} */
  #use() {
    const spectrum = this.#spectrum;
    if (!spectrum) return { used: 0, marked: false, text: this.#seen.none ? "–" : "…" };
    const { parts, sum, stepLimit, bound, kept } = spectrum;
    const simulation = this.#subject();
    if (!parts) return useOfStep(simulation, stepLimit, this.#lab.method()?.gains, bound);
    const { substeps } = simulation;
    return {
      used: sum / 4,
      marked: true,
      // friction may go beyond a limit that all else keeps
      ...(kept && { exceeded: false }),
      text: `${sum.toFixed(2)} of 4${substeps > 1 ? ` in ${substeps} substeps` : ""}`,
    };
  }

  draw() {
    const coming = !this.#spectrum && !this.#seen.none;
    for (const { key, name, symbol, unit, button } of this.#buttons) {
      button.disabled = coming;
      if (coming && !this.#seen.spectrum) button.hidden = key !== "timeStepSize" && !this.#sums;
      if (coming) continue; // it keeps its place
      const value = floorTo(this.#values[key] * this.#factor(key), 3);
      button.hidden = !(value > 0 && value < Number.POSITIVE_INFINITY);
      if (button.value === String(value)) continue;
      button.value = String(value);
      button.textContent = `${symbol} ${significant(value)} ${unit}`;
      button.ariaLabel = `Set ${name}: ${button.textContent}`;
    }
    write(this.#text, this.#sentences());
  }

  /** Whether what springs and dampers take of the limit adds up: then it is known how far each of them could go alone. */
  get #sums() {
    return this.#lab.method()?.dampers !== undefined;
  }

  #sentences() {
    const spectrum = this.#spectrum;
    if (!spectrum) return this.#seen.none ?? COMING;
    const { angularFrequency, dampingRate, stepLimit, parts, bound } = spectrum;
    const mode = `The fastest modes have ω = ${significant(angularFrequency)} rad/s and γ = ${significant(dampingRate)} s⁻¹`;
    const sum = parts ? `: springs take ${parts[0].toFixed(2)} of the 4, dampers ${parts[1].toFixed(2)}` : "";
    const sure = bound && stepLimit > 0 ? " The limit is a safe bound; longer steps may hold." : "";
    return `${mode}${sum}.${sure} ${this.#verdict(spectrum)}`;
  }

  /** In as many lines on both sides of the limit, so that what lies below does not jump. @param {Spectrum} spectrum */
  #verdict({ stepLimit, bound, kept }) {
    const stable = this.#subject().substep <= stepLimit;
    if (kept) return stable ? KEPT : `${KEPT} Friction at the obstacle goes beyond it: it chatters, within a bound.`;
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
    const { angularFrequency = 0, dampingRate = 0 } = this.#spectrum ?? {};
    const value = (/** @type {string} */ key) => (this.#lab.has(key) ? Number(this.#lab.get(key)) : 0);
    const [k, mu, b] = ["stiffness", "damping", "drag"].map(value);
    const m = value("mass") || value("density");
    const beside = k * (dampingRate - b / m) > FRICTION * mu * angularFrequency ** 2;
    return beside && this.#subject().obstacles.length > 0;
  }

  /**
   * How many times itself a parameter may be if it alone changes; no number where it does not matter.
   * @param {"stiffness" | "damping" | "timeStepSize"} key
   */
  #factor(key) {
    const spectrum = this.#spectrum;
    if (!spectrum) return Number.NaN;
    if (spectrum.kept) return Number.NaN;
    if (key === "timeStepSize") return spectrum.stepLimit / this.#values.substep;
    if (this.#chatters) return Number.NaN;
    if (key === "stiffness" && this.#lab.has("bendingStiffness")) return Number.NaN; // it is one of several
    const remedy = spectrum.remedies[key] ?? Number.NaN;
    return spectrum.parts || remedy < 1 ? remedy : Number.NaN;
  }
}
