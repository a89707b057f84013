// The cloth in cannon-es, with its damped springs, as in the engine, and symplectic Euler. Bodies
// have no shapes and fixed rotation, the broadphase finds no collisions, and the contact matrix is
// sparse: one for all pairs would take most of the time.
import { Body, Broadphase, ObjectCollisionMatrix, Spring, Vec3, World } from "cannon-es";
import { CLOTH, edges } from "./objects.js";

class None extends Broadphase {
  collisionPairs() {}
}

/** @param {number} width @param {number} height @param {number} h  time step in s */
export function createCloth(width, height, h) {
  const { spacing, mass, stiffness, damping, gravity } = CLOTH;
  const world = new World({ gravity: new Vec3(0, gravity, 0), broadphase: new None() });
  // the type declarations know one kind of matrix, the code both
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
