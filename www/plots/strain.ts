// The strain at a mass, recorded for plots on demand.
import { plus, vector } from "../base/vectors.ts";
import type { Simulation } from "../types.ts";
import { LINE } from "./motion.ts";
import type { Quantity } from "./quantity.ts";

/** The strain at a mass as a quantity. @param name  ending of its name */
export function strain(simulation: Simulation, mass: number, name: string): Quantity {
  const of = (other: Simulation) => 100 * strainAt(other, mass);
  return { label: `strain${name}`, unit: "%", ...LINE, hidden: true, value: () => of(simulation), of };
}

/** The strain at a mass: the largest one of its springs in size. NaN without a spring. */
function strainAt(simulation: Simulation, mass: number) {
  const { springs, restLengths, torn } = simulation.system;
  const { positions } = simulation; // after the others, whose copies may detach it
  let largest = Number.NaN;
  for (const [i, length] of restLengths.entries()) {
    const ends = [springs[2 * i], springs[2 * i + 1]];
    if (!ends.includes(mass) || length === 0 || torn.includes(i)) continue;
    const [a, b] = ends.map((end) => vector(positions, end));
    const strain = Math.hypot(...plus(a, b, -1)) / length - 1;
    if (!(Math.abs(strain) <= Math.abs(largest))) largest = strain;
  }
  return largest;
}
