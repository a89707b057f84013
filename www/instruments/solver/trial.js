// A simulation for comparisons, with the parameters of the laboratory's, and its states at the rows
// of an imported run.
import { Simulation } from "../../engine.js";
import { ROLES } from "./columns.js";

/** @import { Method } from "../../types.js" */
/** @import { Lab } from "../../lab/show.js" */
/** @import { ImportedRun } from "./imported-run.js" */
/** @import { Values } from "./mistakes.js" */

/**
 * Positions in m and velocities in m/s of all particles.
 * @typedef {{ positions: number[], velocities: number[] }} State
 */

/**
 * A simulation in which candidates run, and what they have in common.
 * @typedef {object} Trial
 * @property {string} scene  id
 * @property {Simulation} simulation  of this scene, which may be changed
 * @property {Method[]} methods  that the scene offers
 * @property {Values} values  parameters of the laboratory's run
 * @property {State} start  of the scene at t = 0
 */

/**
 * Makes a trial. Its simulation must be freed.
 * @param {Lab} lab @param {string[]} keys  of the parameters that a motion depends on
 * @returns {Trial}
 */
export function trialOf({ scene, methods, has, get }, keys) {
  const simulation = Simulation.open(scene);
  const values = Object.fromEntries(keys.map((key) => [key, key === "substeps" ? "1" : get(key)]));
  tune(simulation, values);
  const start = stateOf(simulation);
  // places of nodes may be options of the show
  for (const i of start.positions.keys()) {
    const key = `p${Math.floor(i / 3) + 1}${"xyz"[i % 3]}`;
    if (has(key)) start.positions[i] = Number(get(key));
  }
  return { scene, simulation, methods, values, start };
}

/** Sets the parameters that differ. @param {Simulation} simulation @param {Values} values */
export function tune(simulation, values) {
  for (const [key, value] of Object.entries(values)) if (simulation.get(key) !== value) simulation.set(key, value);
}

/** Returns to t = 0 with the laboratory's parameters. @param {Trial} trial */
export function reset({ simulation, values }) {
  tune(simulation, values);
  simulation.restart();
}

/** @param {Simulation} simulation @returns {State} */
function stateOf({ positions, velocities }) {
  return { positions: Array.from(positions), velocities: Array.from(velocities) };
}

/** Puts all particles into a state. @param {Trial} trial @param {State} state */
export function put({ scene, simulation }, { positions, velocities }) {
  if (!ROLES[scene].axes) simulation.history.setState(positions, velocities);
  else simulation.hand.setPosition(0, positions[0], positions[1], 0); // the field gives the velocity
}

/**
 * The state of a run at a row, with what it does not tell as at the start.
 * @param {ImportedRun} run @param {number} row @param {State} start
 * @returns {State}
 */
export function stateAt({ parts }, row, { positions, velocities }) {
  const state = { positions: [...positions], velocities: [...velocities] };
  for (const { index, speed, values } of parts) (speed ? state.velocities : state.positions)[index] = values[row];
  return state;
}

/**
 * The state of a run at its first row: the start of the scene, as far as its digits allow that.
 * @param {ImportedRun} run @param {Trial} trial
 */
export function beginOf(run, { start }) {
  const state = stateAt(run, 0, start);
  for (const { index, speed, values, units } of run.parts) {
    const [list, usual] = speed ? [state.velocities, start.velocities] : [state.positions, start.positions];
    if (Math.abs(values[0] - usual[index]) <= 0.5 * units[0]) list[index] = usual[index];
  }
  return state;
}

/**
 * The start of a scene, with NaN for all particles that a run does not tell.
 * @param {ImportedRun} run @param {Trial} trial
 * @returns {State}
 */
export function knownStart({ parts }, { start, simulation }) {
  const told = [false, true].map((which) => {
    const indices = parts.filter(({ speed }) => speed === which).map(({ index }) => Math.floor(index / 3));
    return new Set([...simulation.system.fixed, ...indices]);
  });
  const [positions, velocities] = [start.positions, start.velocities].map((list, which) =>
    list.map((value, i) => (told[which].has(Math.floor(i / 3)) ? value : Number.NaN)),
  );
  return { positions, velocities };
}
