// Positions and velocities of masses, their speed and the strain at them, recorded for exported
// tables and for plots on demand.
import { plus, vector } from "../base/vectors.js";
import { perSample } from "./quantity.js";

/** @import { Simulation } from "../types.js" */
/** @import { Quantity } from "./quantity.js" */

/** Most masses whose motion is always recorded. */
const MOST = 3;

const AXES = ["x", "y", "z"];

const LINE = { color: "--accent", width: 1.6, dash: [] };

/** True if a scene has few masses. @param {Simulation} simulation */
export function isOfFew({ positions, system }) {
  return positions.length / 3 <= MOST + system.fixed.length;
}

/**
 * Quantities of a few masses; none of more.
 * @param {Simulation} simulation @returns {Quantity[]}
 */
export function motion(simulation) {
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

/**
 * Quantities of one of many masses, which need not exist for ever.
 * @param {Simulation} simulation @param {number} mass @returns {Quantity[]}
 */
export function motionOf(simulation, mass) {
  const name = ` of mass ${mass}`;
  const of = (/** @type {Simulation} */ other) => 100 * strainAt(other, mass);
  const strain = { label: `strain${name}`, unit: "%", ...LINE, hidden: true, value: () => of(simulation), of };
  return [...coordinates(simulation, mass, name), strain];
}

/** @typedef {Pick<Simulation, "positions" | "velocities">} State */

/**
 * Position, velocity and speed of a mass.
 * @param {State} own @param {number} mass @param {string} name  ending of their names
 * @returns {Quantity[]}
 */
function coordinates(own, mass, name) {
  const quantity = (
    /** @type {string} */ label,
    /** @type {string} */ unit,
    /** @type {(state: State) => number} */ of,
  ) => ({
    ...{ label: label + name, unit, ...LINE, of, value: () => of(own) },
  });
  const at = AXES.map((axis, i) => quantity(axis, "m", ({ positions }) => positions[3 * mass + i]));
  const speeds = AXES.map((axis, i) => quantity(`v${axis}`, "m/s", ({ velocities }) => velocities[3 * mass + i]));
  const speed = quantity("speed", "m/s", ({ velocities: v }) => Math.hypot(...AXES.map((_, i) => v[3 * mass + i])));
  return [...[...at, ...speeds].map((one) => ({ ...one, spare: true })), { ...speed, hidden: true }];
}

/**
 * The strain at a mass: the largest one of its springs in size. NaN without a spring.
 * @param {Simulation} simulation @param {number} mass
 */
function strainAt(simulation, mass) {
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
