// The cloth in plain JavaScript, written with care for speed, with one object for each particle and
// spring: the engine's speed is compared with it.

/**
 * The cloth of the page: masses of 0.5 kg every 0.2 m, k = 5000 N/m, μ = 10 N·s/m, hung from its
 * two upper corners.
 */
export const CLOTH = { spacing: 0.2, mass: 0.5, stiffness: 5000, damping: 10, gravity: -9.81 };

/**
 * A particle in the plane.
 * @typedef {object} Particle
 * @property {number} x  position
 * @property {number} y
 * @property {number} u  velocity
 * @property {number} v
 * @property {number} f  force
 * @property {number} g
 * @property {boolean} free  or fixed
 */

/**
 * @typedef {object} Spring
 * @property {Particle} a
 * @property {Particle} b
 * @property {number} length  at rest
 * @property {number} stiffness
 * @property {number} damping
 */

/**
 * The springs of a cloth in the engine's order: for each row the horizontal springs, the vertical
 * ones, and both diagonals.
 * @param {number} width @param {number} height
 */
export function edges(width, height) {
  /** @type {[number, number][]} */
  const pairs = [];
  for (let row = 0; row < height; row++) {
    const [here, below] = [row * width, (row + 1) * width];
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
  const { spacing, mass, stiffness, damping, gravity } = CLOTH;
  /** @type {Particle[]} */
  const particles = [];
  for (let i = 0; i < width * height; i++) {
    const [row, column] = [Math.floor(i / width), i % width];
    const free = row > 0 || (column > 0 && column < width - 1);
    particles.push({ x: spacing * column, y: -spacing * row, u: 0, v: 0, f: 0, g: 0, free });
  }
  /** @type {Spring[]} */
  const springs = edges(width, height).map(([i, j]) => {
    const [a, b] = [particles[i], particles[j]];
    return { a, b, length: Math.hypot(a.x - b.x, a.y - b.y), stiffness, damping };
  });

  function step() {
    for (const particle of particles) {
      particle.f = 0;
      particle.g = mass * gravity;
    }
    for (const { a, b, length, stiffness, damping } of springs) {
      const dx = a.x - b.x;
      const dy = a.y - b.y;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const inverse = distance > 0 ? 1 / distance : 0;
      const rate = (dx * (a.u - b.u) + dy * (a.v - b.v)) * inverse;
      const pull = (stiffness * (distance - length) + damping * rate) * inverse;
      a.f -= pull * dx;
      a.g -= pull * dy;
      b.f += pull * dx;
      b.g += pull * dy;
    }
    const change = h / mass;
    for (const particle of particles) {
      if (!particle.free) continue;
      particle.u += change * particle.f;
      particle.v += change * particle.g;
      particle.x += h * particle.u;
      particle.y += h * particle.v;
    }
  }

  return {
    springs: springs.length,
    links: springs,
    particles,
    step(/** @type {number} */ n) {
      for (let i = 0; i < n; i++) step();
    },
    positions: () => particles.flatMap(({ x, y }) => [x, y, 0]),
  };
}
