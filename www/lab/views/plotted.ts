// A plot of all runs of a laboratory, and the button that changes what it shows.
import { element } from "../../base/dom.ts";
import type { Subject } from "../../plots/curve.ts";
import type { Content, View } from "../../plots/plot.ts";
import { Plot } from "../../plots/plot.ts";
import type { Quantity } from "../../plots/quantity.ts";
import type { Times } from "../../plots/times.ts";
import type { Motion } from "../model/motion.ts";
import type { Lab, Show } from "../show.ts";
import type { PlotChoice } from "./plot-choice.ts";

export interface Given {
  lab: Lab;
  show: Show;
  motion: Motion;
  /** Times that all plots share. */
  times: Times;
  /** Quantities of masses that are recorded on demand. */
  masses: Map<number, Quantity[]>;
}

export class Plotted {
  plot;
  #motion;
  #view: View;
  #choice: PlotChoice | undefined;

  /** @param content  what it shows at first */
  constructor(given: Given, content: Content) {
    const { lab, motion, times } = given;
    this.#motion = motion;
    this.#view = { content, domain: times, scales: {} };
    this.plot = new Plot(motion.recorder, lab.color, this.#view);
    const button = element("button", { type: "button", textContent: "Plot what?", "aria-expanded": "false" });
    button.title = "Chooses quantities and axes";
    button.addEventListener("click", () => this.#open(button, given));
    this.plot.top.append(button);
  }

  /** Opens or closes the choice, which few need. */
  async #open(button: HTMLButtonElement, given: Given) {
    const { PlotChoice } = await import("./plot-choice.ts");
    this.#choice ??= new PlotChoice(given, this.#view, button, (view) => this.show(view));
    this.#choice.toggle();
  }

  /** Shows another view, or the same of other runs. */
  show(view = this.#view) {
    this.#view = view;
    const { content, over } = view;
    const runs = this.#motion.shown;
    const repeated = (quantity: Quantity) => [
      { quantity, over },
      ...runs.flatMap(({ curves }) => ofRun(curves, quantity, over)),
    ];
    this.plot.show(view, content.quantities.flatMap(repeated));
  }
}

/**
 * The same curve of another run, if that has it.
 * @param curves  of the run, by those of the laboratory's
 */
function ofRun(curves: Map<Quantity, Quantity>, quantity: Quantity, over?: Quantity): Subject[] {
  const own = curves.get(quantity);
  const across = over && curves.get(over);
  return own && !over === !across ? [{ quantity: own, over: across }] : [];
}
