// Instruments: views that every laboratory can show, each with an option that switches it on.
import { optionsOf } from "../lab/show.js";
import { InsideStep } from "./inside-step.js";
import { StabilityRegion } from "./stability-region.js";

/** @import { Picture } from "../canvas/canvas.js" */
/** @import { ChoiceParameter } from "../types.js" */
/** @import { Lab, Show, ShowModule, View } from "../lab/show.js" */

/**
 * A class of instruments, which know the show that they belong to. They are hidden while their
 * option is "off".
 * @typedef {(new (lab: Lab, show: Show) => Picture | View) & { option: ChoiceParameter }}
 *   Instrument
 */

/** @type {Instrument[]} */
const INSTRUMENTS = [StabilityRegion, InsideStep];

/**
 * A show with all instruments. Those that it names are shown at first, and the first of them is its
 * main view.
 * @param {ShowModule} module
 * @returns {ShowModule}
 */
export function withInstruments(module) {
  const { instruments = {} } = module;
  return {
    ...module,
    options: (methods) => [
      ...optionsOf(module, methods),
      ...INSTRUMENTS.map(({ option }) => ({ ...option, default: instruments[option.key] ?? option.default })),
    ],
    show: (lab) => {
      const show = module.show(lab);
      const all = INSTRUMENTS.map((Instrument) => ({
        key: Instrument.option.key,
        instrument: new Instrument(lab, show),
      }));
      const views = all.map(({ instrument }) => instrument);
      const main = all.find(({ key }) => key in instruments)?.instrument;
      return {
        ...show,
        pictures: [...show.pictures, ...views.filter((view) => "camera" in view)],
        panels: [...(show.panels ?? []), ...views.filter((view) => "element" in view)],
        main: main ?? show.main,
        changed: (key) => {
          if (!INSTRUMENTS.some(({ option }) => option.key === key)) show.changed?.(key);
        },
      };
    },
  };
}
