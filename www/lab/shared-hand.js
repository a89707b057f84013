// One hand on all runners: what it does to the first one, it does to the others.

/** @import { Hand, Simulation } from "../types.js" */
/** @import { Runner } from "./runner.js" */

/** @type {(keyof Hand)[]} */
const ACTIONS = ["hold", "release", "setPosition", "setVelocity", "cut"];

/**
 * Lets others follow a simulation's hand. What it refuses, no other does.
 * @param {Simulation} simulation
 * @param {(change: (runner: Runner) => void) => void} follow  lets the others make a change
 */
export function shareHand({ hand }, follow) {
  for (const name of ACTIONS) {
    const own = hand[name];
    const act = (/** @type {unknown[]} */ ...given) => {
      Reflect.apply(own, hand, given);
      follow(({ inHand, simulation }) => {
        if (inHand) Reflect.apply(simulation.hand[name], simulation.hand, given);
      });
    };
    Object.defineProperty(hand, name, { value: act });
  }
}
