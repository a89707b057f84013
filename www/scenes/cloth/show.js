// A cloth of masses and springs: how much of the step limit is in use, and which mode decides.
import { key, keys } from "../../lab/help.js";
import { showSprings } from "../system/springs.js";
import { ClothPicture } from "./picture.js";

/** @import { Lab, Show } from "../../lab/show.js" */

export { main, options } from "../system/springs.js";

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
  return showSprings(lab, { draw: (simulation, parts) => new ClothPicture(simulation, parts), hint, smaller: SMALLER });
}
