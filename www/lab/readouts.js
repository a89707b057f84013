// The numbers beside the picture.
import { element } from "./dom.js";
import { duration, significant } from "./format.js";

/** @import { Simulation } from "../engine.js" */

/** Where on its track the gauge has the limit. */
const LIMIT_AT = 0.75;

export class Readouts {
  #time = output("time", "Current time");
  #cost = output("cost", "Time per sim. step");
  #ratio = output("ratio", "Damping ratio ζ");
  #gauge = output("gauge", "Step limit");
  #track = element("i");
  elements;

  constructor() {
    const track = element("span", { className: "track", "aria-hidden": "true" }, this.#track, element("b"));
    this.#gauge.output.before(track);
    this.elements = [this.#time, this.#cost, this.#ratio, this.#gauge].map((readout) => readout.element);
  }

  /** @param {Simulation} simulation */
  show(simulation) {
    const step = Number(simulation.get("timeStepSize"));
    const decimals = Math.max(2, Math.ceil(-Math.log10(step) - 1e-9)); // every step shows
    this.#time.output.value = `${simulation.time.toFixed(decimals)} s`;
    this.#ratio.output.value = damping(simulation.dampingRatio);
    this.#showLimit(step, simulation.stepLimit);
  }

  /** The measured cost of a step in s. @param {number | undefined} seconds */
  set cost(seconds) {
    this.#cost.output.value = duration(seconds);
  }

  /** @param {number} step @param {number} limit */
  #showLimit(step, limit) {
    const used = limit === 0 ? Number.POSITIVE_INFINITY : step / limit;
    const { classList } = this.#gauge.element;
    classList.toggle("unmarked", limit === 0 || limit === Number.POSITIVE_INFINITY);
    classList.toggle("exceeded", used > 1);
    this.#track.style.setProperty("--used", String(Math.min(LIMIT_AT * used, 1)));
    const verdict = limit === 0 ? ", grows at every step" : used > 1 ? ", unstable" : "";
    this.#gauge.output.value =
      limit === Number.POSITIVE_INFINITY
        ? `none, ${significant(step)} s in use`
        : `${significant(step)} of ${significant(limit)} s${verdict}`;
  }
}

/** @param {string} name @param {string} label */
function output(name, label) {
  const output = element("output", { "aria-live": "off", "aria-label": label });
  return { output, element: element("div", { className: `readout ${name}` }, element("span", {}, label), output) };
}

/** @param {number | undefined} ratio */
function damping(ratio) {
  if (ratio === undefined) return "–";
  const shown = Number(significant(ratio)); // what reads as 1 is called so
  const kind = shown === 0 ? "undamped" : shown < 1 ? "under-damped" : shown === 1 ? "critical" : "over-damped";
  return `${significant(ratio)} ${kind}`;
}
