// The cloth as a net whose masses are numbered in no order: what the engine does without rows is measured on it.
import { CLOTH, edges } from "./objects.js";

/** What makes the engine's mesh this cloth. */
export const NET = { stiffness: CLOTH.stiffness, damping: CLOTH.damping, mass: CLOTH.mass, gravity: CLOTH.gravity };

/** As the OBJ and the JSON of a mesh. @param {number} width @param {number} height */
export function createNet(width, height) {
  const order = shuffled(width * height);
  const vertices = Array.from(order, String);
  for (const [i, place] of order.entries())
    vertices[place] = `v ${CLOTH.spacing * (i % width)} ${-CLOTH.spacing * Math.floor(i / width)} 0`;
  // a mesh takes its springs mass after mass, in whatever order they stand
  const springs = edges(width, height).map(([i, j]) => `l ${order[i] + 1} ${order[j] + 1}`);
  const pinned = [order[0] + 1, order[width - 1] + 1];
  return { obj: [...vertices, ...springs].join("\n"), json: JSON.stringify({ pinned }) };
}

/** The numbers below `count` in no order, always the same, by a linear congruential generator. @param {number} count */
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
