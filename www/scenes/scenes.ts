// The shows of all scenes, which are loaded on demand.
import { withInstruments } from "../instruments/instruments.ts";
import type { ShowModule } from "../lab/show.ts";
import type { Scene } from "../types.ts";

/** A show with the import of runs, which is loaded with it. */
async function importing(loading: Promise<ShowModule>) {
  const [{ withImport }, module] = await Promise.all([import("../instruments/solver-check.ts"), loading]);
  return withImport(module);
}

/** Shows of scenes with their own picture. */
export const SHOWS: Record<string, () => Promise<ShowModule>> = {
  oscillator: () => importing(import("./oscillator/oscillator-show.ts")),
  resonance: () => importing(import("./resonance/resonance-show.ts")),
  damper: () => importing(import("./damper/damper-show.ts")),
  cloth: () => importing(import("./cloth/cloth-show.ts")),
  drape: () => import("./drape/drape-show.ts"),
  follower: () => importing(import("./follower/follower-show.ts")),
  pair: () => importing(import("./pair/pair-show.ts")),
  decay: () => importing(import("./decay/decay-show.ts")),
  rotation: () => importing(import("./rotation/rotation-show.ts")),
  verlet: () => import("./verlet/verlet-show.ts"),
  mesh: () => import("./mesh/mesh-show.ts"),
};

/** Shows of other scenes, by model. A follower always has a show of its own. */
const GENERAL: Partial<Record<Scene["model"], () => Promise<ShowModule>>> = {
  mechanical: () => import("./system/system-show.ts"),
  flow: () => import("./flow/flow-show.ts"),
};

/** Loads the show of a scene. @throws if there is none */
export async function showOf({ id, model }: Scene): Promise<ShowModule> {
  const load = Object.hasOwn(SHOWS, id) ? SHOWS[id] : GENERAL[model];
  if (!load) throw new Error(`There is no picture of the scene "${id}".`);
  return withInstruments(await load());
}
