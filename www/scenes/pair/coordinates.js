// Coordinates of particles as options of a laboratory: a typed one puts the particle there, and they follow the hand.
import { vector } from "../../base/vectors.js";

/** @import { NumberParameter } from "../../types.js" */
/** @import { Lab } from "../../lab/show.js" */

/** How far out a particle can be put, in m. */
const REACH = 10;

/** What a slider reaches, in m: some lengths of the spring. */
const NEAR = 4;

/** Decimals of a coordinate that a hand has chosen. */
const DECIMALS = 2;

/**
 * Options for positions in the engine's order, named p1x, p1y, …
 * @param {number[]} positions  at first, in m
 * @returns {NumberParameter[]}
 */
export function coordinates(positions) {
  return positions.map((usual, i) => {
    const [node, axis] = [Math.floor(i / 3) + 1, "xyz"[i % 3]];
    return {
      ...{
        key: `p${node}${axis}`,
        symbol: "",
        label: `Node ${node}, ${axis}`,
        effect: "Puts the node there, now and at a restart.",
      },
      ...{ unit: "m", default: usual, min: -REACH, max: REACH, step: 0.1, from: -NEAR, to: NEAR },
      ...{ restarts: false, limiting: false, whole: false },
    };
  });
}

/** Where the particles begin. What the hand does while time stands still changes that; what moves by itself does not. */
export class StartPositions {
  #lab;
  #options;
  /** As it was in the last picture. @type {{ time: number, held: number | undefined, positions: number[] } | undefined} */
  #last;

  /** @param {Lab} lab @param {NumberParameter[]} options  made by `coordinates` */
  constructor(lab, options) {
    this.#lab = lab;
    this.#options = options;
  }

  /** Puts all particles where they begin. */
  restart() {
    this.#last = undefined;
    for (const place of this.#options.keys()) this.#put(place);
  }

  /** Puts a particle where an option says that has changed, unless it is in hand. @param {string} key */
  changed(key) {
    const place = this.#options.findIndex((option) => option.key === key);
    if (place >= 0 && Math.floor(place / 3) !== this.#last?.held) this.#put(place);
  }

  /** @param {number} place  of a coordinate in all positions */
  #put(place) {
    const { simulation, get } = this.#lab;
    const particle = Math.floor(place / 3);
    const at = vector(simulation.positions, particle);
    at[place % 3] = Number(get(this.#options[place].key));
    simulation.setPosition(particle, ...at);
  }

  /** Due with every picture. @param {number | undefined} held  the particle in hand */
  follow(held) {
    const { simulation, timeRate } = this.#lab;
    const now = { time: simulation.time, held, positions: [...simulation.positions] };
    const last = this.#last ?? now;
    this.#last = now;
    const moved = held !== last.held || now.positions.some((x, i) => x !== last.positions[i]);
    if (moved && now.time === last.time && timeRate() === 0) this.#note(now.positions);
  }

  /** @param {number[]} positions */
  #note(positions) {
    const { get, set } = this.#lab;
    for (const [i, { key, min, max }] of this.#options.entries()) {
      const value = Math.min(Math.max(Number(positions[i].toFixed(DECIMALS)), min), max);
      if (positions[i] !== get(key)) set(key, value);
    }
  }
}
