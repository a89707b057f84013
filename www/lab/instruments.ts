// The instruments of a laboratory: views that are fetched when their option first switches them on.
import type { Picture } from "../canvas/canvas.ts";
import type { Quantity } from "../plots/quantity.ts";
import type { ChoiceParameter } from "../types.ts";
import type { Lab, Show, View } from "./show.ts";

/** An instrument, hidden while its option is "off". */
export interface Instrument {
  option: ChoiceParameter;
  load: () => Promise<new (lab: Lab, show: Show) => InstrumentView>;
}

export type InstrumentView = (Picture | View) & Parts;
interface Parts {
  /** Called after a parameter of the scene has changed. */
  changed?: (key: string) => void;
  /** Quantities that are recorded; NaN while it is hidden. */
  quantities?: Quantity[];
}

export class Instruments {
  #all;
  #lab;
  #show;
  #add;
  #failed;
  /** Instruments that are being fetched or were added. */
  #begun: Set<Instrument> = new Set();
  #views: InstrumentView[] = [];
  #closed = false;

  constructor(
    all: Instrument[],
    {
      lab,
      show,
      add,
      failed,
    }: {
      lab: Lab;
      show: Show;
      /** Shows a view, which has this place among all instruments. */
      add: (view: InstrumentView, place: number) => void;
      /** Switches an option off. */
      failed: (key: string, sentence: string) => void;
    },
  ) {
    this.#all = all;
    this.#lab = lab;
    this.#show = show;
    this.#add = add;
    this.#failed = failed;
    for (const instrument of all) this.#follow(instrument);
  }

  /** Follows a changed option. */
  switched(key: string) {
    const instrument = this.#all.find(({ option }) => option.key === key);
    if (instrument) this.#follow(instrument);
  }

  /** Follows a changed parameter of the scene. */
  changed(key: string) {
    for (const view of this.#views) view.changed?.(key);
  }

  /** Fetches an instrument that is switched on, and adds it if it still is. */
  async #follow(instrument: Instrument) {
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
