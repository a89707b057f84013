// The cloth in Rapier, with its spring joints: damped springs that a constraint solver handles
// implicitly, here in one iteration a step. Bodies have no shapes and locked rotations. Single
// precision.
import RAPIER from "@dimforge/rapier2d-compat";
import { CLOTH, edges } from "./objects.js";

/** @param {number} width @param {number} height @param {number} h  time step in s */
export async function createCloth(width, height, h) {
  const { spacing, mass, stiffness, damping, gravity } = CLOTH;
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: gravity });
  world.timestep = h;
  world.numSolverIterations = 1;
  const origin = { x: 0, y: 0 };
  const bodies = Array.from({ length: width * height }, (_, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    const free = row > 0 || (column > 0 && column < width - 1);
    const body = free ? RAPIER.RigidBodyDesc.dynamic().setAdditionalMass(mass) : RAPIER.RigidBodyDesc.fixed();
    return world.createRigidBody(
      body
        .setTranslation(spacing * column, -spacing * row)
        .lockRotations()
        .setCanSleep(false),
    );
  });
  const pairs = edges(width, height);
  for (const [i, j] of pairs) {
    const [a, b] = [bodies[i].translation(), bodies[j].translation()];
    const joint = RAPIER.JointData.spring(Math.hypot(a.x - b.x, a.y - b.y), stiffness, damping, origin, origin);
    world.createImpulseJoint(joint, bodies[i], bodies[j], true);
  }
  return {
    springs: pairs.length,
    step(/** @type {number} */ n) {
      for (let i = 0; i < n; i++) world.step();
    },
    positions: () =>
      bodies.flatMap((body) => {
        const { x, y } = body.translation();
        return [x, y, 0];
      }),
    free: () => world.free(),
  };
}
