// Energies as quantities, with the same line styles in all plots.

import type { Energy, Simulation } from "../types.ts";
import type { Quantity } from "./quantity.ts";
import { perSample } from "./quantity.ts";

const LINES = {
  kinetic: { label: "kinetic", unit: "J", color: "--kinetic", width: 1.6, dash: [] },
  elastic: { label: "elastic", symbol: "E", unit: "J", color: "--elastic", width: 1.6, dash: [2, 2] },
  gravity: { label: "gravity", unit: "J", color: "--gravity", width: 1.6, dash: [9, 3, 2, 3] },
  dissipated: { label: "dissipated", unit: "J", color: "--dissipated", width: 1.6, dash: [7, 4] },
  total: { label: "total", symbol: "E", unit: "J", color: "--total", width: 2, dash: [] },
  hand: { label: "work of the hand", unit: "J", color: "--hand", width: 1.6, dash: [12, 3] },
  wind: { label: "work of the wind", unit: "J", color: "--wind", width: 1.6, dash: [9, 3, 2, 3, 2, 3], optional: true },
  numerical: { label: "made by the method", unit: "J", color: "--numerical", width: 1.6, dash: [5, 2, 1, 2, 1, 2] },
};

type Name = keyof typeof LINES;

/**
 * Quantities of an energy account, which is read once per sample. Of a run that is compared, there
 * is the total energy, of one from a file the elastic energy too.
 */
export function energies(
  simulation: Simulation,
  read: (simulation: Simulation) => Pick<Energy, Name> = ({ energy }) => energy,
) {
  const account = perSample(() => read(simulation));
  const names = Object.keys(LINES) as Name[];
  const all = names.map((name) => [name, { ...LINES[name], value: () => account()[name] }]);
  const quantities = Object.fromEntries(all) as Record<Name, Quantity>;
  quantities.total.of = (other) => read(other).total;
  quantities.elastic.imported = (other) => read(other).elastic;
  return quantities;
}
