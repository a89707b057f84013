// Furniture that carries a cloth, as it is drawn: a table in place of a block, and a rod, a pole or
// posts at pinned masses.
import type { Obstacle } from "../../types.ts";

/** Sizes in m: half thicknesses of a table's board, legs and rails, and how far these stand in. */
const TABLE = { board: 0.02, leg: 0.035, rail: 0.05, inset: 0.03 };

/**
 * Half thickness of a rod, a pole and of posts, how far a rod or a pole reaches beyond the cloth,
 * and the radius of the knob on a pole, in m.
 */
const ROD = { thick: 0.018, beyond: 0.08, knob: 0.05 };

/** Largest number of pins that have a post each; more share a rod or a pole. */
const POSTS = 4;

/**
 * Bodies in place of the engine's obstacles. A cloth meets the whole block, but a table's legs are
 * what one would see.
 * @param positions  x y z of all masses, in m
 * @param pins  the fixed ones, in order
 */
export function furniture(obstacles: Obstacle[], positions: Float64Array, pins: Uint32Array): Obstacle[] {
  const bodies = obstacles.flatMap((obstacle) => (obstacle.shape === "box" ? table(obstacle) : [obstacle]));
  const at = (pin: number) => positions.subarray(3 * pin, 3 * pin + 3);
  const [first, last] = [pins[0], pins[pins.length - 1]].map(at);
  if (pins.length > POSTS && first[1] === last[1]) {
    const middle = (first[0] + last[0]) / 2;
    const half = (last[0] - first[0]) / 2 + ROD.beyond;
    bodies.push(box([middle, first[1], first[2]], [half, ROD.thick, ROD.thick]));
  } else if (pins.length > POSTS) {
    const top = first[1] + ROD.beyond;
    bodies.push(post([first[0], top, first[2]]));
    bodies.push({ shape: "sphere", centre: Float64Array.of(first[0], top, first[2]), radius: ROD.knob });
  } else bodies.push(...[...pins].map(at).map(post));
  return bodies;
}

/** A post from the ground up to a point. */
const post = ({ 0: x, 1: y, 2: z }: ArrayLike<number>) => box([x, y / 2, z], [ROD.thick, y / 2, ROD.thick]);

const box = (centre: number[], half: number[]): Obstacle => ({
  shape: "box",
  centre: Float64Array.from(centre),
  half: Float64Array.from(half),
});

/** A table of the size of a box. */
function table({ centre: [x, y, z], half: [a, h, b] }: Obstacle & { shape: "box" }): Obstacle[] {
  const { board, leg, rail, inset } = TABLE;
  const under = y + h - 2 * board;
  const low = under - (y - h);
  const right = a - inset - leg;
  const front = b - inset - leg;
  const legs = [-1, 1].flatMap((i) =>
    [-1, 1].map((j) => box([x + i * right, under - low / 2, z + j * front], [leg, low / 2, leg])),
  );
  return [
    box([x, y + h - board, z], [a, board, b]),
    box([x, under - rail, z], [right + leg / 2, rail, front + leg / 2]),
    ...legs,
  ];
}
