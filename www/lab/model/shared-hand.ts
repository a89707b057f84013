// One hand on all runners: what it does to the first one, it does to the others.
import type { Hand, Simulation } from "../../types.ts";
import type { Runner } from "./runner.ts";

const ACTIONS: (keyof Hand)[] = ["hold", "release", "setPosition", "setVelocity", "cut"];

/** Tolerance for rounding, in steps. */
const ROUNDING = 1e-12;

/**
 * Lets others follow a simulation's hand. What it refuses, no other does. A hold lasts whole steps
 * of that simulation, also for others with shorter steps.
 * @param follow  lets the others make a change
 */
export function shareHand(simulation: Simulation, follow: (change: (runner: Runner) => void) => void) {
  const { hand } = simulation;
  for (const name of ACTIONS) {
    const own = hand[name];
    const act = (...given: unknown[]) => {
      Reflect.apply(own, hand, given);
      const step = Number(simulation.get("timeStepSize"));
      if (name === "hold" && given[4]) given[4] = Math.ceil((Number(given[4]) / step) * (1 - ROUNDING)) * step;
      follow(({ inHand, simulation }) => {
        if (inHand) Reflect.apply(simulation.hand[name], simulation.hand, given);
      });
    };
    Object.defineProperty(hand, name, { value: act });
  }
}
