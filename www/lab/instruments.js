// The instruments of a laboratory: views that are fetched when their option first switches them on.

/** @import { Picture } from "../canvas/canvas.js" */
/** @import { Quantity } from "../plots/quantity.js" */
/** @import { ChoiceParameter } from "../types.js" */
/** @import { Lab, Show, View } from "./show.js" */

/**
 * An instrument, hidden while its option is "off".
 * @typedef {object} Instrument
 * @property {ChoiceParameter} option
 * @property {() => Promise<new (lab: Lab, show: Show) => InstrumentView>} load
 */

/**
 * @typedef {(Picture | View) & Parts} InstrumentView
 * @typedef {object} Parts
 * @property {(key: string) => void} [changed]  called after a parameter of the scene has changed
 * @property {Quantity[]} [quantities]  that are recorded; NaN while it is hidden
 */

export class Instruments {
  #all;
  #lab;
  #show;
  #add;
  #failed;
  /** Instruments that are being fetched or were added. @type {Set<Instrument>} */
  #begun = new Set();
  /** @type {InstrumentView[]} */
  #views = [];
  #closed = false;

  /**
   * @param {Instrument[]} all
   * @param {object} laboratory
   * @param {Lab} laboratory.lab
   * @param {Show} laboratory.show
   * @param {(view: InstrumentView, place: number) => void} laboratory.add  shows a view, which has
   *   this place among all instruments
   * @param {(key: string, sentence: string) => void} laboratory.failed  switches an option off
   */
  constructor(all, { lab, show, add, failed }) {
    this.#all = all;
    this.#lab = lab;
    this.#show = show;
    this.#add = add;
    this.#failed = failed;
    for (const instrument of all) this.#follow(instrument);
  }

  /** Follows a changed option. @param {string} key */
  switched(key) {
    const instrument = this.#all.find(({ option }) => option.key === key);
    if (instrument) this.#follow(instrument);
  }

  /** Follows a changed parameter of the scene. @param {string} key */
  changed(key) {
    for (const view of this.#views) view.changed?.(key);
  }

  /**
   * Fetches an instrument that is switched on, and adds it if it still is.
   * @param {Instrument} instrument
   */
  async #follow(instrument) {
    const { key, label } = instrument.option;
    const isOn = () => !this.#closed && this.#lab.get(key) !== "off";
    if (!isOn() || this.#begun.has(instrument)) return;
    this.#begun.add(instrument);
    try {
      const Kind = await instrument.load();
      if (!isOn()) {
        this.#begun.delete(instrument);
        return;
      }
      const view = new Kind(this.#lab, this.#show);
      this.#views.push(view);
      this.#add(view, this.#all.indexOf(instrument));
    } catch {
      this.#begun.delete(instrument);
      if (!this.#closed) this.#failed(key, `${label} did not load: check the connection, then switch it on again.`);
    }
  }

  /** Adds none that is still being fetched. */
  close() {
    this.#closed = true;
  }
}
