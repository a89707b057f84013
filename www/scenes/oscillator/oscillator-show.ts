// One mass on a spring of rest length 0: numerical and exact motion.
import { cleaned, energy as joules, significant } from "../../base/format.ts";
import { toggle } from "../../lab/model/options.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { ofMethod } from "../../lab/show.ts";
import { key } from "../../lab/views/help.ts";
import { gauge, readout, useOfStep } from "../../lab/views/readouts.ts";
import { EXACT, perSample } from "../../plots/quantity.ts";
import type { Simulation } from "../../types.ts";
import { OscillatorPicture } from "./oscillator-picture.ts";

export const options = [
  toggle("arrow", "Turning arrow", "Shows position and velocity as the arrow x − i v/ω, and the exact one."),
];

export const controls = ["timeStepSize", "stiffness", "mass", "initialLength", "method"];

export const reversible = true;

/** Periods that the plots show. */
const PERIODS = 5;

/** Largest rounding error of a modulus, and of an angle in rad. */
const ROUNDING = 1e-14;

export function show(lab: Lab): Show {
  const { simulation, color, get } = lab;
  const omega = () => Math.sqrt(Number(get("stiffness")) / Number(get("mass")));
  const angle = () => omega() * simulation.analysis.substep;
  let since = 0;
  let largest = 0;
  const motion = perSample(() => {
    const x = simulation.positions[3];
    const exact = simulation.analysis.exact;
    const error = exact ? x - exact.positions[3] : Number.NaN;
    if (exact && exact.since !== since) {
      since = exact.since;
      largest = 0;
    }
    if (Math.abs(error) > largest) largest = Math.abs(error);
    return { x, exact: x - error, error };
  });
  const numerical = ofMethod(get, {
    label: "Numerical",
    symbol: "x",
    unit: "m",
    width: 2.6,
    dash: [],
    value: () => motion().x,
    of: place,
  });
  const analytic = { label: "Analytic", unit: "m", ...EXACT, value: () => motion().exact };
  const error = ofMethod(get, {
    label: "Numerical − analytic",
    unit: "m",
    width: 1.6,
    dash: [],
    value: () => motion().error,
    of: (other) => place(other) - (other.analysis.exact?.positions[3] ?? Number.NaN),
  });
  const energy = ofMethod(get, {
    label: "Energy",
    symbol: "E",
    unit: "J",
    width: 1.6,
    dash: [],
    value: () => simulation.energy.total,
    of: (other) => other.energy.total,
  });
  const exactEnergy = { label: "Exact energy", unit: "J", ...EXACT, value: () => exactEnergyOf(simulation) };
  return {
    pictures: [new OscillatorPicture(simulation, color, () => get("arrow") === "on")],
    window: () => PERIODS * (simulation.analysis.period ?? 2),
    plots: [
      { axis: "x", unit: "m", quantities: [numerical, analytic], steps: () => ownSteps(simulation) },
      { axis: "error", unit: "m", quantities: [error] },
      { axis: "energy", unit: "J", quantities: [energy, exactEnergy], floor: 0, format: joules },
    ],
    readouts: [
      readout("ω", () => `${significant(omega())} rad/s`),
      readout("Period", () =>
        simulation.analysis.period ? `${Number(simulation.analysis.period.toPrecision(4))} s` : "–",
      ),
      readout("Steps per period", () => (angle() > 0 ? significant((2 * Math.PI) / angle()) : "–")),
      readout("Amplification |R(iωΔt)|", () => amplification(simulation.analysis.amplification?.modulus)),
      readout("Phase error per step", () => phase(simulation.analysis.amplification?.angle, angle())),
      readout("Largest error", () => `${significant(cleaned(largest, Number(get("initialLength"))))} m`),
      gauge("Step limit", () => useOfStep(simulation.analysis, simulation.analysis.stepLimit)),
    ],
    hint: [
      "Drag the mass along its line or throw it. On the picture, ",
      key("←"),
      " and ",
      key("→"),
      " move it, with ",
      key("Shift"),
      " farther. ",
      key("T"),
      " turns time round.",
    ],
    restarted: () => {
      largest = 0;
    },
  };
}

/** Position of the mass, in m. */
function place({ positions }: Simulation) {
  return positions[3];
}

/** ½ m v² + ½ k x² of the exact motion, in J. */
function exactEnergyOf(simulation: Simulation) {
  const { exact } = simulation.analysis;
  if (!exact) return Number.NaN;
  const [mass, stiffness] = ["mass", "stiffness"].map((key) => Number(simulation.get(key)));
  return (mass * exact.velocities[3] ** 2 + stiffness * exact.positions[3] ** 2) / 2;
}

/** Number of an adaptive method's steps in the last time step. */
function ownSteps({ analysis: { acceptedSteps, rejectedSteps } }: Simulation) {
  return acceptedSteps?.length ? `${acceptedSteps.length} in Δt, ${rejectedSteps} rejected` : "";
}

/** Writes a modulus: near 1, its difference from 1. */
function amplification(modulus: number | undefined) {
  if (modulus === undefined) return "–";
  const excess = modulus - 1;
  if (Math.abs(excess) < ROUNDING) return "1";
  if (Math.abs(excess) > 0.01) return significant(modulus);
  return `1 ${excess < 0 ? "−" : "+"} ${significant(Math.abs(excess))}`;
}

/**
 * Writes a phase error in a fitting unit; "–" from half a turn per step on, where it is ambiguous.
 * @param actual  angle of a step in rad
 * @param exact  in rad
 */
function phase(actual: number | undefined, exact: number) {
  if (actual === undefined || exact >= Math.PI) return "–";
  const error = actual - exact;
  if (Math.abs(error) < ROUNDING) return "0";
  const units = ["rad", "mrad", "µrad", "nrad", "prad"];
  const unit = Math.min(Math.max(Math.ceil(-Math.log10(Math.abs(error)) / 3), 0), units.length - 1);
  return `${significant(Math.abs(error) * 1000 ** unit)} ${units[unit]} ${error > 0 ? "ahead" : "behind"}`;
}
