// The built library for the referee: answers every line of input by a line of output, both JSON.
import { createInterface } from "node:readline";
import { createSimulation, methods, scenes, stability } from "../dist/lib/springlab.js";

/**
 * A scene to open, its mesh as OBJ and JSON, its state as x y z per particle, and calls: names of
 * properties and methods of the simulation, with arguments. Without a scene they are functions of
 * the library. An argument {result: n} is what the call n returned, and
 * a list is one of bytes.
 * @typedef {object} Request
 * @property {string} [scene]
 * @property {Record<string, number | string>} [parameters]
 * @property {[string, string]} [mesh]
 * @property {number[][]} [positions]
 * @property {number[][]} [velocities]
 * @property {[string, ...(number | string | number[] | { result: number })[]][]} calls
 */

/** @type {Record<string, Function>} */
const LIBRARY = { methods, scenes, stability };

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)), plain)}\n`);
}

/** Results of the calls until one throws. @param {Request} request */
async function answer({ scene, parameters = {}, mesh, positions = [], velocities = [], calls }) {
  /** @type {unknown[]} */
  const results = [];
  /** @type {unknown[]} the same, not copied */
  const returned = [];
  /** @type {any} */
  let target = LIBRARY;
  try {
    if (scene) target = await createSimulation(scene, parameters);
    if (mesh) target.system.loadMesh(...mesh);
    for (const [i, x] of positions.entries()) target.hand.setPosition(i, ...x);
    for (const [i, v] of velocities.entries()) {
      if (v.some((coordinate) => coordinate !== 0)) target.hand.setVelocity(i, ...v);
    }
    for (const [name, ...parameters] of calls) {
      const owner = ownerOf(target, name);
      const member = owner[name];
      // a view is valid until the next call
      const given = parameters.map((value) => {
        if (Array.isArray(value)) return Uint8Array.from(value);
        return typeof value === "object" ? returned[value.result] : value;
      });
      returned.push(typeof member === "function" ? await member.apply(owner, given) : member);
      results.push(copy(returned.at(-1)));
    }
    return { results };
  } catch (error) {
    return { results, error: String(error) };
  } finally {
    target.free?.();
  }
}

/** A simulation, or its group that has a member. @param {any} target @param {string} name */
function ownerOf(target, name) {
  const groups = ["analysis", "hand", "history", "system"].map((group) => target[group]);
  return groups.find((group) => group && name in group) ?? target;
}

/** @param {unknown} value */
function copy(value) {
  return ArrayBuffer.isView(value) ? Array.from(/** @type {Float64Array} */ (value)) : value;
}

/**
 * Writes infinities as names, which Python reads: JSON has none.
 * @param {string} _ @param {unknown} value
 */
function plain(_, value) {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return copy(value);
}
