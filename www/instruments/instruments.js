// Instruments: views that every laboratory can show, each with an option that switches it on.
import { choice, toggle } from "../lab/options.js";
import { optionsOf } from "../lab/show.js";

/** @import { Instrument } from "../lab/instruments.js" */
/** @import { ShowModule } from "../lab/show.js" */

/** @type {Instrument[]} */
export const INSTRUMENTS = [
  {
    option: choice(
      "region",
      "Stability region",
      "Shows where the method lets motions grow, and where the motions of the system are.",
      { off: "off", on: "on", star: "with the order star" },
    ),
    load: async () => (await import("./stability-region.js")).StabilityRegion,
  },
  {
    option: choice(
      "order",
      "Order and work",
      "Measures errors from the start with ever shorter steps, of this run and of compared ones.",
      {
        off: "off",
        step: "error over Δt",
        evaluations: "error over force evaluations",
        time: "error over computing time",
      },
    ),
    load: async () => (await import("./order/order-and-work.js")).OrderAndWork,
  },
  {
    option: choice(
      "inside",
      "Inside a step",
      "Shows every stage, iteration or correction of the next step with its numbers; arrows are half a step long.",
      { off: "off", space: "in space", phase: "in the phase plane" },
    ),
    load: async () => (await import("./inside-step.js")).InsideStep,
  },
  {
    option: toggle(
      "conserved",
      "Conserved",
      "Shows the modified energy of the method, the area of a drop of phase space, and numerical damping and frequency shift.",
    ),
    load: async () => (await import("./conserved/conserved.js")).Conserved,
  },
];

const keys = INSTRUMENTS.map(({ option }) => option.key);

/**
 * A show with all instruments, whose options it does not hear of.
 * @param {ShowModule} module
 * @returns {ShowModule}
 */
export function withInstruments(module) {
  return {
    ...module,
    folded: [...(module.folded ?? []), ...keys],
    options: (methods) => [...optionsOf(module, methods), ...INSTRUMENTS.map(({ option }) => option)],
    instruments: INSTRUMENTS,
    show: (lab) => {
      const show = module.show(lab);
      const changed = (/** @type {string} */ key) => {
        if (!keys.includes(key)) show.changed?.(key);
      };
      return { ...show, changed };
    },
  };
}
