// The worker that analyses copies of simulations.
import { createSimulation, load } from "../engine.ts";
import type { Simulation } from "../types.ts";
import type { Question } from "./questions.ts";
import { analyse } from "./questions.ts";

/**
 * Copies by the client's id. They stay, so that a search starts from the result of the last one.
 */
const copies: Map<number, Promise<Simulation>> = new Map();

/** A message from the page. */
export interface Request {
  /** Id of the client. */
  id: number;
  /** Id of the scene. */
  scene: string;
  /** Parameters and state, which the copy takes over first. */
  snapshot?: Uint8Array;
  /** The state alone, which the copy takes over first. */
  state?: Uint8Array;
  /** If left out, the copy is freed. */
  question?: Question;
  /** The compiled engine; the first message has nothing else. */
  module?: WebAssembly.Module;
}

/** Resolves `engine` when the page has sent the module. */
let resolveEngine: (value: unknown) => void;
const engine = new Promise((resolve) => {
  resolveEngine = resolve;
});

/** Frees a copy, which may have failed. */
function drop(id: number) {
  copies.get(id)?.then(
    (copy) => copy.free(),
    () => {},
  );
  copies.delete(id);
}

addEventListener(
  "message",
  async ({ data: { id, scene, snapshot, state, question, module } }: MessageEvent<Request>) => {
    if (module) {
      const loaded = load(module);
      resolveEngine(loaded);
      return loaded.then(
        () => postMessage({}), // tells the page that the worker can answer
        () => {},
      );
    }
    if (!question) return drop(id);
    try {
      const opening = copies.get(id) ?? engine.then(() => createSimulation(scene));
      copies.set(id, opening);
      const copy = await opening;
      if (snapshot) copy.restore(snapshot);
      if (state) copy.history.setState(state);
      const answer = analyse(copy, question);
      postMessage({ id, answer }, { transfer: answer.step ? [answer.step.state.buffer] : [] });
    } catch (error) {
      drop(id); // the next question brings a snapshot
      postMessage({ id, answer: { none: error instanceof Error ? error.message : String(error) } });
    }
  },
);
