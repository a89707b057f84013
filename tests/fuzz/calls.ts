// Random calls of all members of a simulation, with all kinds of JavaScript values.
import assert from "node:assert/strict";
import { createSimulation, scenes } from "../../dist/lib/springlab.js";
import { MEMBERS, ownerOf } from "../members.ts";
import { randoms } from "./random.ts";

const boom = () => {
  throw new Error("mine.");
};

/** Arguments that nobody should pass. */
const hostile = (simulation: any) => [
  undefined,
  null,
  true,
  "",
  "5",
  "mass",
  "\ud800",
  5n,
  Symbol("s"),
  boom,
  {},
  [],
  [1, [2]],
  new Map(),
  new Date(0),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  5e-324,
  { valueOf: boom, toString: boom, [Symbol.toPrimitive]: boom },
  { valueOf: () => simulation.step(1), length: 3 },
  Object.defineProperty({}, "stiffness", { get: boom, enumerable: true }),
  Object.defineProperty({}, "damping", { get: () => simulation.restart(), enumerable: true }),
  new Proxy({}, { get: boom, ownKeys: boom, getPrototypeOf: boom }),
  new Proxy(new Uint8Array(9), {}),
  new Uint8Array(9),
  { length: 1e9 },
];

/**
 * Calls at random for this time. A refusal must be a sentence and leave every byte of the state.
 * @returns the number of calls
 */
export async function fuzz(seed: number, seconds: number) {
  const { random, below, pick } = randoms(seed);
  const records = await scenes();
  const end = performance.now() + 1000 * seconds;
  let calls = 0;
  while (performance.now() < end) {
    const { id, parameters } = pick(records) as any;
    const simulation = (await createSimulation(
      id,
      ["cloth", "drape"].includes(id) ? { width: 4, height: 3 } : {},
    )) as any;
    const kept = [simulation.snapshot(), simulation.history.moment()];
    for (let call = 0; call < 40; call++, calls++) {
      const key = pick(MEMBERS);
      const fair = () => {
        const parameter = pick<any>(parameters);
        const small = !["width", "height", "particles", "sweeps"].includes(parameter.key);
        return [
          parameter.key,
          small ? (parameter.default ?? 1) : 3,
          ...(parameter.options ?? []).map((option: any) => option.value),
          0,
          1,
          2,
          0.1,
          ...kept,
          [0, 0.1, 0.2],
          { stiffness: 5 },
        ];
      };
      const given = Array.from({ length: below(7) }, () => pick(random() < 0.5 ? hostile(simulation) : fair()));
      // long runs and large systems take time, and other tests cover them
      if (
        ["step", "rehearse", "convergence", "field"].includes(key) &&
        given.some((value) => typeof value === "number" && value > 100)
      )
        continue;
      if (key === "set" && ["width", "height", "particles"].includes(given[0]) && given[1] !== 3) continue;
      const what = `seed ${seed}, call ${calls}: ${id}.${key}(${given.map((value) => typeof value)})`;
      const before = simulation.snapshot();
      try {
        const owner = ownerOf(simulation, key);
        const result = typeof owner[key] === "function" ? owner[key](...given) : owner[key];
        if (key === "snapshot") kept[0] = result;
        if (ArrayBuffer.isView(result) && random() < 0.1) (result as any)[0] = pick([0, -0, 1e308, Number.NaN]);
      } catch (error) {
        // reading a hostile argument may throw a TypeError
        assert.match(String(error), /^(Error: (?!The \w+ failed)[^\n]+\.|TypeError: .+)$/, what);
        const moved = key === "step" || given.some((value) => typeof value === "object");
        if (!moved) assert.ok(Buffer.from(simulation.snapshot()).equals(before), what);
      }
    }
    simulation.restore(simulation.snapshot());
    simulation.restart();
    simulation.free();
  }
  return calls;
}
