// One mass on a damped spring, and its energies.
import { energy } from "../../base/format.ts";
import { criticalDamping } from "../../instruments/critical-damping.ts";
import { toggle } from "../../lab/model/options.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { key } from "../../lab/views/help.ts";
import { damping, gauge, readout, useOfStep } from "../../lab/views/readouts.ts";
import { energies } from "../../plots/energies.ts";
import { EXACT } from "../../plots/quantity.ts";
import { DamperPicture } from "./damper-picture.ts";

export const options = [
  toggle("force", "Force arrow", "Shows the force on the mass."),
  toggle("velocity", "Velocity arrow", "Shows the velocity of the mass."),
];

export const controls = ["timeStepSize", "stiffness", "damping", "mass", "method"];

/** Number of periods that the plot shows. */
const PERIODS = 3;

/** Period in s if the mass does not oscillate. */
const PERIOD = 2;

export function show(lab: Lab): Show {
  const { simulation, get } = lab;
  const { kinetic, elastic, dissipated, total, hand, numerical } = energies(simulation);
  const account = [kinetic, elastic, dissipated, total, hand, numerical, exactElastic(lab)];
  return {
    pictures: [new DamperPicture(simulation, lab.color, (arrow) => get(arrow) === "on")],
    window: () => PERIODS * (simulation.analysis.period ?? PERIOD),
    plots: [{ axis: "energy", unit: "J", quantities: account, floor: 0, format: energy }],
    readouts: [
      readout("Damping ratio ζ", () => damping(simulation.analysis.dampingRatio)),
      gauge("Step limit", () => useOfStep(simulation.analysis, simulation.analysis.stepLimit, lab.method()?.gains)),
    ],
    extras: [criticalDamping(lab)],
    hint: ["Drag the mass or throw it. On the picture, the arrow keys move it, with ", key("Shift"), " farther."],
  };
}

/** Elastic energy ½ k u² of the exact motion, if that has a closed form. */
function exactElastic({ simulation, get }: Lab) {
  const value = () => {
    const exact = simulation.analysis.exact;
    if (!exact) return Number.NaN;
    const [x0, y0, , x, y] = exact.positions;
    const elongation = Math.hypot(x - x0, y - y0) - Number(get("restLength"));
    return 0.5 * Number(get("stiffness")) * elongation ** 2;
  };
  return { label: "exact elastic", unit: "J", ...EXACT, value };
}
