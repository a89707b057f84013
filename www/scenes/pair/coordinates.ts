// Coordinates of particles as options: setting one moves the particle, and a drag sets them.
import { vector } from "../../base/vectors.ts";
import type { Lab } from "../../lab/show.ts";
import type { NumberParameter } from "../../types.ts";

/** Largest coordinate, in m. */
const REACH = 10;

/** Largest coordinate on a slider, in m. */
const SLIDER_END = 4;

/** Decimals of a coordinate after a drag. */
const DECIMALS = 2;

/**
 * Options for the positions of particles, named p1x, p1y, …
 * @param positions  initial ones in m, x y z per particle
 */
export function coordinates(positions: number[]): NumberParameter[] {
  return positions.map((usual, i) => {
    const node = Math.floor(i / 3) + 1;
    const axis = "xyz"[i % 3];
    return {
      key: `p${node}${axis}`,
      symbol: "",
      label: `Node ${node}, ${axis}`,
      effect: "Puts the node there, now and at a restart.",
      unit: "m",
      default: usual,
      min: -REACH,
      max: REACH,
      step: 0.1,
      from: -SLIDER_END,
      to: SLIDER_END,
      restarts: false,
      limiting: false,
      whole: false,
    };
  });
}

/** Initial positions. A drag while paused changes them; the motion of the simulation doesn't. */
export class StartPositions {
  #lab;
  #options;
  /** State at the last frame. */
  #last: { time: number; held: number | undefined; positions: number[] } | undefined;

  /** @param options  made by `coordinates` */
  constructor(lab: Lab, options: NumberParameter[]) {
    this.#lab = lab;
    this.#options = options;
  }

  /** Moves all particles to their initial positions. */
  restart() {
    this.#last = undefined;
    for (const place of this.#options.keys()) this.#put(place);
  }

  /** Moves the particle of an option that has changed, unless it is dragged. */
  changed(key: string) {
    const place = this.#options.findIndex((option) => option.key === key);
    if (place >= 0 && Math.floor(place / 3) !== this.#last?.held) this.#put(place);
  }

  /** @param place  index of a coordinate */
  #put(place: number) {
    const { simulation, get } = this.#lab;
    const particle = Math.floor(place / 3);
    const at = vector(simulation.positions, particle);
    at[place % 3] = Number(get(this.#options[place].key));
    simulation.hand.setPosition(particle, ...at);
  }

  /**
   * Stores the positions if they were dragged; call it once per frame.
   * @param held  the dragged particle
   */
  follow(held: number | undefined) {
    const { simulation, timeRate } = this.#lab;
    const now = { time: simulation.time, held, positions: [...simulation.positions] };
    const last = this.#last ?? now;
    this.#last = now;
    const moved = held !== last.held || now.positions.some((x, i) => x !== last.positions[i]);
    if (moved && now.time === last.time && timeRate() === 0) this.#note(now.positions);
  }

  /** Stores positions as options. */
  #note(positions: number[]) {
    const { get, set } = this.#lab;
    for (const [i, { key, min, max }] of this.#options.entries()) {
      const value = Math.min(Math.max(Number(positions[i].toFixed(DECIMALS)), min), max);
      if (positions[i] !== get(key)) set(key, value);
    }
  }
}
