// A cloth that falls in space.

import { Surface } from "../../canvas/surface.js";
import { readout } from "../../lab/readouts.js";
import { options as general, showSprings, WIRES } from "../system/mass-spring-show.js";
import { hint } from "../system/system-show.js";
import { DrapePicture } from "./drape-picture.js";

/** @import { Lab, Show } from "../../lab/show.js" */

export const options = [WIRES, ...general];

export const main = ["obstacle", "pins", "stiffness", "shearStiffness", "bendingStiffness"];

/** Simulated time of a press of *Step*, in s: a single step of 5 ms would hardly be visible. */
const STRIDE = 0.02;

/** Size of a cloth for which all modes can be computed. */
const SMALLER = { width: 10, height: 10 };

/** @param {Lab} lab @returns {Show} */
export function show(lab) {
  /** One for all pictures. @type {Surface | undefined} */
  let surface;
  const shaded = () => {
    surface ??= new Surface(lab.redraw);
    return surface;
  };
  const springs = showSprings(lab, {
    draw: (simulation, parts) => new DrapePicture(simulation, parts, shaded),
    hint: hint(),
    smaller: SMALLER,
    apart: true,
  });
  const torn = readout("# torn springs", () => String(lab.simulation.system.torn.length));
  const destroy = () => {
    springs.destroy?.();
    surface?.destroy();
  };
  return { ...springs, readouts: [...(springs.readouts ?? []), torn], stride: STRIDE, destroy };
}
