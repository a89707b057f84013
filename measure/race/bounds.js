// Limits of the machine in JavaScript, measured like the cloths: a pass over memory, and the
// arithmetic that every spring needs.

/** Elements of each array of a pass: 48 MB in all, more than caches hold. */
const LONG = 2 ** 21;

/** Elements that fit into the first-level cache. */
const SHORT = 2 ** 10;

/** a ← b + 3 c, which moves 24 bytes per element. @type {import("./race.js").Contender} */
export const TRIAD = {
  name: "a pass over memory",
  create: () => {
    const [a, b, c] = Array.from({ length: 3 }, () => new Float64Array(LONG).fill(1));
    return {
      springs: LONG,
      step: (steps) => {
        for (let n = 0; n < steps; n++) for (let i = 0; i < LONG; i++) a[i] = b[i] + 3 * c[i];
      },
    };
  },
};

/** a ← 1/√(a + 1). @type {import("./race.js").Contender} */
export const ROOT = {
  name: "a root and a division",
  create: () => {
    const a = new Float64Array(SHORT).fill(1);
    return {
      springs: SHORT,
      step: (steps) => {
        for (let n = 0; n < steps; n++) for (let i = 0; i < SHORT; i++) a[i] = 1 / Math.sqrt(a[i] + 1);
      },
    };
  },
};
