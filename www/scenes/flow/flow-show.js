// A linear field with tracers, their exact positions, and the error of the method.
import { cleaned, significant } from "../../base/format.js";
import { key, keys } from "../../lab/help.js";
import { gauge, readout, useOfStep } from "../../lab/readouts.js";
import { FlowPicture, farthest } from "./flow-picture.js";

/** @import { Lab, Show } from "../../lab/show.js" */

export const main = ["a11", "a12", "a21", "a22", "timeStepSize", "stiffness", "damping", "mass", "method"];

/** Periods that the plot shows, and the period in s if the flow has none. */
const [PERIODS, PERIOD] = [3, 4];

const QUANTITIES = [
  { label: "x₁", unit: "", color: "--accent", width: 1.8, dash: [] },
  { label: "x₂", unit: "", color: "--kinetic", width: 1.8, dash: [7, 3] },
  { label: "exact x₁", unit: "", color: "--exact", width: 1, dash: [2, 2], optional: true },
  { label: "exact x₂", unit: "", color: "--exact", width: 1, dash: [8, 2, 2, 2], optional: true },
];

/** @param {Lab} lab @returns {Show} */
export function show(lab) {
  const { simulation } = lab;
  const picture = new FlowPicture(lab);
  return {
    pictures: [picture],
    quantities: QUANTITIES,
    values: () => {
      const [x, y] = simulation.positions;
      const [exactX, exactY] = simulation.exact?.positions ?? [Number.NaN, Number.NaN];
      return [x, y, exactX, exactY];
    },
    window: () => PERIODS * (simulation.period ?? PERIOD),
    plots: [{ axis: "first tracer", unit: "", quantities: [0, 1, 2, 3] }],
    readouts: [
      readout("Farthest off", () => significant(cleaned(farthest(simulation), Math.hypot(...simulation.positions)))),
      readout("Growth per step", () => significant(simulation.amplification?.modulus ?? Number.NaN)),
      gauge("Step limit", () => useOfStep(simulation, simulation.stepLimit)),
    ],
    restarted: () => picture.restart(),
    hint: [
      "Drag a tracer: its exact motion begins anew from there. On the picture ",
      ...keys("N", "P"),
      "choose the next tracer and the previous one, the arrow keys move it, with ",
      key("Shift"),
      " farther.",
    ],
  };
}
