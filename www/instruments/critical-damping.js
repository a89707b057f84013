// A button that sets the damping with which nothing overshoots.
import { element } from "../base/dom.js";

/** @import { Lab } from "../lab/show.js" */

/** Damping 2 √(k m), with the four digits that a field can show. @param {Lab} lab */
export function criticalDamping({ get, set }) {
  const title = "Damping 2 √(k m), ζ = 1";
  const button = element("button", { type: "button", textContent: "Critical damping", title });
  button.addEventListener("click", () => {
    const [stiffness, mass] = ["stiffness", "mass"].map((key) => Number(get(key)));
    set("damping", Number((2 * Math.sqrt(stiffness * mass)).toPrecision(4)));
  });
  return button;
}
