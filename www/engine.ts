// The interface to the wasm engine, used by all other files: loads the module once, opens
// simulations and guards calls.
import init, {
  askMemory,
  Drawing,
  Moment,
  methodRecords,
  Simulation,
  sceneRecords,
  stabilityFunction,
} from "../pkg/springlab.js";
import wasm from "../pkg/springlab_bg.wasm?url";
import { addGroups } from "./groups.ts";
import type { Method, Scene } from "./types.ts";

export { Simulation };

/** Limits of arguments, for which the engine has enough memory. */
const LIMITS = { characters: 2 ** 27, bytes: 2 ** 29, numbers: 2 ** 24, kind: 40 };

/** Length above which memory for a text or list is requested first; shorter ones always fit. */
const LONG_INPUT = 2 ** 12;

/**
 * Functions that check and copy the arguments of a call, for those that the engine does not check
 * itself. Arguments are copied before the call, because reading them may run the caller's code
 * (getters, proxies): if that throws or calls the engine again while the engine holds a simulation,
 * the simulation stays locked.
 */
const COPIES: Record<PropertyKey, ((given: any, all: unknown[]) => unknown)[]> = {
  draw: [plain, plain, numbers("view"), numbers("strokes"), numbers("masses"), numbers("positions")],
  goTo: [moment],
  measure: [numbers("times"), numbers("values")],
  restore: [bytes],
  setState: [
    (given, { length }) => (length > 1 ? numbers("positions") : bytes)(given),
    (given, { length }) => (length > 1 ? numbers("velocities")(given) : given),
  ],
  setSpring: [plain, record("own")],
};

/** Beginning of a module's address if it is a data URL with the gzipped module. */
const DATA_URL = "data:application/gzip;base64,";

/** Calls that may move particles in memory, after which existing views are invalid. */
const REPLACING = new Set(["set", "restart", "restore", "goTo", "loadMesh"]);

let memory: WebAssembly.Memory;

/** Checks a text's length; the engine itself checks types. */
function plain(given: any) {
  if (typeof given !== "string") return given;
  if (given.length > LIMITS.characters)
    throw new Error(`A text has at most ${LIMITS.characters} characters; ${given.length} were given.`);
  if (given.length > LONG_INPUT) askMemory(3 * given.length);
  return given;
}

/** Checks that a value is a moment that is not freed, and returns it. */
function moment(given: any) {
  if (given instanceof Moment && (given as any).__wbg_ptr) return given;
  throw new Error(`moment must be what moment() returned and is not freed; ${kind(given)} was given.`);
}

/**
 * Copies a list of numbers; other values become NaN, which every range refuses.
 * @param key  for messages
 */
function numbers(key: string) {
  return (given: any) => {
    const { length } = given ?? {};
    if (length > LONG_INPUT && length <= LIMITS.numbers) askMemory(8 * length);
    if (length <= LIMITS.numbers)
      return Float64Array.from({ length }, (_, i) => (typeof given[i] === "number" ? given[i] : Number.NaN));
    throw new Error(`${key} must be a list of at most ${LIMITS.numbers} numbers; ${kind(given)} was given.`);
  };
}

/**
 * A view of the bytes of a snapshot or state, made here so that its length can be trusted; the
 * engine copies the bytes before it locks a simulation. A list of bytes is copied. Empty for other
 * values and transferred buffers.
 */
function bytes(given: any) {
  let view = new Uint8Array() as Uint8Array<ArrayBufferLike>;
  try {
    if (ArrayBuffer.isView(given) && given instanceof Uint8Array && given.length <= LIMITS.bytes) {
      view = new Uint8Array(given.buffer, given.byteOffset, given.length);
      if (view.buffer === memory.buffer) view = view.slice(); // copying may grow the memory, which detaches its views
    } else if (Array.isArray(given) && given.length <= LIMITS.numbers) {
      const list = Array.from({ length: given.length }, (_, i) => given[i]);
      view = Uint8Array.from(list);
      if (list.some((byte, i) => byte !== view[i])) view = new Uint8Array();
    }
  } catch {}
  if (view.length > LONG_INPUT) askMemory(2 * view.length);
  return view;
}

/** Copies an object of keys and values. @param key  for messages */
function record(key: string) {
  return (given: any) => {
    if (kind(given) === "object") return { ...given };
    throw new Error(`${key} must be an object of keys and values; ${kind(given)} was given.`);
  };
}

/** Type of a value, for messages. */
function kind(given: unknown) {
  return Object.prototype.toString.call(given).slice(8, -1).slice(0, LIMITS.kind).toLowerCase();
}

/**
 * Guards the properties and methods of a class: they get copies of their arguments, and refuse
 * objects that were freed or have failed. Freeing such an object again does nothing.
 * @param name  for messages
 */
function guard(Class: any, name: string) {
  const { prototype } = Class;
  const keys = Reflect.ownKeys(prototype).filter((key) => key !== "constructor");
  /** Members of groups are behind symbols of their names. */
  const nameOf = (key: string | symbol) => (typeof key === "symbol" ? String(key.description) : key);
  const endings = new Set(["free", ...(Symbol.dispose ? [Symbol.dispose] : [])]);
  const [freed, failed] = ["was freed", "failed in an earlier call"].map((end) => {
    const ended = Object.create(prototype);
    for (const key of keys) {
      const refuse = () => {
        throw new Error(`The ${name} ${end} and has no ${nameOf(key)} any more.`);
      };
      Object.defineProperty(ended, key, endings.has(key) ? { value: () => {} } : { get: refuse, set: refuse });
    }
    return ended;
  });
  const { free, __destroy_into_raw: leave } = prototype;
  const shows = !keys.includes("bytes"); // moments have no views, and are freed often
  for (const key of keys) {
    const property = Object.getOwnPropertyDescriptor(prototype, key) as PropertyDescriptor;
    const part = property.get ? "get" : "value";
    const call = property[part];
    const copies = COPIES[nameOf(key)] ?? [];
    const replaces = REPLACING.has(nameOf(key));
    const guarded: (this: any, ...given: unknown[]) => unknown = function (...given) {
      if (!(this instanceof Class && this.__wbg_ptr))
        throw new Error(`${nameOf(key)} must be called on a ${name}, not on ${kind(this)}.`);
      // a missing argument is undefined, and surplus ones are ignored
      const copied = Array.from({ length: call.length }, (_, i) => (copies[i] ?? plain)(given[i], given));
      // if the caller's code has ended this object while it was read, this refuses
      if (!this.__wbg_ptr) return Reflect.get(this, key);
      try {
        const place = replaces && this.positions.byteOffset;
        const result = call.apply(this, copied);
        if (replaces && this.positions.byteOffset !== place) endViews();
        return result;
      } catch (error) {
        // the engine refuses with a plain Error; others, as out of memory or stack, may leave it
        // locked
        if ((error as Error).name === "Error") throw error;
        leave.call(Object.setPrototypeOf(this, failed));
        throw new Error(`The ${name} failed and can't go on: ${error}`, { cause: error });
      }
    };
    function end(this: any) {
      free.call(this);
      if (shows) endViews();
      Object.setPrototypeOf(this, freed);
    }
    Object.defineProperty(prototype, key, { ...property, [part]: endings.has(key) ? end : guarded });
  }
}

/**
 * Detaches all views by growing the memory by 0 pages, so that using an old view does nothing.
 * Takes about 1 ms with 100 MB of memory or more.
 */
function endViews() {
  memory.grow(0);
}

addGroups(Simulation);
guard(Simulation, "simulation");
guard(Moment, "moment");
guard(Drawing, "drawing");

/** The compiled engine, for workers: a WebAssembly.Module, if that type is known. */
export type CompiledEngine = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : object;

/** True once a load has failed: the next one asks the server again, not the browser's cache. */
let retrying = false;

/** The current or finished load of the engine. */
let loading: Promise<CompiledEngine> | undefined;

/**
 * Loads the engine once; other calls that need it do the same. The result can be posted to a
 * worker, so that the worker's `load` needs no access to the file.
 * @param module  the engine as compiled by another page or worker
 * @returns the compiled engine
 * @throws if it does not load, with the reason; the next call tries again
 */
export function load(module?: CompiledEngine): Promise<CompiledEngine> {
  loading ??= start(module).catch((error) => {
    loading = undefined;
    retrying = true;
    throw new Error(`The engine did not load: ${error.message}`, { cause: error });
  });
  return loading;
}

async function start(module?: CompiledEngine) {
  const compiled = module ?? (await compile());
  ({ memory } = await init({ module_or_path: compiled }));
  return compiled;
}

async function compile() {
  if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly, or it is switched off.");
  const answer = await source();
  const type = answer.headers.get("content-type");
  try {
    // compileStreaming, which compiles during the download, accepts only this content type
    if (type === "application/wasm" && WebAssembly.compileStreaming !== undefined)
      return await WebAssembly.compileStreaming(answer);
    return await WebAssembly.compile(await answer.arrayBuffer());
  } catch (error) {
    throw new Error(failure(error as Error, type), { cause: error });
  }
}

/** Fetches the module: from the text of the library's script, or from the file of a page. */
async function source(address: string = wasm): Promise<Response> {
  if (address.startsWith(DATA_URL)) {
    const bytes = Uint8Array.from(atob(address.slice(DATA_URL.length)), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "content-type": "application/wasm" } });
  }
  const answer = await fetch(address, retrying ? { cache: "reload" } : {}).catch((error) => {
    throw new Error("its server can't be reached.", { cause: error });
  });
  if (!answer.ok) throw new Error(`its server answers ${answer.status} for ${new URL(answer.url).pathname}.`);
  return answer;
}

/** Reason of a compile error. @param type  content type */
function failure({ name, message }: Error, type: string | null) {
  if (/unsafe-eval|content.security|CSP/i.test(message))
    return "the page's content security policy forbids WebAssembly; script-src must have 'wasm-unsafe-eval'.";
  if (name === "TypeError") return "the way to it broke off.";
  if (/html|text/.test(type ?? "")) return `its server sends ${type} in place of WebAssembly.`;
  return `its file is damaged or cut off, or the browser has no WebAssembly with SIMD (${message}).`;
}

/**
 * Opens a scene. Call `free()` on the simulation when it is no longer needed.
 * @param scene  the scene's id, e.g. "damper"
 * @param parameters  values that differ from the defaults
 * @throws if the scene, a key or a value is not allowed, with the allowed ones
 */
export async function createSimulation(
  scene: string,
  parameters: Record<string, number | string> = {},
): Promise<Simulation> {
  await load();
  const values = Object.entries<number | string>(record("parameters")(parameters));
  const simulation = Simulation.open(plain(scene));
  try {
    for (const [key, value] of values) simulation.set(key, value);
  } catch (error) {
    simulation.free();
    throw error;
  }
  return simulation;
}

/** Records of all scenes and their parameters. */
export async function scenes(): Promise<Scene[]> {
  await load();
  return sceneRecords();
}

/** Records of all time integration methods: name, order, stages, whether symplectic. */
export async function methods(): Promise<Method[]> {
  await load();
  return methodRecords();
}

/**
 * The stability function R(z) of a method, its growth per step of ẏ = λy at z = λΔt = x + iy.
 * @param method  the method's id, e.g. "runge-kutta-4"
 * @param x  real part of z
 * @param y  imaginary part of z
 * @returns real and imaginary part; undefined for a method that needs positions and velocities
 */
export async function stability(method: string, x: number, y: number): Promise<Float64Array | undefined> {
  await load();
  return stabilityFunction(plain(method), x, y);
}
