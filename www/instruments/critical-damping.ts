// A button that sets critical damping.
import { element } from "../base/dom.ts";
import type { Lab } from "../lab/show.ts";

/** Sets the damping 2 √(k m), rounded to the four digits that a field shows. */
export function criticalDamping({ get, set }: Lab) {
  const title = "Damping 2 √(k m), ζ = 1";
  const button = element("button", { type: "button", textContent: "Critical damping", title });
  button.addEventListener("click", () => {
    const [stiffness, mass] = ["stiffness", "mass"].map((key) => Number(get(key)));
    set("damping", Number((2 * Math.sqrt(stiffness * mass)).toPrecision(4)));
  });
  return button;
}
