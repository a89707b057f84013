// Positions, velocities and speeds of masses, recorded for exported tables and for plots on demand.

import type { Simulation } from "../types.ts";
import type { Quantity } from "./quantity.ts";
import { perSample } from "./quantity.ts";

/** Most masses whose motion is always recorded. */
const MAX_MASSES = 3;

const AXES = ["x", "y", "z"];

export const LINE = { color: "--accent", width: 1.6, dash: [] };

/** True if a scene has few masses. */
export function isOfFew({ positions, system }: Simulation) {
  return positions.length / 3 <= MAX_MASSES + system.fixed.length;
}

/** Quantities of a few masses; none of more. */
export function motion(simulation: Simulation): Quantity[] {
  if (!isOfFew(simulation)) return [];
  const fixed = new Set(simulation.system.fixed);
  const all = Array.from({ length: simulation.positions.length / 3 }, (_, i) => i);
  const movable = all.filter((i) => !fixed.has(i));
  const positions = perSample(() => simulation.positions.slice());
  const velocities = perSample(() => simulation.velocities.slice());
  const now = {
    get positions() {
      return positions();
    },
    get velocities() {
      return velocities();
    },
  };
  return movable.flatMap((i) => coordinates(now, i, movable.length > 1 ? ` of ${i + 1}` : ""));
}

type State = Pick<Simulation, "positions" | "velocities">;

/** Position, velocity and speed of a mass. @param name  ending of their names */
export function coordinates(own: State, mass: number, name: string): Quantity[] {
  const quantity = (label: string, unit: string, of: (state: State) => number) => ({
    label: label + name,
    unit,
    ...LINE,
    of,
    value: () => of(own),
  });
  const at = AXES.map((axis, i) => quantity(axis, "m", ({ positions }) => positions[3 * mass + i]));
  const speeds = AXES.map((axis, i) => quantity(`v${axis}`, "m/s", ({ velocities }) => velocities[3 * mass + i]));
  const speed = quantity("speed", "m/s", ({ velocities: v }) => Math.hypot(...AXES.map((_, i) => v[3 * mass + i])));
  return [...[...at, ...speeds].map((one) => ({ ...one, spare: true })), { ...speed, hidden: true }];
}
