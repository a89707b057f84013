// Alice follows Bob by eight constants; her exact motion is shown for comparison.

import { vector } from "../../base/vectors.js";
import { Simulation } from "../../engine.js";
import { criticalDamping } from "../../instruments/critical-damping.js";
import { key } from "../../lab/help.js";
import { toggle } from "../../lab/options.js";
import { damping, gauge, readout, useOfStep } from "../../lab/readouts.js";
import { EXACT, perSample } from "../../plots/quantity.js";
import { roundUp } from "../../plots/ticks.js";
import { equations } from "./equations.js";
import { ALICE, BOB, FollowerPicture, rounded } from "./follower-picture.js";

/** @import { Press } from "../../canvas/canvas.js" */
/** @import { Lab, Show } from "../../lab/show.js" */

export const options = [
  toggle("trails", "Trails", "Shows where Bob, Alice and the exact Alice were lately.", "on"),
  toggle("repeat", "Repeat the step", "Begins anew when the response to a step has been seen.", "on"),
];

/** Parameters that the exact simulation shares; its maximum speed stays at the default. */
const LAW = ["mass", "stiffness", "damping", "timeStepSize"];

/** Time in a plot: time constants after a step of Bob, undamped periods, or s on other paths. */
const [CONSTANTS, PERIODS, ROUNDS] = [12, 10, 4];

export const main = ["mass", "stiffness", "damping", "timeStepSize", "path"];

/** @param {Lab} lab @returns {Show} */
export function show(lab) {
  const { simulation, get } = lab;
  const exact = companion(get);
  const picture = new FollowerPicture({
    simulation,
    exact,
    color: lab.color,
    trails: () => get("trails") === "on",
    key: (press) => {
      if (!picture.held) offRails(press, lab);
      return false;
    },
  });
  const beginAnew = () => {
    exact.restart();
    picture.restart();
  };
  const at = perSample(() => {
    const { positions } = simulation;
    return { bob: positions[3 * BOB], alice: positions[3 * ALICE], exact: exact.positions[3 * ALICE] };
  });
  const bob = { label: "Bob", unit: "m", color: "--accent", width: 1.6, dash: [6, 4], value: () => at().bob };
  const alice = { label: "Alice", unit: "m", color: "--taylor", width: 2, dash: [], value: () => at().alice };
  const exactAlice = { label: "exact Alice", unit: "m", ...EXACT, value: () => at().exact };
  const error = {
    ...{ label: "Alice − exact", unit: "mm", color: "--taylor", width: 1.6, dash: [], scale: 1000 },
    value: () => 1000 * (at().alice - at().exact),
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
      readout("Damping ratio ζ", () => damping(simulation.dampingRatio)),
      readout("Growth per step", () => growth(simulation)),
      gauge("Step limit", () => useOfStep(simulation, simulation.stepLimit)),
    ],
    extras: [criticalDamping(lab)],
    hint: [
      "Drag Bob; where his path is to rest, press anywhere: the pointer is Bob. Where he has rails, he is back on them when you let go. On the picture, the arrow keys take him off his rails and lead him, with ",
      key("Shift"),
      " farther.",
    ],
    step: (steps) => {
      if (repeats() && simulation.time >= span(lab)) {
        simulation.restart();
        picture.camera.restart();
        beginAnew();
        return; // records t = 0
      }
      stepBoth(simulation, exact, steps);
      picture.record();
    },
    changed: (key) => {
      if (LAW.includes(key)) exact.set(key, get(key));
    },
    restarted: beginAnew,
    runners: () => [exact],
    destroy: () => exact.free(),
  };
}

/**
 * A second simulation, for the exact motion: exact if Bob moves uniformly within each step.
 * @param {Lab["get"]} get
 */
function companion(get) {
  const exact = Simulation.open("follower");
  exact.set("method", "exact");
  exact.set("path", "rest");
  for (const key of LAW) exact.set(key, get(key));
  return exact;
}

/**
 * Steps both simulations with the same motion of Bob: he moves uniformly within a step, and may
 * jump between steps.
 * @param {Simulation} simulation @param {Simulation} exact @param {number} steps
 */
function stepBoth(simulation, exact, steps) {
  const stepSize = Number(simulation.get("timeStepSize"));
  exact.hold(BOB, ...vector(simulation.positions, BOB));
  for (let left = steps; left > 0; left--) {
    simulation.step(1);
    exact.hold(BOB, ...vector(simulation.positions, BOB), stepSize);
    exact.step(1);
  }
}

/** Time that a plot shows, in s. @param {Lab} lab */
function span({ simulation, get }) {
  const [mass, stiffness, damping] = ["mass", "stiffness", "damping"].map((key) => Number(get(key)));
  const swings = PERIODS * (simulation.period ?? 0);
  if (get("path") !== "step") return Math.max(swings, ROUNDS);
  const dies = CONSTANTS * Math.max((2 * mass) / damping, damping / stiffness);
  return roundUp(Math.min(dies, swings || ROUNDS));
}

/**
 * Factor by which a step multiplies the motion, with the digits that distinguish it from 1.
 * @param {Simulation} simulation
 */
function growth({ amplification }) {
  return amplification ? `× ${Number(amplification.modulus.toFixed(5))}` : "–";
}

/**
 * Sets Bob's path to rest when an arrow key moves him: another path would move him back.
 * @param {Press} press @param {Lab} lab
 */
function offRails({ key }, { get, set }) {
  if (key.startsWith("Arrow") && get("path") !== "rest") set("path", "rest");
}
