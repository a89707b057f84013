// A cloth of masses and springs: use of the step limit, and the mode that sets it.

import type { Lab, Show } from "../../lab/show.ts";
import { key, keys } from "../../lab/views/help.ts";
import type { Simulation } from "../../types.ts";
import { showSprings } from "../system/mass-spring-show.ts";
import type { Parts } from "../system/system-picture.ts";
import { ClothPicture } from "./cloth-picture.ts";

export { controls, options } from "../system/mass-spring-show.ts";

/** Simulated time of a press of *Step*, in s: a single step of 0.5 ms would be invisible. */
export const stride = 0.02;

/** Size of a cloth for which all modes can be computed. */
const SMALLER = { width: 16, height: 12 };

export function show(lab: Lab): Show {
  const hint = [
    "Drag a mass or throw it. On the picture ",
    ...keys("I", "J", "K", "L"),
    "choose a mass, the arrow keys move it, with ",
    key("Shift"),
    " farther.",
  ];
  const draw = (simulation: Simulation, parts: Parts) => new ClothPicture(simulation, parts);
  return showSprings(lab, { draw, hint, smaller: SMALLER, apart: true });
}
