// Reactions to changes of signals.
import { effect, untracked } from "@preact/signals-core";

/**
 * Reacts whenever a signal that `read` reads has changed.
 * @param react  gets what `read` returns
 * @returns a function that ends it
 */
export function watch<T>(read: () => T, react: (now: T) => void): () => void {
  let begun = false;
  return effect(() => {
    const now = read();
    if (begun) untracked(() => react(now));
    begun = true;
  });
}
