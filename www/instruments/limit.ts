// The step limit of many particles: its use by the fastest mode, and the parameters that meet it.
import { element, write } from "../base/dom.ts";
import { floorTo, significant } from "../base/format.ts";
import type { Lab } from "../lab/show.ts";
import type { Use } from "../lab/views/readouts.ts";
import { gauge, useOfStep } from "../lab/views/readouts.ts";
import type { Simulation, Spectrum } from "../types.ts";
import { AnalysisClient } from "../worker/client.ts";
import type { Answer } from "../worker/questions.ts";

/**
 * Pause between two analyses while time runs: at least `least` ms and `times` the last duration.
 * So analyses take at most a ninth of the time.
 */
const PAUSE = { least: 500, times: 8 };

/** Duration of an analysis in ms after which outdated results are hidden. */
const OUTDATED_MS = 1000;

/** Placeholder about as long as the result, so that the page below hardly moves afterwards. */
const PENDING =
  "The fastest modes are being computed: their angular frequency ω and damping rate γ, and how far stiffness, damping and step size may go alone …";

/** Placeholder for a number, as wide as five digits. */
const BLANK = "\u2007".repeat(5);

const CHATTERS =
  "Friction at the obstacle may chatter in so long a step; it has a bound and explodes nothing, and shorter steps help.";

const KEPT = "There are as many substeps as keep springs and dampers within the limit, whatever their stiffness.";

const UNKNOWN =
  "No limit is known for this method in this shape: some modes may have no damper, and grow slowly at every step. Automatic substeps keep motion along the springs within the limit.";

const KEYS = [
  ["stiffness", "Stiffness", "k", "N/m"],
  ["damping", "Damping", "μ", "N·s/m"],
  ["timeStepSize", "Time step size", "Δt", "s"],
] as const;

export class Limit {
  readout = gauge("Step limit", () => this.#use());
  element;
  #lab;
  #subject;
  #text = element("p", {});
  #buttons;
  #client;
  #answer: Answer = {};
  /** Parameters and substep of the last answer. */
  #values: Record<string, number> = {};
  /** True if a parameter has changed since the last question. */
  #stale = true;
  /** Time since which the answer may be wrong, in ms; infinite while it is right. */
  #since = performance.now();
  /** True while a question is being answered. */
  #asking = false;
  /** True once a picture has asked for the mode: answers then contain it. */
  #shown = false;
  /** Simulated time of the last question, in s. */
  #time = 0;
  /** Earliest time of the next question, in ms. */
  #next = 0;

  /** @param subject  the simulation to analyse */
  constructor(lab: Lab, subject: () => Simulation) {
    this.#lab = lab;
    this.#subject = subject;
    this.#client = new AnalysisClient(lab.scene);
    this.#buttons = KEYS.filter(([key]) => lab.has(key)).map(([key, name, symbol, unit]) => {
      const textContent = `${symbol} ${BLANK} ${unit}`;
      const button = element("button", { type: "button", textContent, "aria-label": `Set ${name}: ${textContent}` });
      button.addEventListener("click", () => lab.set(key, Number(button.value)));
      return { key, name, symbol, unit, button };
    });
    const row = element("div", { className: "switches" }, ...this.#buttons.map(({ button }) => button));
    this.element = element("div", { className: "note", "aria-busy": "true" }, this.#text, row);
  }

  /** Requests a new analysis, after a change of parameters. */
  refresh() {
    this.#stale = true;
    this.element.ariaBusy = "true";
    this.#since = Math.min(this.#since, performance.now());
  }

  /**
   * The fastest mode at the last analysis, x y z per particle; undefined before the first one, and
   * if the number of particles has changed since.
   */
  get mode() {
    if (!this.#shown) this.refresh();
    this.#shown = true;
    const { mode } = this.#ask();
    return mode?.length === this.#subject().positions.length ? mode : undefined;
  }

  /** Asks for a new analysis if something has changed; returns the last answer. */
  #ask() {
    const simulation = this.#subject();
    const begin = performance.now();
    const moved = simulation.time !== this.#time && (this.#lab.timeRate() === 0 || begin > this.#next);
    if (this.#asking || !(this.#stale || moved)) return this.#answer;
    if (this.#stale) setTimeout(() => this.#asking && this.#lab.redraw(), OUTDATED_MS);
    this.#asking = true;
    this.#stale = false;
    this.#time = simulation.time;
    const values = Object.fromEntries(this.#buttons.map(({ key }) => [key, Number(this.#lab.get(key))]));
    values.substep = simulation.analysis.substep;
    this.#client.ask(simulation, { spectrum: true, mode: this.#shown }, (answer) => {
      this.#answer = answer;
      this.#values = values;
      this.#asking = false;
      if (!this.#stale) {
        this.#since = Number.POSITIVE_INFINITY;
        this.element.ariaBusy = "false";
      }
      const end = performance.now();
      this.#next = end + Math.max(PAUSE.least, PAUSE.times * (end - begin));
      this.#lab.redraw();
    });
    return this.#answer;
  }

  /** The last spectrum; undefined if it has been outdated for long. */
  get #spectrum() {
    const { spectrum } = this.#ask();
    return performance.now() - this.#since > OUTDATED_MS ? undefined : spectrum;
  }

  destroy() {
    this.#client.close();
  }

  #use(): Use {
    const spectrum = this.#spectrum;
    if (!spectrum) return { used: 0, marked: false, text: this.#answer.none ? "–" : "…" };
    const { parts, sum, stepLimit, bound, friction } = spectrum;
    const simulation = this.#subject();
    if (!parts || simulation.analysis.growthSource)
      return useOfStep(simulation.analysis, stepLimit, this.#lab.method()?.gains, bound);
    const { substeps } = simulation.analysis;
    const rubbing = this.#chatters ? `, friction up to ${friction.toFixed(2)} more` : "";
    return {
      used: sum / 4,
      marked: true,
      text: `${sum.toFixed(2)} of 4${substeps > 1 ? ` in ${substeps} substeps` : ""}${rubbing}`,
    };
  }

  draw() {
    const pending = !this.#spectrum && !this.#answer.none;
    for (const { key, name, symbol, unit, button } of this.#buttons) {
      button.disabled = pending;
      if (pending && !this.#answer.spectrum) button.hidden = key !== "timeStepSize" && !this.#sums;
      if (pending) continue; // keeps its text
      const value = floorTo(this.#values[key] * this.#factor(key), 3);
      button.hidden = !(value > 0 && value < Number.POSITIVE_INFINITY);
      if (button.value === String(value)) continue;
      button.value = String(value);
      button.textContent = `${symbol} ${significant(value)} ${unit}`;
      button.ariaLabel = `Set ${name}: ${button.textContent}`;
    }
    write(this.#text, this.#sentences());
  }

  /** True if the shares of springs and dampers add up: then each can be limited alone. */
  get #sums() {
    return this.#lab.method()?.dampers !== undefined;
  }

  #sentences() {
    const spectrum = this.#spectrum;
    if (!spectrum) return this.#answer.none ?? PENDING;
    const { angularFrequency, dampingRate, stepLimit, parts, bound } = spectrum;
    const mode = `The fastest modes have ω = ${significant(angularFrequency)} rad/s and γ = ${significant(dampingRate)} s⁻¹`;
    const sum = parts ? `: springs take ${parts[0].toFixed(2)} of the 4, dampers ${parts[1].toFixed(2)}` : "";
    const sure = bound && stepLimit > 0 ? " The limit is a safe bound; longer steps may hold." : "";
    const rubbing = this.#chatters ? ` ${CHATTERS}` : "";
    return `${mode}${sum}.${sure}${rubbing} ${this.#verdict(spectrum)}`;
  }

  /**
   * Judges the step. The text has as many lines below the limit as above it, so that the page below
   * does not jump.
   */
  #verdict({ stepLimit, bound, kept }: Spectrum) {
    const { substep, growthSource } = this.#subject().analysis;
    if (growthSource) return `No step is stable: ${growthSource}.`;
    if (kept) return KEPT;
    const stable = substep <= stepLimit;
    const some = this.#buttons.some(({ button }) => !button.hidden);
    if (stable) return some ? "Within the limit; each alone could go up to:" : "";
    if (Number.isNaN(stepLimit)) return UNKNOWN;
    if (some)
      return bound ? "Beyond it; each alone is sure to be stable at:" : "Beyond the limit; each alone must go down to:";
    return bound
      ? "Beyond it; neither stiffness, damping nor step size alone is sure to help."
      : "Beyond the limit; neither stiffness, damping nor step size alone helps.";
  }

  /** True if friction at the obstacle may chatter in so long a step. */
  get #chatters() {
    const { parts, sum = 0, friction = 0 } = this.#spectrum ?? {};
    return friction > 0 && friction + (parts ? sum : 0) > 4;
  }

  /**
   * Factor on a parameter at which the step limit is met if it alone is changed; NaN if there is
   * none to show.
   */
  #factor(key: "stiffness" | "damping" | "timeStepSize") {
    const spectrum = this.#spectrum;
    if (!spectrum) return Number.NaN;
    if (spectrum.kept || this.#subject().analysis.growthSource) return Number.NaN;
    if (key === "timeStepSize") return spectrum.stepLimit / this.#values.substep;
    if (key === "stiffness" && this.#lab.has("bendingStiffness")) return Number.NaN; // one of several stiffnesses
    const remedy = spectrum.remedies[key] ?? Number.NaN;
    return spectrum.parts || remedy < 1 ? remedy : Number.NaN;
  }
}
