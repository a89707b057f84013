// A moment of a run as a record for JSON: all that determines how it goes on, exact to the bit.
import { quoted } from "../base/quote.js";
import { Simulation } from "../engine.js";
import { check } from "./options.js";

/** @import { Values } from "./compared.js" */
/** @import { Settings } from "./settings.js" */

/**
 * A run at one time.
 * @typedef {object} Moment
 * @property {(readonly [key: string, value: number | string])[]} values  of all settings
 * @property {Uint8Array[]} states  snapshots of all runners: the laboratory's own, those that its
 *   page shows beside it, and those that are compared
 */

/**
 * A moment as JSON.
 * @typedef {object} MomentRecord
 * @property {1} springlab  version of the format
 * @property {string} scene
 * @property {Record<string, number | string>} parameters  with options of the pictures
 * @property {number} time  in s
 * @property {string} compare  words of the compared runs
 * @property {string[]} state  snapshots in base64; they contain the parameters too, and must agree
 */

/** Version of the format. */
const VERSION = 1;

/** Ending of the files' names. */
export const ENDING = ".springlab.json";

/** Bytes that become text at once. */
const CHUNK = 0x8000;

/**
 * @param {object} run
 * @param {string} run.scene
 * @param {number} run.time  in s
 * @param {string} run.compare  words of the compared runs
 * @param {Settings} run.settings
 * @param {Moment} run.moment
 * @returns {MomentRecord}
 * @throws {Error} if parameters are locked
 */
export function record({ scene, time, compare, settings, moment: { values, states } }) {
  unlocked(settings);
  const parameters = Object.fromEntries(values);
  return { springlab: VERSION, scene, parameters, time, compare, state: states.map(base64) };
}

/**
 * The moment in files; undefined if they hold none.
 * @param {{ name: string, text: string }[]} files
 * @returns {{ record: unknown } | undefined}
 * @throws {Error} if it is damaged
 */
export function momentIn(files) {
  const file = files.find(({ name, text }) => name.endsWith(ENDING) || /^\s*{\s*"springlab"/.test(text));
  if (!file) return undefined;
  try {
    return { record: JSON.parse(file.text) };
  } catch {
    throw refusal("it is damaged");
  }
}

/**
 * Reads a record, and tries its states on a simulation of their own.
 * @param {any} record  or the reason why there is none
 * @param {object} laboratory
 * @param {string} laboratory.scene
 * @param {Settings} laboratory.settings
 * @param {(words: string) => Values[]} laboratory.compared  reads the words of compared runs
 * @returns {Moment & { compare: string }}
 * @throws {Error} if it can't be used
 */
export function read(record, { scene, settings, compared }) {
  unlocked(settings);
  if (record instanceof Error) throw record;
  const { springlab, scene: own, parameters, compare = "", state } = record ?? {};
  if (springlab === undefined) throw refusal("it is none of Springlab's");
  if (springlab !== VERSION) throw refusal(`it has version ${quoted(springlab)}, and this is version ${VERSION}`);
  if (own !== scene) throw refusal(`it is of the scene ${quoted(own)}, and this is "${scene}"`);
  const whole = Array.isArray(state) && state.length > 0 && typeof compare === "string";
  if (!whole || typeof parameters !== "object") throw refusal("it is damaged");
  const states = state.map(bytesOf);
  const values = Object.entries(parameters ?? {});
  const runs = compared(compare);
  const before = states.length - runs.length; // the compared runs come last
  for (const [key, value] of values) {
    const parameter = settings.find(key);
    if (!parameter) throw refusal(`there is no parameter ${quoted(key)}`);
    if (typeof value !== "number" && typeof value !== "string") throw refusal("it is damaged");
    check(parameter, value);
  }
  const others = values.filter(([key]) => !settings.isOwn(key));
  const trial = Simulation.open(scene);
  try {
    for (const [i, state] of states.entries()) {
      trial.restore(state);
      const expected = i === 0 ? others : Object.entries(runs[i - before] ?? {});
      const wrong = expected.find(([key, value]) => trial.get(key) !== value);
      if (wrong) throw refusal(`${wrong[0]} = ${quoted(wrong[1])} is not what its state has`);
    }
  } finally {
    trial.free();
  }
  if (before < 1) throw refusal("it lacks the state of a run");
  return { values, states, compare };
}

/** A moment shows and sets all parameters. @param {Settings} settings */
function unlocked({ readable, all }) {
  if (readable.length < all.length) throw refusal("some parameters are locked here");
}

/** @param {string} reason */
export function refusal(reason) {
  return new Error(`The moment was refused: ${reason}.`);
}

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text);
}

/** @param {unknown} text  in base64 */
export function bytesOf(text) {
  try {
    return Uint8Array.from(atob(String(text)), (letter) => letter.charCodeAt(0));
  } catch {
    throw refusal("it is damaged");
  }
}
