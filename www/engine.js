// The only file that knows of wasm: loads the module once and opens simulations.
import init, { methodRecords, Simulation, sceneRecords, stabilityFunction } from "../pkg/springlab.js";
import wasm from "../pkg/springlab_bg.wasm?url";

export { Simulation };

/** @import { Method, Scene } from "./types.js" */

/** What a freed simulation becomes: still a Simulation, but all that it had is refused; to free it again does nothing. */
const freed = Object.create(Simulation.prototype);
const release = Simulation.prototype.free;
const endings = new Set(["free", ...(Symbol.dispose ? [Symbol.dispose] : [])]);
for (const key of Reflect.ownKeys(Simulation.prototype)) {
  if (key === "constructor") continue;
  if (endings.has(key)) {
    Simulation.prototype[/** @type {"free"} */ (key)] = function () {
      release.call(this);
      Object.setPrototypeOf(this, freed);
    };
    Object.defineProperty(freed, key, { value: () => {} });
  } else {
    const refuse = () => {
      throw new Error(`The simulation was freed and has no ${String(key)} any more.`);
    };
    Object.defineProperty(freed, key, { get: refuse, set: refuse });
  }
}

/** @type {Promise<unknown> | undefined} */
let loading;

function load() {
  loading ??= init({ module_or_path: moduleSource() }).catch((error) => {
    loading = undefined; // the next call tries again
    throw error;
  });
  return loading;
}

/** The library carries the module in its own text, a page beside itself. */
function moduleSource() {
  const [head, base64] = wasm.split(";base64,");
  return head.startsWith("data:") ? Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)) : fetch(wasm);
}

/**
 * Opens a scene. Call `free()` on the simulation when it is no longer needed.
 * @param {string} scene  the scene's id, e.g. "damper"
 * @param {Record<string, number | string>} [parameters]  values of parameters that differ from their defaults
 * @returns {Promise<Simulation>}
 * @throws {Error} if the scene, a key or a value is not allowed: one sentence that says what is
 */
export async function createSimulation(scene, parameters = {}) {
  await load();
  const simulation = Simulation.open(scene);
  try {
    for (const [key, value] of Object.entries(parameters)) simulation.set(key, value);
  } catch (error) {
    simulation.free();
    throw error;
  }
  return simulation;
}

/**
 * Records of all scenes and their parameters.
 * @returns {Promise<Scene[]>}
 */
export async function scenes() {
  await load();
  return sceneRecords();
}

/**
 * Records of all time integration methods: name, order, stages, whether symplectic.
 * @returns {Promise<Method[]>}
 */
export async function methods() {
  await load();
  return methodRecords();
}

/**
 * The stability function R(z) of a method, its growth per step of ẏ = λy at z = λΔt = x + iy.
 * @param {string} method  the method's id, e.g. "runge-kutta-4"
 * @param {number} x  real part of z
 * @param {number} y  imaginary part of z
 * @returns {Promise<Float64Array | undefined>}  real and imaginary part; undefined for a method that needs positions and
 *   velocities
 */
export async function stability(method, x, y) {
  await load();
  return stabilityFunction(method, x, y);
}
