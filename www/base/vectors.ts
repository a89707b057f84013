// Vectors in the engine's layout: x y z per particle in one array.

export type Vector = [number, number, number];

export function vector(vectors: ArrayLike<number>, particle: number): Vector {
  return [vectors[3 * particle], vectors[3 * particle + 1], vectors[3 * particle + 2]];
}

/** a + f b */
export function plus(a: Vector, b: Vector, f: number = 1): Vector {
  return [a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2]];
}
