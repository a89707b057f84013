// Vectors in the engine's layout: x y z per particle in one array.

/** @typedef {[number, number, number]} Vector */

/**
 * @param {ArrayLike<number>} vectors @param {number} particle
 * @returns {Vector}
 */
export function vector(vectors, particle) {
  return [vectors[3 * particle], vectors[3 * particle + 1], vectors[3 * particle + 2]];
}

/** a + f b @param {Vector} a @param {Vector} b @param {number} [f] @returns {Vector} */
export function plus(a, b, f = 1) {
  return [a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2]];
}
