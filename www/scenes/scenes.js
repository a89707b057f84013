// The shows of all scenes, which are loaded on demand.
import { withInstruments } from "../instruments/instruments.js";

/** @import { Scene } from "../types.js" */
/** @import { ShowModule } from "../lab/show.js" */

/**
 * A show with the import of runs, which is loaded with it.
 * @param {Promise<ShowModule>} loading
 */
async function importing(loading) {
  const [{ withImport }, module] = await Promise.all([import("../instruments/solver-check.js"), loading]);
  return withImport(module);
}

/** Shows of scenes with their own picture. @type {Record<string, () => Promise<ShowModule>>} */
export const SHOWS = {
  oscillator: () => importing(import("./oscillator/oscillator-show.js")),
  resonance: () => importing(import("./resonance/resonance-show.js")),
  damper: () => importing(import("./damper/damper-show.js")),
  cloth: () => importing(import("./cloth/cloth-show.js")),
  drape: () => import("./drape/drape-show.js"),
  follower: () => importing(import("./follower/follower-show.js")),
  pair: () => importing(import("./pair/pair-show.js")),
  decay: () => importing(import("./decay/decay-show.js")),
  rotation: () => importing(import("./rotation/rotation-show.js")),
  verlet: () => import("./verlet/verlet-show.js"),
  mesh: () => import("./mesh/mesh-show.js"),
};

/**
 * Shows of other scenes, by model. A follower always has a show of its own.
 * @type {Partial<Record<Scene["model"], () => Promise<ShowModule>>>}
 */
const GENERAL = {
  mechanical: () => import("./system/system-show.js"),
  flow: () => import("./flow/flow-show.js"),
};

/**
 * Loads the show of a scene.
 * @param {Scene} scene @returns {Promise<ShowModule>} @throws {Error} if there is none
 */
export async function showOf({ id, model }) {
  const load = Object.hasOwn(SHOWS, id) ? SHOWS[id] : GENERAL[model];
  if (!load) throw new Error(`There is no picture of the scene "${id}".`);
  return withInstruments(await load());
}
