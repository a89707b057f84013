// Messages about refusals and failures. Each stays until its subject succeeds.
import { signal } from "@preact/signals-core";
import type { Subject } from "./subject.ts";
import { LONG_STEP, RUN } from "./subject.ts";

/** An action that a message offers. */
export interface Offer {
  text: string;
  action: () => void;
}

export class Messages {
  #sentences = signal<ReadonlyMap<Subject, string>>(new Map());
  #offers = signal<{ subject: Subject; actions: Offer[] }>({ subject: RUN, actions: [] });
  /** Parameter names by key, to replace it in the engine's messages. */
  names: Map<string, string> = new Map();
  /** Called with every new sentence, except information, and the name of its subject. */
  reported: (subject: string, sentence: string) => void = () => {};

  /** Present sentences by their subjects. */
  get sentences() {
    return this.#sentences.value;
  }

  /** Actions that are offered while there is a message about their subject. */
  get offers() {
    const { subject, actions } = this.#offers.value;
    return this.sentences.has(subject) ? actions : [];
  }

  /** Runs an action that may throw, and reports its error. @returns true if it succeeded */
  attempt(subject: Subject, action: () => void): boolean {
    try {
      action();
      this.clear(subject);
      return true;
    } catch (error) {
      this.report(subject, error);
      return false;
    }
  }

  /** Reports an error of a subject. */
  report(subject: Subject, error: unknown) {
    const sentence = error instanceof Error ? error.message : String(error);
    const [key] = sentence.split(" ", 1);
    const name = this.names.get(key);
    const named = name ? name + sentence.slice(key.length) : sentence;
    const whole = named.charAt(0).toUpperCase() + named.slice(1);
    if (this.#sentences.peek().get(subject) === whole) return;
    this.#sentences.value = new Map(this.#sentences.peek()).set(subject, whole);
    if (subject === LONG_STEP) return;
    this.reported(typeof subject === "symbol" ? (subject.description ?? "") : subject, whole);
  }

  /** Reports an error, and offers actions. */
  offer(subject: Subject, error: unknown, actions: Offer[]) {
    this.#offers.value = { subject, actions };
    this.report(subject, error);
  }

  /** True if there is a message about a subject. */
  has(subject: Subject) {
    return this.#sentences.peek().has(subject);
  }

  /** Removes the message about a subject. @param subject  all if left out */
  clear(subject?: Subject) {
    const left = new Map(subject === undefined ? [] : this.#sentences.peek());
    if (subject !== undefined && !left.delete(subject)) return;
    this.#sentences.value = left;
  }
}
