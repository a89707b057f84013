// A runner beside the laboratory's: the same scene from the same state, with some other parameters.
import { Simulation } from "../engine.js";
import { Runner } from "./runner.js";

/** @import { Simulation as Model } from "../types.js" */
/** @import { Traits } from "./runner.js" */

export class Companion extends Runner {
  /**
   * @param {string} scene  id of the scene
   * @param {Model} first  the laboratory's simulation, whose other parameters it shares
   * @param {Record<string, number | string>} own  values of the parameters that it does not share
   * @param {Traits} traits
   */
  constructor(scene, first, own, traits) {
    const simulation = Simulation.open(scene);
    super(simulation, { shares: (key) => !Object.hasOwn(own, key), inHand: true, ...traits });
    simulation.restore(first.snapshot());
    for (const [key, value] of Object.entries(own)) simulation.set(key, value);
  }
}
