// A runner beside the laboratory's: the same scene from the same state, with some other parameters.
import { Simulation } from "../engine.ts";
import type { Simulation as Model } from "../types.ts";
import type { Traits } from "./runner.ts";
import { Runner } from "./runner.ts";

export class Companion extends Runner {
  /**
   * @param scene  id of the scene
   * @param first  the laboratory's simulation, whose other parameters it shares
   * @param own  values of the parameters that it does not share
   */
  constructor(scene: string, first: Model, own: Record<string, number | string>, traits: Traits) {
    const simulation = Simulation.open(scene);
    super(simulation, { shares: (key) => !Object.hasOwn(own, key), inHand: true, ...traits });
    simulation.restore(first.snapshot());
    for (const [key, value] of Object.entries(own)) simulation.set(key, value);
  }
}
