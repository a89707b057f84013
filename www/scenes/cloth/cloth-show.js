// A cloth of masses and springs: how much of the step limit is in use, and which mode decides.
import { key, keys } from "../../lab/help.js";
import { showSprings } from "../system/mass-spring-show.js";
import { ClothPicture } from "./cloth-picture.js";

/** @import { Simulation } from "../../types.js" */
/** @import { Lab, Show } from "../../lab/show.js" */
/** @import { Parts } from "../system/system-picture.js" */

export { main, options } from "../system/mass-spring-show.js";

/** A press of *Step* goes on so far, in s: one step of 0.5 ms is not to be seen. */
const STRIDE = 0.02;

/** A cloth whose modes can all be computed. */
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
  return { ...showSprings(lab, { draw, hint, smaller: SMALLER }), stride: STRIDE };
}
