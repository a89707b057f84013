// The same cloth in cannon-es, by its springs: damped forces along them, as in the engine, before each step of symplectic Euler. Bodies without shapes, whose turning is
// fixed, a broadphase that looks for no collisions, and a matrix of contacts that is not as large as all pairs, or it would take most of the time.
import { Body, Broadphase, ObjectCollisionMatrix, Spring, Vec3, World } from "cannon-es";
import { CLOTH, edges } from "./objects.js";

class None extends Broadphase {
  collisionPairs() {}
}

/** A cloth that takes steps `h` (s). @param {number} width @param {number} height @param {number} h */
export function createCloth(width, height, h) {
  const { spacing, mass, stiffness, damping, gravity } = CLOTH;
  const world = new World({ gravity: new Vec3(0, gravity, 0), broadphase: new None() });
  // its declarations know one kind of matrix, its code both
  Object.assign(world, {
    collisionMatrix: new ObjectCollisionMatrix(),
    collisionMatrixPrevious: new ObjectCollisionMatrix(),
  });
  for (let i = 0; i < width * height; i++) {
    const [row, column] = [Math.floor(i / width), i % width];
    const free = row > 0 || (column > 0 && column < width - 1);
    const position = new Vec3(spacing * column, -spacing * row, 0);
    world.addBody(new Body({ mass: free ? mass : 0, position, linearDamping: 0, fixedRotation: true }));
  }
  const { bodies } = world;
  const springs = edges(width, height).map(([i, j]) => {
    const [a, b] = [bodies[i], bodies[j]];
    return new Spring(a, b, { restLength: a.position.distanceTo(b.position), stiffness, damping });
  });
  return {
    springs: springs.length,
    step(/** @type {number} */ n) {
      for (let i = 0; i < n; i++) {
        for (const spring of springs) spring.applyForce();
        world.step(h);
      }
    },
    positions: () => bodies.flatMap(({ position: { x, y, z } }) => [x, y, z]),
  };
}
