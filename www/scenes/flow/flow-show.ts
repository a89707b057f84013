// A linear field with tracers, their exact positions, and the error of the method.
import { cleaned, significant } from "../../base/format.ts";
import { vector } from "../../base/vectors.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { key, keys } from "../../lab/views/help.ts";
import { gauge, readout, useOfStep } from "../../lab/views/readouts.ts";
import { EXACT, perSample } from "../../plots/quantity.ts";
import type { Simulation } from "../../types.ts";
import { FlowPicture, farthest } from "./flow-picture.ts";

export const controls = ["a11", "a12", "a21", "a22", "timeStepSize", "stiffness", "damping", "mass", "method"];

/** Number of periods that the plot shows. */
const PERIODS = 3;

/** Period in s if the flow has none. */
const PERIOD = 4;

export function show(lab: Lab): Show {
  const { simulation } = lab;
  const picture = new FlowPicture(lab);
  const at = perSample(() => vector(simulation.positions, 0));
  const exact = perSample(() => simulation.analysis.exact?.positions ?? [Number.NaN, Number.NaN]);
  const [first, second] = [0, 1].map(
    (axis) =>
      ({ positions }: Simulation) =>
        positions[axis],
  );
  const quantities = [
    { label: "x₁", unit: "", color: "--accent", width: 1.8, dash: [], value: () => at()[0], of: first },
    { label: "x₂", unit: "", color: "--kinetic", width: 1.8, dash: [7, 3], value: () => at()[1], of: second },
    { label: "exact x₁", unit: "", ...EXACT, dash: [2, 2], optional: true, value: () => exact()[0] },
    { label: "exact x₂", unit: "", ...EXACT, dash: [8, 2, 2, 2], optional: true, value: () => exact()[1] },
  ];
  return {
    pictures: [picture],
    window: () => PERIODS * (simulation.analysis.period ?? PERIOD),
    plots: [{ axis: "first tracer", unit: "", quantities }],
    readouts: [
      readout("Farthest off", () => significant(cleaned(farthest(simulation), Math.hypot(...simulation.positions)))),
      readout("Growth per step", () => significant(simulation.analysis.amplification?.modulus ?? Number.NaN)),
      gauge("Step limit", () => useOfStep(simulation.analysis, simulation.analysis.stepLimit)),
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
