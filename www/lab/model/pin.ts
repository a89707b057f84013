// The laboratory's run as it is now, kept as a finished one.
import { after } from "../../plots/cursor.ts";
import type { Simulation } from "../../types.ts";
import { made } from "./drift.ts";
import type { Errors } from "./errors.ts";
import { outline } from "./outline.ts";
import type { Ended } from "./run.ts";
import { nameOfRun } from "./run.ts";
import type { Session } from "./session.ts";
import type { Settings } from "./settings.ts";

/** Most values in a name. */
const VALUES = 3;

/**
 * The present run with its parameters, state, outline, and those curves that compared runs have.
 */
export function pinned({
  scene,
  simulation,
  run,
  runs,
  errors,
}: {
  /** Id of the scene. */
  scene: string;
  simulation: Simulation;
  run: Session;
  /** All, the present one first. */
  runs: Pick<Ended, "name" | "time" | "parameters">[];
  errors: Errors;
}): Ended {
  const { motion } = run;
  motion.sampler.show();
  const { times, of } = motion.recorder.whole;
  const end = after(times, motion.history.span[1]);
  const kept = times.slice(0, end);
  const quantities = [...motion.quantities.filter((quantity) => quantity.of), motion.deviation];
  const [{ name, time, parameters }] = runs;
  const taken = runs.map(({ name }) => name);
  return {
    kind: "pinned",
    name: freeName(run.settings, name, taken),
    time,
    parameters,
    curves: new Map(quantities.map((one) => [one, { times: kept, values: of(one).slice(0, end) }])),
    shape: outline(scene, simulation, motion),
    made: made(simulation),
    drift: errors.drift(motion.first),
    restore: run.keep(),
  };
}

/**
 * A name that no other run has: the values that differ from their defaults, or the method with a
 * number.
 */
function freeName(settings: Settings, method: string, taken: string[]) {
  const differing = settings.readable.filter(
    ({ key, default: usual }) => !settings.isOwn(key) && settings.get(key) !== usual,
  );
  const values = differing.slice(0, VALUES).map(({ key }) => [key, settings.get(key)]);
  const own = nameOfRun(Object.fromEntries(values), (key) => settings.find(key));
  const more = differing.length > VALUES ? ", …" : "";
  const name = (i: number) => (own || method) + more + (own && i === 1 ? "" : ` (${i})`);
  let i = 1;
  while (taken.includes(name(i))) i += 1;
  return name(i);
}
