// Reproducible random numbers and choices.

export function randoms(seed: number) {
  let state = seed;
  /** A number in [0, 1), by mulberry32. */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number in [0, count). */
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: ArrayLike<T>) => list[below(list.length)];
  const chance = (probability: number) => random() < probability;
  return { random, below, pick, chance };
}

export type Randoms = ReturnType<typeof randoms>;
