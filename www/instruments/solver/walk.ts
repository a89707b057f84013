// A motion as a program would compute it, with a method and perhaps a mistake, step by step.
import { plus, vector } from "../../base/vectors.ts";
import type { Part } from "./columns.ts";
import type { Walk } from "./linear.ts";
import { following } from "./linear.ts";
import type { Mistake } from "./mistakes.ts";
import type { State, Trial } from "./trial.ts";
import { put, tune } from "./trial.ts";

/** Longest time of a motion in s. */
const LONG_WALK = 1000;

/** The motion by the engine, or by the formulas of a follower. @param h  in s */
export function walkOf(
  { method, mistake }: { method: { value: string }; mistake: Mistake },
  h: number,
  trial: Trial,
  { positions, velocities }: State,
  parts: Part[],
): Walk {
  const { simulation } = trial;
  const { step = h, faster = 1, first, held } = mistake;
  const values = { ...trial.values, ...mistake.values };
  if (mistake.constants) return following(mistake, h, values, trial, { positions, velocities }, parts);
  const backwards = mistake.time === "backwards";
  const sign = backwards ? -1 : 1;
  tune(simulation, { ...values, method: method.value, timeStepSize: faster * step });
  simulation.restart();
  put(trial, { positions, velocities: velocities.map((v) => sign * v) });
  if (backwards) simulation.history.reverse();
  if (held !== undefined) {
    // it goes on as it moves at first
    const [x, y, z] = plus(vector(positions, held), vector(velocities, held), LONG_WALK);
    simulation.hand.hold(held, x, y, z, LONG_WALK);
  }
  let begun = first === undefined;
  return {
    step: (steps) => {
      if (begun) simulation.step(steps);
      else if (first) {
        simulation.set("timeStepSize", first * h);
        simulation.step(1);
        simulation.set("timeStepSize", h);
      }
      begun = true;
    },
    read: () => {
      const { positions, velocities } = simulation;
      return parts.map(({ index, speed }) => (speed ? sign * velocities[index] : positions[index]));
    },
  };
}
