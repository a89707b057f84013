// A cloth of masses and springs: use of the step limit, and the mode that sets it.
import { key, keys } from "../../lab/help.js";
import { showSprings } from "../system/mass-spring-show.js";
import { ClothPicture } from "./cloth-picture.js";

/** @import { Simulation } from "../../types.js" */
/** @import { Lab, Show } from "../../lab/show.js" */
/** @import { Parts } from "../system/system-picture.js" */

export { controls, options } from "../system/mass-spring-show.js";

/** Simulated time of a press of *Step*, in s: a single step of 0.5 ms would be invisible. */
export const stride = 0.02;

/** Size of a cloth for which all modes can be computed. */
const SMALLER = { width: 16, height: 12 };

/** @param {Lab} lab @returns {Show} */
export function show(lab) {
  const hint = [
    "Drag a mass or throw it. On the picture ",
    ...keys("I", "J", "K", "L"),
    "choose a mass, the arrow keys move it, with ",
    key("Shift"),
    " farther.",
  ];
  const draw = (/** @type {Simulation} */ simulation, /** @type {Parts} */ parts) =>
    new ClothPicture(simulation, parts);
  return showSprings(lab, { draw, hint, smaller: SMALLER, apart: true });
}
