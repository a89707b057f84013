// What the machine itself can do in JavaScript, measured as the cloths are: a pass over memory, and the arithmetic that no spring goes without.

/** Numbers of the arrays of a pass: 48 MB, more than caches hold. */
const LONG = 2 ** 21;

/** Numbers that stay in the nearest cache. */
const SHORT = 2 ** 10;

/** a ← b + 3 c: 24 bytes an element. @type {import("./race.js").Contender} */
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
