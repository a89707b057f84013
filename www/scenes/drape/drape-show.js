// A cloth that falls in space.

import { readout } from "../../lab/readouts.js";
import { options as general, showSprings, WIRES } from "../system/mass-spring-show.js";
import { hint } from "../system/system-show.js";
import { DrapePicture } from "./drape-picture.js";

/** @import { Lab, Show } from "../../lab/show.js" */

export const options = [WIRES, ...general];

export const main = ["obstacle", "pins", "stiffness", "shearStiffness", "bendingStiffness"];

/** A press of *Step* goes on so far, in s: one step of 5 ms is hardly to be seen. */
const STRIDE = 0.02;

/** A cloth whose modes can all be computed. */
const SMALLER = { width: 10, height: 10 };

/** @param {Lab} lab @returns {Show} */
export function show(lab) {
  const springs = showSprings(lab, {
    draw: (simulation, parts) => new DrapePicture(simulation, parts),
    hint: hint(),
    smaller: SMALLER,
  });
  const torn = readout("# torn springs", () => String(lab.simulation.torn.length));
  return { ...springs, readouts: [...(springs.readouts ?? []), torn], stride: STRIDE };
}
