// Addresses that lead to a moment of a laboratory: the time to run to, or the moment itself.
import { createSimulation } from "./engine.ts";
import type { MomentRecord } from "./lab/model/moment.ts";
import { base64, bytesOf, refusal } from "./lab/model/moment.ts";
import { COMMANDS } from "./links.ts";
import type { SpringLab } from "./spring-lab.ts";

/** Most characters of an address: servers take at least 8000. */
export const MAX_ADDRESS = 4000;

/** Longest simulated time in s for which an address lets its reader wait; the past has as much. */
const WAIT = 30;

/** Longest time in ms to find out whether a moment is reached from the start. */
const MAX_SEARCH_MS = 500;

/** Steps between two looks at the clock. */
const STEPS = 50;

/** Maximum number of characters of a packed moment. */
const MAX_PACKED = 20_000;

/** Maximum number of bytes of an unpacked moment. */
const MAX_UNPACKED = 1_000_000;

/**
 * Entries of an address that lead to the present moment; undefined if it is too large for one.
 * @param settings  entries of its settings
 */
export async function entriesOf(lab: SpringLab, moment: MomentRecord, settings: string[][]) {
  if (await isReached(lab, moment)) return [...settings, [COMMANDS.until, String(Number(moment.time.toPrecision(12)))]];
  const bytes = new TextEncoder().encode(JSON.stringify(moment));
  return bytes.length > MAX_UNPACKED ? undefined : [[COMMANDS.moment, await packed(bytes)]];
}

/**
 * True if present parameters lead to the moment from the start, to the last bit: nothing was moved
 * or changed on the way.
 */
async function isReached({ runs }: SpringLab, { scene, time, state }: MomentRecord) {
  const moving = runs.filter(({ kind }) => kind === "live" || kind === "compared");
  const deadline = performance.now() + MAX_SEARCH_MS;
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

async function packed(bytes: Uint8Array<ArrayBuffer>) {
  return base64(await through(bytes, new CompressionStream("deflate-raw")))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The record of a packed moment, or the reason why there is none. */
export async function unpacked(text: string) {
  if (text.length > MAX_PACKED)
    return refusal(`its link has ${text.length} characters for it, and at most ${MAX_PACKED} are read`);
  try {
    const bytes = bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
    const whole = await through(bytes, new DecompressionStream("deflate-raw"));
    if (whole.length > MAX_UNPACKED) return refusal(`its link unpacks to more than ${MAX_UNPACKED / 1e6} MB`);
    return JSON.parse(new TextDecoder().decode(whole));
  } catch {
    return refusal("its link was cut off or changed on the way; copy all of it");
  }
}

/**
 * Passes bytes through a stream, which is stopped soon after `MAX_UNPACKED` bytes: a few kilobytes
 * may unpack to a thousand times as many.
 */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length <= MAX_UNPACKED) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  reader.cancel().catch(() => {});
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
