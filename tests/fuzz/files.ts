// Mutated snapshots and meshes. A refused file leaves every byte of the simulation; one that is
// accepted can be stepped, saved and restored.
import assert from "node:assert/strict";
import { createSimulation, scenes } from "../../dist/lib/springlab.js";
import { MEMBERS, ownerOf } from "../members.ts";
import type { Randoms } from "./random.ts";
import { randoms } from "./random.ts";

const NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  0,
  -0,
  1,
  -1,
  0.1,
  3,
  999,
  1e-9,
  1e9,
  -1e9,
  1e16,
  1e154,
  1e308,
  -1e308,
  5e-324,
  2.2e-308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
];

const COUNTS = [0, 1, 2, 3, 255, 2 ** 16, 2 ** 29, 2 ** 31, 2 ** 32 - 8, 2 ** 32 - 1];

/** Texts in place of a number or a name. */
const WORDS = [
  "nan",
  "NaN",
  "inf",
  "-Infinity",
  "-0",
  "1e308",
  "-1e309",
  "5e-324",
  "1e-400",
  "1e6",
  "1e-9",
  "1e999999999999",
  "4294967296",
  "9223372036854775808",
  "-9223372036854775808",
  "1000001",
  "0",
  "1",
  "-1",
  "2",
  "3",
  "+1",
  ".5",
  "5.",
  "0x10",
  "1_000",
  "1,5",
  "1e",
  "--1",
  "１",
  "\ud800",
  "1/2/3",
  "1//2",
  "/",
  "#",
  "\\",
  '"',
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "null",
  "true",
  "[]",
  "{}",
  '"k"',
  '"m"',
  '"masses"',
  '"velocities"',
  '"__proto__"',
  "v",
  "f",
  "l",
  "fo",
  "p",
  "curv",
  "surf",
  "end",
  "usemtl",
  "mtllib",
  "",
  "\n",
  "\r",
  "\r\n",
  " \\ \n",
  "\t",
];

const QUADS = [1, 2, 3, 5, 6, 7, 9, 10, 11].map((i) => `f ${i} ${i + 1} ${i + 5} ${i + 4}\n`);

/** OBJ and JSON of each mesh. */
const MESHES = [
  ["v 0 0 0\nv 1 0 0\nl 1 2\n", ""],
  [
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 .5\nf 1 2 3 4\n",
    '{"pinned": [1, 2], "stiffness": 500, "damping": 1, "mass": 0.5}',
  ],
  [
    "# tent\no tent\nv -1 0 -1 1\nv 1 0 -1 1 0 0\nv 1 0 1\nv -1 0 1\nv 0 1.5 0\nvt 0 0\ns off\nf 1//1 2/1/1 5\nf 2 3 -1\nf 3 4 5\nl 1 \\\n 2 3 4\n",
    '{"obj": "tent.obj", "b": [1, 2, 3, 4], "m": [1, 1, 1, 1, 0.25], "k": 1e3, "prestrain": 0.05, "velocities": [[0, 0, 0],\n[0, 0, 0],\n[0, 0, 0],\n[0, 0, 0],\n[1e-3, -2.5, 0]]}',
  ],
  [
    "\ufeffv 0 0 0\r\nv 0 -1 0\r\nv 0 -2 0\r\nl 1 2 3\r\nf -1 -2\r\n",
    '{"springs": [[1, 2], {"ends": [2, 3], "stiffness": 500, "damping": 1, "restLength": 0.9},\n{"a": 1, "b": 3, "k": 20}], "masses": [1, 2, 3], "pinned": [1]}',
  ],
  ["v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nf 1 2 3 3\nf 4 5 6\nl 1 1\n", '{"png": "a.png"}'],
  ["f 1 2 3\rv 3e6 0 0\rv 3000001 0 0\rv 3e6 1 0\rcurv 0 1 1 2 \\\r 3\r", ""],
  [
    `${Array.from({ length: 16 }, (_, i) => `v ${i % 4} 0 ${Math.floor(i / 4)}\n`).join("")}${QUADS.join("")}`,
    '{"pinned": [1, 4], "stiffness": 200}',
  ],
];

/**
 * Appends the checksum of a snapshot: 64-bit FNV-1a of 64-bit numbers, then of the remaining bytes.
 */
export function sealed(body: Uint8Array) {
  const numbers = Math.floor(body.length / 8);
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  let sum = 0xcbf29ce484222325n;
  const mix = (number: bigint) => {
    sum = BigInt.asUintN(64, (sum ^ number) * 0x100000001b3n);
  };
  for (let i = 0; i < numbers; i++) mix(view.getBigUint64(8 * i, true));
  for (const byte of body.subarray(8 * numbers)) mix(BigInt(byte));
  return joined(body, new Uint8Array(new BigUint64Array([sum]).buffer));
}

const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** A mutated snapshot, usually with a valid checksum. */
function mutatedSnapshot(snapshot: Uint8Array, other: Uint8Array, randoms: Randoms) {
  const { chance } = randoms;
  let body = snapshot.slice(0, -8);
  do body = mutatedBytes(body, other, randoms);
  while (chance(0.4));
  return chance(0.95) ? sealed(body) : mutatedBytes(sealed(body), other, randoms);
}

function mutatedBytes(bytes: Uint8Array, other: Uint8Array, { below, pick, chance }: Randoms) {
  const mutant = bytes.slice();
  const view = new DataView(mutant.buffer);
  const at = below(mutant.length);
  const kind = below(12);
  if (kind < 7) {
    // replaces the next number
    for (let i = at; i + 8 <= mutant.length; i++) {
      const number = view.getFloat64(i, true);
      if (number !== 0 && !(Math.abs(number) > 1e-9 && Math.abs(number) < 1e9)) continue;
      view.setFloat64(i, chance(0.8) ? pick(NUMBERS) : number * pick([-1, 2, 1e-3, 1e6]), true);
      break;
    }
    return mutant;
  }
  if (kind === 7 && at + 4 <= mutant.length) view.setUint32(at, pick(COUNTS), true);
  else if (kind === 8) mutant[at] ^= 1 << below(8);
  else if (kind === 9) return mutant.slice(0, at);
  else if (kind === 10) return joined(mutant.subarray(0, at), other.subarray(below(other.length)));
  else {
    const from = below(mutant.length);
    const part = mutant.subarray(from, from + below(64));
    return joined(mutant.subarray(0, at), part, mutant.subarray(chance(0.5) ? at : at + part.length));
  }
  return mutant;
}

export function mutatedText(text: string, other: string, randoms: Randoms) {
  const { chance } = randoms;
  let mutant = text;
  do mutant = mutatedOnce(mutant, other, randoms);
  while (chance(0.4));
  return mutant;
}

function mutatedOnce(text: string, other: string, { below, pick, chance }: Randoms) {
  const kind = below(10);
  const at = below(text.length + 1);
  const lines = text.split("\n");
  if (kind < 5) {
    const words = text.split(/(-?[\d.]+(?:e-?\d+)?|"\w*"|\b[vfl]\b)/);
    const word = 1 + 2 * below((words.length - 1) / 2);
    words[Math.min(word, words.length - 1)] = pick(chance(0.7) ? WORDS : words);
    return words.join("");
  }
  if (kind === 5) {
    const i = below(lines.length);
    const j = below(lines.length);
    [lines[i], lines[j]] = [lines[j], lines[i]];
    return lines.join("\n");
  }
  if (kind === 6) return lines.flatMap((line) => (chance(0.2) ? pick([[], [line, line]]) : [line])).join("\n");
  if (kind === 7) return text.slice(0, at) + other.slice(below(other.length + 1));
  if (kind === 8) return text.slice(0, at) + pick(WORDS).repeat(pick([1, 1, 2, 1000])) + text.slice(at + below(3));
  return text.slice(0, at) + String.fromCharCode(below(chance(0.5) ? 128 : 2 ** 16)) + text.slice(at + 1);
}

/** True if two snapshots are equal. */
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/**
 * Loads a file. A refusal must be a sentence and change no byte of the simulation. If the file is
 * accepted, a twin restored from the simulation must go on in the same way.
 * @param twin  another one of the same scene
 * @returns whether the file was accepted
 */
export function tried(simulation: any, twin: any, load: () => void, refusal: RegExp): boolean {
  const before = simulation.snapshot();
  try {
    load();
  } catch (error) {
    assert.match(String(error), refusal);
    assert.ok(same(simulation.snapshot(), before), "a refusal changed the state");
    return false;
  }
  for (const action of ACTIONS) {
    copied(simulation, twin);
    const [done, again] = [simulation, twin].map((one) => said(() => action(one)));
    assert.equal(again, done, "what was restored goes on in another way");
    assert.ok(same(simulation.snapshot(), twin.snapshot()), "what was restored goes on to another state");
    const finite = [...simulation.positions, ...simulation.velocities].every(Number.isFinite);
    assert.ok(done !== "" || action !== step || finite, "a step led to what is no number and said nothing");
  }
  copied(simulation, twin);
  return true;
}

/** Restores a simulation's snapshot and state in its twin, which must save the same bytes. */
function copied(simulation: any, twin: any) {
  const snapshot = simulation.snapshot();
  const state = simulation.history.state();
  twin.restore(snapshot);
  assert.ok(same(twin.snapshot(), snapshot), "a restored snapshot is saved as other bytes");
  twin.history.setState(state);
  assert.ok(same(twin.history.state(), state), "a state that was taken is saved as other bytes");
  assert.ok(same(twin.snapshot(), snapshot), "a state that was taken is another one in a snapshot");
}

/** The message of a refusal, or an empty text. */
function said(action: () => void) {
  try {
    action();
    return "";
  } catch (error) {
    assert.match(String(error), /^Error: (?!The simulation failed).+\.$/s);
    return String(error);
  }
}

const step = (simulation: any) => simulation.step(2);

/** Actions on a restored simulation. */
const ACTIONS: ((simulation: any) => void)[] = [
  step,
  (simulation) => {
    for (const key of MEMBERS) said(() => ownerOf(simulation, key)[key]);
  },
  (simulation) => simulation.hand.hold(0, 0.1, 0, 0, 0.1),
  step,
  (simulation) => simulation.analysis.spectrum(),
  (simulation) => simulation.hand.release(0, 0, 0),
  step,
];

/** A snapshot of a scene after random changes and steps. */
function changedSnapshot(simulation: any, parameters: any[], { pick, chance, below }: Randoms) {
  const set = (parameter: any, value: any) => said(() => simulation.set(parameter.key, value));
  for (const parameter of parameters) {
    const { options, whole, min, max, default: usual } = parameter;
    if (options && chance(parameter.key === "method" ? 0.8 : 0.3)) set(parameter, pick<any>(options).value);
    else if (!options && !whole && chance(0.15)) set(parameter, pick([min, max, usual / 2, 2 * usual]));
  }
  said(() => simulation.step(below(5)));
  const particle = below(simulation.positions.length / 3);
  if (chance(0.3)) said(() => simulation.hand.hold(particle, 0.5, 0.2, 0.1, pick([0, 0.3])));
  if (chance(0.1)) simulation.history.reverse();
  if (chance(0.1)) said(() => simulation.hand.cut(0));
  if (chance(0.2)) said(() => simulation.system.setSpring(0, { stiffness: 3, restLength: 0 }));
  said(() => simulation.step(pick([0, 1, 100])));
  return simulation.snapshot();
}

/** Small sizes, so that many files can be tried. */
const SIZES: Record<string, Record<string, number | string>> = {
  cloth: { width: 3, height: 3 },
  verlet: { width: 4, height: 3 },
};

const small = (id: string) => createSimulation(id, SIZES[id]);

/** Shortens texts that fail for as long as they still fail. */
async function minimised(texts: string[], fails: (texts: string[]) => Promise<boolean>) {
  let least = texts;
  for (const which of least.keys()) {
    for (let size = least[which].length; size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < least[which].length; ) {
        const less = [...least];
        less[which] = less[which].slice(0, at) + less[which].slice(at + size);
        if (await fails(less)) least = less;
        else at += size;
      }
    }
  }
  return least;
}

const REFUSED = {
  mesh: /^Error: (OBJ|JSON).+\.$/s,
  snapshot: /^Error: The snapshot was refused: .+\.$/s,
  state: /^Error: The state was refused: .+\.$/,
};

/** Checks that a report consists of sentences. */
function reported({ sentences }: { sentences: string[] }) {
  for (const sentence of sentences) assert.match(sentence, /^[A-Z\d].+\.$/s);
}

/** Tries a mesh on new simulations. */
export async function tryMesh(texts: string[]) {
  const [simulation, twin] = await Promise.all(["mesh", "mesh"].map((id) => createSimulation(id)));
  try {
    return tried(simulation, twin, () => reported(simulation.system.loadMesh(texts[0], texts[1])), REFUSED.mesh);
  } finally {
    simulation.free();
    twin.free();
  }
}

/** Tries a snapshot on new simulations. @param id  of the scene */
export async function trySnapshot(id: string, bytes: Uint8Array) {
  const [simulation, twin] = await Promise.all([id, id].map((id) => createSimulation(id)));
  try {
    return tried(simulation, twin, () => simulation.restore(bytes), REFUSED.snapshot);
  } finally {
    simulation.free();
    twin.free();
  }
}

/** Tries random files for this time. */
export async function fuzz(seed: number, seconds: number) {
  const choices = randoms(seed);
  const { pick, chance } = choices;
  const records = await scenes();
  const end = performance.now() + 1000 * seconds;
  const count = { files: 0, taken: 0 };
  const running = () => performance.now() < end;
  const failed = (error: unknown, file: string) => {
    throw new Error(`seed ${seed}, file ${count.files}: ${file}`, { cause: error });
  };
  const meshes = async () => {
    const [simulation, twin] = await Promise.all(["mesh", "mesh"].map((id) => createSimulation(id)));
    for (let i = 0; i < 40 && running(); i++, count.files++) {
      const first = pick(MESHES);
      const second = pick(MESHES);
      const texts = first.map((text, kind) => (chance(0.7) ? mutatedText(text, second[kind], choices) : text));
      try {
        const load = () => reported(simulation.system.loadMesh(texts[0], texts[1]));
        count.taken += Number(tried(simulation, twin, load, REFUSED.mesh));
      } catch (error) {
        const fails = (texts: string[]) => tryMesh(texts).then(() => false, () => true); // biome-ignore format: one
        failed(error, JSON.stringify((await fails(texts)) ? await minimised(texts, fails) : texts));
      }
    }
    simulation.free();
    twin.free();
  };
  let other = new Uint8Array(9);
  const snapshots = async () => {
    const { id, parameters } = pick(records);
    const [simulation, twin] = await Promise.all([small(id), small(id)]);
    const snapshot = changedSnapshot(simulation, parameters, choices);
    for (let i = 0; i < 40 && running(); i++, count.files++) {
      const bytes = mutatedSnapshot(snapshot, other, choices);
      try {
        count.taken += Number(tried(simulation, twin, () => simulation.restore(bytes), REFUSED.snapshot));
      } catch (error) {
        const texts = [snapshot, bytes].map((bytes) => Buffer.from(bytes).toString("base64"));
        failed(error, `${id} ${texts.join(" became ")}`);
      }
    }
    other = snapshot;
    simulation.free();
    twin.free();
  };
  const states = async () => {
    const { id, parameters } = pick(records);
    const [simulation, twin] = await Promise.all([small(id), small(id)]);
    const snapshot = changedSnapshot(simulation, parameters, choices);
    const state = simulation.history.state();
    for (let i = 0; i < 40 && running(); i++, count.files++) {
      let bytes = state;
      do bytes = mutatedBytes(bytes, other, choices);
      while (chance(0.3));
      try {
        count.taken += Number(tried(simulation, twin, () => simulation.history.setState(bytes), REFUSED.state));
      } catch (error) {
        const texts = [snapshot, bytes].map((bytes) => Buffer.from(bytes).toString("base64"));
        failed(error, `${id} of ${texts.join(" with the state ")}`);
      }
    }
    simulation.free();
    twin.free();
  };
  while (running()) await pick([meshes, snapshots, snapshots, states])();
  return count;
}
