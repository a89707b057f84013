// Instruments: views that every laboratory can show, each with an option that switches it on.

import type { Instrument } from "../lab/instruments.ts";
import { choice, toggle } from "../lab/model/options.ts";
import type { ShowModule } from "../lab/show.ts";
import { optionsOf } from "../lab/show.ts";

export const INSTRUMENTS: Instrument[] = [
  {
    option: choice(
      "region",
      "Stability region",
      "Shows where the method lets motions grow, and where the motions of the system are.",
      { off: "off", on: "on", star: "with the order star" },
    ),
    load: async () => (await import("./stability-region.ts")).StabilityRegion,
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
    load: async () => (await import("./order/order-and-work.ts")).OrderAndWork,
  },
  {
    option: choice(
      "inside",
      "Inside a step",
      "Shows every stage, iteration or correction of the next step with its numbers; arrows are half a step long.",
      { off: "off", space: "in space", phase: "in the phase plane" },
    ),
    load: async () => (await import("./inside-step.ts")).InsideStep,
  },
  {
    option: toggle(
      "conserved",
      "Conserved",
      "Shows the modified energy of the method, the area of a drop of phase space, and numerical damping and frequency shift.",
    ),
    load: async () => (await import("./conserved/conserved.ts")).Conserved,
  },
];

const keys = INSTRUMENTS.map(({ option }) => option.key);

/** A show with all instruments, whose options it does not hear of. */
export function withInstruments(module: ShowModule): ShowModule {
  return {
    ...module,
    folded: [...(module.folded ?? []), ...keys],
    options: (methods) => [...optionsOf(module, methods), ...INSTRUMENTS.map(({ option }) => option)],
    instruments: INSTRUMENTS,
    show: (lab) => {
      const show = module.show(lab);
      const changed = (key: string) => {
        if (!keys.includes(key)) show.changed?.(key);
      };
      return { ...show, changed };
    },
  };
}
