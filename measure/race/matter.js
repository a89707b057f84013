// The cloth in Matter.js, with its constraints: instead of forces, positions are corrected by a
// part of each elongation once a step, and steps are Verlet's. Bodies are circles that collide with
// nothing; lengths are in px.
import Matter from "matter-js";
import { CLOTH, edges } from "./objects.js";

/** Px per metre. */
const SCALE = 100;

/** @param {number} width @param {number} height @param {number} h  time step in s */
export function createCloth(width, height, h) {
  const { spacing, mass, gravity } = CLOTH;
  // gravity is y · scale in px/ms²
  const engine = Matter.Engine.create({
    gravity: { x: 0, y: 1, scale: -gravity * SCALE * 1e-6 },
    constraintIterations: 1,
  });
  const collisionFilter = { mask: 0 };
  const bodies = Array.from({ length: width * height }, (_, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    const isStatic = row === 0 && (column === 0 || column === width - 1);
    const options = { mass, isStatic, collisionFilter, frictionAir: 0, inertia: Number.POSITIVE_INFINITY };
    return Matter.Bodies.circle(SCALE * spacing * column, SCALE * spacing * row, 1, options);
  });
  const springs = edges(width, height).map(([i, j]) =>
    Matter.Constraint.create({ bodyA: bodies[i], bodyB: bodies[j], stiffness: 1, damping: 0 }),
  );
  Matter.Composite.add(engine.world, [...bodies, ...springs]);
  return {
    springs: springs.length,
    step(/** @type {number} */ n) {
      for (let i = 0; i < n; i++) Matter.Engine.update(engine, 1000 * h);
    },
    positions: () => bodies.flatMap(({ position: { x, y } }) => [x / SCALE, -y / SCALE, 0]),
  };
}
