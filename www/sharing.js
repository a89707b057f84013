// Addresses that lead to a moment of a laboratory: the time to run to, or the moment itself.
import { createSimulation } from "./engine.js";
import { base64, bytesOf } from "./lab/moment.js";
import { COMMANDS } from "./links.js";

/** @import { MomentRecord } from "./lab/moment.js" */
/** @import { SpringLab } from "./spring-lab.js" */

/** Most characters of an address: servers take at least 8000. */
export const MOST = 4000;

/** Longest simulated time in s for which an address lets its reader wait; the past has as much. */
const WAIT = 30;

/** Longest time in ms to find out whether a moment is reached from the start. */
const PATIENCE = 500;

/** Steps between two looks at the clock. */
const STEPS = 50;

/** Most characters of a packed moment, which may unpack to a thousand times as many. */
const PACKED = 20_000;

/**
 * Entries of an address that lead to the present moment.
 * @param {SpringLab} lab @param {MomentRecord} moment
 * @param {string[][]} settings  entries of its settings
 */
export async function entriesOf(lab, moment, settings) {
  if (await isReached(lab, moment)) return [...settings, [COMMANDS.until, String(Number(moment.time.toPrecision(12)))]];
  return [[COMMANDS.moment, await packed(moment)]];
}

/**
 * True if present parameters lead to the moment from the start, to the last bit: nothing was moved
 * or changed on the way.
 * @param {SpringLab} lab @param {MomentRecord} moment
 */
async function isReached({ runs }, { scene, time, state }) {
  const moving = runs.filter(({ kind }) => kind === "live" || kind === "compared");
  const deadline = performance.now() + PATIENCE;
  for (const [i, { time: reached, parameters }] of moving.entries()) {
    const simulation = await createSimulation(scene, parameters);
    try {
      const steps = Math.round(reached / Number(parameters.timeStepSize));
      for (let taken = 0; taken < steps; taken += STEPS) {
        if (time > WAIT || performance.now() > deadline) return false;
        simulation.step(Math.min(STEPS, steps - taken));
      }
      if (base64(simulation.snapshot()) !== state.at(i && i - moving.length)) return false;
    } catch {
      return false; // a step was refused
    } finally {
      simulation.free();
    }
  }
  return true;
}

/** @param {MomentRecord} moment */
async function packed(moment) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(moment)), new CompressionStream("deflate-raw"));
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The record of a packed moment; undefined if it is damaged. @param {string} text */
export async function unpacked(text) {
  if (text.length > PACKED) return undefined;
  try {
    const bytes = bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return undefined;
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
