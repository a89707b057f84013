// A plot of all runs of a laboratory, and the button that changes what it shows.
import { element } from "../base/dom.js";
import { Plot } from "../plots/plot.js";

/** @import { Content, View } from "../plots/plot.js" */
/** @import { Subject } from "../plots/curve.js" */
/** @import { Quantity } from "../plots/quantity.js" */
/** @import { Times } from "../plots/times.js" */
/** @import { Motion } from "./motion.js" */
/** @import { PlotChoice } from "./plot-choice.js" */
/** @import { Lab, Show } from "./show.js" */

/**
 * @typedef {object} Given
 * @property {Lab} lab
 * @property {Show} show
 * @property {Motion} motion
 * @property {Times} times  that all plots share
 * @property {Map<number, Quantity[]>} masses  quantities of masses that are recorded on demand
 */

export class Plotted {
  plot;
  #motion;
  /** @type {View} */
  #view;
  /** @type {PlotChoice | undefined} */
  #choice;

  /** @param {Given} given @param {Content} content  what it shows at first */
  constructor(given, content) {
    const { lab, motion, times } = given;
    this.#motion = motion;
    this.#view = { content, domain: times, scales: {} };
    this.plot = new Plot(motion.recorder, lab.color, this.#view);
    const button = element("button", { type: "button", textContent: "Plot what?", "aria-expanded": "false" });
    button.title = "Chooses quantities and axes";
    button.addEventListener("click", () => this.#open(button, given));
    this.plot.top.append(button);
  }

  /**
   * Opens or closes the choice, which few need.
   * @param {HTMLButtonElement} button @param {Given} given
   */
  async #open(button, given) {
    const { PlotChoice } = await import("./plot-choice.js");
    this.#choice ??= new PlotChoice(given, this.#view, button, (view) => this.show(view));
    this.#choice.toggle();
  }

  /** Shows another view, or the same of other runs. */
  show(view = this.#view) {
    this.#view = view;
    const { content, over } = view;
    const runs = this.#motion.shown;
    const repeated = (/** @type {Quantity} */ quantity) => [
      { quantity, over },
      ...runs.flatMap(({ quantities }) => ofRun(quantities, quantity, over)),
    ];
    this.plot.show(view, content.quantities.flatMap(repeated));
  }
}

/**
 * The same curve of another run, if that has it.
 * @param {Map<Quantity, Quantity>} quantities  of the run, by those of the laboratory's
 * @param {Quantity} quantity @param {Quantity} [over] @returns {Subject[]}
 */
function ofRun(quantities, quantity, over) {
  const own = quantities.get(quantity);
  const across = over && quantities.get(over);
  return own && !over === !across ? [{ quantity: own, over: across }] : [];
}
