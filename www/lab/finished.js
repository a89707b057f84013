// A run that is over, laid over the laboratory's: one that was pinned, or one from a file.

/** @import { Ghost } from "../canvas/ghosts.js" */
/** @import { Curve, Quantity } from "../plots/quantity.js" */
/** @import { Look } from "./look.js" */

/**
 * @typedef {object} Content
 * @property {"pinned" | "imported"} kind
 * @property {string} name
 * @property {number} time  at which it ends, in s
 * @property {Record<string, number | string>} parameters  by key
 * @property {Map<Quantity, Curve>} curves  by the quantities of the laboratory's run
 * @property {(elapsed: number) => Ghost["simulation"] | undefined} shape  gives its masses and
 *   springs at an elapsed time in s, if they are known
 * @property {() => void} [removed]  called when the run is removed
 * @property {number} [made]  energy that its method has made, in J
 * @property {number} [drift]  mean rate at which its method made energy, in J/s
 * @property {() => void} [restore]  gives the laboratory's run its parameters and its state
 */

export class Finished {
  content;
  kind;
  name;
  time;
  parameters;
  shape;
  color;
  dash;
  /** Its quantities by those of the laboratory's run. @type {Map<Quantity, Quantity>} */
  quantities;
  /** True if neither picture nor plots show it. */
  hidden = false;

  /** @param {Content} content @param {Look} look */
  constructor(content, { color, dash }) {
    const { kind, name, time, parameters, curves, shape } = content;
    this.content = content;
    this.kind = kind;
    this.name = name;
    this.time = time;
    this.parameters = parameters;
    this.shape = shape;
    this.color = color;
    this.dash = dash;
    this.quantities = new Map(Array.from(curves, ([quantity, curve]) => [quantity, this.#repeat(quantity, curve)]));
  }

  /**
   * A quantity of this run.
   * @param {Quantity} quantity  of the laboratory's run @param {Curve} record
   * @returns {Quantity}
   */
  #repeat({ label, unit }, record) {
    const name = () => this.name;
    return {
      unit,
      color: this.color,
      dash: this.dash,
      width: 1.6,
      record,
      value: () => Number.NaN,
      get label() {
        return `${label}, ${name()}`;
      },
      get run() {
        return name();
      },
    };
  }
}
