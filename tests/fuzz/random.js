// Reproducible random numbers and choices.

/** @param {number} seed */
export function randoms(seed) {
  let state = seed;
  /** A number in [0, 1), by mulberry32. */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number in [0, count). @param {number} count */
  const below = (count) => Math.floor(random() * count);
  /** @template T @param {ArrayLike<T>} list */
  const pick = (list) => list[below(list.length)];
  /** @param {number} probability */
  const chance = (probability) => random() < probability;
  return { random, below, pick, chance };
}

/** @typedef {ReturnType<typeof randoms>} Randoms */
