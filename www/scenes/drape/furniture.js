// Furniture that carries a cloth, as it is drawn: a table in place of a block, and a rod or posts
// at pinned masses.

/** @import { Obstacle } from "../../types.js" */

/** Sizes in m: half thicknesses of a table's board, legs and rails, and how far these stand in. */
const TABLE = { board: 0.02, leg: 0.035, rail: 0.05, inset: 0.03 };

/** Half thickness of a rod and of posts, and how far a rod reaches beyond the cloth, in m. */
const ROD = { thick: 0.018, beyond: 0.08 };

/** Largest number of pins that have a post each; more are in a row, on a rod. */
const POSTS = 4;

/**
 * Bodies in place of the engine's obstacles. A cloth meets the whole block, but a table's legs are
 * what one would see.
 * @param {Obstacle[]} obstacles
 * @param {Float64Array} positions  x y z of all masses, in m
 * @param {Uint32Array} pins  the fixed ones, in order
 * @returns {Obstacle[]}
 */
export function furniture(obstacles, positions, pins) {
  const bodies = obstacles.flatMap((obstacle) => (obstacle.shape === "box" ? table(obstacle) : [obstacle]));
  const at = (/** @type {number} */ pin) => positions.subarray(3 * pin, 3 * pin + 3);
  if (pins.length > POSTS) {
    const [[left, y, z], [right]] = [at(pins[0]), at(pins[pins.length - 1])];
    bodies.push(box([(left + right) / 2, y, z], [(right - left) / 2 + ROD.beyond, ROD.thick, ROD.thick]));
  } else for (const [x, y, z] of [...pins].map(at)) bodies.push(box([x, y / 2, z], [ROD.thick, y / 2, ROD.thick]));
  return bodies;
}

/** @param {number[]} centre @param {number[]} half @returns {Obstacle} */
const box = (centre, half) => ({ shape: "box", centre: Float64Array.from(centre), half: Float64Array.from(half) });

/**
 * A table of the size of a box.
 * @param {Obstacle & { shape: "box" }} block @returns {Obstacle[]}
 */
function table({ centre: [x, y, z], half: [a, h, b] }) {
  const { board, leg, rail, inset } = TABLE;
  const under = y + h - 2 * board;
  const low = under - (y - h);
  const [right, front] = [a - inset - leg, b - inset - leg];
  const legs = [-1, 1].flatMap((i) =>
    [-1, 1].map((j) => box([x + i * right, under - low / 2, z + j * front], [leg, low / 2, leg])),
  );
  return [
    box([x, y + h - board, z], [a, board, b]),
    box([x, under - rail, z], [right + leg / 2, rail, front + leg / 2]),
    ...legs,
  ];
}
