// One mass on a damped spring, and its energies.
import { energy } from "../../base/format.js";
import { criticalDamping } from "../../instruments/critical-damping.js";
import { key } from "../../lab/help.js";
import { toggle } from "../../lab/options.js";
import { damping, gauge, readout, useOfStep } from "../../lab/readouts.js";
import { ENERGIES } from "../../plots/energies.js";
import { DamperPicture } from "./damper-picture.js";

/** @import { Lab, Show } from "../../lab/show.js" */

export const options = [
  toggle("force", "Force arrow", "Shows the force on the mass."),
  toggle("velocity", "Velocity arrow", "Shows the velocity of the mass."),
];

export const main = ["timeStepSize", "stiffness", "damping", "mass", "method"];

/** Periods that the plot shows, and the period in s if the mass does not oscillate. */
const [PERIODS, PERIOD] = [3, 2];

const { kinetic, elastic, dissipated, total, hand, numerical } = ENERGIES;

const QUANTITIES = [
  ...[kinetic, elastic, dissipated, total, hand, numerical],
  { label: "exact elastic", unit: "J", color: "--exact", width: 1, dash: [] },
];

/** @param {Lab} lab @returns {Show} */
export function show(lab) {
  const { simulation, get } = lab;
  return {
    pictures: [new DamperPicture(simulation, lab.color, (arrow) => get(arrow) === "on")],
    quantities: QUANTITIES,
    values: () => {
      const { kinetic, elastic, dissipated, total, hand, numerical } = simulation.energy;
      return [kinetic, elastic, dissipated, total, hand, numerical, exactElastic(lab)];
    },
    window: () => PERIODS * (simulation.period ?? PERIOD),
    plots: [{ axis: "energy", unit: "J", quantities: [0, 1, 2, 3, 4, 5, 6], floor: 0, format: energy }],
    readouts: [
      readout("Damping ratio ζ", () => damping(simulation.dampingRatio)),
      gauge("Step limit", () => useOfStep(simulation, simulation.stepLimit, lab.method()?.gains)),
    ],
    extras: [criticalDamping(lab)],
    hint: ["Drag the mass or throw it. On the picture, the arrow keys move it, with ", key("Shift"), " farther."],
  };
}

/** Elastic energy ½ k u² of the exact motion in J; NaN without a closed form. @param {Lab} lab */
function exactElastic({ simulation, get }) {
  const exact = simulation.exact;
  if (!exact) return Number.NaN;
  const [x0, y0, , x, y] = exact.positions;
  const elongation = Math.hypot(x - x0, y - y0) - Number(get("restLength"));
  return 0.5 * Number(get("stiffness")) * elongation ** 2;
}
