// The members of a simulation, with those in its groups.
import { Simulation } from "../dist/lib/springlab.js";
import { GROUPS } from "../www/groups.ts";

const GROUP_OF: Map<string, string> = new Map();
for (const [group, names] of Object.entries(GROUPS)) for (const name of names) GROUP_OF.set(name, group);

/** Names of all members except the groups themselves. */
export const MEMBERS = [
  ...Object.getOwnPropertyNames(Simulation.prototype).filter(
    (name) => !(/^(__|constructor|free)/.test(name) || name in GROUPS),
  ),
  ...GROUP_OF.keys(),
];

/** The object that has a member: a simulation or one of its groups. */
export function ownerOf(simulation: any, name: string) {
  const group = GROUP_OF.get(name);
  return group ? simulation[group] : simulation;
}
