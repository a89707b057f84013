// The show of a general scene of masses and springs.

import type { Lab, Show } from "../../lab/show.ts";
import { keys } from "../../lab/views/help.ts";
import { showSprings } from "./mass-spring-show.ts";
import { SystemPicture } from "./system-picture.ts";

export { controls, options } from "./mass-spring-show.ts";

export function show(lab: Lab): Show {
  return showSprings(lab, { draw: (simulation, parts) => new SystemPicture(simulation, parts), hint: hint() });
}

/** Keys and gestures of the general picture. */
export function hint() {
  return [
    "Drag a mass or throw it. On the picture ",
    ...keys("N", "P"),
    "choose the next mass and the previous one, the arrow keys move it, with ",
    ...keys("Shift"),
    "farther. In space ",
    ...keys("Page Up", "Page Down"),
    "move it along z, and ",
    ...keys("I", "J", "K", "L"),
    "turn the picture, as dragging beside the masses does, with a finger two.",
  ];
}
