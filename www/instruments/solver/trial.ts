// A simulation for comparisons, with the parameters of the laboratory's, and its states at the rows
// of an imported run.
import { Simulation } from "../../engine.ts";
import type { Lab } from "../../lab/show.ts";
import type { Method } from "../../types.ts";
import { ROLES } from "./columns.ts";
import type { ImportedRun } from "./imported-run.ts";
import type { Values } from "./mistakes.ts";

/** Positions in m and velocities in m/s of all particles. */
export type State = { positions: number[]; velocities: number[] };

/** A simulation in which candidates run, and what they have in common. */
export interface Trial {
  /** Id. */
  scene: string;
  /** Simulation of this scene, which may be changed. */
  simulation: Simulation;
  /** Methods that the scene offers. */
  methods: Method[];
  /** Parameters of the laboratory's run. */
  values: Values;
  /** Start of the scene at t = 0. */
  start: State;
}

/**
 * Makes a trial. Its simulation must be freed.
 * @param keys  of the parameters that a motion depends on
 */
export function trialOf({ scene, methods, has, get }: Lab, keys: string[]): Trial {
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

/** Sets the parameters that differ. */
export function tune(simulation: Simulation, values: Values) {
  for (const [key, value] of Object.entries(values)) if (simulation.get(key) !== value) simulation.set(key, value);
}

/** Returns to t = 0 with the laboratory's parameters. */
export function reset({ simulation, values }: Trial) {
  tune(simulation, values);
  simulation.restart();
}

function stateOf({ positions, velocities }: Simulation): State {
  return { positions: Array.from(positions), velocities: Array.from(velocities) };
}

/** Puts all particles into a state. */
export function put({ scene, simulation }: Trial, { positions, velocities }: State) {
  if (!ROLES[scene].axes) simulation.history.setState(positions, velocities);
  else simulation.hand.setPosition(0, positions[0], positions[1], 0); // the field gives the velocity
}

/** The state of a run at a row, with what it does not tell as at the start. */
export function stateAt({ parts }: ImportedRun, row: number, { positions, velocities }: State): State {
  const state = { positions: [...positions], velocities: [...velocities] };
  for (const { index, speed, values } of parts) (speed ? state.velocities : state.positions)[index] = values[row];
  return state;
}

/** The state of a run at its first row: the start of the scene, as far as its digits allow that. */
export function beginOf(run: ImportedRun, { start }: Trial) {
  const state = stateAt(run, 0, start);
  for (const { index, speed, values, units } of run.parts) {
    const [list, usual] = speed ? [state.velocities, start.velocities] : [state.positions, start.positions];
    if (Math.abs(values[0] - usual[index]) <= 0.5 * units[0]) list[index] = usual[index];
  }
  return state;
}

/** The start of a scene, with NaN for all particles that a run does not tell. */
export function knownStart({ parts }: ImportedRun, { start, simulation }: Trial): State {
  const told = [false, true].map((which) => {
    const indices = parts.filter(({ speed }) => speed === which).map(({ index }) => Math.floor(index / 3));
    return new Set([...simulation.system.fixed, ...indices]);
  });
  const [positions, velocities] = [start.positions, start.velocities].map((list, which) =>
    list.map((value, i) => (told[which].has(Math.floor(i / 3)) ? value : Number.NaN)),
  );
  return { positions, velocities };
}
