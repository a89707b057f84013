// A driven mass on a damped spring: transient and steady motion, and the frequency response.
import { cleaned, significant } from "../../base/format.ts";
import { toggle } from "../../lab/model/options.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { ofMethod } from "../../lab/show.ts";
import { key } from "../../lab/views/help.ts";
import { gauge, readout, useOfStep } from "../../lab/views/readouts.ts";
import { EXACT, perSample } from "../../plots/quantity.ts";
import { ResonancePicture } from "./resonance-picture.ts";
import { Response } from "./response.ts";

export const options = [toggle("split", "Transient and steady part", "Splits the exact motion into the two.", "on")];

export const controls = ["drivingFrequency", "stiffness", "damping", "waveform", "timeStepSize"];

/** Periods of the free oscillation that the plots show. */
const PERIODS = 20;

export function show(lab: Lab): Show {
  const { simulation, color, get } = lab;
  const response = new Response(lab);
  const omega = () => Math.sqrt(Number(get("stiffness")) / Number(get("mass")));
  const exact = () => simulation.analysis.response(Number(get("drivingFrequency")));
  const u = perSample(() => {
    response.sample();
    const exact = simulation.analysis.exact?.positions[3] ?? Number.NaN;
    const steady = (get("split") === "on" ? simulation.analysis.steady : undefined) ?? Number.NaN;
    return { numerical: simulation.positions[3], exact, transient: exact - steady, steady };
  });
  const quantities = [
    ofMethod(get, {
      label: "Numerical",
      symbol: "u",
      unit: "m",
      width: 2.6,
      dash: [],
      value: () => u().numerical,
      of: ({ positions }) => positions[3],
    }),
    { label: "Analytic", unit: "m", ...EXACT, value: () => u().exact },
    { label: "Transient", unit: "m", color: "--compressed", width: 1.6, dash: [], value: () => u().transient },
    { label: "Steady", unit: "m", color: "--stretched", width: 1.6, dash: [5, 3], value: () => u().steady },
  ];
  return {
    pictures: [new ResonancePicture(simulation, color)],
    window: () => PERIODS * (simulation.analysis.period ?? 2),
    plots: [{ axis: "u", unit: "m", quantities }],
    panels: [response],
    main: response,
    readouts: [
      readout("ω", () => `${significant(omega())} rad/s`),
      readout("Quality factor Q", () => quality(simulation.analysis.resonance?.quality)),
      readout("Largest at", () => unit(simulation.analysis.resonance?.angularFrequency, "rad/s")),
      readout("Amplitude", () => unit(exact()?.amplitude, "m")),
      readout("Phase", () => degrees(exact()?.phase)),
      readout("Amplitude measured", () => unit(response.measured?.amplitude, "m")),
      readout("Phase measured", () => degrees(response.measured?.phase)),
      gauge("Step limit", () => useOfStep(simulation.analysis, simulation.analysis.stepLimit, lab.method()?.gains)),
    ],
    changed: (key) => response.changed(key),
    restarted: () => response.restarted(),
    destroy: () => response.destroy(),
    hint: [
      "Drag the mass along its line or throw it; where the drive is by hand, the anchor too. On the picture, ",
      key("←"),
      " and ",
      key("→"),
      " move what hands can move, with ",
      key("Shift"),
      " farther.",
    ],
  };
}

function unit(value: number | undefined, name: string) {
  return value === undefined ? "–" : value === Number.POSITIVE_INFINITY ? "∞" : `${significant(value)} ${name}`;
}

function quality(value: number | undefined) {
  return unit(value, "").trim();
}

/** @param phase  in rad */
function degrees(phase: number | undefined) {
  return phase === undefined ? "–" : `${significant((180 / Math.PI) * cleaned(phase, Math.PI))}°`;
}
