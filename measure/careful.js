// The page's cloth in plain JavaScript, written with care for speed: typed arrays, one for each
// quantity, and one loop over springs. `npm run bench` compares the engine's speed with it.

/**
 * Masses of 0.5 kg every 0.2 m, k = 5000 N/m, μ = 10 N·s/m, hung from the two upper corners.
 */
const CLOTH = { spacing: 0.2, mass: 0.5, stiffness: 5000, damping: 10, gravity: -9.81 };

/**
 * The springs of a cloth in the engine's order: for each row the horizontal springs, the vertical
 * ones, and both diagonals.
 * @param {number} width @param {number} height
 */
function edges(width, height) {
  /** @type {[number, number][]} */
  const pairs = [];
  for (let row = 0; row < height; row++) {
    const here = row * width;
    const below = here + width;
    for (let i = 1; i < width; i++) pairs.push([here + i - 1, here + i]);
    if (row + 1 === height) continue;
    for (let i = 0; i < width; i++) pairs.push([here + i, below + i]);
    for (let i = 1; i < width; i++) pairs.push([here + i - 1, below + i]);
    for (let i = 1; i < width; i++) pairs.push([below + i - 1, here + i]);
  }
  return pairs;
}

/**
 * A cloth that takes steps of symplectic Euler.
 * @param {number} width @param {number} height @param {number} h  time step in s
 */
export function createCloth(width, height, h) {
  const { spacing, mass, gravity } = CLOTH;
  const count = width * height;
  const [x, y, u, v, f, g] = Array.from({ length: 6 }, () => new Float64Array(count));
  for (let i = 0; i < count; i++) {
    x[i] = spacing * (i % width);
    y[i] = -spacing * Math.floor(i / width);
  }
  const pairs = edges(width, height);
  const ends = Uint32Array.from(pairs.flat());
  const lengths = Float64Array.from(pairs, ([i, j]) => Math.hypot(x[i] - x[j], y[i] - y[j]));
  const stiffnesses = new Float64Array(pairs.length).fill(CLOTH.stiffness);
  const dampings = new Float64Array(pairs.length).fill(CLOTH.damping);
  const weights = new Float64Array(count).fill(1 / mass);
  weights[0] = weights[width - 1] = 0;

  function step() {
    f.fill(0);
    g.fill(0);
    for (let s = 0; s < lengths.length; s++) {
      const i = ends[2 * s];
      const j = ends[2 * s + 1];
      const dx = x[i] - x[j];
      const dy = y[i] - y[j];
      const distance = Math.sqrt(dx * dx + dy * dy);
      const inverse = distance > 0 ? 1 / distance : 0;
      const rate = (dx * (u[i] - u[j]) + dy * (v[i] - v[j])) * inverse;
      const pull = (stiffnesses[s] * (distance - lengths[s]) + dampings[s] * rate) * inverse;
      f[i] -= pull * dx;
      g[i] -= pull * dy;
      f[j] += pull * dx;
      g[j] += pull * dy;
    }
    for (let i = 0; i < count; i++) {
      const w = weights[i];
      if (w === 0) continue;
      u[i] += h * w * f[i];
      v[i] += h * (w * g[i] + gravity);
      x[i] += h * u[i];
      y[i] += h * v[i];
    }
  }

  return {
    springs: lengths.length,
    step(/** @type {number} */ n) {
      for (let i = 0; i < n; i++) step();
    },
    positions: () => Array.from(x).flatMap((place, i) => [place, y[i], 0]),
  };
}
