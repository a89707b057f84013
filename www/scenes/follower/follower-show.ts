// Alice follows Bob by eight constants; her exact motion is shown for comparison.

import { vector } from "../../base/vectors.ts";
import type { Press } from "../../canvas/canvas.ts";
import { Simulation } from "../../engine.ts";
import { criticalDamping } from "../../instruments/critical-damping.ts";
import { toggle } from "../../lab/model/options.ts";
import type { Take } from "../../lab/model/runner.ts";
import { Runner } from "../../lab/model/runner.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { key } from "../../lab/views/help.ts";
import { damping, gauge, readout, useOfStep } from "../../lab/views/readouts.ts";
import { EXACT, perSample } from "../../plots/quantity.ts";
import { roundUp } from "../../plots/ticks.ts";
import type { Simulation as Follower } from "../../types.ts";
import { equations } from "./equations.ts";
import { ALICE, BOB, FollowerPicture, rounded } from "./follower-picture.ts";

export const options = [
  toggle("trails", "Trails", "Shows where Bob, Alice and the exact Alice were lately.", "on"),
  toggle("repeat", "Repeat the step", "Begins anew when the response to a step has been seen.", "on"),
];

/** Parameters that the exact simulation shares; its maximum speed stays at the default. */
const LAW = ["mass", "stiffness", "damping", "timeStepSize"];

/** Time in a plot after a step of Bob, in time constants. */
const CONSTANTS = 12;

/** Time in a plot without damping, in periods. */
const PERIODS = 10;

/** Time in a plot on other paths, in s. */
const ROUNDS = 4;

export const controls = ["mass", "stiffness", "damping", "timeStepSize", "path"];

export function show(lab: Lab): Show {
  const { simulation, get } = lab;
  const exact = new Companion(simulation, get);
  const first = new Leader(simulation, exact);
  const picture = new FollowerPicture({
    simulation,
    exact: exact.simulation,
    color: lab.color,
    trails: () => get("trails") === "on",
    key: (press) => {
      if (!picture.held) offRails(press, lab);
      return false;
    },
  });
  const at = perSample(() => {
    const { positions } = simulation;
    return { bob: positions[3 * BOB], alice: positions[3 * ALICE], exact: exact.simulation.positions[3 * ALICE] };
  });
  const bob = { label: "Bob", unit: "m", color: "--accent", width: 1.6, dash: [6, 4], value: () => at().bob };
  const place = ({ positions }: Pick<Follower, "positions">) => positions[3 * ALICE];
  const alice = {
    label: "Alice",
    unit: "m",
    color: "--taylor",
    width: 2,
    dash: [],
    value: () => at().alice,
    of: place,
  };
  const exactAlice = { label: "exact Alice", unit: "m", ...EXACT, value: () => at().exact };
  const error = {
    label: "Alice − exact",
    unit: "mm",
    color: "--taylor",
    width: 1.6,
    dash: [],
    scale: 1000,
    value: () => 1000 * (at().alice - at().exact),
    // a run from a file has an exact motion of its own
    of: (other: Follower) => 1000 * (place(other) - place(other.analysis.exact ?? exact.simulation)),
  };
  const repeats = () => get("path") === "step" && get("repeat") === "on" && lab.free();
  return {
    pictures: [picture],
    notes: [equations(lab)],
    window: () => span(lab),
    plots: [
      { axis: "x", unit: "m", quantities: [bob, alice, exactAlice], floor: 0, format: rounded },
      { axis: "error", unit: "mm", quantities: [error], floor: 0, format: rounded },
    ],
    readouts: [
      readout("Damping ratio ζ", () => damping(simulation.analysis.dampingRatio)),
      readout("Growth per step", () => growth(simulation)),
      gauge("Step limit", () => useOfStep(simulation.analysis, simulation.analysis.stepLimit)),
    ],
    extras: [criticalDamping(lab)],
    hint: [
      "Drag Bob; where his path is to rest, press anywhere: the pointer is Bob. Where he has rails, he is back on them when you let go. On the picture, the arrow keys take him off his rails and lead him, with ",
      key("Shift"),
      " farther.",
    ],
    runners: () => [first, exact],
    stepped: () => picture.record(),
    over: () => repeats() && simulation.time >= span(lab),
    restarted: () => {
      picture.camera.restart();
      picture.restart();
    },
  };
}

/** The follower, which steps in turn with the exact one. */
class Leader extends Runner {
  #exact;

  constructor(simulation: Follower, exact: Companion) {
    super(simulation);
    this.#exact = exact;
  }

  get stride() {
    return 1;
  }

  step(steps: number, take?: Take) {
    this.#exact.hold(); // Bob may have jumped
    super.step(steps, take);
  }
}

/**
 * A second simulation, for the exact motion: exact if Bob moves uniformly within each step. He may
 * jump between steps.
 */
class Companion extends Runner {
  #first;

  constructor(first: Follower, get: Lab["get"]) {
    super(Simulation.open("follower"), { shares: (key) => LAW.includes(key), led: true });
    this.#first = first;
    this.simulation.set("method", "exact");
    this.simulation.set("path", "rest");
    for (const key of LAW) this.simulation.set(key, get(key));
  }

  /** Puts Bob where the first one has him, at once or within a time in s. */
  hold(time?: number) {
    this.simulation.hand.hold(BOB, ...vector(this.#first.positions, BOB), time);
  }

  step(steps: number) {
    this.hold(Number(this.#first.get("timeStepSize")));
    super.step(steps);
  }
}

/** Time that a plot shows, in s. */
function span({ simulation, get }: Lab) {
  const [mass, stiffness, damping] = ["mass", "stiffness", "damping"].map((key) => Number(get(key)));
  const swings = PERIODS * (simulation.analysis.period ?? 0);
  if (get("path") !== "step") return Math.max(swings, ROUNDS);
  const dies = CONSTANTS * Math.max((2 * mass) / damping, damping / stiffness);
  return roundUp(Math.min(dies, swings || ROUNDS));
}

/** Factor by which a step multiplies the motion, with the digits that distinguish it from 1. */
function growth({ analysis: { amplification } }: Simulation) {
  return amplification ? `× ${Number(amplification.modulus.toFixed(5))}` : "–";
}

/** Sets Bob's path to rest when an arrow key moves him: another path would move him back. */
function offRails({ key }: Press, { get, set }: Lab) {
  if (key.startsWith("Arrow") && get("path") !== "rest") set("path", "rest");
}
