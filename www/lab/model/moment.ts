// A moment of a run as a record for JSON: all that determines how it goes on, exact to the bit.
import { quoted } from "../../base/quote.ts";
import { Simulation } from "../../engine.ts";
import { check } from "./options.ts";
import type { Values } from "./run.ts";
import type { Settings } from "./settings.ts";

/** A run at one time. */
export interface Moment {
  /** Values of all settings. */
  values: (readonly [key: string, value: number | string])[];
  /**
   * Snapshots of all runners: the laboratory's own, those that its page shows beside it, and
   * those that are compared.
   */
  states: Uint8Array[];
}

/** A moment as JSON. */
export interface MomentRecord {
  /** Version of the format. */
  springlab: 1;
  scene: string;
  /** Parameters with options of the pictures. */
  parameters: Record<string, number | string>;
  /** Time in s. */
  time: number;
  /** Words of the compared runs. */
  compare: string;
  /** Snapshots in base64; they contain the parameters too, and must agree. */
  state: string[];
}

/** Version of the format. */
const VERSION = 1;

/** Ending of the files' names. */
export const ENDING = ".springlab.json";

/** Bytes that become text at once. */
const CHUNK = 0x8000;

/** @throws if parameters are locked */
export function record({
  scene,
  time,
  compare,
  settings,
  moment: { values, states },
}: {
  scene: string;
  /** Time in s. */
  time: number;
  /** Words of the compared runs. */
  compare: string;
  settings: Settings;
  moment: Moment;
}): MomentRecord {
  unlocked(settings);
  const parameters = Object.fromEntries(values);
  return { springlab: VERSION, scene, parameters, time, compare, state: states.map(base64) };
}

/** The moment in files; undefined if they hold none. @throws if it is damaged */
export function momentIn(files: { name: string; text: string }[]): { record: unknown } | undefined {
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
 * @param record  or the reason why there is none
 * @throws if it can't be used
 */
export function read(
  record: any,
  {
    scene,
    settings,
    compared,
  }: {
    scene: string;
    settings: Settings;
    /** Reads the words of compared runs. */
    compared: (words: string) => Values[];
  },
): Moment & { compare: string } {
  unlocked(settings);
  if (record instanceof Error) throw record;
  const { springlab, scene: own, parameters, compare = "", state } = record ?? {};
  if (springlab === undefined) throw refusal("it is none of Springlab's");
  if (springlab !== VERSION) throw refusal(`it has version ${quoted(springlab)}, and this is version ${VERSION}`);
  if (own !== scene) throw refusal(`it is of the scene ${quoted(own)}, and this is "${scene}"`);
  const whole = Array.isArray(state) && state.length > 0 && typeof compare === "string";
  if (!whole || typeof parameters !== "object") throw refusal("it is damaged");
  const states: Uint8Array[] = state.map(bytesOf);
  const values = Object.entries<number | string>(parameters ?? {});
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

/** A moment shows and sets all parameters. */
function unlocked({ readable, all }: Settings) {
  if (readable.length < all.length) throw refusal("some parameters are locked here");
}

export function refusal(reason: string) {
  return new Error(`The moment was refused: ${reason}.`);
}

export function base64(bytes: Uint8Array) {
  let text = "";
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text);
}

/** @param text  in base64 */
export function bytesOf(text: unknown) {
  try {
    return Uint8Array.from(atob(String(text)), (letter) => letter.charCodeAt(0));
  } catch {
    throw refusal("it is damaged");
  }
}
