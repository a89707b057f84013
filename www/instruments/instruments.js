// Instruments: views that every laboratory can show, each with an option that switches it on.
import { TIME_RATE } from "../lab/options.js";
import { optionsOf } from "../lab/show.js";
import { Conserved } from "./conserved/conserved.js";
import { InsideStep } from "./inside-step.js";
import { OrderAndWork } from "./order/order-and-work.js";
import { StabilityRegion } from "./stability-region.js";

/** @import { Picture } from "../canvas/canvas.js" */
/** @import { ChoiceParameter } from "../types.js" */
/** @import { Quantity } from "../plots/quantity.js" */
/** @import { Lab, Show, ShowModule, View } from "../lab/show.js" */

/**
 * A class of instruments, which know the show that they belong to. They are hidden while their
 * option is "off".
 * @typedef {(new (lab: Lab, show: Show) => Instrument) & { option: ChoiceParameter }} Kind
 */

/**
 * Further parts of an instrument.
 * @typedef {object} Parts
 * @property {(key: string) => void} [changed]  called after a parameter of the scene has changed
 * @property {Quantity[]} [quantities]  that are recorded; NaN while it is hidden
 */

/** @typedef {(Picture | View) & Parts} Instrument */

/** @type {Kind[]} */
const INSTRUMENTS = [StabilityRegion, OrderAndWork, InsideStep, Conserved];

const keys = INSTRUMENTS.map(({ option }) => option.key);

/**
 * A show with all instruments.
 * @param {ShowModule} module
 * @returns {ShowModule}
 */
export function withInstruments(module) {
  return {
    ...module,
    folded: [...(module.folded ?? []), ...keys],
    options: (methods) => [...optionsOf(module, methods), ...INSTRUMENTS.map(({ option }) => option)],
    show: (lab) => {
      const show = module.show(lab);
      const own = [...optionsOf(module, lab.methods), TIME_RATE].map(({ key }) => key);
      const views = INSTRUMENTS.map((Kind) => new Kind(lab, show));
      return {
        ...show,
        pictures: [...show.pictures, ...views.filter((view) => "camera" in view)],
        recorded: [...(show.recorded ?? []), ...views.flatMap(({ quantities }) => quantities ?? [])],
        panels: [...(show.panels ?? []), ...views.filter((view) => "element" in view)],
        changed: (key) => {
          if (keys.includes(key)) return;
          show.changed?.(key);
          if (!own.includes(key)) for (const view of views) view.changed?.(key);
        },
      };
    },
  };
}
