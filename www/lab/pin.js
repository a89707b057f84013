// The laboratory's run as it is now, kept as a finished one.
import { after } from "../plots/cursor.js";
import { nameOfRun } from "./compared.js";
import { made } from "./drift.js";
import { outline } from "./outline.js";

/** @import { Simulation } from "../types.js" */
/** @import { Errors } from "./errors.js" */
/** @import { Content } from "./finished.js" */
/** @import { Run } from "./run.js" */
/** @import { Settings } from "./settings.js" */

/** Most values in a name. */
const VALUES = 3;

/**
 * The present run with its parameters, state, outline, and those curves that compared runs have.
 * @param {object} lab
 * @param {string} lab.scene  id of the scene
 * @param {Simulation} lab.simulation
 * @param {Run} lab.run
 * @param {Pick<Content, "name" | "time" | "parameters">[]} lab.runs  all, the present one first
 * @param {Errors} lab.errors
 * @returns {Content}
 */
export function pinned({ scene, simulation, run, runs, errors }) {
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
 * @param {Settings} settings @param {string} method @param {string[]} taken
 */
function freeName(settings, method, taken) {
  const differing = settings.readable.filter(
    ({ key, default: usual }) => !settings.isOwn(key) && settings.get(key) !== usual,
  );
  const values = differing.slice(0, VALUES).map(({ key }) => [key, settings.get(key)]);
  const own = nameOfRun(Object.fromEntries(values), (key) => settings.find(key));
  const more = differing.length > VALUES ? ", …" : "";
  const name = (/** @type {number} */ i) => (own || method) + more + (own && i === 1 ? "" : ` (${i})`);
  let i = 1;
  while (taken.includes(name(i))) i += 1;
  return name(i);
}
