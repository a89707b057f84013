// ẋ = −k x: the largest stable time step.
import { significant } from "../../base/format.ts";
import { toggle } from "../../lab/model/options.ts";
import type { Take } from "../../lab/model/runner.ts";
import { Runner } from "../../lab/model/runner.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { key } from "../../lab/views/help.ts";
import { gauge } from "../../lab/views/readouts.ts";
import { EXACT } from "../../plots/quantity.ts";
import type { Simulation } from "../../types.ts";
import { DecayPicture } from "./decay-picture.ts";
import { FactorPlot } from "./factor-plot.ts";

/** Largest rounding error of a factor that is 0, 1 or −1. */
const ROUNDING = 1e-12;

/** A decay is over after `constants` time constants if |x| is at most `part` of its start. */
const OVER = { constants: 7, part: 1e-3 };

export const options = [
  toggle("repeat", "Repeat", "Begins anew when all has decayed; what grows or is in hand goes on.", "on"),
];

export const controls = ["rate", "timeStepSize", "method", "timeRate"];

export function show(lab: Lab): Show {
  const { simulation, get } = lab;
  const x = {
    label: "x",
    symbol: "x",
    unit: "m",
    color: "--accent",
    width: 1.8,
    dash: [],
    value: () => simulation.positions[0],
    of: ({ positions }: Simulation) => positions[0],
  };
  const exactX = () => simulation.analysis.exact?.positions[0] ?? Number.NaN;
  const runner = new Decaying(simulation);
  const picture = new DecayPicture(lab, () => lab.curves(x));
  const factors = new FactorPlot(lab);
  const begin = (again = false) => {
    picture.restart();
    picture.again = again;
  };
  const over = () => {
    const { exact } = simulation.analysis;
    const { time, positions } = simulation;
    const { since, start } = runner;
    const constants = (time - since) * Number(get("rate"));
    return (
      exact?.since === since && constants >= OVER.constants && Math.abs(positions[0]) <= OVER.part * Math.abs(start)
    );
  };
  factors.update();
  return {
    pictures: [picture],
    window: () => picture.window,
    panels: [factors],
    main: factors,
    recorded: [x, { label: "exact x", unit: "m", ...EXACT, value: exactX }],
    readouts: [stepGauge(lab, factors)],
    runners: () => [runner],
    over: () => lab.timeRate() > 0 && lab.free() && get("repeat") === "on" && over(),
    changed: () => {
      factors.update();
      if (simulation.time === 0) begin();
    },
    restarted: begin,
    hint: [
      "Drag the last point up or down. On the picture, ",
      key("↑"),
      " and ",
      key("↓"),
      " move it, with ",
      key("Shift"),
      " farther.",
    ],
  };
}

/** The decay, which notes the begin of its exact motion. */
class Decaying extends Runner {
  /** Time of the last change from outside, in s. */
  since = 0;
  /** Value of x then, in m. */
  start = 1;

  step(steps: number, take?: Take) {
    const { analysis, positions } = this.simulation;
    if (analysis.exact && analysis.exact.since !== this.since) {
      this.since = analysis.exact.since;
      this.start = positions[0];
    }
    super.step(steps, take);
  }
}

/** Gauge of the time step against 1/k and 2/k, with the behaviour of x. */
function stepGauge({ get }: Lab, factors: FactorPlot) {
  const use = () => {
    const part = Number(get("rate")) * Number(get("timeStepSize"));
    return {
      used: part / 2,
      marked: true,
      exceeded: Math.abs(factors.factor) > 1 + ROUNDING,
      text: `${significant(part)}/k: ${verdict(factors.factor)}`,
    };
  };
  return gauge("Time step", use, ["1/k", "2/k"]);
}

/** Behaviour of x if every step multiplies it by a factor. */
function verdict(factor: number) {
  const size = Math.abs(factor);
  if (Number.isNaN(factor)) return "–";
  if (size < ROUNDING) return "0 after one step";
  if (Math.abs(size - 1) < ROUNDING) return factor > 0 ? "stands still" : "changes sides for ever";
  if (size > 1) return factor > 0 ? "diverges" : "oscillates and diverges";
  return factor > 0 ? "falls monotonically" : "oscillates";
}
