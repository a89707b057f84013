// The cloth as a mesh whose masses are numbered at random: it has no rows that the engine could
// use.
import { CLOTH, edges } from "./objects.js";

/** Parameters that give the engine's mesh scene the masses and springs of this cloth. */
export const NET = { stiffness: CLOTH.stiffness, damping: CLOTH.damping, mass: CLOTH.mass, gravity: CLOTH.gravity };

/** The mesh as OBJ and JSON. @param {number} width @param {number} height */
export function createNet(width, height) {
  const order = shuffled(width * height);
  const vertices = Array.from(order, String);
  for (const [i, place] of order.entries())
    vertices[place] = `v ${CLOTH.spacing * (i % width)} ${-CLOTH.spacing * Math.floor(i / width)} 0`;
  // a mesh sorts its springs by masses, so their order here doesn't matter
  const springs = edges(width, height).map(([i, j]) => `l ${order[i] + 1} ${order[j] + 1}`);
  const pinned = [order[0] + 1, order[width - 1] + 1];
  return { obj: [...vertices, ...springs].join("\n"), json: JSON.stringify({ pinned }) };
}

/**
 * The numbers below `count` in the same random order each time, by a linear congruential generator.
 * @param {number} count
 */
function shuffled(count) {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  let random = 1;
  for (let last = count - 1; last > 0; last--) {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((random / 2 ** 32) * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
